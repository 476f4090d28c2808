"""Small problems, each of which compiles some of the kernels of tilings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from enumino.enum.exact_cover.engines import Engine
from enumino.families.tilings.problem import Tilings
from enumino.run.compilation import estimate_and_count, list_and_count

# Cell masks also compile the kernels for rows of tilings.
ENGINES: tuple[Engine, ...] = ("cell-masks", "option-bitsets", "dancing-links")


def _list(engine: Engine) -> None:
    list(Tilings("2x4", "domino", engine=engine).batches([()]))


def _count(engine: Engine) -> None:
    problem = Tilings("2x4", "domino", engine=engine)
    estimate_and_count(problem)
    problem.count(by_key=False)


def _list_classes() -> None:
    """Compile the kernels that make and count rows up to symmetry."""
    problem = Tilings("2x4", "domino", up_to_symmetry=True, engine="cell-masks")
    list(problem.batches([()]))
    problem.count()


def _list_in_space() -> None:
    """Compile the engines and rows for pieces of cubes, where tilings have not compiled them."""
    list_and_count(Tilings("2x2x2", "dicube", lattice="cubic", engine="option-bitsets"))
    list_and_count(Tilings("2x2x2", "dicube", lattice="cubic", engine="dancing-links"))


REHEARSALS: dict[str, Callable[[], object]] = {
    **{f"{engine}, rows": partial(_list, engine) for engine in ENGINES},
    "rows up to symmetry": _list_classes,
    **{f"{engine}, counts": partial(_count, engine) for engine in ENGINES},
    "cubes": _list_in_space,
}
