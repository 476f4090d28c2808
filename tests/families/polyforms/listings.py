"""Rows of polyforms for the laws of their listings."""

from typing import Any

import pyarrow as pa

from enumino import Polycubes, Polyhexes, Polyiamonds, Polyominoes, Polyplets, Polysticks
from enumino.families.polyforms.columns import BOX, MASKS
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.point_group import Kind
from enumino.objects.polyform import Polyform
from enumino.registry import rows_of
from tests.naive_polyforms import NAIVE, Shape, mask

WORD = (1 << 64) - 1
# The largest size that is listed whole.
FAMILIES: dict[type[Polyforms], int] = {
    Polyominoes: 7,
    Polyhexes: 6,
    Polyiamonds: 7,
    Polyplets: 4,
    Polycubes: 5,
    Polysticks: 5,
}


def table(problem: Polyforms, prefixes: Any = ((),), rows: int = 1 << 16) -> pa.Table:
    return pa.Table.from_batches(
        [each.records for each in problem.batches(list(prefixes), rows)],
        next(iter(problem.batches([()]))).records.schema,
    )


def in_order(rows: pa.Table) -> list[dict[str, Any]]:
    names = [name for name in ("cells", *MASKS, *BOX) if name in rows.schema.names]
    return sorted(rows.to_pylist(), key=lambda row: tuple(row[name] for name in names))


def faults_of(problem: Polyforms, rows: pa.Table) -> list[str]:
    family = rows_of(problem.to_json())
    return [fault.what for batch in rows.to_batches() for fault in family.faults(batch)]


def row_of(lattice: Lattice, points: Shape, kind: Kind) -> dict[str, Any]:
    """The row of the class of a shape, by definitions written out by hand."""
    naive = NAIVE[lattice.name]
    images = [[move(point) for point in points] for move, _ in naive.moves]
    among = [
        image
        for image, (_, turn) in zip(images, naive.moves, strict=True)
        if kind == "free" or (kind == "one-sided" and turn)
    ] or [list(points)]
    keys: list[Any] = [naive.key(image) for image in among]
    if lattice == SQUARE:  # the least height, then the least mask
        pushed = [naive.pushed(image) for image in among]
        keys = [(box, mask(cells, box)) for cells, box in pushed]
    shape = frozenset(among[keys.index(min(keys))])
    cells, box = naive.pushed(shape)
    bits = mask(cells, box)
    return {
        "cells": len(shape),
        **dict(zip(("width", "height", "depth"), box[::-1], strict=False)),
        **{name: bits >> 64 * k & WORD for k, name in enumerate(MASKS)},
        "symmetry": str(Polyform(cells, lattice).symmetry.name),
        "orbit": len(set(keys)),
        "perimeter": sum(near not in shape for point in shape for near in naive.beyond(point)),
        "site_perimeter": len({near for point in shape for near in naive.near(point)} - shape),
        "holes": naive.holes(shape),
    }
