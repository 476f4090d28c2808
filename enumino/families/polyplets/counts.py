"""What the counts of polyplets need to know."""

from __future__ import annotations

from enumino.families.polyforms.count_tasks import Countable
from enumino.families.polyplets.problem import Polyplets
from enumino.families.polyplets.published import SEQUENCES

COUNTABLE = Countable(
    Polyplets.family,
    Polyplets.lattice,
    SEQUENCES,
    growth=Polyplets.growth,
    amplitude=Polyplets.amplitude,
)
