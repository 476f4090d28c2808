"""The engines for exact cover: the rule for one where there are no cells, and their tables.

Dancing links takes any problem; option bitsets are faster while the options are some thousands;
cell bitmasks, for tilings of up to 128 cells, are faster still. They search different trees for
the same solutions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from enumino.enum.exact_cover import Cover
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.enum.kernel import Kernel

Engine = Literal["cell-masks", "option-bitsets", "dancing-links"]
ENGINES: tuple[Engine, ...] = ("cell-masks", "option-bitsets", "dancing-links")

# Limits of option bitsets: beyond, rows of bits outgrow memory and caches.
MAX_OPTIONS = 20_000
MAX_TABLE_BYTES = 1 << 29

# Measured on one core of a current server; they only serve estimates.
NODES_PER_SECOND: dict[str, float] = {
    "cell-masks": 4e7,
    "option-bitsets": 7e6,
    "dancing-links": 1.2e6,
}
# Items that the engines without geometry look at in the time of a step of cell masks.
ITEMS_A_STEP = 64
# Links that dancing links take out and put back in that time; a walk does so with all, once.
LINKS_A_STEP = 8


def kernel_of(engine: Engine) -> Kernel:
    """Return the kernel of an engine."""
    from importlib import import_module

    name = "dlx" if engine == "dancing-links" else engine.replace("-", "_")
    kernel: Kernel = import_module(f"enumino.enum.kernels.exact_cover.{name}")
    return kernel


def longest_solution(tables: Any) -> int:
    """Return the number of options of the longest possible solution, by an engine's tables."""
    return int(tables.limits[0])  # LONGEST_SOLUTION


def walk_cost(engine: Engine, steps: int, items: int, links: int) -> int:
    """Return the cost of a walk of `steps`, by primary items and all links, in steps of masks."""
    if engine == "cell-masks":
        return steps
    cost = steps * max(1, items // ITEMS_A_STEP)
    return cost if engine == "option-bitsets" else max(links // LINKS_A_STEP, cost)


def choose(cover: Cover) -> Engine:
    """Return the engine for a problem without geometry."""
    counted = cover.groups is not None
    return "option-bitsets" if counted or not _bitset_obstacle(cover) else "dancing-links"


def check(engine: str, cover: Cover) -> None:
    """Refuse an engine that does not exist, or cannot take a problem without geometry."""
    counted, reason = cover.groups is not None, ""
    if engine not in ENGINES:
        raise ProblemError(
            f"There is no engine {quoted(engine)}: choose from {', '.join(ENGINES)}."
        )
    if engine == "cell-masks":
        reason = "Cell bitmasks are for tilings: use the engine option-bitsets or dancing-links"
    elif (engine == "option-bitsets" or counted) and (obstacle := _bitset_obstacle(cover)):
        other = "take a smaller region, fewer pieces, or pieces in any number"
        reason = f"{obstacle}: {other if counted else 'use the engine dancing-links'}"
    elif engine == "dancing-links" and counted:
        reason = (
            "Dancing links take pieces that are used without bound, at most once or exactly once: "
            "for other numbers leave out --engine"
        )
    if reason:
        raise ProblemError(f"{reason}.")


def _bitset_obstacle(cover: Cover) -> str:
    """Return why option bitsets cannot take a problem; an empty string if they can."""
    import numpy as np

    options = len(cover.starts) - 1
    if options > MAX_OPTIONS:
        return f"Option bitsets are for at most {MAX_OPTIONS:,} options, and there are {options:,}"
    sizes = np.bincount(cover.members[cover.members < cover.primary], minlength=cover.primary)
    size = 8 * options * int((sizes // 64 + 1).sum())  # of the rows
    if size > MAX_TABLE_BYTES:
        return (
            f"Option bitsets would take {size >> 20:,} MiB for {options:,} options, more than "
            f"{MAX_TABLE_BYTES >> 20} MiB"
        )
    return ""


def tables_of(engine: Engine, cover: Cover) -> Any:
    """Return the tables of an engine for a problem that `check` accepts."""
    from enumino.enum.exact_cover import cover_tables

    return (cover_tables.links if engine == "dancing-links" else cover_tables.bitsets)(cover)
