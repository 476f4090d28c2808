"""Which engine searches for tilings: what each can take, and which should take the least time.

The time of an engine is that of a node, as measured once and for all (`exact_cover.costs`), times
the nodes of its tree, as a sample of the problem at hand tells (`exact_cover.estimates`). Where a
small sample leaves no doubt, or the search is short, it decides. So the choice depends on the
problem alone. It is written into the plan, and made once.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from enumino.enum.exact_cover import engines
from enumino.errors import ProblemError
from enumino.objects.placements import Placements

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from enumino.enum.exact_cover.costs import Cost
    from enumino.enum.exact_cover.engines import Cover, Engine
    from enumino.families.tilings.symmetry_breaking import Case

MAX_CELLS = 128
"""Cells of the largest frame that cell masks take (`enumino.enum.kernels.cell_masks`)."""

SMALL_SAMPLE, LARGE_SAMPLE, HUGE_SAMPLE = 128, 512, 2048
SAMPLED = 2_000_000
"""Nodes of a sample times options, at most: some tens of milliseconds a level."""
SOME_CASES = 16
"""Cases of a search up to symmetry that are looked at, of more."""
NO_DOUBT = 3.0
"""How many times the least time another engine may take and be looked at again."""
FEWEST = "fewest options"
"""The tree of both engines that branch on the item with the fewest options."""
SHORT = 3e6
LONG = 2e10
"""Nanoseconds of a search that takes less than a second look at the engines, and of one that is
worth a long look.
"""


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
    first = {engine: choice.nanoseconds(engine, SMALL_SAMPLE) for engine in choice.costs}
    least = min(first.values())
    left: list[Engine] = [engine for engine in first if first[engine] <= NO_DOUBT * least]
    if least < SHORT or len(left) == 1:
        return min(first, key=lambda engine: first[engine])
    sample = HUGE_SAMPLE if least > LONG else LARGE_SAMPLE
    return min(left, key=lambda engine: choice.nanoseconds(engine, sample))


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
        self._nodes: dict[tuple[str, int], float] = {}

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
        cost, trees = self.costs[engine], max(1, len(self._cases))
        tables = 2 if engine == "piece-first" else trees
        return tables * cost.tables + nodes * cost.node

    def nodes(self, engine: Engine, sample: int) -> float:
        """Return about how many nodes the trees of an engine have."""
        tree = engine if engine in engines.ON_CELLS else FEWEST
        key = tree, max(1, min(sample, SAMPLED // len(self._board)))
        if key not in self._nodes:
            self._nodes[key] = self._estimate(*key)
        return self._nodes[key]

    def _estimate(self, tree: str, sample: int) -> float:
        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import layout_of

        if tree == "piece-first":
            return self._beside_first_piece(sample)
        fewest = tree == FEWEST
        estimate = estimates.by_fewest_options if fewest else estimates.by_first_cell
        layout = layout_of(self._board, as_it_lies=fewest)
        if not self._cases:
            return estimate(layout, None, sample)
        if self._first_piece is not None:
            return estimate(layout, self._forced, sample)
        # Each case has options of its own. A few cases, evenly spread, stand for many.
        some = self._cases[:: -(-len(self._cases) // SOME_CASES)]
        found = 0.0
        for case in some:
            assert case.options is not None
            forced = (case.options == case.forced).nonzero()[0]
            layout = layout_of(self._board, case.options, as_it_lies=fewest)
            found += estimate(layout, forced, max(1, sample // len(some)))
        return found * len(self._cases) / len(some)

    def _beside_first_piece(self, sample: int) -> float:
        import numpy as np

        from enumino.enum.exact_cover import estimates
        from enumino.families.tilings.exact_covers import is_nearer_the_end, layout_of

        placed = self._forced if self._cases else self._placements_of_first_piece
        behind = np.array([is_nearer_the_end(self._board, int(o)) for o in placed], bool)
        backward = layout_of(self._board, backwards=True)
        nodes = estimates.by_first_cell(layout_of(self._board), placed[~behind], sample)
        return nodes + estimates.by_first_cell(backward, placed[behind], sample)

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
    def _placements_of_first_piece(self) -> npt.NDArray[np.int64]:
        import numpy as np

        found: npt.NDArray[np.int64] = np.flatnonzero(self._board.piece == self._first_piece)
        return found

    @property
    def _forced(self) -> npt.NDArray[np.int64]:
        """What the cases force."""
        import numpy as np

        return np.array([case.forced for case in self._cases], np.int64)

    @cached_property
    def _cases(self) -> list[Case]:
        """Of a search up to symmetry; none if there is one tree."""
        from enumino.families.tilings.symmetry_breaking import cases
        from enumino.families.tilings.trees import symmetries_of

        images = symmetries_of(self._board) if self._up_to_symmetry else {}
        return cases(self._board, images) if images else []
