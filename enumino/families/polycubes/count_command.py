"""``enumino count polycubes``."""

from __future__ import annotations

from enumino.families.polyforms.count_command import polyform_command

command = polyform_command("polycubes")
