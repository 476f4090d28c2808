"""Counts of polyforms by facts about their shapes, of rows that are not kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from enumino.enum.problem import Prefix, Tally
from enumino.enum.statistics import MeasuredForest
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import facts_counted
from enumino.words import plural

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

    from enumino.families.polyforms.facts import ShapeFacts
    from enumino.objects.lattice import Lattice

FLAGS = ("false", "true")
COUNTED_ROWS = 1 << 14  # at a time, so few that they stay in the cache


class CountedByFacts(MeasuredForest):
    """A forest of polyforms, which may be counted by facts about their shapes."""

    if TYPE_CHECKING:

        @property
        def lattice(self) -> Lattice: ...

        def to_json(self) -> dict[str, Any]: ...

    @property
    def statistics(self) -> tuple[str, ...]:
        """Columns and facts that rows may be counted by."""
        return (*super().statistics, *facts_counted(self.lattice))

    def are_facts(self, names: Sequence[str]) -> bool:
        """Return whether facts are among names of columns."""
        return not {*names} <= {*super().statistics}

    def count_by(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the rows of a subtree by the values of columns and facts, in that order."""
        from enumino.enum.kernels.shared import histogram as kernel
        from enumino.families.polyforms.facts import ShapeFacts
        from enumino.registry import rows_of

        if not self.are_facts(by):
            return super().count_by(prefix, by)
        if len(by) > kernel.MOST_NUMBERS:
            raise ProblemError(
                f"There are no counts by {plural(len(by), 'column')} at once: choose at most "
                f"{kernel.MOST_NUMBERS}, the size among them."
            )
        facts = ShapeFacts().about(rows_of(self.to_json()))
        found, nodes = kernel.new_histogram(), 0
        for records, visited in self.batches([prefix], COUNTED_ROWS):
            nodes += visited
            if records.num_rows:
                found = kernel.counted(found, _numbers(records, facts, by))
        values = {column.name: column.values for column in self.columns}
        values |= {column.name: FLAGS for column in facts.columns if column.type == "bool"}
        counts = {
            tuple(
                values[name][number] if values.get(name) else number
                for name, number in zip(by, key, strict=True)
            ): count
            for key, count in kernel.numbers_of(found, len(by)).items()
        }
        return Tally(counts, nodes, tuple(by))


def _numbers(
    records: pa.RecordBatch, facts: ShapeFacts, by: Sequence[str]
) -> npt.NDArray[np.uint8]:
    """Return the values, or the codes, of columns and facts: uint8[columns, rows]."""
    import numpy as np
    import pyarrow as pa

    def plain(name: str) -> npt.NDArray[Any]:
        column = records.column(name)
        codes = column.indices if pa.types.is_dictionary(column.type) else column
        return np.asarray(codes.to_numpy())

    names = records.schema.names
    found = facts.compute(records.select([name for name in facts.reads if name in names]))
    return np.stack([np.uint8(plain(name) if name in names else found[name]) for name in by])
