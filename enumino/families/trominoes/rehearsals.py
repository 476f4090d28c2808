"""A small problem that compiles the construction."""

from __future__ import annotations

from functools import partial

from enumino.families.trominoes.problem import Trominoes
from enumino.run.compilation import list_and_count

REHEARSALS = {"construction": partial(list_and_count, Trominoes(2))}
