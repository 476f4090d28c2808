"""The sweep: partial tilings one by one, large numbers, wide profiles, and its limits."""

from __future__ import annotations

from collections import Counter as Numbers

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.sweep import Counter, Placement, Sweep, SweepError


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[list[Placement]], list[Counter], int]:
    """Placements by their first cells, counters, and the vertices that four may not meet at."""
    cells = draw(st.integers(1, 9))
    bounded = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 4)).filter(
        lambda bounds: bounds != (0, None) and (bounds[1] is None or bounds[0] <= bounds[1])
    )
    counters = [Counter(*bounds) for bounds in draw(st.lists(bounded, max_size=3))]
    counter = st.none() | st.integers(0, len(counters) - 1) if counters else st.none()
    vertices = draw(st.integers(0, (1 << cells) - 1) | st.just(0))
    placements = []
    for cell in range(cells):
        ahead = st.integers(0, (1 << cells - cell) - 1)
        placement = st.builds(
            Placement, ahead.map(lambda bits: bits | 1), counter, ahead if vertices else st.just(0)
        )
        placements.append(draw(st.lists(placement, max_size=4)))
    return placements, counters, vertices


def one_by_one(
    placements: list[list[Placement]], counters: list[Counter], vertices: int
) -> dict[tuple[int, ...], int]:
    """Count the tilings by putting one piece after the other on the first free cell."""
    found: Numbers[tuple[int, ...]] = Numbers()
    whole = (1 << len(placements)) - 1

    def go_on(covered: int, joined: int, used: tuple[int, ...]) -> None:
        if covered == whole:
            if vertices & ~joined == 0:
                kept = zip(used, counters, strict=True)
                numbers = [n if c.most is not None else min(n, c.fewest) for n, c in kept]
                if all(n >= c.fewest for n, c in zip(numbers, counters, strict=True)):
                    found[tuple(numbers)] += 1
            return
        cell = (~covered & (covered + 1)).bit_length() - 1
        for placement in placements[cell]:
            if covered >> cell & placement.cells:
                continue
            uses = [n + (k == placement.counter) for k, n in enumerate(used)]
            bounds = zip(uses, counters, strict=True)
            if all(c.most is None or n <= c.most for n, c in bounds):
                now = joined | placement.vertices << cell
                go_on(covered | placement.cells << cell, now, tuple(uses))

    go_on(0, 0, (0,) * len(counters))
    return dict(found)


class Narrow(Sweep):
    """One that extends few states at a time, and merges them often."""

    at_once, merged_from = 2, 1


@given(problem=problems(), narrow=st.booleans())
def test_a_sweep_counts_what_placing_one_piece_after_the_other_finds(
    problem: tuple[list[list[Placement]], list[Counter], int], narrow: bool
) -> None:
    placements, counters, vertices = problem
    cells, kind = len(placements), Narrow if narrow else Sweep
    of_board = kind(cells, placements.__getitem__, cells, counters, vertices)
    assert of_board.run() == one_by_one(placements, counters, vertices)


@pytest.mark.parametrize("across", [2, 30, 31])
def test_bars_across_a_strip_and_along_it(across: int) -> None:
    """Bars across fill a line of seven, and as many as there are columns fill three lines."""
    along = 1 | 1 << across | 1 << 2 * across

    def placements(cell: int) -> list[Placement]:
        line, at = divmod(cell, across)
        one = [Placement((1 << across) - 1)] if at == 0 else []
        return one + ([Placement(along)] if line < 5 else [])

    assert Sweep(7 * across, placements, 2 * across + 1).run() == {(): 9}


def test_numbers_grow_beyond_a_word() -> None:
    """Lines of dominoes and monominoes are counted by Fibonacci's numbers."""
    cells, before, now = 500, 1, 1
    ways = [Placement(0b1), Placement(0b11)]
    for _ in range(cells - 1):
        before, now = now, before + now
    found = Sweep(cells, lambda cell: ways[: cells - cell], 2).run()
    assert found == {(): now}
    assert now > 1 << 128


def test_a_sweep_that_takes_too_much_is_refused() -> None:
    ways = [Placement(1 | 1 << k) for k in range(1, 20)]

    def placements(cell: int) -> list[Placement]:
        return [way for way in ways if cell + way.cells.bit_length() <= 60]

    with pytest.raises(SweepError, match="profiles at cell"):
        Sweep(60, placements, 20).run(most_states=1000)
    with pytest.raises(SweepError, match="take a narrower region"):
        Sweep(60, placements, 20).run(most_bytes=10_000)
    with pytest.raises(SweepError, match="reaches 65 cells"):
        Sweep(65, placements, 65)
    with pytest.raises(SweepError, match="66 bits, more than 64"):
        Sweep(60, placements, 20, [Counter(1, 1)] * 66)
