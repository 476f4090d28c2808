"""Predictions of transfer matrices against the work done."""

from __future__ import annotations

import pytest

from enumino.families.polyforms.counting import costs
from enumino.families.polyforms.counting.subjects import (
    BY_CELLS,
    COUNTED_BY,
    FIXED,
    OUTLINES,
    ROTATED,
    widths,
)
from enumino.families.polyforms.counting.ways import new_sweep

pytestmark = pytest.mark.slow

SWEEPS = [*COUNTED_BY, *ROTATED.values()]


def near(subject: str, cells: int, memory: float = 1.5) -> None:
    """Steps, and the most bytes of a width, to such factors; most work where it was expected."""
    steps: dict[int, int] = {}
    held = 0
    for width in widths(subject, cells):
        sweep = new_sweep(subject, width, cells)
        while not sweep.done:
            sweep.advance()
        steps[width] = sweep.steps
        held = max(held, sweep.peak_bytes)
    expected = costs.matrix(subject, cells)
    assert 2 / 3 < expected.nodes / sum(steps.values()) < 3 / 2
    assert 1 / memory < expected.bytes / held < memory
    each = costs.of_widths(subject, cells)
    busiest = max(steps, key=lambda width: steps[width])
    assert 1 / 2 < each[busiest].nodes / steps[busiest] < 2
    assert sum(cost.nodes for cost in each.values()) == pytest.approx(expected.nodes)


@pytest.mark.long
@pytest.mark.parametrize("subject", SWEEPS)
def test_predictions_are_near_the_work_done(subject: str) -> None:
    near(subject, 26)


@pytest.mark.long
@pytest.mark.parametrize("subject", [s for s in SWEEPS if s not in (FIXED, ROTATED[FIXED])])
def test_predictions_are_near_more_work(subject: str) -> None:
    near(subject, 32)


@pytest.mark.parametrize(
    ("name", "cells"),
    [(OUTLINES[FIXED], 22), (BY_CELLS, 24), *((OUTLINES[k], 26) for k in ("R180", "M", "M45"))],
)
def test_predictions_without_holes_are_near_the_work_done(name: str, cells: int) -> None:
    near(name, cells, memory=2)
