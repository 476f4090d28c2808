"""What the counts of polycubes need to know."""

from __future__ import annotations

from enumino.families.polycubes.problem import Polycubes
from enumino.families.polycubes.published import SEQUENCES
from enumino.families.polyforms.count_tasks import Countable

COUNTABLE = Countable(
    Polycubes.family,
    Polycubes.lattice,
    SEQUENCES,
    growth=Polycubes.growth,
    amplitude=Polycubes.amplitude,
)
