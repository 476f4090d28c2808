"""``enumino count polyplets``."""

from __future__ import annotations

from enumino.families.polyforms.count_command import counting
from enumino.families.polyplets.options import problem

command = counting("polyplets", problem)
