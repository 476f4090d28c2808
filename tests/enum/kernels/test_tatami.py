"""The row scan: its layouts against an oracle, published counts, and however it is called."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enumino.enum.kernels import tatami
from enumino.families.tatami import search_tables
from enumino.objects.lattice import SymmetryClass
from tests import naive_tatami as naive
from tests import published

CLASSES = list(SymmetryClass)
MANY = 1 << 40
Room = npt.NDArray[np.bool_]
Found = tuple[str, int, int, int, int, str, int]

FRAMES = [(h, w) for h in range(1, 25) for w in range(1, 25 // h + 1) if h * w <= 24]
SMALL_FRAMES = [(h, w) for h, w in FRAMES if h * w <= 15]
COURTYARD = "..... .#.#. ..... .#.#. ....."
L_SHAPE = "...## ...## ..... ..... ....."
PIECES = "..#.. ..#.. ##### ..#.. ..#.."


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
    return search_tables.new_tables(room, images, fewest, most, pruning, up_to_symmetry)


def rows(
    tables: tatami.Tables,
    prefix: Sequence[int] = (),
    batch: int = 1000,
    size: int | None = None,
    max_nodes: int = MANY,
    between: Callable[[tatami.State], tatami.State] = lambda state: state,
    state: tatami.State | None = None,
) -> tuple[list[Found], int]:
    """All rows of a subtree with their orbits, in the order of the listing, and its nodes."""
    state = tatami.new_state(tables) if state is None else state
    assert tatami.seek(state, np.array(prefix, np.int64)) != tatami.NO_SUCH_NODE
    size = batch * max(tables.scan.size, 1) if size is None else size
    out = tatami.new_columns(batch, size)
    found: list[Found] = []
    filled = 0
    while not state.cursor[tatami.DONE]:
        filled = tatami.advance(state, out, filled, max_nodes)
        if tatami.is_full(state, out, filled):
            found += read(out, filled)
            filled = 0
        state = between(state)
    return found + read(out, filled), int(state.cursor[tatami.NODES])


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
    tatami.seek(state, np.zeros(0, np.int64))
    counts = np.zeros((most + 1, len(CLASSES)), np.int64)
    while not state.cursor[tatami.DONE]:
        tatami.tally(state, counts, MANY)
    assert counts[:fewest].sum() == 0
    return int(counts.sum()), int(state.cursor[tatami.NODES])


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


def assert_equals_the_oracle(room: Room, fewest: int, most: int) -> None:
    """Every row with every attribute, in the order that is promised; and one layout a class."""
    expected = naive.layouts(naive.cells(room), fewest, most)
    in_order = sorted(expected, key=lambda layout: naive.listed_before(layout, room.shape))
    for pruning in (True, False):
        found, _ = rows(tables_of(room, fewest, most, pruning=pruning))
        assert found == [(*naive.row(layout, room), 1) for layout in in_order]
    sizes = naive.classes(expected, room)
    found, _ = rows(tables_of(room, fewest, most, up_to_symmetry=True))
    assert found == [(*naive.row(x, room), sizes[x]) for x in in_order if x in sizes]


@pytest.mark.parametrize(("height", "width"), FRAMES)
def test_domino_layouts_of_rectangles_equal_the_oracle(height: int, width: int) -> None:
    assert_equals_the_oracle(frame(height, width), 0, 0)


@pytest.mark.parametrize(("height", "width"), SMALL_FRAMES)
def test_layouts_with_any_monomers_equal_the_oracle(height: int, width: int) -> None:
    assert_equals_the_oracle(frame(height, width), 0, height * width)


@pytest.mark.parametrize(("height", "width"), [(3, 4), (4, 3), (2, 6), (5, 2), (3, 3)])
@pytest.mark.parametrize(("fewest", "most"), [(1, 1), (2, 2), (3, 3), (4, 4), (1, 3), (2, 99)])
def test_exact_numbers_of_monomers_equal_the_oracle(
    height: int, width: int, fewest: int, most: int
) -> None:
    assert_equals_the_oracle(frame(height, width), fewest, most)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width"), [(4, 4), (2, 8), (3, 6), (6, 3), (4, 5)])
def test_larger_rooms_with_monomers_equal_the_oracle(height: int, width: int) -> None:
    room = frame(height, width)
    assert_equals_the_oracle(room, 0, 4)
    expected = {naive.text(x) for x in naive.layouts(naive.cells(room), 0, 4)}
    for monomers in range(5):
        assert set(layouts(room, monomers, monomers)) == {
            text for text in expected if text.count("M") == monomers
        }


@pytest.mark.parametrize("drawing", [COURTYARD, L_SHAPE, PIECES])
def test_rooms_with_walls_equal_the_oracle(drawing: str) -> None:
    room = naive.room(drawing)
    assert_equals_the_oracle(room, 0, 0)
    assert_equals_the_oracle(room, 0, 3)


@given(rooms())
def test_domino_layouts_of_any_region_equal_the_oracle(room: Room) -> None:
    assert_equals_the_oracle(room, 0, 0)


@given(rooms(cells=13), st.integers(0, 5), st.integers(0, 30))
def test_layouts_of_any_region_with_monomers_equal_the_oracle(
    room: Room, fewest: int, more: int
) -> None:
    assert_equals_the_oracle(room, fewest, fewest + more)


def test_a_room_without_cells_has_the_empty_layout() -> None:
    room = naive.room("## ##")
    assert [row[0] for row in rows(tables_of(room))[0]] == [""]
    assert count(room) == (1, 1)
    assert layouts(room, 1, 1) == []


def test_points_at_a_wall_never_offend() -> None:
    """Around a pillar monomers may meet at its corners; in the open they may not."""
    assert layouts(frame(2, 2), 4, 4) == []
    assert layouts(naive.room(".. .#"), 3, 3) == ["MMM"]
    assert layouts(naive.room("... .#. ..."), 8, 8) == ["MMMMMMMM"]
    assert layouts(naive.room("... .#. ...")) == ["HVVH", "VHVH"]


def test_too_large_rooms_are_refused() -> None:
    with pytest.raises(ValueError, match="65536 free cells"):
        search_tables.new_tables(frame(256, 256), np.full((7, 65536), -1), 0, 0, True, False)


@pytest.mark.parametrize("height", range(1, 7))
@pytest.mark.parametrize("width", range(1, 10))
def test_pruning_changes_neither_rows_nor_their_order(height: int, width: int) -> None:
    room = frame(height, width)
    assert layouts(room) == layouts(room, pruning=False)


@pytest.mark.slow
@pytest.mark.parametrize("height", range(1, 9))
def test_pruning_changes_no_room_up_to_8_by_29(height: int) -> None:
    for width in range(1, 30):
        room = frame(height, width)
        assert rows(tables_of(room))[0] == rows(tables_of(room, pruning=False))[0]


@pytest.mark.slow
@settings(max_examples=300)
@given(rooms(cells=99, height=9, width=12), st.integers(0, 3), st.integers(0, 3))
def test_pruning_changes_no_region(room: Room, fewest: int, more: int) -> None:
    for numbers in ((0, 0), (fewest, fewest + more)):
        plain = rows(tables_of(room, *numbers, pruning=False))[0]
        assert rows(tables_of(room, *numbers))[0] == plain


@pytest.mark.slow
@pytest.mark.parametrize("size", range(2, 8))
def test_pruning_changes_no_square_with_monomers(size: int) -> None:
    room = frame(size, size)
    for fewest, most in ((0, size * size), (0, 3), (size, size), (size - 1, size + 1)):
        assert layouts(room, fewest, most) == layouts(room, fewest, most, pruning=False)


def test_pruning_visits_few_nodes() -> None:
    """The plain search of a room of 6 by 6 makes 282 choices below its root."""
    assert count(frame(6, 6), pruning=False) == (2, 283)
    assert count(frame(6, 6)) == (2, 65)


@pytest.mark.slow
def test_nodes_of_large_rooms() -> None:
    assert count(frame(16, 17), pruning=False) == (2, 107_112)
    assert count(frame(20, 21), pruning=False) == (2, 1_049_279)
    assert count(frame(30, 31)) == (2, 2_043)
    assert count(frame(60, 61)) == (2, 8_133)


@pytest.mark.parametrize(("height", "width"), [(2, 5), (3, 4), (4, 6), (5, 6), (1, 4)])
@pytest.mark.parametrize("most", [0, 2])
@pytest.mark.parametrize("up_to_symmetry", [False, True])
def test_a_wide_room_has_the_layouts_of_the_tall_one_transposed(
    height: int, width: int, most: int, up_to_symmetry: bool
) -> None:
    wide, _ = rows(tables_of(frame(height, width), 0, most, up_to_symmetry=up_to_symmetry))
    tall, _ = rows(tables_of(frame(width, height), 0, most, up_to_symmetry=up_to_symmetry))
    transposed = [
        naive.image(tile_sets(row[0], (width, height)), 3, (width, height)) for row in tall
    ]
    assert [tile_sets(row[0], (height, width)) for row in wide] == transposed
    assert [(row[5], row[6]) for row in wide] == [(row[5], row[6]) for row in tall]


def tile_sets(text: str, shape: tuple[int, int]) -> naive.Layout:
    """The layout that a text describes: each tile starts at the first free cell."""
    free = naive.cells(frame(*shape))
    found = set()
    for letter in text:
        r, c = min(free)
        tile = {(r, c), (r + (letter == "V"), c + (letter == "H"))}
        assert tile <= free
        free -= tile
        found.add(frozenset(tile))
    assert not free
    return frozenset(found)


@pytest.mark.parametrize(("height", "width"), [(4, 4), (4, 5), (2, 7), (3, 8), (6, 6)])
@pytest.mark.parametrize("most", [0, 4])
def test_orbits_add_up_to_all_layouts(height: int, width: int, most: int) -> None:
    room = frame(height, width)
    first_ones, _ = rows(tables_of(room, 0, most, up_to_symmetry=True))
    assert sum(row[6] for row in first_ones) == count(room, 0, most)[0]
    assert count(room, 0, most, up_to_symmetry=True)[0] == len(first_ones)


def known(name: str, largest: int, *keys: str) -> list[tuple[int, ...]]:
    """Rows of a published table for rooms of at most so many cells, with the count last."""
    listed = published.table("tatami", name)
    sides = (keys[0], keys[1 if name != "tatami_square_n_monomers" else 0])
    chosen = [row for row in listed if int(row[sides[0]]) * int(row[sides[1]]) <= largest]
    assert chosen
    return [(*(int(row[key]) for key in keys), int(row["count"])) for row in chosen]


@pytest.mark.parametrize("largest", [24, pytest.param(400, marks=pytest.mark.slow)])
def test_rectangles_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_rectangles", largest, "rows", "cols"):
        if expected < 1_000_000:
            assert count(frame(height, width))[0] == expected


@pytest.mark.parametrize("largest", [24, pytest.param(400, marks=pytest.mark.slow)])
def test_rectangles_up_to_symmetry_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_incongruent", largest, "rows", "cols"):
        if expected < 1_000_000:
            assert count(frame(height, width), up_to_symmetry=True)[0] == expected


@pytest.mark.parametrize("largest", [12, pytest.param(48, marks=pytest.mark.slow)])
def test_numbers_of_monomers_equal_published_counts(largest: int) -> None:
    for height, width, monomers, expected in known(
        "tatami_monomers", largest, "rows", "cols", "monomers"
    ):
        if expected < 1_000_000:
            assert count(frame(height, width), monomers, monomers)[0] == expected


@pytest.mark.parametrize("largest", [12, pytest.param(30, marks=pytest.mark.slow)])
def test_any_numbers_of_monomers_equal_published_counts(largest: int) -> None:
    for height, width, expected in known("tatami_monomer_dimer_totals", largest, "rows", "cols"):
        assert count(frame(height, width), 0, height * width)[0] == expected


@pytest.mark.parametrize("largest", [25, pytest.param(144, marks=pytest.mark.slow)])
def test_squares_with_as_many_monomers_as_rows_equal_published_counts(largest: int) -> None:
    for size, monomers, expected in known("tatami_square_n_monomers", largest, "n", "monomers"):
        assert count(frame(size, size), monomers, monomers)[0] == expected == size * 2 ** (size - 1)


@pytest.mark.slow
def test_a_long_strip_is_listed_whole() -> None:
    """The room of 3 by 60 cells in buffers, without keeping the rows; its count is A068922(30)."""
    tables = tables_of(frame(3, 60))
    state = tatami.new_state(tables)
    tatami.seek(state, np.zeros(0, np.int64))
    out = tatami.new_columns(1 << 14, 90 << 14)
    total = letters = 0
    while not state.cursor[tatami.DONE]:
        filled = tatami.advance(state, out, 0, MANY)
        total += filled
        letters += int(out.offsets[filled])
        assert (out.mats[:filled] == 90).all()
        assert (out.horizontal[:filled] + out.vertical[:filled] == 90).all()
    assert (total, letters) == (2_692_538, 90 * 2_692_538)


# Trees of all three kinds of pruning, with and without a choice of representatives.
TREES = {
    "rectangle": tables_of(frame(4, 7)),
    "plain": tables_of(frame(4, 5), pruning=False),
    "monomers": tables_of(frame(4, 4), 0, 16),
    "classes": tables_of(frame(4, 4), 0, 16, up_to_symmetry=True),
    "exact": tables_of(frame(3, 4), 2, 2),
    "walls": tables_of(naive.room(COURTYARD), 0, 1),
    "hopeless": tables_of(frame(3, 3)),
    "empty": tables_of(naive.room("#")),
}


@given(st.sampled_from(sorted(TREES)), st.lists(st.integers(0, 1000), max_size=15))
def test_any_antichain_of_prefixes_makes_the_whole(tree: str, choices: list[int]) -> None:
    """A random leaf of the cut is divided, again and again; one state serves all subtrees."""
    tables = TREES[tree]
    state = tatami.new_state(tables)
    frontier: list[tuple[int, ...]] = [()]
    for choice in choices:
        chosen = frontier[choice % len(frontier)]
        children = tatami.seek(state, np.array(chosen, np.int64))
        if children > 0:
            frontier.remove(chosen)
            frontier += [(*chosen, j) for j in range(children)]
    parts = [rows(tables, prefix, state=state) for prefix in sorted(frontier)]
    whole, nodes = rows(tables)
    assert [row for found, _ in parts for row in found] == whole
    assert sum(part for _, part in parts) == nodes


@pytest.mark.parametrize("tree", TREES)
def test_the_whole_tree_divides_into_nodes(tree: str) -> None:
    """Every leaf of the tree by itself: nodes add up, leaves are layouts or dead ends."""
    tables = TREES[tree]
    state = tatami.new_state(tables)
    pending, leaves = [()], []
    while pending:
        prefix = pending.pop()
        children = tatami.seek(state, np.array(prefix, np.int64))
        assert children > 0 or children == tatami.LEAF
        if children == tatami.LEAF:
            leaves.append(prefix)
        pending += [(*prefix, j) for j in reversed(range(children))]
        beyond = np.array((*prefix, max(children, 0)), np.int64)
        assert tatami.seek(state, beyond) == tatami.NO_SUCH_NODE
    parts = [rows(tables, prefix, state=state) for prefix in leaves]
    whole, nodes = rows(tables)
    assert all(len(found) <= 1 for found, _ in parts)
    assert [row for found, _ in parts for row in found] == whole
    assert sum(part for _, part in parts) == nodes


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("batch", [1, 2, 7])
def test_batch_size_and_pickling_between_calls_change_nothing(tree: str, batch: int) -> None:
    def pickled(state: tatami.State) -> tatami.State:
        return pickle.loads(pickle.dumps(state))

    tables = TREES[tree]
    assert rows(tables, batch=batch, between=pickled) == rows(tables)


@pytest.mark.parametrize("size", [16, 17, 40])
def test_a_buffer_of_few_letters_is_full_before_it_overflows(size: int) -> None:
    tables = TREES["monomers"]
    assert rows(tables, size=size) == rows(tables)


@pytest.mark.parametrize("max_nodes", [1, 2, 13])
def test_stopping_after_any_number_of_nodes_changes_nothing(max_nodes: int) -> None:
    assert rows(TREES["classes"], max_nodes=max_nodes) == rows(TREES["classes"])


def test_a_barren_stretch_returns_to_report() -> None:
    tables = tables_of(frame(6, 6), pruning=False)
    state = tatami.new_state(tables)
    tatami.seek(state, np.zeros(0, np.int64))
    out = tatami.new_columns(10, 400)
    assert tatami.advance(state, out, 0, 5) == 0
    assert not state.cursor[tatami.DONE]
    assert state.cursor[tatami.NODES] == 5


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("max_nodes", [3, MANY])
def test_tally_counts_the_rows(tree: str, max_nodes: int) -> None:
    found, nodes = rows(TREES[tree])
    state = tatami.new_state(TREES[tree])
    tatami.seek(state, np.zeros(0, np.int64))
    counts = np.zeros((17, len(CLASSES)), np.int64)
    while not state.cursor[tatami.DONE]:
        tatami.tally(state, counts, max_nodes)
    expected = np.zeros_like(counts)
    for row in found:
        expected[row[2], CLASSES.index(row[5])] += 1
    assert (counts == expected).all()
    assert state.cursor[tatami.NODES] == nodes


@pytest.mark.parametrize("tree", TREES)
def test_estimates_are_those_of_the_tree(tree: str) -> None:
    """A leaf is one node, and many walks come near the nodes there are."""
    state = tatami.new_state(TREES[tree])
    _, nodes = rows(TREES[tree])
    walks = 3000
    estimate = tatami.probe(state, np.zeros(0, np.int64), walks, np.uint64(7))
    assert estimate == pytest.approx(nodes, rel=0.2)
    prefix: list[int] = []
    while tatami.seek(state, np.array(prefix, np.int64)) > 0:
        prefix.append(0)
    assert tatami.probe(state, np.array(prefix, np.int64), 5, np.uint64(1)) == 1
