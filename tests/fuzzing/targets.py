"""Targets of the fuzzer: a function for each parser, which takes bytes and ends, or raises errors.

A parser may raise errors of ours, and the options those of click. Anything else that leaves a
target is a finding, and so is more memory or time than `tests.fuzzing.coverage` allows.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import click

from enumino.arguments import cell_of
from enumino.cli.options import RANGE
from enumino.datasets.checkpoints import PartResult
from enumino.datasets.documents import MANIFEST, PLAN
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan
from enumino.datasets.queries.conditions import Condition
from enumino.datasets.reader import Dataset
from enumino.datasets.storage import Store
from enumino.errors import EnuminoError
from enumino.families.tatami.parameters import half_mats_of
from enumino.families.trominoes.parameters import board_of, missing_of
from enumino.objects import piece_lists as pieces
from enumino.objects.cover import CoverProblem, sudoku_cells
from enumino.objects.piece import Piece
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region
from enumino.registry import rows_of
from enumino.words import printable, quoted
from tests.fuzzing import corpus
from tests.small_datasets import small_dataset

LONGEST_MESSAGE = 5000


class Target(NamedTuple):
    """A parser, inputs to begin with, and its share of all inputs."""

    run: Callable[[bytes], None]
    corpus: list[bytes]
    share: int
    is_json: bool = False


def text_of(data: bytes) -> str:
    """Any text, as the command line gives it: what is no UTF-8 is halves of surrogate pairs."""
    return data.decode(errors="surrogateescape")


def region(data: bytes) -> None:
    found = Region.parse(text_of(data))
    assert Region.from_json(found.to_json()) == found


def region_json(data: bytes) -> None:
    found = Region.from_json(_json(data))
    assert len(found) <= found.area


def polyomino(data: bytes) -> None:
    found = Polyomino.parse(text_of(data))
    assert Polyomino.parse(str(found)) == found


def piece_list(data: bytes) -> None:
    for piece in pieces.parse(text_of(data)):
        assert pieces.parse(pieces.text_of(piece))


def piece_file(data: bytes) -> None:
    pieces.parse_file(text_of(data))


def piece_json(data: bytes) -> None:
    value = _json(data)
    if isinstance(value, dict):
        assert Piece.from_json(value).to_json()


def dlx(data: bytes) -> None:
    _use(CoverProblem.from_dlx(text_of(data)))


def cover_json(data: bytes) -> None:
    _use(_read_cover("problem.json", data))


def cover_csv(data: bytes) -> None:
    _use(_read_cover("problem.csv", data))


def cover_npy(data: bytes) -> None:
    _use(_read_cover("problem.npy", data))


def sudoku(data: bytes) -> None:
    assert len(sudoku_cells(text_of(data))) == 81


def where(data: bytes) -> None:
    Condition(text_of(data), _schema())


def options(data: bytes) -> None:
    text = text_of(data)
    with contextlib.suppress(EnuminoError, click.UsageError):
        RANGE.convert(text, None, None)
    for read in (cell_of, half_mats_of, board_of, missing_of):
        with contextlib.suppress(ValueError):
            read(text)


def words(data: bytes) -> None:
    text = text_of(data)
    for told in (printable(text), quoted(text), str(EnuminoError(text))):
        assert told.isprintable(), repr(told)
        told.encode()


def root_name(data: bytes) -> None:
    text = text_of(data)
    if "://" not in text or text.lower().startswith("file:"):
        Store(text)  # of other schemes some ask the network


def plan(data: bytes) -> None:
    folder = _folder("plan")
    (folder / PLAN).write_bytes(data)
    read = Plan.read(Store(folder))
    assert all(part.file.startswith("data/part-") for part in read.parts)
    for part in read.parts[:100]:
        assert isinstance(part.prefixes, tuple)
    _told(read.title, *(column.description for column in read.columns))


def manifest(data: bytes) -> None:
    folder = _folder("manifest")
    (folder / PLAN).write_bytes(corpus.PLAN)
    (folder / MANIFEST).write_bytes(data)
    read = Manifest.read(Store(folder))
    _told(read.title)
    rows_of(read.problem).totals(read.counts)


def checkpoint(data: bytes) -> None:
    folder = _folder("checkpoint")
    (folder / PLAN).write_bytes(corpus.PLAN)
    store = Store(folder)
    known = Plan.read(store)
    part = known.parts[0]
    (folder / "parts").mkdir(exist_ok=True)
    (folder / part.checkpoint).write_bytes(data)
    read = PartResult.read(store, part, known.columns)
    assert 0 <= read.rows < 2**63


def part_file(data: bytes) -> None:
    """The rows of a file, as a finished dataset reads them."""
    folder = _folder("part_file")
    if not (folder / MANIFEST).exists():
        shutil.copytree(small_dataset("polyominoes"), folder, dirs_exist_ok=True)
    dataset = Dataset(Store(folder))
    Path(dataset.paths[0]).write_bytes(data)
    for row in islice(dataset.rows(), 1000):
        assert len(row) == len(dataset.schema)


def problem(data: bytes) -> None:
    """The parameters of a problem, as plan and manifest hold them."""
    value = _json(data)
    if isinstance(value, dict):
        rows = rows_of(value)
        assert rows.row_cells >= 0
        rows.totals({})
        rows.queries()


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        return None


def _told(*texts: str) -> None:
    assert all(text.isprintable() for text in texts)


def _use(problem: CoverProblem) -> None:
    problem.arrays()
    assert CoverProblem.from_json(problem.to_json()) == problem
    for number in range(min(3, len(problem.options))):
        problem.option_text(number)


@cache
def _folder(name: str) -> Path:
    """An empty folder for the files of a target, in memory where there is such a place."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix=f"{name}-", dir=memory if memory.is_dir() else None))


def _read_cover(name: str, data: bytes) -> CoverProblem:
    path = _folder("cover") / name
    path.write_bytes(data)
    return CoverProblem.read(path)


@cache
def _schema() -> Any:
    import pyarrow as pa

    return pa.schema(
        {
            "cells": pa.uint8(),
            "symmetry": pa.string(),
            "mask": pa.uint64(),
            "options": pa.list_(pa.uint32()),
        }
    )


# The shares add up to 1,000.
TARGETS = {
    "region": Target(region, corpus.REGIONS, 100),
    "region_json": Target(region_json, corpus.REGIONS_JSON, 50, is_json=True),
    "polyomino": Target(polyomino, corpus.POLYOMINOES, 80),
    "piece_list": Target(piece_list, corpus.PIECES, 100),
    "piece_file": Target(piece_file, corpus.PIECE_FILES, 90),
    "piece_json": Target(piece_json, corpus.PIECES_JSON, 50, is_json=True),
    "dlx": Target(dlx, corpus.DLX, 90),
    "cover_json": Target(cover_json, corpus.COVERS_JSON, 60, is_json=True),
    "cover_csv": Target(cover_csv, corpus.CSV, 50),
    "cover_npy": Target(cover_npy, corpus.NPY, 40),
    "sudoku": Target(sudoku, corpus.SUDOKUS, 40),
    "where": Target(where, corpus.CONDITIONS, 40),
    "options": Target(options, corpus.OPTIONS, 50),
    "words": Target(words, corpus.WORDS, 40),
    "root_name": Target(root_name, corpus.ROOTS, 20),
    "plan": Target(plan, [corpus.PLAN], 20, is_json=True),
    "manifest": Target(manifest, [corpus.MANIFEST], 20, is_json=True),
    "checkpoint": Target(checkpoint, [corpus.CHECKPOINT], 20, is_json=True),
    "part_file": Target(part_file, [corpus.PART], 20),
    "problem": Target(problem, corpus.PROBLEMS, 20, is_json=True),
}


def attempt(name: str, data: bytes) -> bool:
    """Try an input; return whether it was taken, as opposed to refused by an error of ours."""
    try:
        TARGETS[name].run(data)
    except (EnuminoError, click.UsageError) as error:
        if len(str(error)) > LONGEST_MESSAGE:
            raise
        return False
    return True
