"""The parameters of a family: a frozen dataclass of plain values.

    @dataclass(frozen=True)
    class BoardParameters(Parameters):
        family: ClassVar[str] = "boards"
        cells: Sizes = option("--cells N|A-B", "Such as 8 or 1-10.")
        reflections: bool = option("--no-reflections", "Pieces may not be reflected.", True)

A field holds text, a whole number, a flag, or a tuple of such values, as in plan.json and on the
command line. Constructors accept more, such as ``range(1, 9)`` for ``"1-8"``: ``__post_init__``
converts arguments to plain values, and properties convert plain values to objects. Readers of rows
use this class; the class of the problem adds the search.
"""

from collections.abc import Iterable, Mapping
from dataclasses import MISSING, Field, field, fields
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from enumino.arguments import consecutive, whole
from enumino.errors import DamagedError, ProblemError
from enumino.objects.files import not_read
from enumino.words import interval, quoted

# Types of fields whose constructors accept more than text.
if TYPE_CHECKING:
    Sizes = str | int | Iterable[int]
    Names = str | Iterable[str] | None
else:
    Sizes, Names = str, str | None


def option(flag: str, text: str, default: Any = MISSING) -> Any:
    """Return a field with an option on the command line, which is required without a default.

    The `flag` has the form of the value, such as ``"--region RxC|FILE"``. The option of a bool has
    no value, and sets the opposite of the default. `text` is the help of the option.
    """
    return field(default=default, metadata={"flag": flag, "help": text})


row_limit = partial(option, "--limit K", "Stop after the first K objects.", None)
UP_TO_SYMMETRY = "Keep one of each set of symmetric images."
LONGEST_CONDITION = 100  # characters of a condition in a title
SEARCH = "Search method.  [default: by the size of the problem]"


class Parameters:
    """The parameters of a problem, as fields of a frozen dataclass."""

    family: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def _set(self, **values: Any) -> None:
        """Set fields to plain values in the constructor."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def to_json(self) -> dict[str, Any]:
        """Return the fields as JSON values, without flags and options that have their default."""
        found: dict[str, Any] = {"family": self.family}
        for each in fields(self):
            value = getattr(self, each.name)
            if value != each.default or (value and not isinstance(value, bool)):
                found[each.name] = value
        return msgspec.json.decode(msgspec.json.encode(found))

    @classmethod
    def from_json(cls, parameters: Mapping[str, Any]) -> Self:
        """Return the parameters or problem that `to_json` described, or raise a DamagedError."""
        try:
            with not_read():
                return msgspec.convert(dict(parameters), cls)
        except (msgspec.ValidationError, UnicodeError) as error:
            reason = str(error.__cause__ or error).rstrip(".")
            raise DamagedError(
                f"The problem of the dataset is damaged ({reason[:1].lower()}{reason[1:]}): "
                "restore plan.json and manifest.json from a copy, or choose another folder."
            ) from error

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the parameters only."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @property
    def is_conditional(self) -> bool:
        """Whether a condition selects objects; by default, the condition `only`."""
        return getattr(self, "only", None) is not None

    @property
    def expects_upper_bound(self) -> bool:
        """Whether the expected number of rows is an upper bound."""
        return self.is_conditional


def sizes_text(given: object, noun: str = "number of cells") -> str:
    """Return consecutive sizes in the form of a field."""
    sizes = consecutive(given, noun)
    return interval(sizes[0], sizes[-1])


def checked_limit(limit: int | None, noun: str) -> int | None:
    """Return a limit on the number of rows; messages call a row `noun`."""
    if limit is None:
        return None
    number = whole(limit, "The limit")
    if number < 1:
        raise ProblemError(f"A limit of {number} leaves no {noun}: give at least 1.")
    return number


def checked_condition(only: str | None) -> str | None:
    """Return a condition without surrounding blanks; raise a ProblemError unless it is text."""
    if only is None:
        return None
    if not isinstance(only, str) or not only.strip():
        way = "give functions to enumerate_to" if callable(only) else "compare columns in a text"
        raise ProblemError(f"{quoted(only)} is not a condition: {way}.")
    return only.strip()
