"""The parameters of a family, each declared once: a field of a frozen dataclass.

    @dataclass(frozen=True)
    class TilingParameters(Parameters):
        family: ClassVar[str] = "tilings"
        rotations: Annotated[bool, Option("--no-rotations", "No piece is turned.")] = True

A field has its type and its default as usual in Python, and all else in `Annotated`. The fields
determine the keyword arguments of the constructor (the problem is a subclass), `to_json` and
`from_json`, the schema that datasets are checked against, `options`, and the options of the
command line (`enumino.cli.problems.options_of`). Rows are read with the same class, by `read`,
without the problem and its search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, InitVar, dataclass
from functools import cache
from inspect import Signature, get_annotations, signature
from typing import (
    Annotated,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeVar,
    get_args,
    get_origin,
)

import msgspec

from enumino.arguments import cell_of, range_of
from enumino.errors import DamagedError, ProblemError
from enumino.words import interval

Value = TypeVar("Value")
Accepted = TypeVar("Accepted")
Schema = TypeVar("Schema")

Natural = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
# A whole number from 0, of any size, which is only compared with others.
Limit = Annotated[int, msgspec.Meta(ge=0)]
Side = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
# Both sides of a region, or the lines of a drawing: see `Region.to_json`.
RegionJson = Annotated[list[Side | str], msgspec.Meta(min_length=1)]


class Given(Generic[Value, Accepted]):
    """A field that is a `Value`, for which the constructor takes what is `Accepted`.

    A descriptor as the default of a field declares both to type checkers. `__post_init__` converts
    the argument of the constructor.

    Parameters
    ----------
    default : object, optional
        Default of the constructor; without one the argument is required.
    """

    def __init__(self, default: Any = MISSING) -> None:
        self._default = default

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, instance: object, owner: type) -> Value:
        value: Value = self._default if instance is None else instance.__dict__[self._name]
        if value is MISSING:
            raise AttributeError(self._name)
        return value

    def __set__(self, instance: object, value: Accepted) -> None:
        instance.__dict__[self._name] = value


@dataclass(frozen=True)
class Json:
    """The form of a field in plans and manifests.

    Parameters
    ----------
    type : type, optional
        Type of the JSON value, for msgspec; by default that of the field.
    write, read : callable, optional
        ``write(value)`` returns the JSON value, ``read(value, others)`` the field's: `others` has
        the fields before it.
    optional : bool
        Whether the key may be missing, for the default.
    omitted : bool
        Whether the key is left out for the default.
    spread : bool
        Whether the keys of the value, all optional, stand among those of the problem; `type` is
        then a struct, and `read` gets the keys that are there.
    """

    type: Any = None
    write: Callable[[Any], Any] = lambda value: value
    read: Callable[[Any, Mapping[str, Any]], Any] = lambda value, _: value
    optional: bool = False
    omitted: bool = False
    spread: bool = False


@dataclass(frozen=True)
class Option:
    """An option of the command line.

    Parameters
    ----------
    flag : str
    help : str
    value : object, optional
        Value that a flag without an argument sets; by default, for a bool, the opposite of the
        default of the field. Flags of one field exclude each other.
    metavar : str, optional
    reads : callable, optional
        Converts the text to the value, or raises a ValueError with the reason; `int` for a whole
        number. By default, the type of the field determines the conversion.
    prints : callable, optional
        Converts the value to a text, for `Parameters.options`.
    required, multiple : bool
    listing : bool
        Whether only listings have the option, not counts.
    """

    flag: str
    help: str
    value: Any = None
    metavar: str | None = None
    reads: Callable[[str], Any] | None = None
    prints: Callable[[Any], str] = str
    required: bool = False
    multiple: bool = False
    listing: bool = False

    @property
    def name(self) -> str:
        """The name of the value on the command line."""
        return self.flag.lstrip("-").replace("-", "_")


@dataclass(frozen=True)
class Chosen:
    """The attribute with the chosen value of a field, for plans and commands."""

    attribute: str


@dataclass(frozen=True)
class Parameter:
    """A field with its annotation."""

    name: str
    type: Any
    default: Any
    stored: bool
    json: Json
    options: tuple[Option, ...]
    attribute: str | None

    @property
    def schema(self) -> Any:
        """Type of the JSON value."""
        return self.type if self.json.type is None else self.json.type

    def set_by(self, option: Option) -> Any:
        """Return the value that an option without an argument sets; None if it takes one."""
        if option.value is None and self.type is bool:
            return not self.default
        return option.value

    @property
    def is_read_alone(self) -> bool:
        """Whether its options alone give its value: one option, or flags that set it."""
        return len(self.options) == 1 or all(
            self.set_by(option) is not None for option in self.options
        )


class _Arguments:
    """The signature of the constructor, without what is declared beside its arguments."""

    def __get__(self, instance: object, owner: type) -> Signature:
        _, *given = signature(owner.__init__).parameters.values()  # type: ignore[misc]
        return Signature([each.replace(annotation=Signature.empty) for each in given])


class Parameters:
    """The parameters of a problem, as fields of a frozen dataclass.

    Attributes
    ----------
    family : str
    named_first : tuple of str
        Fields that come first in a command; the others follow in the order of the help.
    shown_last : tuple of str
        Fields whose options come last in the help; the others keep their order.
    """

    __signature__ = _Arguments()
    family: ClassVar[str]
    named_first: ClassVar[tuple[str, ...]] = ()
    shown_last: ClassVar[tuple[str, ...]] = ()

    def __repr__(self) -> str:
        shown = [
            f"{each.name}={value!r}"
            for each in fields_of(type(self))
            if (value := getattr(self, each.name)) != each.default or not each.json.omitted
        ]
        return f"{type(self).__name__}({', '.join(shown)})"

    def _set(self, **values: Any) -> None:
        """Set fields in the constructor to converted arguments."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def expects_at_most(self) -> bool:
        """Whether the number of rows that is expected is an upper bound."""
        return False

    def explained(self) -> list[str]:
        """Return a sentence on each condition on the objects, about its effect on the search."""
        return []

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        return self.written(chosen=True)

    def written(self, *, chosen: bool) -> dict[str, Any]:
        """Return the parameters as JSON values, with or without those that the problem chooses."""
        written: dict[str, Any] = {"family": self.family}
        for each in fields_of(type(self)):
            if each.stored and (chosen or each.attribute is None):
                value = getattr(self, each.attribute or each.name)
                if each.json.spread:
                    written |= each.json.write(value)
                elif not each.json.omitted or value != each.default:
                    written[each.name] = each.json.write(value)
        return written

    @classmethod
    def from_json(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the problem that `to_json` described."""
        return cls(**cls._values(parameters))

    @classmethod
    def read(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the parameters that `to_json` described, for rows.

        They are checked against the schema only, not by the constructor.

        Raises
        ------
        DatasetError
            If they violate the schema.
        """
        made = object.__new__(cls)
        made.__dict__.update(cls._values(parameters))
        return made

    @classmethod
    def _values(cls, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Return the fields by name, with their defaults for missing keys."""
        stored = msgspec.structs.asdict(converted(dict(parameters), schema_of(cls)))
        there = {name: value for name, value in stored.items() if value is not msgspec.UNSET}
        values: dict[str, Any] = {}
        for each in fields_of(cls):
            if each.stored and each.json.spread:
                keys = [key.name for key in msgspec.structs.fields(each.schema)]
                own = {key: there[key] for key in keys if key in there}
                values[each.name] = each.json.read(own, values)
            elif each.stored:
                is_there = each.name in there
                given = there.get(each.name)
                values[each.name] = each.json.read(given, values) if is_there else each.default
        return values

    def options(self) -> dict[str, str]:
        """Return the options of the problem with their values, which are empty for flags."""
        found: dict[str, str] = {}
        shown = in_help(type(self))
        first = [each for name in self.named_first for each in shown if each.name == name]
        for each in [*first, *(each for each in shown if each.name not in self.named_first)]:
            if each.options and (each.stored or each.attribute):
                value = getattr(self, each.attribute or each.name)
                found |= _shown(each, value)
        return found


def _shown(each: Parameter, value: Any) -> dict[str, str]:
    """Return the option that sets a field to a value, unless it is not needed."""
    if each.json.omitted and value == each.default:
        return {}
    if each.set_by(each.options[0]) is None:
        option = each.options[0]
        return {} if value is None else {option.flag: option.prints(value)}
    return {option.flag: "" for option in each.options if each.set_by(option) == value}


def fields_of(cls: type) -> tuple[Parameter, ...]:
    """Return the parameters of a class, in the order of its fields."""
    return _declared(cls)[0]


def schema_of(cls: type) -> type[msgspec.Struct]:
    """Return the schema of the JSON of a family's problems."""
    return _declared(cls)[1]


@cache
def _declared(cls: Any) -> tuple[tuple[Parameter, ...], type[msgspec.Struct]]:
    """The parameters of a class, and the schema of their JSON."""
    hints: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        if "__dataclass_fields__" in vars(base):
            hints |= get_annotations(base, eval_str=True)
    fields = tuple(
        _parameter(name, hints[name], each.default)
        for name, each in cls.__dataclass_fields__.items()
        if get_origin(hints[name]) is not ClassVar
    )
    schema: list[Any] = []
    for each in fields:
        if each.stored and each.json.spread:
            keys = msgspec.structs.fields(each.schema)
            schema += [(key.name, key.type | msgspec.UnsetType, msgspec.UNSET) for key in keys]
        elif each.stored and (each.json.optional or each.json.omitted):
            schema.append((each.name, each.schema | msgspec.UnsetType, msgspec.UNSET))
        elif each.stored:
            schema.append((each.name, each.schema))
    return fields, msgspec.defstruct(cls.__name__, schema, kw_only=True)


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    stored = not isinstance(hint, InitVar)
    hint = hint if stored else hint.type
    kind, *extras = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    forms = [each for each in extras if isinstance(each, Json)]
    chosen = [each.attribute for each in extras if isinstance(each, Chosen)]
    return Parameter(
        name,
        kind,
        default,
        stored,
        forms[0] if forms else Json(),
        tuple(each for each in extras if isinstance(each, Option)),
        chosen[0] if chosen else None,
    )


def converted(problem: Mapping[str, Any], schema: type[Schema]) -> Schema:
    """Return the parameters of a problem, as an instance of their schema."""
    try:
        return msgspec.convert(problem, schema)
    except (msgspec.ValidationError, UnicodeError) as error:
        reason = str(error).rstrip(".")
        raise DamagedError(
            f"The problem of the dataset is damaged ({reason[:1].lower()}{reason[1:]}): restore "
            "plan.json and manifest.json from a copy, or choose another folder."
        ) from error


def in_help(cls: type[Parameters]) -> list[Parameter]:
    """Return the parameters in the order in which the help shows their options."""
    last = {name: place for place, name in enumerate(cls.shown_last, 1)}
    return sorted(fields_of(cls), key=lambda each: last.get(each.name, 0))


def values_of(cls: type[Parameters], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields that the options of a command set, by name.

    Fields that several options make together, such as a region and the cells that it lacks, are
    left to the family.
    """
    values: dict[str, Any] = {}
    for each in fields_of(cls):
        if each.options and each.is_read_alone:
            values.update((each.name, value) for value in _asked(each, given))
    return values


def _asked(each: Parameter, given: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the value of a field that an option sets, if there is one."""
    asked = {option.flag: given.get(option.name) for option in each.options}
    named = [o for o in each.options if asked[o.flag] is not None and asked[o.flag] is not False]
    if len(named) > 1:
        raise ProblemError(f"{named[0].flag} and {named[1].flag} exclude each other: choose one.")
    for option in named:
        value = each.set_by(option)
        yield given[option.name] if value is None else value


# Consecutive sizes: the constructor takes one or several, and `consecutive` makes a range of them.
SizeRange = Given[range, int | Iterable[int]]


def size_json(size: Any = Natural) -> Json:
    """Return the form of a `SizeRange` in plans: its first and its last size, of a type."""
    return Json(
        tuple[size, size],
        lambda sizes: [sizes[0], sizes[-1]],
        lambda ends, _: range(ends[0], ends[1] + 1),
    )


def size_option(flag: str, text: str) -> Option:
    """Return the option of a `SizeRange`, such as ``8`` or ``1-10``."""
    return Option(
        flag,
        text,
        metavar="N|A-B",
        required=True,
        reads=range_of,
        prints=lambda sizes: interval(sizes[0], sizes[-1]),
    )


WITHOUT = Option(
    "--without",
    "Leave out this cell, counted from 0; repeatable.",
    metavar="R,C",
    reads=cell_of,
    multiple=True,
)
SEARCH = "Search method.  [default: the fastest, by an estimate]"
