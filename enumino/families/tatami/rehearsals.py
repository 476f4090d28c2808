"""Small problems, each of which compiles some of the kernels of tatami layouts."""

from __future__ import annotations

from functools import partial

from enumino.families.tatami.counts import count_tatami
from enumino.families.tatami.problem import Tatami
from enumino.run.compilation import list_and_count

REHEARSALS = {
    "search": partial(list_and_count, Tatami("2x3")),
    "transfer matrix": partial(count_tatami, "2x3", (0, None), method="transfer-matrix"),
}
