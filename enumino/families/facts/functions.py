"""Facts of a user: the values of a function of NumPy arrays, which a file of the user defines.

The digest of the file is part of the plan. The file is run only by the command that names it: a
dataset contains no code, and nothing that a dataset says is run.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self

import msgspec

from enumino.datasets.checks import Fault
from enumino.datasets.facts import FactSet
from enumino.datasets.totals import Total
from enumino.errors import ProblemError
from enumino.parameters import Json
from enumino.schema import SIGNED, Column
from enumino.words import first_line, plural, quoted

if TYPE_CHECKING:
    import numpy.typing as npt
    import pyarrow as pa

    from enumino.datasets.documents import Counts

# Types of values, as NumPy names them, and of columns.
TYPES = {
    "bool": "bool",
    "float64": "double",
    **{name: name for bits in (8, 16, 32, 64) for name in (f"int{bits}", f"uint{bits}")},
}
# Words of SQL that are no names of columns, and that Python has no use for.
RESERVED = (
    "all analyse analyze any array asc asymmetric both case cast check collate column constraint "
    "create default deferrable desc describe distinct do end except false fetch foreign group "
    "having initially intersect into lateral leading limit null offset on only order pivot "
    "pivot_longer pivot_wider placing primary qualify references returning select show some "
    "summarize symmetric table then to trailing true union unique unpivot using variadic when "
    "where window"
)
NAME, DIGEST = r"^[a-z][a-z0-9_]{0,62}$", r"^[0-9a-f]{64}$"


@dataclass(frozen=True, repr=False)
class FunctionFacts(FactSet):
    """The values of a function, as a column of its name; `source` is the digest of its file."""

    function: Annotated[str, Json(Annotated[str, msgspec.Meta(pattern=NAME)])]
    parameters: Annotated[tuple[str, ...], Json(list[str], list, lambda names, _: tuple(names))]
    kind: str
    source: Annotated[str, Json(Annotated[str, msgspec.Meta(pattern=DIGEST)])]

    is_recomputed: ClassVar[bool] = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """The name of the function."""
        return self.function

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns that the parameters of the function name."""
        return self.parameters

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_file": self.__dict__.get("_file")}

    def options(self) -> dict[str, str]:
        """Return the option that names the function."""
        _, path = self.__dict__.get("_file") or ("", "FILE.py")
        return {"--with": f"{path}:{self.function}"}

    def of_file(self, text: str, path: str) -> Self:
        """Return the facts with the function of a file, which has the digest of the plan."""
        if digest_of(text) != self.source:
            raise ProblemError(
                f"{path} is not the file that the facts {self.function} were begun with: restore "
                "it, or remove their folder and make them again."
            )
        self._set(_file=(text, path))
        return self

    @property
    def columns(self) -> tuple[Column, ...]:
        """The column of the values."""
        meaning = f"Values of the function {self.function} of a file with SHA-256 {self.source}."
        return (Column(self.function, self.kind, meaning, key=self.kind == "bool"),)

    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Call the function with the columns that its parameters name."""
        if (file := self.__dict__.get("_file")) is None:
            raise ProblemError(
                f"The facts {self.function} need their function: name it by --with "
                f"FILE.py:{self.function}."
            )
        values = called(defined(*file, self.function), self.function, rows, self.reads)
        if TYPES[str(values.dtype)] != self.kind:
            raise ProblemError(
                f"The function {self.function} returned {values.dtype} for some rows and "
                f"{self.kind} for the first ones: return one type, as with .astype."
            )
        return {self.function: values}

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield nothing: there is no other code for a function of a user."""
        return iter(())

    def totals(self, counts: Counts) -> list[Total]:
        """Return the number of rows, or those for which a property is true and false."""
        if self.kind != "bool":
            return [Total({"facts": self.function}, sum(counts.values()))]
        return [
            Total({"facts": self.function, "value": str(value).lower()}, counts.get((value,), 0))
            for value in (True, False)
        ]


def digest_of(text: str) -> str:
    """Return the SHA-256 of a file."""
    return sha256(text.encode()).hexdigest()


@cache
def defined(text: str, path: str, name: str) -> Callable[..., Any]:
    """Run the file of a user, and return the function of a name."""
    namespace: dict[str, Any] = {"__name__": "enumino_facts", "__file__": path}
    try:
        exec(compile(text, path, "exec"), namespace)  # which the user of the command asked for
    except (Exception, SystemExit) as error:
        raise ProblemError(f"{path} cannot be run ({_reason(error)}): correct it.") from error
    found = namespace.get(name)
    if not callable(found):
        raise ProblemError(f"{path} defines no function {quoted(name)}: choose one that it has.")
    function: Callable[..., Any] = found
    return function


def parameters_of(function: Callable[..., Any], name: str, known: list[str]) -> tuple[str, ...]:
    """Return the parameters of a function, which are names of columns."""
    plain = getattr(function, "py_func", function)  # of Numba
    names = tuple(inspect.signature(plain).parameters)
    for parameter in names:
        if parameter not in known:
            raise ProblemError(
                f"The function {name} has a parameter {quoted(parameter)}, which is no column: "
                f"choose from {', '.join(known)}."
            )
    if not names:
        raise ProblemError(f"The function {name} has no parameters: name columns that it needs.")
    return names


def called(
    function: Callable[..., Any], name: str, rows: pa.RecordBatch, reads: tuple[str, ...]
) -> npt.NDArray[Any]:
    """Return the values of a function for some rows."""
    import numpy as np
    import pyarrow as pa

    def plain(column: pa.Array) -> npt.NDArray[Any]:
        kind = str(column.type)
        if pa.types.is_dictionary(column.type):
            column = column.cast(pa.string())
        elif kind in SIGNED:  # so that differences may be negative, and products are not cut off
            column = column.cast(SIGNED[kind])
        found: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
        return found

    try:
        values = np.asarray(function(*[plain(rows.column(each)) for each in reads]))
    except (Exception, SystemExit) as error:
        raise ProblemError(
            f"The function {name} failed for some rows ({_reason(error)}): correct it."
        ) from error
    if values.shape != (rows.num_rows,):
        shape = " x ".join(map(str, values.shape)) + " values" if values.shape else "a single value"
        raise ProblemError(
            f"The function {name} returned {shape} for {plural(rows.num_rows, 'row')}: "
            "return an array with one value a row."
        )
    if str(values.dtype) not in TYPES:
        raise ProblemError(
            f"The function {name} returned values of the type {values.dtype}: return bool, whole "
            "numbers or float64."
        )
    return values


def _reason(error: BaseException) -> str:
    ended = isinstance(error, SystemExit)
    return "it ends the program" if ended else first_line(error, type(error).__name__)
