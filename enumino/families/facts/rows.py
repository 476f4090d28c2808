"""Rows of facts, which describe the rows of another dataset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

import pyarrow as pa

from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import Counts, Parameters
from enumino.datasets.facts import FACTS, FactSet, Witnesses
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total
from enumino.drawing import texts_svg
from enumino.errors import DamagedError, ProblemError
from enumino.families.facts.functions import FunctionFacts
from enumino.registry import family_of, rows_of
from enumino.words import quoted


def fact_set_of(parameters: Parameters) -> FactSet:
    """Return the set of facts that the JSON of a problem of facts describes."""
    described, name = parameters.get("of"), parameters.get("set")
    if not isinstance(described, dict) or not isinstance(described.get("plan_id"), str):
        raise _damaged("it names no rows")
    problem = described.get("problem")
    if not isinstance(problem, dict):
        raise _damaged("it names no rows")
    if problem.get("family") == FACTS:
        raise _damaged("it describes facts about facts")
    kind = FunctionFacts if "function" in parameters else sets_about(problem).get(str(name))
    if kind is None:
        raise ProblemError(f"This version has no set of facts {quoted(name)} about these rows.")
    if parameters.get("version") != kind.version:
        raise ProblemError(
            f"The facts {quoted(name)} are of version {parameters.get('version')}, and this is "
            f"version {kind.version}: remove their folder, and make them again."
        )
    return kind.from_json(parameters).about(rows_of(problem))


def _damaged(reason: str) -> DamagedError:
    return DamagedError(
        f"The problem of the dataset is damaged ({reason}): restore plan.json and manifest.json "
        "from a copy, or make the facts again."
    )


def sets_about(problem: Parameters) -> dict[str, type[FactSet]]:
    """Return the sets of facts about the rows of a problem, by name."""
    family = family_of(problem)
    return {each.name: each for each in family.fact_sets()} if family else {}


class FactRows(Rows):
    """Rows of facts."""

    identity: ClassVar[tuple[str, ...]] = ()
    drawn_from: ClassVar[tuple[str, ...]] = ()
    row_cells = 128

    def __init__(self, problem: Parameters) -> None:
        self.facts = fact_set_of(problem)
        self.described = str(problem["of"]["plan_id"])
        self.is_recomputed = self.facts.is_recomputed
        self.lattice = self.facts.rows.lattice

    def totals(self, counts: Counts) -> list[Total]:
        """Totals of the set."""
        return self.facts.totals(counts)

    def witnesses(self) -> Mapping[str, Witnesses]:
        """The drawings of the witnesses of the set by name."""
        return self.facts.witnesses()

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Check the facts by independent code; the rows have the described columns too."""
        return self.facts.faults(rows)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Conditions of the set on the totals."""
        return self.facts.laws(counts)

    def object_of(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The facts as a dictionary."""
        return dict(row)

    def picture(self, thing: Mapping[str, Any], *, ascii_only: bool = False) -> str:
        """Write the facts one a line."""
        return "\n".join(f"{name}: {value}" for name, value in thing.items())

    def sheet(
        self, things: Sequence[Mapping[str, Any]], title: str, most_pixels: int | None = None
    ) -> str:
        """Write facts on a page."""
        return texts_svg([self.picture(each) for each in things], title, most_pixels=most_pixels)

    def queries(self) -> tuple[str, str, str]:
        """Queries of all rows, and by the first column."""
        first = self.facts.columns[0].name
        return (
            f"select {first}, count(*) from rows group by all order by all",
            f'rows.group_by("{first}").len().sort("{first}").collect()',
            "true",
        )
