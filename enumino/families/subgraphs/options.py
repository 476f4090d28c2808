"""The options of connected subgraphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from enumino.cli.problems import FamilyOptions

if TYPE_CHECKING:
    from enumino.run.counting import Count


class Options(FamilyOptions):
    """The options of connected subgraphs."""

    columns = ("edges", "boundary", "graph")

    def counts(self, by: tuple[str, ...], method: str, **values: Any) -> Sequence[Count]:
        from enumino.families.subgraphs.counts import SubgraphCount

        columns = ("size", *(name for name in by if name != "size")) if by else None
        return [SubgraphCount(self.problem(**values), columns)]
