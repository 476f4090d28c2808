"""What the counts of polyhexes need to know."""

from __future__ import annotations

from enumino.families.polyforms.count_tasks import Countable
from enumino.families.polyhexes.problem import Polyhexes
from enumino.families.polyhexes.published import SEQUENCES

COUNTABLE = Countable(
    Polyhexes.family,
    Polyhexes.lattice,
    SEQUENCES,
    growth=Polyhexes.growth,
    amplitude=Polyhexes.amplitude,
)
