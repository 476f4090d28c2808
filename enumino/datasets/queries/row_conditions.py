"""Conditions on rows whose columns are facts, or values that follow from other columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.datasets.queries.conditions import NO_EXTRA, Condition
from enumino.datasets.queries.macros import Described, Extra, extra
from enumino.datasets.rows import Derived, Rows, with_derived
from enumino.registry import rows_of

if TYPE_CHECKING:
    import pandas

PLACE = "place of the row"  # a column beside those of the rows, whose names have no blanks


class RowCondition:
    """A condition on rows that may also name values which follow from their columns.

    All `derived` values need the columns `drawn_from`; `columns` are those that the condition
    reads.
    """

    def __init__(
        self,
        text: str,
        schema: pa.Schema,
        derived: Sequence[Derived],
        drawn_from: Sequence[str],
        known: Mapping[str, Sequence[str]],
        more: Extra = NO_EXTRA,
    ) -> None:
        derived = [each for each in derived if each.name not in schema.names]  # stored
        for each in derived:
            schema = schema.append(pa.field(each.name, pa.type_for_alias(each.type)))
        self._condition = Condition(text, schema, known, more)
        self._derived = [each for each in derived if each.name in self._condition.columns]
        self.columns = {*self._condition.columns} - {each.name for each in derived}
        for each in self._derived:
            self.columns.update(drawn_from, each.reads)

    @classmethod
    def on(cls, described: Described, text: str) -> RowCondition:
        """Return a condition on rows, such as those of a dataset."""
        family = described.family
        derived = [*family.derived(), *family.properties()]
        known, more = family.known_values(), extra(described, text)
        return cls(text, described.schema, derived, family.drawn_from, known, more)

    def of(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Yield the rows that meet the condition, with the derived values that it names."""
        for each in self._derived:
            batches = map(partial(with_derived, value=each), batches)
        return self._condition.of(batches)

    def chosen(self, rows: pa.RecordBatch) -> npt.NDArray[np.bool_]:
        """Return which rows of a batch meet the condition; their text may have codes."""
        names = [name for name in rows.schema.names if name in self.columns]
        columns = [rows.column(name) for name in names]
        plain = [c.dictionary_decode() if pa.types.is_dictionary(c.type) else c for c in columns]
        place = pa.array(np.arange(rows.num_rows))
        numbered = pa.RecordBatch.from_arrays([*plain, place], [*names, PLACE])
        found = np.zeros(rows.num_rows, bool)
        for batch in self.of([numbered]):
            found[batch.column(PLACE).to_numpy()] = True
        return found


def without_codes(schema: pa.Schema) -> pa.Schema:
    """Return a schema whose text has no codes."""
    coded = pa.types.is_dictionary
    return pa.schema([f.with_type(pa.string()) if coded(f.type) else f for f in schema])


class Meant(NamedTuple):
    """The meaning and the columns of rows that are read elsewhere."""

    family: Rows
    schema: pa.Schema


def rows_meeting(
    where: str, problem: dict[str, Any], schema: pa.Schema, frame: pandas.DataFrame
) -> pandas.DataFrame:
    """Return the rows of a data frame of a problem's rows that meet a condition."""
    condition = RowCondition.on(Meant(rows_of(problem), schema), where)
    asked = [field for field in schema if field.name in condition.columns]
    placed = frame[[field.name for field in asked]].assign(**{PLACE: np.arange(len(frame))})
    fields = pa.schema([*asked, pa.field(PLACE, pa.int64())])
    rows = pa.Table.from_pandas(placed, fields, preserve_index=False)
    chosen = [batch.column(PLACE).to_pylist() for batch in condition.of(rows.to_batches())]
    return frame.iloc[list(chain.from_iterable(chosen))]
