"""Functions of a user's own, from files of Python, for conditions and columns.

A function takes the cells of shapes of one size, int64[shapes, cells, dimensions], and returns a
bool or a whole number for each shape. A user names it ``FILE.py:f``. Problems, and so plans, hold
its *sealed* name, with the type of its values and the SHA-256 of the file:
``mine.py:f:bool@5ae1...``. A dataset names functions and never brings one: what runs is the text of
a file that a user named, which goes with the problem to workers, and into no file.
"""

from __future__ import annotations

import hashlib
import re
import traceback
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from enumino.errors import DamagedError, ProblemError, RunError
from enumino.objects.files import found_in, text_of
from enumino.schema import Column
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Cells = npt.NDArray[np.int64]

NAMED = re.compile(r"(?P<file>[^\s:,()]+\.py):(?P<name>[^\s:,@()]*)")
SEALED = re.compile(NAMED.pattern + ":(?P<type>bool|int64)@(?P<digest>[0-9a-f]{64})")
NAME = re.compile("[a-z][a-z0-9_]{0,62}")
DIGITS = 8  # of a digest in words


class OwnFunction(NamedTuple):
    """A function by the name of its file, its own, the type of its values, and the digest.

    `source` is the text of the file; None in datasets.
    """

    file: str
    name: str
    type: str
    digest: str
    source: str | None

    @property
    def title(self) -> str:
        """The function in words."""
        return f"{self.name} of {self.file} ({self.digest[:DIGITS]})"

    @property
    def column(self) -> Column:
        """The column of its values."""
        return Column(self.name, self.type, f"{self.title}, a function of the user's own.")

    def of(self, board: Any) -> npt.NDArray[Any]:
        """Return the values for shapes of one size; a board has their `cells`, axis by axis."""
        import numpy as np

        cells = np.stack(board.cells, -1).transpose(1, 0, 2).astype(np.int64)
        if self.source is None:
            raise ProblemError(
                f"{self.title} is not at hand, since datasets name functions and never bring them: "
                f"name the file as it was, with --functions {self.file}."
            )
        found = _values(self.file, self.source, self.name, cells)
        if (found.dtype.kind == "b") != (self.type == "bool"):
            raise RunError(
                f"{self.title} returns {found.dtype} for shapes of {cells.shape[1]} cells, and "
                f"{self.type} for others: return one type for all sizes."
            )
        return found


def functions_of(text: str | None, sources: Mapping[str, str]) -> list[OwnFunction]:
    """Return the functions whose sealed names stand in a text; `sources` are texts by digest."""
    return [
        OwnFunction(**match.groupdict(), source=sources.get(match["digest"]))
        for match in SEALED.finditer(text or "")
    ]


def split(functions: str | None, *texts: str | None) -> list[str]:
    """Return the functions, named or sealed, of a list of them and of conditions or columns."""
    listed = [each.strip() for each in (functions or "").split(",") if each.strip()]
    return listed + [match[0] for text in texts for match in NAMED.finditer(text or "")]


def plain(text: str | None) -> str | None:
    """Return a condition, or columns, with the names of functions without their files."""
    return text and NAMED.sub(r"\g<name>", text)


def refuse_unsealed(*texts: str | None) -> None:
    """Raise a DamagedError if texts of a dataset name a file without its digest."""
    if any(NAMED.search(SEALED.sub("", str(text or ""))) for text in texts):
        raise DamagedError(
            "The problem of the dataset names a file of functions without its digest: restore "
            "plan.json and manifest.json from a copy."
        )


def sealed(named: Iterable[str], sample: Iterable[Sequence[int]], sources: dict[str, str]) -> str:
    """Return functions, named or sealed, as one text of sealed names; add their texts to `sources`.

    Their types are those of what they return for a sample, the cells of one shape.
    """
    import numpy as np

    cells = np.array([list(sample)], np.int64)
    return ",".join(dict.fromkeys(_sealed(each, cells, sources) for each in dict.fromkeys(named)))


def _sealed(text: str, sample: Cells, sources: dict[str, str]) -> str:
    if SEALED.fullmatch(text):
        return text
    match = NAMED.fullmatch(text)
    if match is None or not NAME.fullmatch(match["name"]):
        raise ProblemError(
            f"{quoted(text)} names no function: write FILE.py:f, with a name of small letters, "
            "digits and _, which is that of its column."
        )
    if _is_keyword(match["name"]):
        raise ProblemError(f"{quoted(match['name'])} is a word of SQL: rename the function.")
    (digest, source), file = read(match["file"]), Path(match["file"]).name
    sources[digest] = source
    kind = _values(file, source, match["name"], sample).dtype.kind
    return f"{file}:{match['name']}:{'bool' if kind == 'b' else 'int64'}@{digest}"


def _is_keyword(name: str) -> bool:
    """Return whether a name is a word of SQL, which names no column in a condition."""
    import duckdb

    query = (
        "SELECT * FROM duckdb_keywords() WHERE keyword_name = $name "
        "AND keyword_category IN ('reserved', 'type_function')"
    )
    with duckdb.connect(":memory:") as connection:
        return connection.execute(query, {"name": name}).fetchone() is not None


def read(file: str) -> tuple[str, str]:
    """Return the digest and the text of a file of functions."""
    with found_in(file):
        text = text_of(file)
    return hashlib.sha256(text.encode()).hexdigest(), text


def _values(file: str, source: str, name: str, cells: Cells) -> npt.NDArray[Any]:
    """Return the values of a function, one for each shape; an error is a sentence with its line."""
    import numpy as np

    try:
        defined = _names_of(file, source)
        if not callable(defined.get(name)):
            raise ProblemError(f"{file} defines no function {quoted(name)}: check its name.")
        found = np.asarray(defined[name](cells))
    except (ProblemError, KeyboardInterrupt):
        raise
    except BaseException as error:  # a user's code may raise anything, SystemExit too
        raise _failure(file, name, error) from error
    if found.shape != (len(cells),) or found.dtype.kind not in "biu":
        raise RunError(
            f"{name} of {file} returns {found.dtype} of shape {found.shape} for cells of shape "
            f"{cells.shape}: return a bool or a whole number for each shape."
        )
    if found.dtype.kind == "u" and found.max(initial=0) > np.iinfo(np.int64).max:
        raise RunError(
            f"{name} of {file} returns {found.max()}, and values are stored as int64: return less "
            "than 2**63."
        )
    return found


@cache
def _names_of(file: str, source: str) -> dict[str, Any]:
    """Run a source, once in a process, and return what it defines."""
    names: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
    exec(compile(source, file, "exec"), names)
    return names


def _failure(file: str, name: str, error: BaseException) -> RunError:
    """Return the error for an exception of a user's code: its file, its line, its words."""
    lines = [at.lineno for at in traceback.extract_tb(error.__traceback__) if at.filename == file]
    line = lines[-1] if lines else getattr(error, "lineno", None)
    why = f"{type(error).__name__}: {in_a_line(str(error))}".rstrip(".: ")
    return RunError(f"{file}, line {line}: {name} fails with {why}; correct it, and start again.")
