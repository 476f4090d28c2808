"""The engines for exact cover: the rule for one where there are no cells, and their tables.

Dancing links takes any problem; option bitsets are faster while the options are some thousands;
cell bitmasks, for tilings of up to 128 cells, are faster still. They search different trees for
the same solutions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from enumino.enum.kernel import Kernel
    from enumino.enum.kernels.exact_cover._solutions import Columns

Engine = Literal["cell-masks", "option-bitsets", "dancing-links"]
ENGINES: tuple[Engine, ...] = ("cell-masks", "option-bitsets", "dancing-links")
MAX_TABLE_BYTES = 1 << 29  # of option bitsets

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


@dataclass(frozen=True)
class Cover:
    """An exact cover problem as arrays."""

    # `primary`, `items`: items are numbered from 0, the primary ones first.
    primary: int
    items: int
    # `starts`, `members`: int64[m + 1], int32[...]: the items of option i are
    # ``members[starts[i]:starts[i + 1]]``.
    starts: npt.NDArray[np.int64]
    members: npt.NDArray[np.int32]
    colours: npt.NDArray[np.int32]  # int32[...]: colours of the members; 0 for none
    groups: npt.NDArray[np.int32] | None = None  # int32[m]: the piece of each option
    # `fewest`, `most`: int64[g]: bounds on the uses of a group's options.
    fewest: npt.NDArray[np.int64] | None = None
    most: npt.NDArray[np.int64] | None = None

    @property
    def counted(self) -> bool:
        """Whether groups are to be counted."""
        return self.groups is not None


def kernel_of(engine: Engine) -> Kernel:
    """Return the kernel of an engine."""
    from importlib import import_module

    name = "dlx" if engine == "dancing-links" else engine.replace("-", "_")
    kernel: Kernel = import_module(f"enumino.enum.kernels.exact_cover.{name}")
    return kernel


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` solutions of any engine, of `size` options in all."""
    from enumino.enum.kernels.exact_cover import _solutions

    return _solutions.new_columns(rows, size)


def longest_solution(tables: Any) -> int:
    """Return the number of options of the longest possible solution, by an engine's tables."""
    from enumino.enum.kernels.exact_cover._solutions import LONGEST_SOLUTION

    return int(tables.limits[LONGEST_SOLUTION])


def walk_cost(engine: Engine, steps: int, items: int, links: int) -> int:
    """Return the cost of a walk of `steps`, by primary items and all links, in steps of masks."""
    if engine == "cell-masks":
        return steps
    if engine == "option-bitsets":
        return steps * max(1, items // ITEMS_A_STEP)
    return max(links // LINKS_A_STEP, steps * max(1, items // ITEMS_A_STEP))


def choose(cover: Cover) -> Engine:
    """Return the engine for a problem without geometry."""
    return "option-bitsets" if cover.counted or not _bitset_obstacle(cover) else "dancing-links"


def _bitset_bytes(cover: Cover) -> int:
    from enumino.enum.exact_cover.bitset_tables import table_bytes

    return table_bytes(cover.primary, cover.starts, cover.members)


def check(engine: str, cover: Cover) -> None:
    """Refuse an engine that does not exist, or cannot take a problem without geometry."""
    if engine not in ENGINES:
        raise ProblemError(
            f"There is no engine {quoted(engine)}: choose from {', '.join(ENGINES)}."
        )
    if engine == "cell-masks":
        raise ProblemError(
            "Cell bitmasks are for tilings: use the engine option-bitsets or dancing-links."
        )
    if engine == "option-bitsets" or cover.counted:
        if reason := _bitset_obstacle(cover):
            other = "take a smaller region, fewer pieces, or pieces in any number"
            raise ProblemError(
                f"{reason}: {other if cover.counted else 'use the engine dancing-links'}."
            )
        if engine == "dancing-links":
            raise ProblemError(
                "Dancing links take pieces that are used without bound, at most once or exactly "
                "once: for other numbers leave out --engine."
            )


def _bitset_obstacle(cover: Cover) -> str:
    """Return why option bitsets cannot take a problem; an empty string if they can."""
    from enumino.enum.kernels.exact_cover.option_bitsets import MAX_OPTIONS

    options = len(cover.starts) - 1
    if options > MAX_OPTIONS:
        return f"Option bitsets are for at most {MAX_OPTIONS:,} options, and there are {options:,}"
    if (size := _bitset_bytes(cover)) > MAX_TABLE_BYTES:
        return (
            f"Option bitsets would take {size >> 20:,} MiB for {options:,} options, more than "
            f"{MAX_TABLE_BYTES >> 20} MiB"
        )
    return ""


def tables_of(engine: Engine, cover: Cover) -> Any:
    """Return the tables of an engine for a problem that `check` accepts."""
    from enumino.enum.exact_cover import bitset_tables, link_tables

    plain = cover.primary, cover.items, cover.starts, cover.members, cover.colours
    if engine == "dancing-links":
        return link_tables.new_tables(*plain)
    return bitset_tables.new_tables(*plain, cover.groups, cover.fewest, cover.most)
