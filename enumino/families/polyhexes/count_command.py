"""``enumino count polyhexes``."""

from __future__ import annotations

from enumino.families.polyforms.count_command import counting
from enumino.families.polyhexes.options import problem

command = counting("polyhexes", problem)
