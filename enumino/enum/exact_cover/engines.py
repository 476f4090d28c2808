"""The engines for exact cover: the choice of an engine for problems without cells, and tables.

Dancing links takes any problem; option bitsets are faster while the options are some thousands;
cell bitmasks, for tilings of up to 128 cells, are faster still. They search different trees for
the same solutions.
"""

from importlib import import_module
from typing import Any, get_args

import numpy as np

from enumino.enum import speeds
from enumino.enum.exact_cover import Cover
from enumino.enum.kernel import Engine, Kernel
from enumino.errors import ProblemError
from enumino.words import quoted

ENGINES: tuple[Engine, ...] = get_args(Engine)

# Limits of option bitsets: beyond, rows of bits outgrow memory and caches.
MAX_OPTIONS = 20_000
MAX_TABLE_BYTES = 1 << 29

NODES_PER_SECOND = {
    "cell-masks": speeds.CELL_MASKS,
    "option-bitsets": speeds.OPTION_BITSETS,
    "dancing-links": speeds.DANCING_LINKS,
}
# Items that the engines without geometry look at in the time of a step of cell masks.
ITEMS_PER_STEP = 64
# Links that dancing links take out and put back in that time; a walk does so with all, once.
LINKS_PER_STEP = 8


def kernel_of(engine: Engine) -> Kernel:
    """Return the kernel of an engine."""
    name = f"enumino.enum.kernels.exact_cover.{engine.replace('-', '_')}"
    return import_module(name)


def longest_solution(tables: Any) -> int:
    """Return the number of options of the longest possible solution, by an engine's tables."""
    return int(tables.limits[0])  # LONGEST_SOLUTION


def walk_cost(engine: Engine, steps: int, items: int, links: int) -> int:
    """Return the cost of a walk of `steps`, by primary items and all links, in steps of masks."""
    if engine == "cell-masks":
        return steps
    cost = steps * max(1, items // ITEMS_PER_STEP)
    return cost if engine == "option-bitsets" else max(links // LINKS_PER_STEP, cost)


def engine_for(cover: Cover, named: str | None = None) -> Engine:
    """Return the engine named, or the fastest that takes a problem without geometry."""
    if named not in (None, *ENGINES):
        raise ProblemError(f"There is no engine {quoted(named)}: choose from {', '.join(ENGINES)}.")
    if named == "cell-masks":
        raise ProblemError(
            "Cell bitmasks are for tilings on the square lattice: use the engine option-bitsets or "
            "dancing-links."
        )
    if named != "dancing-links":
        obstacle = _bitset_obstacle(cover)
        if not obstacle:
            return "option-bitsets"
        if named is not None:
            raise ProblemError(f"{obstacle}: use the engine dancing-links.")
    return "dancing-links"


def _bitset_obstacle(cover: Cover) -> str:
    """Return why option bitsets cannot take a problem; an empty string if they can."""
    options = cover.options
    plain, groups, _ = cover.grouped()
    in_group = groups >= 0
    counted = len(cover.members) - len(plain.members)
    if counted > np.count_nonzero(in_group) or not plain.primaries[in_group].all():
        return (
            "Option bitsets are for options that cover an item once, and at most one item that is "
            "covered several times"
        )
    if options > MAX_OPTIONS:
        return f"Option bitsets are for at most {MAX_OPTIONS:,} options, and there are {options:,}"
    sizes = np.bincount(plain.members[plain.members < plain.primary], minlength=plain.primary)
    rows = options + plain.primary  # of options, and of the items that they are made by
    size = 8 * rows * int((sizes // 64 + 1).sum())
    if size > MAX_TABLE_BYTES:
        return (
            f"Option bitsets would take {size >> 20:,} MiB for {options:,} options, more than "
            f"{MAX_TABLE_BYTES >> 20} MiB"
        )
    return ""


def tables_of(engine: Engine, cover: Cover) -> Any:
    """Return the tables of an engine for a problem that `engine_for` gives it."""
    from enumino.enum.exact_cover import cover_tables

    return cover_tables.links(cover) if engine == "dancing-links" else cover_tables.bitsets(cover)
