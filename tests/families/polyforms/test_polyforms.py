"""Families of polyforms: parameters, rows, datasets and pictures."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enumino import Polyominoes
from enumino.enum import lattice_sizes as sizes
from enumino.errors import ProblemError
from enumino.families.polyforms.counts import PolyformCount
from enumino.families.polyforms.problem import Polyforms
from enumino.objects.lattice import KINDS
from tests.families.polyforms.listings import FAMILIES
from tests.naive_polyforms import NAIVE

every = pytest.mark.parametrize("make", FAMILIES)


@every
def test_sizes_that_have_no_masks_are_refused(make: type[Polyforms]) -> None:
    for kind in KINDS:
        most = sizes.largest(make(1).entry.lattice, kind)
        make(most, kind)
        for wrong in (0, most + 1):
            with pytest.raises(ProblemError, match=f"sizes of {kind} ones go from 1 to {most}[.,]"):
                make(range(wrong, wrong + 1), kind).probe((), 1, 1)
    with pytest.raises(ProblemError, match="choose fixed, one-sided, free"):
        make(3, "oblique")  # type: ignore[arg-type]


@every
@given(data=st.data())
def test_masks_have_words_enough(make: type[Polyforms], data: st.DataObject) -> None:
    """Shapes that grow at random, most of them long, fit into the largest box."""
    lattice, naive = make(1).entry.lattice, NAIVE[make(1).entry.lattice.name]
    number = data.draw(st.integers(2, 16))
    kind = data.draw(st.sampled_from(KINDS))
    points = [naive.seeds[0]]
    while len(points) < number:
        around = [near for near in naive.near(points[-1]) if near not in points]
        if not around or data.draw(st.integers(0, 5)) == 0:
            around = [near for point in points for near in naive.near(point) if near not in points]
        points.append(data.draw(st.sampled_from(sorted(set(around)))))
    moves = [move for move, turn in naive.moves if turn or kind == "free"]
    images = [[move(point) for point in points] for move in moves]
    listed = min(images, key=naive.key) if kind != "fixed" else points
    _, box = naive.pushed(listed)
    assert np.prod(box) <= sizes.most_bits(lattice, kind, number)


def test_counts_are_pickled_once_rows_were_read() -> None:
    """Workers get the family with the count."""
    family = Polyominoes(4).entry
    assert family.parameters_class.from_json(Polyominoes(4).to_json()).cells == "4"
    count = PolyformCount(family, range(1, 5))
    assert pickle.loads(pickle.dumps(count)) == count
