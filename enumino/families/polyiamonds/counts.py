"""What the counts of polyiamonds need to know."""

from __future__ import annotations

from enumino.families.polyforms.count_tasks import Countable
from enumino.families.polyiamonds.problem import Polyiamonds
from enumino.families.polyiamonds.published import SEQUENCES

COUNTABLE = Countable(
    Polyiamonds.family,
    Polyiamonds.lattice,
    SEQUENCES,
    growth=Polyiamonds.growth,
    amplitude=Polyiamonds.amplitude,
)
