"""Rows of exact covers: totals, checks, texts."""

from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from enumino.datasets.checks import Fault, cut_off
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.errors import DatasetError
from enumino.families.covers import checks, published
from enumino.families.covers.grids import answer, worksheet
from enumino.families.covers.parameters import CoverParameters
from enumino.objects.grid import Grid


class CoverRows(Rows):
    """Rows of solutions, one solution per row."""

    identity = ("options",)
    drawn_from = ("options",)

    def __init__(self, problem: ParametersJson) -> None:
        asked = CoverParameters.from_json(problem)
        self.name, self.limit = asked.name, asked.limit
        self.problem, self.named = asked.cover, asked.puzzle
        self.worksheet = worksheet(self.named)

    @property
    def row_cells(self) -> int:
        problem = self.problem
        options = min(len(problem.options), sum(most for _, most in problem.bounds))
        return max(len(problem.items), options)

    def totals(self, counts: Counts) -> list[Total]:
        number = sum(counts.values())
        known = None if cut_off(self.limit, number) else published.covers(self.named)
        return [against({"problem": self.name}, number, known)]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        return checks.faults(self.problem, rows)

    def object_of(self, row: Mapping[str, Any]) -> Grid | str:
        last = len(self.problem.options) - 1
        if max(row["options"], default=0) > last:
            raise DatasetError(
                f"A row has option {max(row['options'])}, but the last option is {last}: "
                "`enumino verify` says which files are wrong."
            )
        return answer(self.problem, row["options"], self.named)

    def tables(self) -> dict[str, pa.Table]:
        numbers = range(len(self.problem.options))
        texts = list(map(self.problem.option_text, numbers))
        options = pa.table({"option": pa.array(numbers, pa.int64()), "text": texts})
        return {"options.parquet": options}
