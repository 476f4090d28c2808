"""Inputs to begin with: what the examples, the docs and the tests feed to each parser."""

from __future__ import annotations

import io
import json
import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa

import enumino
from enumino.datasets.checkpoints import PartResult
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan
from enumino.datasets.storage import Store
from enumino.datasets.writer import parquet_writer
from enumino.families.polyforms.columns import POLYOMINO_COLUMNS, polyomino_columns
from enumino.objects import cover
from enumino.objects import piece_lists as pieces
from enumino.objects.cover import CoverProblem
from enumino.schema import arrow_schema

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"


def _encoded(*texts: str) -> list[bytes]:
    return [text.encode() for text in texts]


def _json(*values: object) -> list[bytes]:
    return [json.dumps(value).encode() for value in values]


_STAIRS = (EXAMPLES / "stairs.txt").read_text()
REGIONS = _encoded(
    _STAIRS, "6x10", " 6 × 10 ", "..\n.#\n", "XX\nX.", "[(0,0), (0,1), (1,1)]", "-1x2"
)
REGIONS_JSON = _json([6, 10], [".#", ".."], _STAIRS.split("\n"), [0, 10**9], [], ["XX", 1])
POLYOMINOES = _encoded("#..\n###", ".XX\nXX.", "[(0,0), (1,0), (-2,0)]", "##\n##\n##", "# #", "[]")
PIECES = _encoded(
    "pentominoes",
    "L-tromino, I4:2, [(0,0), (1,0)]",
    "one-sided tetrominoes",
    "fixed dominoes",
    "hexomino 7",
    "hexomino 1-6:2-4",
    "X:2-, F5",
    "[(0,0)",
)
PIECE_FILES = _encoded(
    "// two corners\nA:\n#.\n##\n\n##\n.#\n",
    "pentominoes\nhexomino 7\n",
    "X\n\nB:\n[(0,0), (1,0)]:2\n",
    "A:\nB:\n",
)
PIECES_JSON = _json(*(piece.to_json() for piece in pieces.parse("L:2-4, T4, domino")))
_COLOURS = (EXAMPLES / "colours.dlx").read_text()
DLX = _encoded(
    _COLOURS, "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n", "a | b\na b:x\n", "|"
)
_COVERS = [CoverProblem.from_dlx(_COLOURS), cover.ready_made("queens", 4)]
COVERS_JSON = _json([[3, 5, 6], [1, 4, 7], ["a", [1, 2]]], *(each.to_json() for each in _COVERS))
CSV = _encoded("1,0,1\n0,1,0\n", " 1 , 0\n\n0,1", "0,2", "1\n1,0")


def _npy(*arrays: object) -> list[bytes]:
    saved = []
    for array in arrays:
        np.save(file := io.BytesIO(), np.asarray(array))
        saved.append(file.getvalue())
    return saved


NPY = [
    *_npy([[1, 0, 1], [0, 1, 0]], [[True]], np.ones((2, 3), np.float32), ["text"], 1),
    b"PK\x03\x04",
    b"\x93NUMPY\x01\x00v\x00{'descr': '<i8', 'fortran_order': False, 'shape': (9999999999, 3), }\n",
    b"\x93NUMPY\x02\x00\xff\xff\xff\xff{'descr': '|O', 'fortran_order': False, 'shape': (1, 1)}\n",
]
SUDOKUS = _encoded(
    "." * 81, "53..7....6..195....98....6.8...6" + "." * 48, "1 | 2\n--+--\n3", "12…" + "0" * 79
)
CONDITIONS = _encoded(
    "cells = 6 and symmetry = 'axis'",
    "cells in (1, 2, 3) or not (mask // 2 % 3 between 1 and 8)",
    "length(options) > 2 and symmetry like 'a%' and cast(cells as text) ilike '_1'",
    "greatest(abs(-cells), 2, mask) <> least(1.5, cells / 0) is null",
    "symmetry is not null and cells::bigint + 1 = 0x1F",
    "cells = (select 1)",
    "((((((((cells = 1))))))))",
)
OPTIONS = _encoded("8", "1-12", " -3 - 4 ", "6x7", "8 × 9", "3,2", "any", "random", "1-99999999999")
WORDS = _encoded("\x1b]0;x\x07", "free polyominoes\n", "a\u202eb", "x" * 5000, "\xed\xa0\x80")
ROOTS = _encoded(
    "polyominoes", "~/x", "file:///tmp/x", "file://host/x", "FILE:x", "a\0b", "..", "/"
)

PROBLEMS = _json(
    {"family": "polyominoes", "cells": [1, 7], "kind": "free"},
    {"family": "trominoes", "all_tilings": True, "rows": 4, "cols": 4, "missing": "all"},
    {"family": "trominoes", "all_tilings": False, "board": 4, "missing": "all",
     "up_to_symmetry": False},
    enumino.Tatami("4x4", (0, 4), up_to_symmetry=True).to_json(),
    enumino.Tilings("4x5", "L-tromino, I4").to_json(),
    enumino.Covers(("queens", 4)).to_json(),
)  # fmt: skip


def _documents() -> tuple[bytes, bytes, bytes]:
    """The plan, the manifest and a checkpoint of a dataset that was never made."""
    expected = {"rows": 3.0, "nodes": 9, "bytes": 1.5, "seconds": 0.25}
    parts = [(((0,), (1, 0)), 7.0), (((1, 1),), 2.0)]
    problem = {"family": "polyominoes", "cells": [1, 3], "kind": "free"}
    made = Plan.of(
        problem,
        "free polyominoes with 1 to 3 cells",
        POLYOMINO_COLUMNS,
        expected,
        parts,
        tree_version=1,
        rows_per_part=1000,
        versions={"numpy": "2"},
    )
    counts = {(1, "all"): 1, (2, "axis2"): 1}
    results = [
        PartResult(made.plan_id, index, 2, 5, 900, 64 * "0", 0.5, counts) for index in range(2)
    ]
    with tempfile.TemporaryDirectory() as folder:
        store = Store(folder)
        made.write_first(store)
        results[0].write(store)
        Manifest.of(made, results, {"threads": 2, "wall_seconds": 0.5}).write(store)
        names = "plan.json", "manifest.json", made.parts[0].checkpoint
        plan, manifest, checkpoint = ((Path(folder) / name).read_bytes() for name in names)
    return plan, manifest, checkpoint


PLAN, MANIFEST, CHECKPOINT = _documents()


def _part() -> bytes:
    """A file with the rows of the monomino and the domino."""
    columns = polyomino_columns(1)
    rows = [{c.name: "all" if c.type == "string" else number for c in columns} for number in (1, 2)]
    sink = io.BytesIO()
    with parquet_writer(sink, columns) as writer:
        plain = pa.Table.from_pylist(rows, arrow_schema(columns))
        writer.write_table(plain.cast(writer.schema))
    return sink.getvalue()


PART = _part()
