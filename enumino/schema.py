"""What a row holds: one documented `Column` a field, and the Arrow schema made of them.

Both the searches, which fill rows, and the datasets, which keep them, build on this module.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from enumino.shapes import SymmetryClass

if TYPE_CHECKING:
    import pyarrow as pa

FORMAT_VERSION = 2
PLAN_ID = "enumino.plan_id"
"""Key of the footer that says which plan a file is a part of."""
LONG_PROBLEM = 1 << 16  # characters


@dataclass(frozen=True)
class Column:
    """One field of every row.

    Parameters
    ----------
    name : str
    type : str
        Arrow type as readers of the Parquet files see it.
    description : str
        One sentence, kept in the file footers and in the dataset's card.
    key : bool
        Whether totals are kept for every value of this column.
    values : tuple of str
        For text of few values: all of them, in the order of their codes. In flight such a column
        is dictionary encoded; readers of the files see plain text.
    distinct : bool
        Whether values rarely repeat, so that a dictionary in the file would only cost time.
    """

    name: str
    type: str
    description: str
    key: bool = False
    values: tuple[str, ...] = ()
    distinct: bool = False

    def to_json(self) -> dict[str, str]:
        """Return what a plan and a footer say about the column."""
        return {"name": self.name, "type": self.type, "description": self.description}


SYMMETRY = Column(
    "symmetry",
    "string",
    "Redelmeier's symmetry class: none, rotate, rotate2, axis, axis2, diag, diag2 or all.",
    key=True,
    values=tuple(SymmetryClass),
)
ORBIT = Column("orbit", "uint8", "Fixed objects that this row stands for; they sum to the total.")

POLYOMINO_COLUMNS = (
    Column("cells", "uint8", "Number of cells.", key=True),
    Column("height", "uint8", "Rows of the bounding box; at most width unless kind is fixed."),
    Column("width", "uint8", "Columns of the bounding box."),
    Column(
        "mask",
        "uint64",
        "Bit r * width + c is set where (r, c) is a cell; row 0 on top.",
        distinct=True,
    ),
    Column("mask_hi", "uint64", "Bits 64 and up of the mask.", distinct=True),
    SYMMETRY,
    ORBIT,
    Column("perimeter", "uint8", "Unit edges between a cell and an empty cell."),
    Column("site_perimeter", "uint8", "Empty cells that share an edge with a cell."),
    Column("holes", "uint8", "Bounded components of the complement under edge adjacency."),
)


TATAMI_COLUMNS = (
    Column("rows", "uint16", "Rows of the room.", key=True),
    Column("cols", "uint16", "Columns of the room.", key=True),
    Column("mats", "uint16", "Whole mats."),
    Column("monomers", "uint16", "Half mats.", key=True),
    Column(
        "layout",
        "string",
        "One letter a tile, by first cell in row-scan order: H and V for mats, M for half mats.",
        distinct=True,
    ),
    SYMMETRY,
    ORBIT,
    Column("horizontal", "uint16", "Mats that lie along a row."),
    Column("vertical", "uint16", "Mats that lie along a column."),
)


COVER_COLUMNS = (
    Column(
        "options",
        "list<uint32>",
        "The options of the solution, ascending; options.parquet says what they are.",
        distinct=True,
    ),
)


_MISSING = (
    Column("missing_row", "uint16", "Row of the missing cell, from 0 at the top."),
    Column("missing_col", "uint16", "Column of the missing cell, from 0 at the left."),
)


def tromino_columns(layout: bool) -> tuple[Column, ...]:
    """Return the columns for constructed boards: the layout of small ones, the path for all.

    >>> [column.name for column in tromino_columns(layout=True)][3:5]
    ['path', 'layout']
    """
    path = Column(
        "path",
        "string",
        "Quadrants from the board to the missing cell: 0 upper left, 1 upper right, 2 and 3 below.",
        distinct=True,
    )
    letters = Column(
        "layout",
        "string",
        "One letter a tromino, by first cell in row-scan order, as in orientations.parquet.",
        distinct=True,
    )
    side = Column("board", "uint16", "Side of the board.")
    return (side, *_MISSING, path, *([letters] if layout else []), SYMMETRY, ORBIT)


def deficient_columns() -> tuple[Column, ...]:
    """Return the columns for all tilings of boards that lack a cell.

    >>> [column.name for column in deficient_columns() if column.key]
    ['missing_row', 'missing_col', 'symmetry']
    """
    sides = (
        Column("rows", "uint16", "Rows of the board."),
        Column("cols", "uint16", "Columns of the board."),
    )
    row, col = (replace(column, key=True) for column in _MISSING)
    layout, *_ = tiling_columns(0, placements=False)
    return (*sides, row, col, layout, SYMMETRY, ORBIT)


def tiling_columns(options: int, placements: bool) -> tuple[Column, ...]:
    """Return the columns for tilings with so many options, with or without their placements.

    >>> [column.type for column in tiling_columns(2056, placements=True)]
    ['string', 'list<uint16>', 'uint16', 'string', 'uint8']
    """
    number = "uint16" if options <= 1 << 16 else "uint32"
    layout = Column(
        "layout",
        "string",
        "One letter a piece, by first cell in row-scan order; orientations.parquet explains them.",
        distinct=True,
    )
    listed = Column(
        "placements",
        f"list<{number}>",
        "Options of options.parquet, ascending, which is by first cell.",
        distinct=True,
    )
    pieces = Column("pieces", "uint16", "Number of pieces.")
    return (layout, *([listed] if placements else []), pieces, SYMMETRY, ORBIT)


def polyomino_columns(largest: int) -> tuple[Column, ...]:
    """Return the columns for polyominoes of up to `largest` cells.

    A canonical box of n cells has at most ((n + 1) / 2)² cells: one word of mask to n = 15.

    >>> [column.name for column in polyomino_columns(8)][:5]
    ['cells', 'height', 'width', 'mask', 'symmetry']
    """
    return tuple(c for c in POLYOMINO_COLUMNS if c.name != "mask_hi" or largest >= 16)


def arrow_schema(columns: Sequence[Column], *, in_flight: bool = False) -> pa.Schema:
    """Return the Arrow schema of the columns, as readers see it or as batches carry it.

    Parameters
    ----------
    columns : sequence of Column
    in_flight : bool
        Whether columns of few values are dictionary encoded.
    """
    import pyarrow as pa

    def field(column: Column) -> pa.Field:
        plain = arrow_type(column.type)
        encoded = pa.dictionary(pa.int8(), plain) if in_flight and column.values else plain
        return pa.field(column.name, encoded, nullable=False)

    return pa.schema([field(column) for column in columns])


def arrow_type(name: str) -> pa.DataType:
    """Return the Arrow type of a name that `Column.type` may have.

    >>> arrow_type("list<uint16>").value_type
    DataType(uint16)
    """
    import pyarrow as pa

    if name.startswith("list<"):
        item = pa.field("element", pa.type_for_alias(name[len("list<") : -1]), nullable=False)
        return pa.list_(item)
    return pa.type_for_alias(name)


def in_short(problem: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters of a problem, or of a long one its digest: plan.json has it whole."""
    told = json.dumps(problem)
    if len(told) <= LONG_PROBLEM:
        return problem
    return {"family": problem["family"], "sha256": sha256(told.encode()).hexdigest()}


def footer(problem: dict[str, Any], columns: Sequence[Column], plan_id: str) -> dict[str, str]:
    """Return the key-values of a part file's footer; of a long problem, its digest."""
    return {
        "enumino.format_version": str(FORMAT_VERSION),
        PLAN_ID: plan_id,
        "enumino.problem": json.dumps(in_short(problem)),
        "enumino.columns": json.dumps({c.name: c.description for c in columns}),
    }
