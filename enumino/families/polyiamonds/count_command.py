"""``enumino count polyiamonds``."""

from __future__ import annotations

from enumino.families.polyforms.count_command import counting
from enumino.families.polyiamonds.options import problem

command = counting("polyiamonds", problem)
