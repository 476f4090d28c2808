"""A small problem that compiles the search for tatami layouts."""

from __future__ import annotations

from functools import partial

from enumino.families.tatami.problem import Tatami
from enumino.run.compilation import list_and_count

REHEARSALS = {
    "search": partial(list_and_count, Tatami("2x3")),
}
