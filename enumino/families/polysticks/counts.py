"""What the counts of polysticks need to know."""

from __future__ import annotations

from enumino.families.polyforms.count_tasks import Countable
from enumino.families.polysticks.problem import Polysticks
from enumino.families.polysticks.published import SEQUENCES

COUNTABLE = Countable(
    Polysticks.family,
    Polysticks.lattice,
    SEQUENCES,
    growth=Polysticks.growth,
    amplitude=Polysticks.amplitude,
)
