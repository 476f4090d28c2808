"""The sweep: large numbers, wide profiles, and its limits; `tests.fuzzing` has its oracle."""

import pytest

from enumino.enum.sweep import Counter, Placement, Sweep, SweepError


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

    with pytest.raises(SweepError, match=r"keeps [\d,]+ profiles at cell \d+ of 60, which take"):
        Sweep(60, placements, 20).run(most_states=1000)
    with pytest.raises(SweepError, match="take a narrower region"):
        Sweep(60, placements, 20).run(most_bytes=10_000)
    with pytest.raises(SweepError, match="reaches 65 cells"):
        Sweep(65, placements, 65)
    with pytest.raises(SweepError, match="66 bits, more than 64"):
        Sweep(60, placements, 20, [Counter(1, 1)] * 66)
