"""Predictions of transfer matrices against the work done."""

from __future__ import annotations

import pytest

from enumino.families.polyominoes.counting import costs, polygon_costs
from enumino.families.polyominoes.counting.sweeps import (
    COUNTED_BY,
    FIXED,
    ROTATED,
    new_sweep,
    widths,
)
from enumino.families.polyominoes.counting.without_holes import new_sweep as new_sweep_without_holes

pytestmark = pytest.mark.slow

SWEEPS = [*COUNTED_BY, *ROTATED.values()]


def near(subject: str, cells: int) -> None:
    """Steps, and the most bytes of a width, to a factor of 1.5; most work where it was expected."""
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
    assert 2 / 3 < expected.bytes / held < 3 / 2
    each = costs.of_widths(subject, cells)
    busiest = max(steps, key=lambda width: steps[width])
    assert 1 / 2 < each[busiest].nodes / steps[busiest] < 2
    assert sum(cost.nodes for cost in each.values()) == pytest.approx(expected.nodes)


@pytest.mark.parametrize("subject", SWEEPS)
def test_predictions_are_near_the_work_done(subject: str) -> None:
    near(subject, 26)


@pytest.mark.long
@pytest.mark.parametrize("subject", [s for s in SWEEPS if s not in (FIXED, ROTATED[FIXED])])
def test_predictions_are_near_more_work(subject: str) -> None:
    near(subject, 32)


@pytest.mark.parametrize(
    ("kind", "cells"),
    [("fixed", 22), ("fixed, by cells", 24), ("R180", 26), ("M", 26), ("M45", 26)],
)
def test_predictions_without_holes_are_near_the_work_done(kind: str, cells: int) -> None:
    steps: dict[int, int] = {}
    held = 0
    for width in polygon_costs.widths(kind, cells):
        sweep = new_sweep_without_holes(kind, width, cells)
        while not sweep.done:
            sweep.advance()
        steps[width] = sweep.steps
        held = max(held, sweep.peak_bytes)
    each = polygon_costs.of_widths(kind, cells)
    assert 2 / 3 < sum(cost.nodes for cost in each.values()) / sum(steps.values()) < 3 / 2
    assert 1 / 2 < max(cost.bytes for cost in each.values()) / held < 2
    busiest = max(steps, key=lambda width: steps[width])
    assert 1 / 2 < each[busiest].nodes / steps[busiest] < 2
