"""Rows that are solutions of an exact cover problem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from enumino.covers import CoverProblem, describe_solution, ready_made
from enumino.datasets.checks import Check, Fault, Sums
from enumino.datasets.manifest import Counts
from enumino.datasets.totals import Total, against
from enumino.published import tilings as published

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.checks.covers import CoverChecks


class CoverRows:
    """One solution a row."""

    identity = ("options",)
    drawn_from = ("options",)

    def __init__(self, problem: dict[str, Any]) -> None:
        self.parameters = problem
        self.recipe = tuple(problem["ready_made"]) if "ready_made" in problem else None
        self.limit = problem["limit"]

    @cached_property
    def problem(self) -> CoverProblem:
        """The problem whose solutions these are."""
        if self.recipe:
            return ready_made(*self.recipe)
        return CoverProblem.from_json(self.parameters)

    def totals(self, counts: Counts) -> list[Total]:
        """The number of solutions."""
        known = published.covers(self.recipe) if self.recipe and self.limit is None else None
        return [against({"problem": self.parameters["name"]}, sum(counts.values()), known)]

    @cached_property
    def _checks(self) -> CoverChecks:
        from enumino.datasets.checks.covers import CoverChecks

        return CoverChecks(self.problem)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Cover the items anew."""
        return self._checks.faults(rows)

    def further_sums(self) -> Sequence[Sums]:
        """Nothing beyond the total."""
        return []

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Nothing beyond the total."""
        return iter(())

    def object_of(self, row: Mapping[str, Any]) -> str:
        """The solution of a row, written down."""
        return describe_solution(self.problem, row["options"], self.recipe)

    def picture(self, thing: str, *, ascii_only: bool = False) -> str:
        """Return the solution as it is."""
        return thing

    def sheet(self, things: Sequence[str], title: str) -> str:
        """Write solutions on an SVG page."""
        lines = [title, *(line for thing in things for line in ["", *thing.split("\n")])]
        width = 20 + 8 * max(map(len, lines))
        texts = "".join(
            f'<text x="10" y="{20 + 16 * i}" xml:space="preserve">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        size = f'width="{width}" height="{30 + 16 * len(lines)}"'
        font = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13"'
        paper = '<rect width="100%" height="100%" fill="white"/>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}>{paper}{texts}</svg>\n'

    def tables(self) -> dict[str, pa.Table]:
        """What the options are."""
        import pyarrow as pa

        problem = self.problem
        numbers = range(len(problem.options))
        return {
            "options.parquet": pa.table(
                {
                    "option": pa.array(numbers, pa.uint32()),
                    "text": [problem.option_text(number) for number in numbers],
                }
            )
        }

    def queries(self) -> tuple[str, str, str]:
        """Sizes of solutions; the same; those with the first option."""
        return (
            "select len(options) as options, count(*) from rows group by all order by all",
            'rows.group_by(pl.col("options").list.len()).len().sort("options").collect()',
            "true",
        )
