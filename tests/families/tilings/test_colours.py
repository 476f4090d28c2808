"""Tilings with colours: all engines and counts against brute force, and published numbers."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from enumino.families.tilings.counts import count_tilings
from enumino.families.tilings.problem import Tilings
from enumino.objects import piece_lists
from enumino.objects.region import Region
from tests.families.tilings.drawn import engines_for, table

Coloured = dict[tuple[int, int], str]  # the colour of each cell
MOVES = [
    lambda r, c: (r, c), lambda r, c: (c, -r), lambda r, c: (-r, -c), lambda r, c: (-c, r),
    lambda r, c: (r, -c), lambda r, c: (-r, c), lambda r, c: (c, r), lambda r, c: (-c, -r),
]  # fmt: skip


def moved(cells: Coloured, move, at=None) -> Coloured:
    """Cells after a move of all `at`, by default of themselves, that begins at 0."""
    around = [move(*cell) for cell in at or cells]
    top, left = min(r for r, _ in around), min(c for _, c in around)
    return {(r - top, c - left): k for cell, k in cells.items() for r, c in [move(*cell)]}


def coverings(region: Coloured, pieces: list[Coloured]) -> Iterator[frozenset]:
    """All sets of placed pieces: whatever covers the first free cell in agreement, and so on."""
    ways = {
        (p, tuple(sorted(moved(own, m).items()))) for p, own in enumerate(pieces) for m in MOVES
    }

    def search(free: set) -> Iterator[frozenset]:
        if not free:
            yield frozenset()
            return
        row, column = min(free)
        for piece, way in ways:
            left = way[0][0][1]
            placed = {(r + row, c + column - left): k for (r, c), k in way}
            if placed.keys() <= free and all(
                "." in (k, region[cell]) or k == region[cell] for cell, k in placed.items()
            ):
                for rest in search(free - placed.keys()):
                    yield rest | {(piece, frozenset(placed.items()))}

    yield from search(set(region))


def text_of(cells: Coloured) -> str:
    rows, columns = (range(max(axis) + 1) for axis in zip(*cells, strict=True))
    drawn = "\n".join("".join("#" if (r, c) in cells else "." for c in columns) for r in rows)
    colours = "\n".join("".join(cells.get((r, c), ".") for c in columns) for r in rows)
    return f"{drawn}\ncolours:\n{colours}"


@pytest.mark.parametrize("seeds", [range(30), pytest.param(range(30, 230), marks=pytest.mark.slow)])
def test_coloured_tilings_are_those_of_brute_force(seeds: range) -> None:
    solved = 0
    for seed in seeds:
        random = Random(seed)
        shapes = random.sample(["#", "##", "###", "##/#.", "##/##", "##./.##", "###/.#."], 3)
        coloured = [
            {
                (r, c): random.choice("ab.")
                for r, line in enumerate(shape.split("/"))
                for c, mark in enumerate(line)
                if mark == "#"
            }
            for shape in shapes
        ]
        height, width = random.choice([(2, 3), (3, 3), (2, 5), (3, 4)])
        region = {(r, c): random.choice("ab..") for r in range(height) for c in range(width)}
        del region[random.choice([(0, 0), (height - 1, width - 1), (0, width - 1)])]
        if random.random() < 0.5:
            turned = moved(region, random.choice(MOVES[1:]))
            region = {cell: turned.get(cell, k) for cell, k in region.items()}
        region = moved(region, MOVES[0])
        expected = set(coverings(region, coloured))
        pieces = piece_lists.parse_file("\n\n".join(map(text_of, coloured)))
        problem = Tilings(Region(text_of(region)), pieces)
        assert Tilings.from_json(problem.to_json()).board == problem.board
        assert [line.count for line in count_tilings(problem)] == [len(expected)]
        for engine in engines_for(problem) if seed % 4 == 0 else [problem]:
            placements = table(engine, [()])["placements"].to_pylist()
            assert len(set(map(tuple, placements))) == len(placements) == len(expected)
        symmetries = [m for m in MOVES if moved(region, m) == region]
        classes = {
            repr(
                min(
                    sorted((p, sorted(moved(dict(c), m, region).items())) for p, c in tiling)
                    for m in symmetries
                )
            )
            for tiling in expected
        }
        up_to = Tilings(Region(text_of(region)), pieces, up_to_symmetry=True)
        assert up_to.count().total == len(classes), seed
        rows = table(up_to, [()])
        assert sum(rows["orbit"].to_pylist()) == len(expected)
        solved += bool(expected)
    assert solved > len(seeds) / 4


@pytest.mark.slow
def test_chequered_pentominoes() -> None:
    """Listed without colours, 64 chequered sets have one solution of 6x10 up to a half-turn.

    These are 32 up to an exchange of the colours.
    """
    plain = Tilings("6x10", "pentominoes", each_once=True)
    board, colours = plain.board, Region("chequered 6x10").colours
    sets: Counter[frozenset[str]] = Counter()
    for batch in plain.batches([()]):
        for tiling in batch.records["placements"].to_pylist():
            cells = [[colours[cell] for cell in board.cells_of(option)] for option in tiling]
            names = [board.pieces[board.piece[option]].name for option in tiling]
            pairs = zip(names, cells, strict=True)
            sets[frozenset(f"{name} {each.count('a')}" for name, each in pairs)] += 1
    assert Counter(sets.values())[2] == 64
    own = {
        f"{piece.name[0]} {piece.colours.count('a')}": f"chequered {piece.name}"
        for piece in piece_lists.parse("chequered pentominoes")
    }
    for each, number in [*sets.items()][::100]:
        pieces = ", ".join(own[name] for name in sorted(each))
        assert Tilings("chequered 6x10", pieces, each_once=True).count().total == number
