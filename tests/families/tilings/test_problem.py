"""Tilings: three engines against a naive recursion, splitting, symmetry, published counts."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from enumino.enum.exact_cover.engines import ENGINES
from enumino.enum.problem import Prefix, Tally
from enumino.errors import ProblemError
from enumino.families.tilings import published as known
from enumino.families.tilings.problem import Tilings
from enumino.families.tilings.profiles import count_by_profiles
from enumino.families.tilings.rows import TilingRows
from enumino.families.tilings.symmetry_breaking import Case
from enumino.families.tilings.trees import SquareTrees, symmetries_of
from enumino.objects import piece as sets
from enumino.objects.lattice import Cell, SymmetryClass
from enumino.objects.piece import Piece
from enumino.objects.placements import Placements
from enumino.objects.polyomino import Polyomino
from enumino.objects.region import Region
from enumino.objects.tiling import Tiling
from enumino.registry import problem_from_json
from enumino.schema import arrow_schema
from tests import published
from tests.strategies import antichains, polyominoes

FOR_ANY_PIECES = [engine for engine in ENGINES if engine != "piece-first"]

Placed = tuple[int, frozenset[Cell]]  # the number of a piece, and its cells
Laid = frozenset[Placed]

# The images of D4 about a frame of height h and width w, in the order of `Region.images`.
IMAGES = (
    lambda r, c, h, w: (r, w - c),
    lambda r, c, h, w: (h - r, c),
    lambda r, c, h, w: (h - r, w - c),
    lambda r, c, h, w: (c, r),
    lambda r, c, h, w: (c, h - r),
    lambda r, c, h, w: (w - c, r),
    lambda r, c, h, w: (w - c, h - r),
)


def moved(cells: frozenset[Cell], k: int, height: int = 0, width: int = 0) -> frozenset[Cell]:
    """The image of cells about a frame."""
    return frozenset(IMAGES[k](r, c, height - 1, width - 1) for r, c in cells)


def shapes_of(problem: Tilings, piece: Piece) -> frozenset[frozenset[Cell]]:
    """The ways a piece may lie, as cells from row 0 and column 0 on."""
    ways = sets.orientations(piece, problem.rotations, problem.reflections)
    return frozenset(frozenset(way.cells) for way in ways)


def naive(problem: Tilings) -> set[Laid]:
    """All tilings: whatever piece fits on the first free cell, and so on."""
    ways = [shapes_of(problem, piece) for piece in problem.pieces]
    anchored = [
        (number, [(r - min(way)[0], c - min(way)[1]) for r, c in way])
        for number, shapes in enumerate(ways)
        for way in shapes
    ]

    def lay(free: frozenset[Cell], used: tuple[int, ...]) -> Iterator[tuple[Placed, ...]]:
        if not free:
            if all(n >= (p.fewest or 0) for n, p in zip(used, problem.pieces, strict=True)):
                yield ()
            return
        top, left = min(free)
        for number, offsets in anchored:
            most = problem.pieces[number].most
            cells = frozenset((top + r, left + c) for r, c in offsets)
            if cells <= free and (most is None or used[number] < most):
                more = tuple(n + (i == number) for i, n in enumerate(used))
                for rest in lay(free - cells, more):
                    yield ((number, cells), *rest)

    found = list(lay(frozenset(problem.region.cells), (0,) * len(problem.pieces)))
    assert len(set(map(frozenset, found))) == len(found)
    return {frozenset(laid) for laid in found if not (problem.no_crossroads and meets(laid))}


def meets(laid: tuple[Placed, ...]) -> bool:
    """Whether four pieces meet at a point."""
    owner = {cell: number for number, (_, cells) in enumerate(laid) for cell in cells}
    corners = ((-1, -1), (-1, 0), (0, -1), (0, 0))
    return any(
        len({owner[r + i, c + j] for i, j in corners if (r + i, c + j) in owner}) == 4
        for r, c in owner
    )


def table(problem: Tilings, prefixes: list[Prefix], rows: int = 1 << 17) -> pa.Table:
    batches = [batch.records for batch in problem.batches(prefixes, rows)]
    assert all(batch.num_rows <= rows for batch in batches)
    return pa.Table.from_batches(batches).combine_chunks()


def laid(problem: Tilings, rows: pa.Table) -> list[Laid]:
    """The tilings of rows, from the letters; the placements have to say the same."""
    board = board_of(problem)
    number = {piece.name: i for i, piece in enumerate(problem.pieces)}
    cells = [
        (int(board.piece[o]), frozenset(board.region.cells[c] for c in board.cells_of(o)))
        for o in range(len(board))
    ]
    found = []
    for row in rows.to_pylist():
        tiling = Tiling.from_layout(problem.region, row["layout"], board.shapes)
        assert tiling.layout(board.shapes) == row["layout"]
        assert row["pieces"] == len(tiling) == len(row["layout"])
        found.append(frozenset((number[p.name], frozenset(p.cells)) for p in tiling.pieces))
        if problem.placements:
            assert row["placements"] == sorted(row["placements"])
            assert frozenset(cells[option] for option in row["placements"]) == found[-1]
    return found


def has_first_piece(problem: Tilings) -> bool:
    """Whether a piece is used exactly once, and no symmetry exchanges it for another."""
    images = symmetries_of(board_of(problem)) if problem.up_to_symmetry else {}
    return board_of(problem).landmark(images).piece is not None


def engines_for(problem: Tilings) -> Iterator[Tilings]:
    """The problem with each engine that takes it; dancing links have to refuse multiplicities."""
    usual = {(0, None), (0, 1), (1, 1)}
    counted = any((piece.fewest, piece.most) not in usual for piece in problem.pieces)
    for engine in ENGINES:
        told = {**problem.to_json(), "engine": engine}
        if counted and engine == "dancing-links":
            with pytest.raises(ProblemError, match="for other numbers leave out --engine"):
                Tilings.from_json(told)
        elif engine == "piece-first" and not has_first_piece(problem):
            with pytest.raises(ProblemError, match="there is none: use the engine cell-masks"):
                Tilings.from_json(told)
        else:
            yield Tilings.from_json(told)


# Problems.


@st.composite
def covered(draw: st.DrawFn, largest: int = 20) -> Tilings:
    """A region put together of pieces, so that there is a tiling, and uses that allow it."""
    smallest = draw(st.sampled_from([1, 2, 3, 3, 4]))
    shapes = draw(
        st.lists(
            polyominoes(largest=5).filter(lambda p: len(p) >= smallest), min_size=1, max_size=4
        )
    )
    most = min(largest, {1: 9, 2: 14}.get(smallest, largest))
    turned = draw(st.tuples(st.booleans(), st.booleans()))
    rights = draw(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=4, max_size=4))
    pieces = [
        Piece(f"p{number}", shape, None, None, *right)
        for number, (shape, right) in enumerate(zip(shapes, rights, strict=False))
    ]
    use = draw(st.sampled_from(["any", "at-most-once", "each-once", "multiplicities"]))
    once = use in ("at-most-once", "each-once")
    left = list(range(len(pieces)))
    cells: set[Cell] = set()
    used: Counter[int] = Counter()
    for _ in range(draw(st.integers(1, 8))):
        if not left:
            break
        number = draw(st.sampled_from(left))
        ways = sets.orientations(pieces[number], *turned)
        way = draw(st.sampled_from(sorted(ways)))
        rim = {(r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        at = draw(st.sampled_from(sorted(rim - cells) or [(0, 0)]))
        for r, c in way.cells:
            there = {(at[0] + i - r, at[1] + j - c) for i, j in way.cells}
            if not there & cells and (not cells or len(cells) + len(there) <= most):
                cells |= there
                used[number] += 1
                if once:
                    left.remove(number)
                break
    top, before = min(r for r, _ in cells), min(c for _, c in cells)
    region = Region((r - top, c - before) for r, c in cells)
    if use == "each-once":
        pieces = [piece for number, piece in enumerate(pieces) if used[number]]
    if use == "multiplicities":
        use = "any"
        pieces = [
            Piece(
                p.name,
                p.polyomino,
                max(0, used[number] - draw(st.integers(0, 2))),
                draw(st.sampled_from([used[number], used[number] + 1, None])),
                p.rotations,
                p.reflections,
            )
            for number, p in enumerate(pieces)
        ]
    return Tilings(region, pieces, use, rotations=turned[0], reflections=turned[1])


@st.composite
def loose(draw: st.DrawFn) -> Tilings | None:
    """Any cells, connected or not, and pieces that may or may not fit; None if refused."""
    frame = list(product(range(draw(st.integers(1, 4))), range(draw(st.integers(1, 6)))))
    cells = draw(st.lists(st.sampled_from(frame), min_size=1, max_size=12, unique=True))
    shapes = draw(st.lists(polyominoes(largest=4), min_size=1, max_size=3))
    uses = st.sampled_from(
        [(None, None), (0, None), (0, 0), (0, 1), (1, 1), (1, None), (1, 3), (2, 2)]
    )
    pieces = [Piece(f"p{number}", shape, *draw(uses)) for number, shape in enumerate(shapes)]
    use = draw(st.sampled_from(["any", "at-most-once", "each-once"]))
    try:
        return Tilings(Region(cells), pieces, use)
    except ProblemError:
        return None


SYMMETRIC_REGIONS = [
    "3x4", "4x4", "4x5", "2x6", "3x5", "1x8", "4x6",
    "#..#\n....\n....\n#..#",
    "....\n.##.\n.##.\n....",
    ".....\n.....\n..#..\n.....\n.....",
    "..##\n...#\n#...\n##..",
    "..#\n...\n#..",
    ".##\n..#\n...",
    "#....\n.....\n.....\n....#",
    "#..#.\n.....\n.#..#",
    "##..#\n....#\n.....\n#....\n#..##",
    "..#..#..",
    "...\n.#.\n...",
    "#####\n##...\n##...",
    "##.##.#\n##....#\n##.##.#",
]  # fmt: skip
SYMMETRIC_PIECES = [
    "domino", "L-tromino", "I-tromino, L-tromino", "L-tromino, domino:0-2",
    "tetrominoes", "tetrominoes:0-1", "one-sided tetrominoes", "one-sided tetrominoes:0-1",
    "fixed tetrominoes", "fixed trominoes", "fixed trominoes:0-1", "I4, L-tromino, monomino:1",
    "L4:1, domino", "O4:1, I-tromino, T4:0-1, L4:0-1", "L4:2, S4", "monomino:2, L-tromino",
    "fixed dominoes:2-", "T4:1, one-sided trominoes",
]  # fmt: skip


def fits(region: str, pieces: str) -> bool:
    """Whether there can be tilings, and so few that they can be listed naively."""
    try:
        problem = Tilings(Region.parse(region), pieces)
    except ProblemError:
        return False
    return len(problem.region) <= 16 or "tetromino" in pieces


PAIRS = [pair for pair in product(SYMMETRIC_REGIONS, SYMMETRIC_PIECES) if fits(*pair)]


@st.composite
def symmetric(draw: st.DrawFn, **how: bool) -> Tilings:
    """Regions with symmetries, by pieces that keep all, some or none of them."""
    region, pieces = draw(st.sampled_from(PAIRS))
    turn, flip = draw(st.sampled_from([(True, True)] * 3 + [(True, False), (False, True)]))
    return Tilings(region, pieces, rotations=turn, reflections=flip, up_to_symmetry=True, **how)


SMALL = [
    Tilings("4x4", "domino"),
    Tilings("3x6", "L-tromino, I-tromino", up_to_symmetry=True),
    Tilings("4x5", "tetrominoes", engine="option-bitsets"),
    Tilings("3x6", "L-tromino:1, L4, domino", engine="piece-first"),
    Tilings("4x4", "L-tromino:1, domino:2-9, monomino", engine="piece-first", up_to_symmetry=True),
    Tilings("4x4", "tetrominoes", engine="dancing-links", up_to_symmetry=True),
    Tilings("4x5", "tetrominoes:0-1, monomino:0-4", engine="option-bitsets", up_to_symmetry=True),
    Tilings("5x5", "L, P, T, V, Y:1", "at-most-once"),
    Tilings("5x5", "F, P, U, V, W, X, I", "at-most-once", up_to_symmetry=True),
    Tilings("3x4", "domino, monomino:2-4", no_crossroads=True),
    Tilings("4x4", "domino, monomino:4", no_crossroads=True, up_to_symmetry=True),
    Tilings("#..#\n....\n....\n#..#", "fixed trominoes", "at-most-once", engine="dancing-links"),
    Tilings("2x3", "tetrominoes"),
]  # fmt: skip


# All engines find all tilings.


def check_engines(problem: Tilings) -> None:
    expected = naive(problem)
    rows = None
    for other in engines_for(problem):
        found = table(other, [()])
        tilings = laid(other, found)
        assert set(tilings) == expected
        assert len(tilings) == len(expected)
        assert rows is None or found.equals(rows), other.engine  # in one batch in order, even
        rows = found
        counted, fast = other.count(), other.count(by_key=False)
        assert (counted.total, fast.total) == (len(expected), len(expected))
        assert counted.nodes == fast.nodes
        symmetries = Counter(found["symmetry"].to_pylist())
        assert counted.counts == {(name,): number for name, number in symmetries.items()}
    assert count_by_profiles(board_of(problem)) == len(expected)


def board_of(problem: Tilings) -> Placements:
    return Placements(problem.region, problem.pieces, problem.rotations, problem.reflections)


@given(covered())
def test_engines_agree_with_a_naive_recursion(problem: Tilings) -> None:
    assert naive(problem)
    check_engines(problem)


@given(loose())
@example(Tilings("4x4", "domino, monomino:0"))
@example(Tilings("3x4", "L-tromino, I-tromino:0, domino:0-2"))
def test_engines_agree_where_there_may_be_no_tiling(problem: Tilings | None) -> None:
    if problem is not None:
        check_engines(problem)


@pytest.mark.parametrize("problem", SMALL, ids=Tilings.describe)
def test_rows_are_in_order_of_their_placements(problem: Tilings) -> None:
    placements = table(problem, [()])["placements"].to_pylist()
    assert placements == sorted(placements)
    assert len({tuple(row) for row in placements}) == len(placements)


def test_wide_layouts_and_placements() -> None:
    """Letters beyond ASCII, and more than 2**16 placements."""
    many = Tilings("3x6", "hexominoes:0-1")
    rows = table(many, [()])
    assert any(not layout.isascii() for layout in rows["layout"].to_pylist())
    assert set(laid(many, rows)) == naive(many)
    wide = Tilings("200x200", "fixed dominoes", engine="dancing-links")
    assert wide.columns[1].type == "list<uint32>"
    assert Tilings("4x4", "domino").columns[1].type == "list<uint16>"


@given(st.sampled_from(SMALL))
def test_placements_can_be_left_out(problem: Tilings) -> None:
    told = {**problem.to_json(), "placements": False}
    bare, full = table(Tilings.from_json(told), [()]), table(problem, [()])
    assert bare.equals(full.drop_columns(["placements"]))


# Splitting.


@given(data=st.data(), problem=st.sampled_from(SMALL))
def test_subtrees_of_any_antichain_make_the_whole(data: st.DataObject, problem: Tilings) -> None:
    prefixes = data.draw(antichains(problem))
    whole = table(problem, [()])
    layouts = whole["layout"].to_pylist()
    parts = table(problem, prefixes)["layout"].to_pylist()
    assert sorted(parts) == sorted(layouts)
    singly = [row for prefix in prefixes for row in table(problem, [prefix]).to_pylist()]
    assert sorted(singly, key=lambda row: row["placements"]) == whole.to_pylist()


@pytest.mark.parametrize("by_key", [True, False])
@given(data=st.data(), problem=st.sampled_from(SMALL))
def test_counts_and_nodes_of_subtrees_add_up(
    data: st.DataObject, problem: Tilings, by_key: bool
) -> None:
    total = Tally()
    for prefix in data.draw(antichains(problem)):
        total += problem.count(prefix, by_key=by_key)
    whole = problem.count(by_key=by_key)
    assert total.counts == whole.counts
    assert total.nodes == whole.nodes


@pytest.mark.parametrize("rows", [1, 2, 7, 1000])
@pytest.mark.parametrize("problem", SMALL, ids=Tilings.describe)
def test_batches_of_any_size(problem: Tilings, rows: int) -> None:
    batches = list(problem.batches([()], rows))
    schema = arrow_schema(problem.columns, in_flight=True)
    assert all(batch.records.schema.equals(schema) for batch in batches)
    assert all(batch.records.num_rows <= rows for batch in batches)
    found = [row for batch in batches for row in batch.records.to_pylist()]
    assert sorted(found, key=lambda row: row["placements"]) == table(problem, [()]).to_pylist()
    assert sum(batch.nodes for batch in batches) == problem.count().nodes


def test_a_barren_stretch_reports_its_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after some rows, when the batch is far from full."""
    monkeypatch.setattr(Tilings, "report_after", 1000)
    problem = Tilings("3x20", "pentominoes", "each-once", up_to_symmetry=True)
    batches = list(problem.batches([()]))
    assert sum(batch.nodes for batch in batches) == problem.count().nodes
    assert sum(batch.records.num_rows for batch in batches) == 2
    assert max(batch.nodes for batch in batches) < 3000


@pytest.mark.parametrize("problem", SMALL, ids=Tilings.describe)
def test_problems_survive_json_and_pickle(problem: Tilings) -> None:
    problem.count()
    told = json.loads(json.dumps(problem.to_json()))
    assert problem_from_json(told) == problem
    assert hash(problem_from_json(told)) == hash(problem)
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem
    assert table(again, [()]).equals(table(problem, [()]))
    assert len(pickle.dumps(problem)) < 5000


@pytest.mark.parametrize("problem", SMALL[:-1], ids=Tilings.describe)
def test_probes_are_reproducible_and_at_least_one(problem: Tilings) -> None:
    assert problem.probe((), 20, seed=3) == problem.probe((), 20, seed=3) >= 1
    for child in range(problem.branching(())):
        assert problem.probe((child,), 5, seed=1) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("problem", SMALL[:-1], ids=Tilings.describe)
def test_probes_estimate_the_nodes(problem: Tilings) -> None:
    assert problem.probe((), 200_000, seed=5) == pytest.approx(problem.count().nodes, rel=0.1)


NO_SUCH_SUBTREE = "names no subtree of this problem"


@pytest.mark.parametrize("prefix", [(99,), (0, 99), (-1,), (0,) * 60])
def test_prefixes_that_lead_nowhere(prefix: Prefix) -> None:
    for problem in SMALL[:4]:
        with pytest.raises(ProblemError, match=NO_SUCH_SUBTREE):
            problem.branching(prefix)
        for by_key in (False, True):
            with pytest.raises(ProblemError, match=NO_SUCH_SUBTREE):
                problem.count(prefix, by_key=by_key)
        with pytest.raises(ProblemError, match=NO_SUCH_SUBTREE):
            table(problem, [prefix])


# Up to symmetry.


def becoming(problem: Tilings, k: int) -> dict[int, int] | None:
    """The piece that each becomes under an image; None if the problem is not the same."""
    if problem.region.images[k][0] < 0:
        return None
    lies = [(shapes_of(problem, piece), piece.fewest or 0, piece.most) for piece in problem.pieces]
    assert len(set(lies)) == len(lies)
    becomes = {}
    for number, (ways, *use) in enumerate(lies):
        turned = frozenset(frozenset(Polyomino(moved(way, k)).cells) for way in ways)
        if (turned, *use) not in lies:
            return None
        becomes[number] = lies.index((turned, *use))
    return becomes


def naive_symmetries(problem: Tilings) -> dict[int, dict[int, int]]:
    return {k: found for k in range(7) if (found := becoming(problem, k)) is not None}


def image(problem: Tilings, tiling: Laid, k: int, becomes: dict[int, int]) -> Laid:
    """What a tiling becomes, about the bounding box of the region."""
    rows, columns = zip(*problem.region.cells, strict=True)
    up, left = min(rows), min(columns)
    height, width = max(rows) - up + 1, max(columns) - left + 1
    return frozenset(
        (becomes[piece], frozenset((r + up, c + left) for r, c in turned))
        for piece, cells in tiling
        for turned in [moved(frozenset((r - up, c - left) for r, c in cells), k, height, width)]
    )


def check_up_to_symmetry(problem: Tilings) -> None:
    symmetries = naive_symmetries(problem)
    everything = naive(problem)
    orbits = {
        tiling: frozenset(
            {tiling, *(image(problem, tiling, k, to) for k, to in symmetries.items())}
        )
        for tiling in everything
    }
    assert set().union(*orbits.values()) == everything
    rows = None
    for other in engines_for(problem):
        found = table(other, [()])
        kept = laid(other, found)
        assert {orbits[tiling] for tiling in kept} == set(orbits.values())
        assert len(kept) == len(set(orbits.values())), "two of a class"
        for tiling, row in zip(kept, found.to_pylist(), strict=True):
            assert row["orbit"] == len(orbits[tiling])
            fixed = [
                k in symmetries and image(problem, tiling, k, symmetries[k]) == tiling
                for k in range(7)
            ]
            assert row["symmetry"] == SymmetryClass.fixed_by(*fixed)
        assert sum(found["orbit"].to_pylist()) == len(everything)
        assert rows is None or found.equals(rows), other.engine
        rows = found
        assert other.count().total == other.count(by_key=False).total == len(kept)


@given(symmetric())
def test_up_to_symmetry_one_of_each_class_is_kept(problem: Tilings) -> None:
    check_up_to_symmetry(problem)


@given(symmetric())
def test_without_it_rows_have_the_same_classes_and_stand_for_themselves(problem: Tilings) -> None:
    every = Tilings.from_json({**problem.to_json(), "up_to_symmetry": False})
    kept, found = table(problem, [()]), table(every, [()])
    assert set(found["orbit"].to_pylist()) <= {1}
    classes: Counter[str] = Counter()
    for row in kept.to_pylist():
        classes[row["symmetry"]] += row["orbit"]
    assert Counter(found["symmetry"].to_pylist()) == classes


@pytest.mark.parametrize(
    ("region", "pieces", "use"),
    [
        ("5x5", "X, L, P, I, V", "each-once"),  # by piece: the X
        ("4x5", "I4, L4, O4, S4, T4", "each-once"),
        ("4x4", "L4:1, I4, O4, S4, T4", "any"),
        ("4x4", "one-sided tetrominoes", "at-most-once"),  # by cell
        ("4x4", "I4, L4, T4", "any"),
        ("2x8", "fixed tetrominoes", "any"),
        ("#...#\n.....\n.....\n#...#", "L-tromino, I4, monomino:0-1", "any"),
        ("5x5", "I, N, P, F, W", "each-once"),
        ("3x5", "one-sided pentominoes", "at-most-once"),
        ("..##\n...#\n#...\n##..", "one-sided pentominoes", "any"),
    ],
)
def test_each_way_of_breaking_symmetry(region: str, pieces: str, use) -> None:
    check_up_to_symmetry(Tilings(Region.parse(region), pieces, use, up_to_symmetry=True))


def test_a_region_without_symmetry_keeps_everything() -> None:
    plain = Tilings("...\n...\n..#\n..#", "domino")
    kept = Tilings("...\n...\n..#\n..#", "domino", up_to_symmetry=True)
    assert table(kept, [()]).equals(table(plain, [()]))


def test_pieces_that_never_fit_leave_nothing_up_to_symmetry() -> None:
    for problem in (
        Tilings("4x4", "I:1, L4, T", up_to_symmetry=True),
        Tilings("2x2", "I-tromino", up_to_symmetry=True),
        Tilings("2x5", "V, P", "each-once", up_to_symmetry=True, engine="dancing-links"),
    ):
        assert problem.count().total == problem.count(by_key=False).total == 0
        assert table(problem, [()]).num_rows == 0
        assert problem.probe((), 10, seed=1) >= 0


# No crossroads.


@given(covered(largest=14))
def test_crossroads_are_barred(problem: Tilings) -> None:
    barred = Tilings.from_json({**problem.to_json(), "no_crossroads": True, "engine": "cell-masks"})
    expected = {tiling for tiling in naive(problem) if not meets(tuple(tiling))}
    found = laid(barred, table(barred, [()]))
    assert set(found) == expected
    assert len(found) == len(expected) == barred.count(by_key=False).total


@given(symmetric(no_crossroads=True))
def test_crossroads_are_barred_up_to_symmetry(problem: Tilings) -> None:
    symmetries, expected = naive_symmetries(problem), naive(problem)
    rows = table(problem, [()])
    found = laid(problem, rows)
    images = [
        {tiling, *(image(problem, tiling, k, to) for k, to in symmetries.items())}
        for tiling in found
    ]
    assert set().union(*images) == expected
    assert list(map(len, images)) == rows["orbit"].to_pylist()
    assert sum(map(len, images)) == len(expected)


@pytest.mark.parametrize(("room", "layouts"), [("2x3", 3), ("4x6", 3), ("5x6", 6), ("6x6", 2)])
def test_dominoes_without_crossroads_are_tatami(room: str, layouts: int) -> None:
    from enumino.families.tatami.problem import Tatami

    problem = Tilings(room, "domino", no_crossroads=True)
    assert problem.count().total == Tatami(room).count().total


# Published.


def agrees(problem: Tilings) -> None:
    """The count is the published one, and there is one."""
    line = TilingRows(problem.to_json()).total(problem.count(by_key=False).total)
    assert line.agrees is True, line


def test_pentominoes_in_the_narrowest_rectangle() -> None:
    for up_to_symmetry, number in ((False, 8), (True, 2)):
        problem = Tilings("3x20", "pentominoes", "each-once", up_to_symmetry=up_to_symmetry)
        assert problem.count().total == number
        agrees(problem)
        agrees(Tilings("20x3", "pentominoes", "each-once", up_to_symmetry=up_to_symmetry))


@pytest.mark.slow
@pytest.mark.parametrize("up_to_symmetry", [False, True])
@pytest.mark.parametrize(
    "row", published.table("tilings", "pentomino_rectangles"), ids=lambda r: r["board"]
)
def test_pentomino_boards(row: dict[str, str], up_to_symmetry: bool) -> None:
    region = Region.parse(row["layout"].replace(".", "#").replace("*", ".").replace("/", "\n"))
    assert region.order == int(row["symmetry_order"])
    problem = Tilings(region, "pentominoes", "each-once", up_to_symmetry=up_to_symmetry)
    number = row["solutions_up_to_symmetry" if up_to_symmetry else "total"]
    assert problem.count(by_key=False).total == int(number)
    agrees(problem)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES[1:])
def test_pentomino_boards_with_other_engines(engine) -> None:
    board = "........\n" * 3 + "...##...\n" * 2 + "........\n" * 3
    problem = Tilings(board, "pentominoes", "each-once", engine=engine, up_to_symmetry=True)
    assert problem.count().total == 65
    agrees(problem)


def if_slow(row: dict[str, str]) -> list[pytest.MarkDecorator]:
    """The mark of boards that take seconds where kernels run as plain Python."""
    slow = int(row["rows"]) * int(row["cols"]) > 32 or int(row["count"]) > 2000
    return [pytest.mark.slow] * slow


DOMINOES = [
    pytest.param(
        f"{row['rows']}x{row['cols']}",
        int(row["count"]),
        marks=if_slow(row),
    )
    for row in published.table("tilings", "domino_rectangles")
    if int(row["count"]) < 20_000_000
]


@pytest.mark.parametrize(("board", "number"), DOMINOES)
def test_domino_rectangles(board: str, number: int) -> None:
    problem = Tilings(board, "domino")
    assert problem.count(by_key=False).total == number
    agrees(problem)


PIECES_OF = {name: ", ".join(sorted(pieces)) for pieces, name in known.TILE_SETS.items()}
RECTANGLES = [
    pytest.param(
        row["tile_set"],
        f"{row['rows']}x{row['cols']}",
        int(row["count"]),
        marks=if_slow(row),
    )
    for row in published.table("tilings", "rectangle_tilings")
    if int(row["count"]) < 1_500_000 and int(row["rows"]) * int(row["cols"]) <= 64
]


@pytest.mark.parametrize(("tile_set", "board", "number"), RECTANGLES)
def test_rectangles_by_trominoes_and_smaller(tile_set: str, board: str, number: int) -> None:
    problem = Tilings(board, PIECES_OF[tile_set])
    assert problem.count(by_key=False).total == number
    agrees(problem)


def test_every_published_tile_set_is_tried() -> None:
    assert {param.values[0] for param in RECTANGLES} == set(PIECES_OF)


@pytest.mark.parametrize(
    ("side", "number"),
    [(2, 2), (3, 10), (4, 117), pytest.param(5, 4006, marks=pytest.mark.slow)],
)
def test_squares_by_polyominoes_of_their_own_size(side: int, number: int) -> None:
    family = sets.FAMILIES[side - 1]
    for engine in FOR_ANY_PIECES:
        problem = Tilings(
            f"{side}x{side}", f"{family[:-1]}oes" * (side > 2) or family, engine=engine
        )
        assert problem.count().total == number
        agrees(problem)


@pytest.mark.parametrize(
    ("pieces", "boards"),
    [
        ("tetrominoes", ["1x20", "2x10", "4x5"]),
        ("one-sided tetrominoes", ["1x28", "2x14", "4x7"]),
        ("fixed tetrominoes", ["1x76", "2x38"]),
        pytest.param("fixed tetrominoes", ["4x19"], marks=pytest.mark.slow),
    ],
)
def test_no_rectangle_by_all_tetrominoes_once(pieces: str, boards: list[str]) -> None:
    for board in boards:
        assert Tilings(board, pieces, "each-once").count(by_key=False).total == 0


@cache
def stairs() -> Region:
    """The figure of V. Pilaud's assignment: the rows that each column has."""
    tops, ends = [5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0], [9, 9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    columns = enumerate(zip(tops, ends, strict=True))
    return Region((r, c) for c, (top, end) in columns for r in range(top, end + 1))


@pytest.mark.slow
def test_the_stairs() -> None:
    assert len(stairs()) == 60
    assert stairs().symmetry == "rotate"
    problem = Tilings(stairs(), "pentominoes", "each-once")
    assert problem.count().total == problem.count(by_key=False).total == 404
    kept = Tilings(stairs(), "pentominoes", "each-once", up_to_symmetry=True)
    rows = table(kept, [()])
    assert sum(rows["orbit"].to_pylist()) == 404
    assert rows.num_rows == 202


# What is published of which problem.


def published_of(problem: Tilings) -> tuple[str, int | None] | None:
    return TilingRows(problem.to_json()).published(problem.up_to_symmetry)


def test_published_numbers_are_of_the_very_problem() -> None:
    whole = Tilings("6x10", "pentominoes", "each-once")
    assert published_of(whole) == ("Haselgrove 1960", 9356)
    assert published_of(Tilings("10x6", "pentominoes:1", up_to_symmetry=True)).value == 2339
    for other in (
        Tilings("6x10", "pentominoes"),
        Tilings("6x10", "pentominoes", "at-most-once", rotations=False),
        Tilings("6x10", "pentominoes", "each-once", reflections=False),
        Tilings("6x10", "pentominoes", "each-once", no_crossroads=True),
        Tilings("8x8", "domino", up_to_symmetry=True),
        Tilings("8x8", "domino", rotations=False),
        Tilings("8x8", "domino:0-32"),
        Tilings("3x4", "fixed trominoes"),
        Tilings("3x4", [Piece("I-tromino", sets.LETTERS["I-tromino"], rotations=False)]),
        Tilings(
            "3x3", [Piece(p.name, p.polyomino, None, None, False) for p in sets.parse("trominoes")]
        ),
    ):
        assert published_of(other) is None, other.describe()
    assert published_of(Tilings("8x8", "domino")).value == 12_988_816
    assert published_of(Tilings("4x4", "one-sided trominoes, monomino")) is not None
    assert published_of(Tilings("4x4", "[(0,0), (1,0)]")) is None  # by names


# Parameters that do not fit.

MODEL = "12 pentominoes cover 60 cells, the region has 64: remove 4 cells with --without."


@pytest.mark.parametrize(
    ("arguments", "options", "sentence"),
    [
        (("8x8", "pentominoes", "each-once"), {}, MODEL),
        (("8x8", "pentominoes", "at-most-once"), {}, MODEL.replace("cells,", "cells at most,")),
        (
            ("5x5", "pentominoes", "each-once"),
            {},
            "12 pentominoes cover 60 cells, the region has 25: "
            "leave some out, or take a larger region.",
        ),
        (
            ("3x7", "I4:5", "any"),
            {},
            "5 tetrominoes cover 20 cells, the region has 21: remove 1 cell with --without.",
        ),
        (
            ("3x4", "L:2-4, X:3-9"),
            {},
            "5 pentominoes need 25 cells, the region has 12: "
            "leave some out, or take a larger region.",
        ),
        (
            ("2x2", "X:1-, monomino"),
            {},
            "1 pentomino needs 5 cells, the region has 4: leave it out, or take a larger region.",
        ),
        (("4x4", "X:0, I:0"), {}, "There is no piece to tile with: name at least one."),
        (
            ("1x7", "X:0, domino:3"),
            {},
            "3 dominoes cover 6 cells, the region has 7: remove 1 cell with --without.",
        ),
        (
            ("1x7", "I:1"),
            {},
            "1 pentomino covers 5 cells, the region has 7: remove 2 cells with --without.",
        ),
        (
            ("1x9", "I4:1, domino:2"),
            {},
            "3 pieces cover 8 cells, the region has 9: remove 1 cell with --without.",
        ),
        (("4x4", []), {}, "There is no piece to tile with: name at least one."),
        (
            ("4x4", "domino", "often"),
            {},
            "There is no use 'often' of pieces: choose from any, at-most-once, each-once.",
        ),
        (
            ("4x4", "domino"),
            {"engine": "magic"},
            "There is no engine 'magic': choose from cell-masks, piece-first, option-bitsets, "
            "dancing-links.",
        ),
        (
            ("4x4", "domino"),
            {"engine": "dancing-links", "no_crossroads": True},
            "Only engines on cells can bar crossroads: leave out --engine.",
        ),
        (
            ("12x12", "domino"),
            {"no_crossroads": True},
            "Barring crossroads takes a frame of at most 128 cells, and 12x12 has 144: take",
        ),
        (
            ("12x12", "domino"),
            {"engine": "cell-masks"},
            "The engine cell-masks takes a frame of at most 128 cells, and 12x12 has 144: leave",
        ),
        (
            ("4x4", "domino:8"),
            {"engine": "dancing-links"},
            "Dancing links take pieces that are used without bound, at most once or exactly once: "
            "for other numbers leave out --engine.",
        ),
        (
            ("200x200", "domino:20000"),
            {},
            "Option bitsets are for at most 20,000 options, and there are 79,600: take a smaller "
            "region, or fewer pieces.",
        ),
        (
            ("200x200", "domino"),
            {"engine": "option-bitsets"},
            "Option bitsets are for at most ",
        ),
        (("4x4", "Q"), {}, "There is no piece 'Q'"),
        (
            ("4x4", [Piece("p", sets.LETTERS["I4"]), Piece("p", sets.LETTERS["O4"])]),
            {},
            "p is named twice",
        ),
    ],
)  # fmt: skip
def test_parameters_that_do_not_fit(arguments, options, sentence: str) -> None:
    with pytest.raises(ProblemError) as caught:
        Tilings(*arguments, **options)
    said = str(caught.value)
    assert said.startswith(sentence)
    assert said.endswith(".")
    assert "\n" not in said


def test_an_engine_is_chosen_by_the_problem() -> None:
    assert Tilings("8x16", "domino").engine == "cell-masks"
    assert Tilings("2x65", "domino").engine == "dancing-links"
    assert Tilings("2x100", "domino:100").engine == "option-bitsets"
    assert Tilings("100x100", "domino").engine == "dancing-links"
    assert Tilings("2x65", "domino", engine="dancing-links").engine == "dancing-links"


def test_bitsets_that_memory_does_not_hold_are_refused() -> None:
    with pytest.raises(ProblemError, match=r"would take 3,051 MiB .* take a smaller region, or "):
        Tilings("1x20000", "domino:1-")
    with pytest.raises(ProblemError, match=r"MiB: use the engine dancing-links\.$"):
        Tilings("1x20000", "domino", engine="option-bitsets")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_may_have_room_for_one_row(engine: str) -> None:
    """Pieces used once are items besides the cells: engines count with more of them than fit."""
    problem = Tilings(
        "2x6",
        "L-tromino, I3:1, domino:0-1" if engine != "dancing-links" else "L-tromino, I3:1",
        engine=engine,
    )
    batches = [batch.records.num_rows for batch in problem.batches([()], rows=1)]
    assert sum(batches) == problem.count().total
    assert max(batches) <= 1


def test_estimates_of_huge_counts() -> None:
    lists = "`enumino enumerate tilings --limit K` lists the first K"
    with pytest.raises(ProblemError, match=rf"years: take a smaller region; {lists}\.$"):
        Tilings("10x200", "monomino, domino", up_to_symmetry=True).expect(1e6)
    counts = "`enumino count tilings` counts them without a search"
    with pytest.raises(ProblemError, match=rf"; {lists}, and {counts}\.$"):
        Tilings("10x200", "monomino, domino").expect(1e6)
    barred = Tilings("8x16", "monomino, domino", no_crossroads=True)
    assert barred.expect(barred.probe((), 2000, seed=1)).rows < 10**7  # of far more with crossroads


def test_there_is_an_end_to_letters_and_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProblemError, match="a frame of at most 65,535 cells, and 256x256 has"):
        Tilings("256x256", "domino")
    monkeypatch.setattr("enumino.objects.board.MOST_LETTERS", 63)
    assert len(Placements(Region.rectangle(1, 1), sets.parse("pentominoes")).orientations) == 63
    with pytest.raises(ProblemError, match="in more than 63 ways"):
        Tilings("8x8", "pentominoes, I4").probe((), 1, seed=1)


def test_cases_are_prepared_when_they_are_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    prepare = SquareTrees.prepared

    def noted(trees: SquareTrees, case: Case) -> object:
        made.append(case)
        return prepare(trees, case)

    monkeypatch.setattr(SquareTrees, "prepared", noted)
    problem = Tilings("6x8", "domino", up_to_symmetry=True, engine="cell-masks")
    assert problem.branching(()) == 2
    list(problem.batches([(1,)]))
    assert len(made) == 1
