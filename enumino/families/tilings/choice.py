"""Which engine searches for tilings: what each can take, and which should take the least time.

The time of an engine is that of a node, as measured once and for all (`exact_cover.costs`), times
the nodes of its tree, as a sample of the problem at hand tells (`exact_cover.estimates`). Samples
grow until one leaves no doubt, or the next one would cost more than it could save: that is told by
how many nodes it would look at, not by a clock. So the choice depends on the problem alone. It is
written into the plan, and made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import fsum
from typing import TYPE_CHECKING

from enumino.enum.exact_cover import engines
from enumino.errors import ProblemError
from enumino.objects.placements import Placements

if TYPE_CHECKING:
    from enumino.enum.exact_cover.costs import Cost
    from enumino.enum.exact_cover.engines import Cover, Engine
    from enumino.enum.exact_cover.estimates import Estimate
    from enumino.families.tilings.symmetry_breaking import Case

MAX_CELLS = 128
"""Cells of the largest frame that cell masks take (`enumino.enum.kernels.cell_masks`)."""

SAMPLES = (128, 512, 2048)
"""Nodes of a level that are looked at, first, and again where that pays."""
SAMPLED = 2_000_000
"""Nodes of a sample times options, at most: some tens of milliseconds a level."""
SOME_CASES = 16
"""Cases of a search up to symmetry that are looked at, of more: the largest ones."""
NO_DOUBT = 3.0
"""How many times the least time another engine may take and be looked at again."""
FEWEST = "fewest options"
"""The tree of both engines that branch on the item with the fewest options."""
WORTH = 0.1
"""What the next sample may cost, as a share of the shortest search."""


def check_engine(
    engine: Engine | None, board: Placements, no_crossroads: bool, up_to_symmetry: bool
) -> None:
    """Refuse an engine that cannot take a problem, or a problem that none can.

    Raises
    ------
    ProblemError
    """
    from enumino.families.tilings.exact_covers import cover_of
    from enumino.families.tilings.trees import first_piece

    region, fits = board.region, board.region.area <= MAX_CELLS
    if not fits and (engine in engines.ON_CELLS or no_crossroads):
        what = "Barring crossroads" if no_crossroads else f"The engine {engine}"
        way = "take a smaller region" if no_crossroads else "leave out --engine"
        raise ProblemError(
            f"{what} takes a frame of at most {MAX_CELLS} cells, and {region.height}x"
            f"{region.width} has {region.area:,}: {way}."
        )
    if no_crossroads and engine is not None and engine not in engines.ON_CELLS:
        raise ProblemError("Only engines on cells can bar crossroads: leave out --engine.")
    if engine == "piece-first":
        first_piece(board, up_to_symmetry)
    elif engine is None and not fits:
        cover = cover_of(board)
        engines.check(engines.choose(cover), cover)
    elif engine is not None and engine != "cell-masks":
        engines.check(engine, cover_of(board))


def chosen_engine(board: Placements, no_crossroads: bool, up_to_symmetry: bool) -> Engine:
    """Return the engine that should take the least time."""
    if no_crossroads:
        return "cell-masks"
    if not len(board):
        return "cell-masks" if board.region.area <= MAX_CELLS else "dancing-links"
    choice = Choice(board, up_to_symmetry)
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


def engine_unless_named(board: Placements) -> Engine:
    """Return the engine of plans that name none: that must not change, nor follow the choice."""
    from enumino.families.tilings.exact_covers import cover_of

    return "cell-masks" if board.region.area <= MAX_CELLS else engines.choose(cover_of(board))


class Choice:
    """What the engines cost on a tiling problem.

    Parameters
    ----------
    board : Placements
        With one option at least.
    up_to_symmetry : bool
    """

    def __init__(self, board: Placements, up_to_symmetry: bool) -> None:
        self._board, self._up_to_symmetry = board, up_to_symmetry
        self._looks: dict[tuple[str, int], Estimate] = {}

    @cached_property
    def costs(self) -> dict[Engine, Cost]:
        """The costs of the engines that can take the problem."""
        import numpy as np

        from enumino.enum.exact_cover import costs
        from enumino.families.tilings.exact_covers import cover_of, first_places

        cover, options = cover_of(self._board), len(self._board)
        found: dict[Engine, Cost] = {}
        if self._board.region.area <= MAX_CELLS:
            first, offsets = first_places(self._board)
            flags = sum(piece.most == 1 for piece in self._board.pieces)
            levels = (int(np.bincount(first).max()) - 1) // costs.WORD_BITS + 1
            wide = self._board.region.area > costs.WORD_BITS
            found["cell-masks"] = costs.of_cell_masks(offsets, flags, wide, options, levels)
            if self._first_piece is not None:
                found["piece-first"] = found["cell-masks"]
        if self._takes("option-bitsets", cover):
            sizes = np.bincount(cover.members[cover.members < cover.primary])
            found["option-bitsets"] = costs.of_option_bitsets(sizes, options)
        if self._takes("dancing-links", cover):
            links = len(cover.members)
            found["dancing-links"] = costs.of_dancing_links(links, cover.primary, options)
        return found

    def nanoseconds(self, engine: Engine, sample: int) -> float:
        """Return about how long an engine takes, by a sample of so many nodes a level."""
        return self.with_nodes(engine, self.nodes(engine, sample))

    def with_nodes(self, engine: Engine, nodes: float) -> float:
        """Return about how long an engine takes, in nanoseconds, if it has so many nodes."""
        from enumino.families.tilings.trees import tables_made

        cost = self.costs[engine]
        return tables_made(engine, self._cases) * cost.tables + nodes * cost.node

    def nodes(self, engine: Engine, sample: int) -> float:
        """Return about how many nodes the trees of an engine have."""
        return self._look(_tree(engine), sample).nodes

    def cost_of_look(self, left: Sequence[Engine], sample: int, larger: int) -> float:
        """Return about how many nanoseconds it takes to look at a larger sample than the last one.

        What is known exactly is not looked at again.
        """
        from enumino.enum.exact_cover import costs

        options, cells = len(self._board), len(self._board.region)
        taken = 0.0
        for tree in {_tree(engine) for engine in left}:
            look = self._look(tree, sample)
            if not look.exact:
                each = costs.of_look(options, cells, tree == FEWEST)
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

        if self._cases:
            return self._of_cases(tree, sample)
        if tree == "piece-first":
            return self._beside_first_piece(sample)
        if tree == FEWEST:
            return estimates.by_fewest_options(
                layout_of(self._board, as_it_lies=True), None, sample
            )
        return estimates.by_first_cell(layout_of(self._board), None, sample)

    def _of_cases(self, tree: str, sample: int) -> Estimate:
        """Each case has options of its own. A few cases, the largest ones, stand for many."""
        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import is_nearer_the_end, layout_of

        fewest = tree == FEWEST
        estimate = estimates.by_fewest_options if fewest else estimates.by_first_cell
        some = sorted(self._cases, key=lambda case: -case.share)[:SOME_CASES]
        found = []
        for case in some:
            first, options = case.forced[0], case.options
            assert options is not None
            backwards = tree == "piece-first" and is_nearer_the_end(self._board, first)
            layout = layout_of(self._board, options, backwards, as_it_lies=fewest)
            (placed,) = (options == first).nonzero()
            found.append(estimate(layout, placed, max(1, sample // len(some))))
        of_all = fsum(case.share for case in self._cases)
        return estimates.together(found, fsum(case.share for case in some) / of_all)

    def _beside_first_piece(self, sample: int) -> Estimate:
        import numpy as np

        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import is_nearer_the_end, layout_of

        placed = np.flatnonzero(self._board.piece == self._first_piece)
        behind = np.array([is_nearer_the_end(self._board, int(o)) for o in placed], bool)
        ends = (layout_of(self._board), ~behind), (layout_of(self._board, backwards=True), behind)
        return estimates.together(
            [estimates.by_first_cell(layout, placed[these], sample) for layout, these in ends]
        )

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
            return first_piece(self._board, self._up_to_symmetry)
        except ProblemError:
            return None

    @cached_property
    def _cases(self) -> list[Case]:
        """Of a search up to symmetry; none if there is one tree."""
        from enumino.families.tilings.symmetry_breaking import cases
        from enumino.families.tilings.trees import symmetries_of

        images = symmetries_of(self._board) if self._up_to_symmetry else {}
        return cases(self._board, images) if images else []


def _tree(engine: Engine) -> str:
    """The tree of an engine."""
    return engine if engine in engines.ON_CELLS else FEWEST
