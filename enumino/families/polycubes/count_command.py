"""``enumino count polycubes``."""

from __future__ import annotations

from enumino.families.polycubes.options import problem
from enumino.families.polyforms.count_command import counting

command = counting("polycubes", problem)
