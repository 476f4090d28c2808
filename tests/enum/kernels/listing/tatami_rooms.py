"""Rooms for the kernel that lists tatami layouts, and the rows that it makes of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from enumino.enum import drive
from enumino.enum.kernels.listing import tatami
from enumino.enum.kernels.shared.cursor import DONE, NODES
from enumino.families.tatami.problem import new_tables
from enumino.objects.lattice import SQUARE_CLASSES
from tests import naive_tatami as naive

CLASSES = SQUARE_CLASSES
MANY = 1 << 40
Room = npt.NDArray[np.bool_]
Found = tuple[str, int, int, int, int, str, int]
COURTYARD = "##### #.#.# ##### #.#.# #####"


def frame(height: int, width: int) -> Room:
    return np.ones((height, width), np.bool_)


def tables_of(
    room: Room,
    fewest: int = 0,
    most: int = 0,
    *,
    pruning: bool = True,
    up_to_symmetry: bool = False,
) -> tatami.Tables:
    images = naive.images(room)
    return new_tables(room, images, fewest, most, up_to_symmetry, pruning)


def rows(
    tables: tatami.Tables,
    prefix: Sequence[int] = (),
    batch: int = 1000,
    size: int | None = None,
    max_nodes: int = MANY,
    state: tatami.State | None = None,
) -> tuple[list[Found], int]:
    """All rows of a subtree with their orbits, in the order of the listing, and its nodes."""
    state = tatami.new_state(tables) if state is None else state
    drive.enter(tatami, state, prefix)
    size = batch * max(tables.scan.size, 1) if size is None else size
    out = tatami.new_columns(batch, size)
    found: list[Found] = []
    filled = 0
    while not state.cursor[DONE]:
        filled = tatami.advance(state, out, filled, max_nodes)
        if tatami.is_full(state, out, filled):
            found += read(out, filled)
            filled = 0
    return found + read(out, filled), int(state.cursor[NODES])


def read(out: tatami.Columns, filled: int) -> list[Found]:
    """The rows of a buffer."""
    letters, offsets = out.layout.tobytes().decode(errors="replace"), out.offsets.tolist()
    assert offsets[0] == 0
    layouts = [letters[offsets[i] : offsets[i + 1]] for i in range(filled)]
    symmetry = [CLASSES[code] for code in out.symmetry[:filled]]
    numbers = [column[:filled].tolist() for column in out[:4]]
    return list(zip(layouts, *numbers, symmetry, out.orbit[:filled].tolist(), strict=True))


def layouts(room: Room, fewest: int = 0, most: int = 0, **options: bool) -> list[str]:
    """The layouts of a room as text, in the order of the listing."""
    return [row[0] for row in rows(tables_of(room, fewest, most, **options))[0]]


def count(room: Room, fewest: int = 0, most: int = 0, **options: bool) -> tuple[int, int]:
    """Layouts of a room, and nodes of the search."""
    state = tatami.new_state(tables_of(room, fewest, most, **options))
    drive.enter(tatami, state, ())
    counts = np.zeros((most + 1, len(CLASSES)), np.int64)
    while not state.cursor[DONE]:
        tatami.tally(state, counts, MANY)
    assert counts[:fewest].sum() == 0
    return int(counts.sum()), int(state.cursor[NODES])


@st.composite
def rooms(draw: st.DrawFn, cells: int = 30, height: int = 5, width: int = 6) -> Room:
    """Frames with walls anywhere, either way round, and no more free cells than asked for."""
    shape = draw(st.integers(1, height)), draw(st.integers(1, width))
    shape = shape if draw(st.booleans()) else shape[::-1]
    area = shape[0] * shape[1]
    walls = draw(st.sets(st.integers(0, area - 1), max_size=draw(st.integers(0, 6))))
    if area - len(walls) > cells:
        others = [i for i in range(area) if i not in walls]
        walls |= set(draw(st.permutations(others))[: area - len(walls) - cells])
    room = np.ones(area, np.bool_)
    room[list(walls)] = False
    return room.reshape(shape)
