"""The choice of the engine for tilings: the one with the least expected time on a problem.

The time of an engine is the measured time of a node times the nodes of its
tree, estimated by a sample (`exact_cover.estimates`). Samples grow until one leaves no doubt, or
the next one would cost more than it could save. That cost is a number of nodes, not a time, so the
choice depends on the problem alone. It is made once and written into the plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.errors import ProblemError
from enumino.families.tilings.symmetry_breaking import Symmetries
from enumino.objects.board import Board

if TYPE_CHECKING:
    from enumino.enum.exact_cover.engines import Cover, Engine
    from enumino.enum.exact_cover.estimates import Cost, Estimate

# Cells of the largest frame that cell masks take (`kernels.exact_cover.cell_masks`).
MAX_CELLS = 128

# Nodes of a level that are looked at, first, and again where that pays.
SAMPLES = (128, 512, 2048)
# Nodes of a sample times options, at most: some tens of milliseconds a level.
SAMPLED = 2_000_000
# Ratio to the least time up to which another engine is sampled again.
NO_DOUBT = 3.0
# The tree of both engines that branch on the item with the fewest options.
FEWEST = "fewest options"
# Largest cost of the next sample, as a share of the shortest search.
WORTH = 0.1


def check_engine(engine: Engine | None, board: Board, up_to_symmetry: bool) -> None:
    """Refuse an engine that cannot solve a problem, or a problem that no engine can solve."""
    from enumino.families.tilings.exact_covers import cover_of
    from enumino.families.tilings.trees import first_piece

    region, fits = board.region, board.region.area <= MAX_CELLS
    if not fits and engine in engines.ON_CELLS:
        raise ProblemError(
            f"The engine {engine} takes a frame of at most {MAX_CELLS} cells, and {region.height}x"
            f"{region.width} has {region.area:,}: leave out --engine."
        )
    if engine == "piece-first":
        first_piece(board, Symmetries(board, up_to_symmetry).broken)
    elif engine is None and not fits:
        cover = cover_of(board)
        engines.check(engines.choose(cover), cover)
    elif engine is not None and engine != "cell-masks":
        engines.check(engine, cover_of(board))


def choose_engine(symmetries: Symmetries[Board]) -> Engine:
    """Return the engine with the least expected time on a problem with these symmetries."""
    board = symmetries.board
    if not len(board):
        return "cell-masks" if board.region.area <= MAX_CELLS else "dancing-links"
    choice = Choice(symmetries)
    if board.region.area > MAX_CELLS:
        # They walk the same tree.
        return min(choice.costs, key=lambda engine: choice.costs[engine].node)
    left: list[Engine] = list(choice.costs)
    found: dict[Engine, float] = {}
    for number, sample in enumerate(SAMPLES, 1):
        found = {engine: choice.nanoseconds(engine, sample) for engine in left}
        least = min(found.values())
        left = [engine for engine in left if found[engine] <= NO_DOUBT * least]
        if len(left) == 1 or number == len(SAMPLES):
            break
        if choice.cost_of_look(left, sample, SAMPLES[number]) > WORTH * least:
            break
    return min(left, key=lambda engine: found[engine])


def engine_unless_named(board: Board) -> Engine:
    """Return the engine of plans that do not name one; it is fixed and ignores the choice."""
    from enumino.families.tilings.exact_covers import cover_of

    return "cell-masks" if board.region.area <= MAX_CELLS else engines.choose(cover_of(board))


class Choice:
    """The costs of the engines on a tiling problem, whose board has one option at least."""

    def __init__(self, symmetries: Symmetries[Board]) -> None:
        self._board, self._symmetries = symmetries.board, symmetries
        self._looks: dict[tuple[str, int], Estimate] = {}

    @cached_property
    def costs(self) -> dict[Engine, Cost]:
        """The costs of the engines that can solve the problem."""
        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import cover_of, first_places

        cover, options = cover_of(self._board), len(self._board)
        found: dict[Engine, Cost] = {}
        if self._board.region.area <= MAX_CELLS:
            first, offsets = first_places(self._board)
            flags = sum(piece.most == 1 for piece in self._board.pieces)
            levels = (int(np.bincount(first).max()) - 1) // estimates.WORD_BITS + 1
            wide = self._board.region.area > estimates.WORD_BITS
            found["cell-masks"] = estimates.of_cell_masks(offsets, flags, wide, options, levels)
            if self._first_piece is not None:
                found["piece-first"] = found["cell-masks"]
        if self._takes("option-bitsets", cover):
            sizes = np.bincount(cover.members[cover.members < cover.primary])
            found["option-bitsets"] = estimates.of_option_bitsets(sizes, options)
        if self._takes("dancing-links", cover):
            links = len(cover.members)
            found["dancing-links"] = estimates.of_dancing_links(links, cover.primary, options)
        return found

    def nanoseconds(self, engine: Engine, sample: int) -> float:
        """Return the expected time of an engine in ns, by a sample of `sample` nodes a level."""
        return self.with_nodes(engine, self.nodes(engine, sample))

    def with_nodes(self, engine: Engine, nodes: float) -> float:
        """Return the expected time of an engine in nanoseconds for a number of nodes."""
        from enumino.families.tilings.trees import tables_made

        cost = self.costs[engine]
        cases = self._symmetries.cases if self._symmetries.broken else []
        return tables_made(engine, cases) * cost.tables + nodes * cost.node

    def nodes(self, engine: Engine, sample: int) -> float:
        """Return the expected number of nodes of the trees of an engine."""
        return self._look(_tree(engine), sample).nodes

    def cost_of_look(self, left: Sequence[Engine], sample: int, larger: int) -> float:
        """Return the expected time of a larger sample in nanoseconds.

        Trees that the last sample covered as a whole are not sampled again.
        """
        from enumino.enum.exact_cover import estimates

        options, cells = len(self._board), len(self._board.region)
        taken = 0.0
        for tree in {_tree(engine) for engine in left}:
            look = self._look(tree, sample)
            if not look.exact:
                each = estimates.of_look(options, cells, tree == FEWEST)
                taken += each * look.looked_at * larger / sample
        return taken

    def _look(self, tree: str, sample: int) -> Estimate:
        key = tree, max(1, min(sample, SAMPLED // len(self._board)))
        if key not in self._looks:
            self._looks[key] = self._estimate(*key)
        return self._looks[key]

    def _estimate(self, tree: str, sample: int) -> Estimate:
        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import layout_of

        broken = self._symmetries.broken
        # Up to symmetry, every placement of the first piece has its share in some case.
        placed = None if self._first_piece is None or not broken else self._first_placements()
        if tree == "piece-first":
            found = self._from_both_ends(sample)
        elif tree == FEWEST:
            layout = layout_of(self._board, as_it_lies=True)
            found = estimates.by_fewest_options(layout, placed, sample)
        else:
            found = estimates.by_first_cell(layout_of(self._board), placed, sample)
        return found._replace(nodes=found.nodes / (1 + len(broken)))

    def _from_both_ends(self, sample: int) -> Estimate:
        """Estimate the trees of piece-first: each first piece is scanned from its nearer end."""
        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import is_nearer_the_end, layout_of

        placed = self._first_placements()
        behind = np.array([is_nearer_the_end(self._board, int(o)) for o in placed], bool)
        ends = (layout_of(self._board), ~behind), (layout_of(self._board, backwards=True), behind)
        return estimates.together(
            [estimates.by_first_cell(layout, placed[these], sample) for layout, these in ends]
        )

    def _first_placements(self) -> npt.NDArray[np.intp]:
        """The options of the first piece."""
        return np.flatnonzero(self._board.piece == self._first_piece)

    def _takes(self, engine: Engine, cover: Cover) -> bool:
        try:
            engines.check(engine, cover)
        except ProblemError:
            return False
        return True

    @cached_property
    def _first_piece(self) -> int | None:
        from enumino.families.tilings.trees import first_piece

        try:
            return first_piece(self._board, self._symmetries.broken)
        except ProblemError:
            return None


def _tree(engine: Engine) -> str:
    """The tree of an engine."""
    return engine if engine in engines.ON_CELLS else FEWEST
