"""The transfer matrix of rooms with walls and half mats: published counts, and naive ones."""

from math import comb

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino.enum.sweep import Sweep, SweepError
from enumino.errors import ProblemError
from enumino.families.tatami.counts import TatamiCount
from enumino.families.tatami.problem import Tatami
from enumino.families.tatami.transfer_matrix import RoomSweep, distribution, expected_states
from tests import published
from tests.naive_tatami import distribution as naive_distribution

Room = npt.NDArray[np.bool_]


def test_published_totals_with_monomers() -> None:
    totals = {
        (rows, cols): count
        for rows, cols, count in published.numbers("tatami", "tatami_monomer_dimer_totals")
    }
    assert len(totals) == 60
    for rows, oeis in ((2, "A180965"), (3, "A180970"), (4, "A192090")):
        totals |= {
            (rows, n): count for n, count in published.terms("tatami")[oeis].items() if n > 0
        }
    for room, count in totals.items():
        assert sum(distribution(np.ones(room))) == count


def of_a_square(side: int, monomers: int) -> int:
    """Layouts with fewer half mats than the side: A. Erickson, M. Schurch, *Monomer-dimer tatami
    tilings of square regions*, J. Discrete Algorithms 16 (2012); with as many: A001787."""
    if (side - monomers) % 2:
        return 0
    if monomers == side:
        return side << side - 1
    return (monomers << monomers) + (monomers + 1 << monomers + 1)


@pytest.mark.parametrize("side", range(1, 13))
def test_theorem_on_squares_is_the_transfer_matrix(side: int) -> None:
    found = distribution(np.ones((side, side)))
    assert found == [of_a_square(side, m) for m in range(side + 1)]
    if side > 1:
        assert sum(found) == 2 ** (side - 1) * (3 * side - 4) + 2


@st.composite
def rooms(draw: st.DrawFn, cells: int = 20) -> Room:
    """Regions with walls, some of them their own mirror image."""
    rows = draw(st.integers(1, 6))
    cols = draw(st.integers(1, max(1, min(6, cells // rows))))
    free = [True, True, True, False]
    grid = [[draw(st.sampled_from(free)) for _ in range(cols)] for _ in range(rows)]
    room = np.array(grid, dtype=bool)
    if draw(st.booleans()):
        room |= room[:, ::-1]
    if not room.any():
        room[0, 0] = True
    return room


@given(rooms(), st.integers(0, 20), st.booleans())
def test_any_region_is_counted_as_naively(room: Room, most: int, narrow: bool) -> None:
    """Also where few states are extended at a time, and merged often."""
    with pytest.MonkeyPatch.context() as patched:
        if narrow:
            patched.setattr(Sweep, "at_once", 2)
            patched.setattr(Sweep, "merged_from", 1)
        assert distribution(room, most) == naive_distribution(room, most)


def test_counts_of_many_limbs_carry() -> None:
    """A 1 x n room has one layout for each way to choose the half mats among its tiles."""
    length = 300
    found = distribution(np.ones((1, length)))
    for monomers, count in enumerate(found):
        tiles = (length + monomers) // 2
        assert count == (comb(tiles, monomers) if (length - monomers) % 2 == 0 else 0)
    assert max(found).bit_length() > 62


@pytest.mark.parametrize(
    ("height", "width", "most"),
    [(12, 12, None), (8, 40, None), (14, 3, None), (12, 14, 2), (13, 13, 1), (16, 16, 0)],
)
def test_expected_states_are_near_those_of_the_sweep(
    height: int, width: int, most: int | None
) -> None:
    sweep = RoomSweep(np.ones((height, width)), most)
    sweep.run()
    expected = expected_states(height, width, most)
    assert 1 / 10 < expected / sweep.extended < 10
    assert expected == expected_states(width, height, most)


def test_rooms_that_cannot_be_counted_are_refused() -> None:
    with pytest.raises(ProblemError, match="62 x 62 is too wide"):
        distribution(np.ones((62, 62)), 0)
    (part,) = TatamiCount(Tatami("2000x2000", 3), method="transfer-matrix").parts()
    assert part.seconds == 0  # unknown
    with pytest.raises(SweepError, match="take a narrower region"):
        distribution(np.ones((8, 8)), most_states=50)
    assert distribution(np.ones((1, 62)), 0) == [1]
    assert distribution(np.ones((6, 6)), 1) == [2, 0]
    assert distribution(np.ones((3, 3)), 0) == [0]
    assert distribution(np.ones((3, 3)), 20)[3:5] == [12, 0]
