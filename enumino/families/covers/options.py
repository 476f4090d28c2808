"""The options of exact covers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator
from enumino.cli.problems import options_of
from enumino.errors import ProblemError
from enumino.families.covers.parameters import CoverParameters

if TYPE_CHECKING:
    from enumino.families.covers.problem import Covers

OPTIONS: list[Decorator] = [
    click.argument("file", required=False, metavar="[FILE]"),
    click.option(
        "--sudoku",
        metavar="TEXT|FILE",
        help="81 digits, with . or 0 for empty cells, or a file with them.",
    ),
    click.option("--queens", type=int, metavar="N", help="N queens on an NxN board."),
    click.option("--langford", type=int, metavar="N", help="Langford sequences of N pairs."),
    click.option(
        "--subsets",
        type=int,
        metavar="N [K]",
        help="Partitions of an N-set into subsets, all of K elements if K is given.",
    ),
    *options_of(CoverParameters),
]


def problem(
    file: str | None,
    sudoku: str | None,
    queens: int | None,
    langford: int | None,
    subsets: int | None,
    **given: Any,
) -> Covers:
    """Make the problem of the `OPTIONS`."""
    from pathlib import Path

    from enumino.families.covers.problem import Covers
    from enumino.objects.cover import CoverProblem

    ready: list[tuple[str | int, ...]] = []
    for name, value in (("sudoku", sudoku), ("queens", queens), ("langford", langford)):
        if value is not None:
            ready.append((name, value))
    if subsets is not None:
        size = [int(file)] if file is not None and re.fullmatch(r"\d{1,9}", file) else []
        file = None if size else file
        ready.append(("subsets", subsets, *size))
    if len(ready) + (file is not None) != 1:
        raise ProblemError(
            "Give one problem: a FILE (.dlx, .npy, .csv or .json), --sudoku, --queens, --langford, "
            "or --subsets N [K]."
        )
    if sudoku is not None:
        ready = [("sudoku", _sudoku(sudoku))]
    if ready:
        return Covers(ready[0], **given)
    read = CoverProblem.read(str(file))
    try:
        return Covers(read, **given, name=Path(str(file)).name)
    except ProblemError as error:
        raise ProblemError(f"{file}: {error}") from error


def _sudoku(given: str) -> str:
    """The cells of a sudoku from a text, or from the file of that name."""
    from pathlib import Path

    from enumino.objects.cover import sudoku_cells

    text, file = given, ""
    try:
        if Path(given).is_file():
            text, file = Path(given).read_text(encoding="utf-8-sig"), given
    except UnicodeDecodeError as error:
        raise ProblemError(f"{given} cannot be read: it is not a text file.") from error
    except PermissionError as error:
        raise ProblemError(f"{given} cannot be read: {error.strerror}.") from error
    except (OSError, ValueError):  # too long for a name, or no name at all
        pass
    try:
        return sudoku_cells(text)
    except ProblemError as error:
        sentence = f"{file}: {error}" if file else f"{str(error)[:-1]}, and no file has that name."
        raise ProblemError(sentence) from error
