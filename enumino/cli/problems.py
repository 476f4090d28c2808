"""The problems as subcommands: their options, defined once for all verbs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Command, Range
from enumino.errors import ProblemError
from enumino.shapes import KINDS

if TYPE_CHECKING:
    from enumino.enum.covers import Covers
    from enumino.enum.problem import Problem
    from enumino.enum.tilings import Tilings
    from enumino.enum.trominoes import Missing
    from enumino.regions import Region

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


class Cell(click.ParamType[tuple[int, int]]):
    """``3,2``: a row and a column, from 0."""

    name = "R,C"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*(-?\d{1,9})\s*,\s*(-?\d{1,9})\s*", value)
        if match is None:
            self.fail(f"{value!r} is no cell: write row,column from 0, as in 3,2", param, ctx)
        return int(match[1]), int(match[2])


CELL = Cell()
without = click.option(
    "--without", type=CELL, multiple=True, help="A cell that is not free; may be repeated."
)
up_to_symmetry = click.option(
    "--up-to-symmetry", is_flag=True, help="One of each class under the region's symmetries."
)


def region_of(text: str, without: tuple[tuple[int, int], ...]) -> Region:
    """Return the region that a user names, less some cells."""
    from enumino.regions import Region

    is_drawing = set(text) <= set(".# \n")
    region = Region.parse(text) if is_drawing else Region.read(text)
    return region.without(without) if without else region


cells = click.option("--cells", type=Range(), required=True, help="Sizes, such as 8 or 1-12.")

_POLYOMINOES: list[Decorator] = [
    cells,
    click.option(
        "--kind",
        type=click.Choice(KINDS),
        default="free",
        show_default=True,
        help="Same up to: translation (fixed), rotation too (one-sided), reflection too (free).",
    ),
]


def _polyominoes(cells: range, kind: Any) -> Problem:
    from enumino.enum.polyominoes import Polyominoes

    return Polyominoes(cells, kind)


class Monomers(click.ParamType[tuple[int, int | None]]):
    """``0``, ``2-4`` or ``any``: how many half mats."""

    name = "K|A-B|any"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int | None]:
        if isinstance(value, tuple):
            return value
        if value.strip().lower() == "any":
            return 0, None
        match = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?", value)
        if match is None:
            self.fail(f"{value!r} is no number of half mats: write 0, 2-4 or any", param, ctx)
        return int(match[1]), int(match[2] or match[1])


room = click.option(
    "--room",
    required=True,
    multiple=True,
    metavar="HxW|HxW..HxW|FILE",
    help="Rows x columns, all rooms between two, or a drawing (. free, # wall); repeatable.",
)
monomers = click.option(
    "--monomers", type=Monomers(), default="0", show_default=True, help="Half mats allowed."
)

_TATAMI: list[Decorator] = [
    room,
    without,
    monomers,
    up_to_symmetry,
    click.option(
        "--method",
        type=click.Choice(["auto", "search", "blocks"]),
        default="auto",
        show_default=True,
        help="Row scan, or (rectangles, whole mats) straight from the blocks.",
    ),
    click.option("--no-pruning", is_flag=True, help="Search every branch to its end."),
]


def rooms_of(named: tuple[str, ...], without: tuple[tuple[int, int], ...]) -> list[Region | str]:
    """Return the rooms that a user names, less some cells."""
    from enumino.enum.tatami import BETWEEN

    several = [room for room in named if BETWEEN.fullmatch(room)]
    if without and (several or named[1:]):
        rooms = " and ".join(named)
        raise ProblemError(f"--without takes cells of one room, and {rooms} are several.")
    return [room if room in several else region_of(room, without) for room in named]


def _tatami(
    room: tuple[str, ...],
    without: tuple[tuple[int, int], ...],
    monomers: tuple[int, int | None],
    up_to_symmetry: bool,
    method: Any,
    no_pruning: bool,
) -> Problem:
    from enumino.enum.tatami import Tatami

    return Tatami(
        rooms_of(room, without),
        monomers,
        up_to_symmetry=up_to_symmetry,
        method=method,
        pruning=not no_pruning,
    )


engine = click.option(
    "--engine",
    type=click.Choice(["cell-masks", "option-bitsets", "dancing-links"]),
    help="How to search  [default: what suits the problem]",
)

TILINGS: list[Decorator] = [
    click.option(
        "--region",
        required=True,
        metavar="RxC|FILE",
        help="Rows x columns, or a drawing (. free, # none).",
    ),
    without,
    click.option(
        "--pieces",
        metavar="NAMES|FILE",
        default="",
        help='Such as pentominoes, "L-tromino, I4", or a file of drawings.',
    ),
    click.option(
        "--piece",
        "more",
        metavar="NAME[:A-B]",
        multiple=True,
        help='One more piece, and how often: "L:2-4"; may be repeated.',
    ),
    click.option("--each-once", is_flag=True, help="Every piece exactly once."),
    click.option("--at-most-once", is_flag=True, help="Every piece at most once."),
    click.option(
        "--no-rotations",
        is_flag=True,
        help="Pieces may not be turned, only mirrored.",
    ),
    click.option("--no-reflections", is_flag=True, help="Pieces may not be turned over."),
    click.option("--no-crossroads", is_flag=True, help="No four pieces may meet at a point."),
    up_to_symmetry,
    engine,
]
_LISTED_TILINGS: list[Decorator] = [
    *TILINGS,
    click.option("--no-placements", is_flag=True, help="Rows without the list of placements."),
]


def tilings(
    region: str,
    without: tuple[tuple[int, int], ...],
    pieces: str,
    more: tuple[str, ...],
    each_once: bool,
    at_most_once: bool,
    no_rotations: bool,
    no_reflections: bool,
    no_crossroads: bool,
    up_to_symmetry: bool,
    engine: Any,
    no_placements: bool = False,
) -> Tilings:
    """Make the problem of the options in `TILINGS`."""
    from enumino import pieces as sets
    from enumino.enum.tilings import Tilings

    if each_once and at_most_once:
        raise ProblemError("--each-once and --at-most-once exclude each other: choose one.")
    listed = [
        *(sets.read(pieces) if pieces else ()),
        *(sets.parse(", ".join(more)) if more else ()),
    ]
    if not listed:
        raise ProblemError("There is no piece to tile with: name some with --pieces or --piece.")
    problem = Tilings(
        region_of(region, without),
        listed,
        "each-once" if each_once else "at-most-once" if at_most_once else "any",
        rotations=not no_rotations,
        reflections=not no_reflections,
        up_to_symmetry=up_to_symmetry,
        no_crossroads=no_crossroads,
        engine=engine,
        placements=not no_placements,
    )
    sets.check_different(listed, not no_rotations, not no_reflections)
    return problem


COVER: list[Decorator] = [
    click.argument("file", required=False, metavar="[FILE]"),
    click.option("--sudoku", metavar="TEXT", help="81 digits, with . or 0 for empty cells."),
    click.option("--queens", type=int, metavar="N", help="N queens on an NxN board."),
    click.option("--langford", type=int, metavar="N", help="Langford sequences of N pairs."),
    click.option(
        "--subsets",
        type=int,
        metavar="N [K]",
        help="An N-set by all its non-empty subsets, or by those of K elements.",
    ),
    click.option(
        "--engine",
        type=click.Choice(["option-bitsets", "dancing-links"]),
        help="How to search  [default: what suits the problem]",
    ),
]
_LISTED_COVER: list[Decorator] = [
    *COVER,
    click.option("--limit", type=int, metavar="K", help="Only the first K solutions."),
]


def cover(
    file: str | None,
    sudoku: str | None,
    queens: int | None,
    langford: int | None,
    subsets: int | None,
    engine: Any,
    limit: int | None = None,
) -> Covers:
    """Make the problem of the options in `COVER`."""
    from pathlib import Path

    from enumino.covers import CoverProblem
    from enumino.enum.covers import Covers

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
    if ready:
        return Covers(ready[0], engine, limit)
    problem = CoverProblem.read(str(file))
    try:
        return Covers(problem, engine, limit, Path(str(file)).name)
    except ProblemError as error:
        raise ProblemError(f"{file}: {error}") from error


class MissingCell(click.ParamType[str | tuple[int, int]]):
    """``3,2``, ``random`` or ``all``: which cell of a board is missing."""

    name = "R,C|random|all"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | tuple[int, int]:
        if value in ("random", "all"):
            return str(value)
        try:
            cell: tuple[int, int] = CELL.convert(value, param, ctx)
        except click.BadParameter as error:
            self.fail(f"{error.message}, random or all", param, ctx)
        return cell


class Board(click.ParamType[tuple[int, int]]):
    """``8`` or ``6x7``: the sides of a board."""

    name = "N|RxC"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:[xX×]\s*(\d{1,9})\s*)?", value)
        if match is None:
            self.fail(f"{value!r} is no board: write its side, 8, or both, 6x7", param, ctx)
        return int(match[1]), int(match[2] or match[1])


BOARD: list[Decorator] = [
    click.option(
        "--board", type=Board(), metavar="N|RxC", required=True, help="Side of the board."
    ),
    click.option(
        "--missing",
        type=MissingCell(),
        metavar="R,C|random|all",
        default="all",
        show_default=True,
        help="The cell that is not covered, from 0.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Of a random cell."),
    click.option("--all-tilings", is_flag=True, help="Every tiling, on boards of any sides."),
]
_TROMINOES: list[Decorator] = [
    *BOARD,
    click.option(
        "--up-to-symmetry", is_flag=True, help="One missing cell of each class of the board."
    ),
]


def trominoes(
    board: tuple[int, int],
    missing: str | tuple[int, int],
    seed: int,
    all_tilings: bool,
    up_to_symmetry: bool = False,
) -> Problem:
    """Make the problem of the options in `BOARD`."""
    from enumino.enum.deficient import DeficientBoards
    from enumino.enum.trominoes import Trominoes

    where = _missing_cell(missing, board, seed)
    if all_tilings:
        if up_to_symmetry:
            raise ProblemError("--up-to-symmetry goes with the construction, not --all-tilings.")
        return DeficientBoards(*board, where)
    if board[0] != board[1]:
        raise ProblemError(
            f"The construction covers square boards, not {board[0]}x{board[1]}: "
            "--all-tilings lists all tilings of boards of any sides, to 128 cells."
        )
    return Trominoes(board[0], where, up_to_symmetry)


def _missing_cell(missing: str | tuple[int, int], board: tuple[int, int], seed: int) -> Missing:
    if isinstance(missing, tuple):
        return missing
    if missing == "all":
        return "all"
    import random

    chosen = random.Random(seed)
    return chosen.randrange(max(1, board[0])), chosen.randrange(max(1, board[1]))


# Family -> help, its options, and what makes a problem of them.
PROBLEMS: dict[str, tuple[str, Sequence[Decorator], Callable[..., Problem]]] = {
    "polyominoes": ("Edge-connected sets of cells, by size.", _POLYOMINOES, _polyominoes),
    "tatami": ("Layouts of mats in rooms, no four at a point.", _TATAMI, _tatami),
    "tilings": ("Tilings of a region by polyominoes.", _LISTED_TILINGS, tilings),
    "cover": (
        "Exact covers: Knuth's DLX format, matrices, subsets, puzzles.",
        _LISTED_COVER,
        cover,
    ),
    "trominoes": ("Boards without one cell, covered by L-trominoes.", _TROMINOES, trominoes),
}


def for_each_problem(
    group: click.Group,
    action: Callable[..., Any],
    *shared: Decorator,
    families: Iterable[str] = PROBLEMS,
) -> None:
    """Give a verb one subcommand a problem, which calls ``action(problem, **shared options)``."""
    for family in families:
        help_text, options, build = PROBLEMS[family]

        def invoke(
            options: Sequence[Decorator] = options,
            build: Callable[..., Problem] = build,
            **values: Any,
        ) -> Any:
            own = {name: values.pop(name) for name in _names(options)}
            return action(build(**own), **values)

        callback: Callable[..., Any] = invoke
        for option in reversed([*options, *shared]):
            callback = option(callback)
        group.add_command(click.command(family, cls=Command, help=help_text)(callback))


def _names(options: Sequence[Decorator]) -> list[str]:
    """The parameter names that option decorators define."""

    def probe() -> None: ...

    for option in options:
        option(probe)
    return [parameter.name for parameter in probe.__click_params__]  # type: ignore[attr-defined]
