"""Rows of partitions: totals, checks, tilings and plans."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import pyarrow as pa

from enumino import drawing
from enumino.datasets.checks import Ask, Check, Fault, agreed, compared, cut_off
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.queries.conditions import not_met
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.enum.sweep import SweepError
from enumino.errors import DatasetError
from enumino.families.partitions import published
from enumino.families.partitions.checks import PartitionChecks
from enumino.families.partitions.parameters import PartitionParameters
from enumino.families.partitions.pictures import Plan, plan_picture
from enumino.objects.board import letter
from enumino.objects.lattice import SQUARE
from enumino.objects.tiling import Tiling
from enumino.published import TOTAL
from enumino.words import plural

MOST_SECONDS = 2.0  # of a sweep for comparison


class PartitionRows(Rows):
    """Rows of partitions, one partition per row."""

    identity = ("layout",)
    drawn_from = ("layout",)

    def __init__(self, problem: ParametersJson | PartitionParameters) -> None:
        if not isinstance(problem, PartitionParameters):
            problem = PartitionParameters.from_json(problem)
        self.asked, self.limit = problem, problem.limit
        self.lattice = SQUARE if problem.area is None else problem.area.lattice

    @property
    def row_cells(self) -> int:
        return self.asked.order

    def totals(self, counts: Counts) -> list[Total]:
        """Return the partitions by number of parts, if it varies, each by class, and in total."""
        by_parts: dict[int, Counter[str]] = {}
        for (parts, *symmetry), number in counts.items():
            by_parts.setdefault(parts, Counter())[symmetry[0] if symmetry else TOTAL] += number
        lines = []
        for parts in sorted(by_parts) if len(self.asked.numbers) > 1 else ():
            lines += self._lines(by_parts[parts], range(parts, parts + 1))
        return [*lines, *self._lines(sum(by_parts.values(), Counter()), self.asked.numbers)]

    def _lines(self, by_class: Counter[str], parts: range) -> list[Total]:
        """Return the partitions into some numbers of parts by symmetry class, and in total."""
        what = "region" if self.asked.graph is None else "graph"
        labels: dict[str, int | str] = {what: self.asked.name}
        if len(parts) == 1:
            labels["parts"] = parts[0]
        lines = [
            Total({**labels, "symmetry": name}, by_class[name])
            for name in self.lattice.class_names
            if by_class[name]
        ]
        return [*lines, self.total(labels, sum(by_class.values()), parts)]

    def total(self, labels: Mapping[str, int | str], number: int, parts: range) -> Total:
        """Return a number of partitions with the published number."""
        asked, known = self.asked, None
        if not asked.is_conditional and not cut_off(self.limit, number):
            known = published.partitions(asked, parts, asked.up_to_symmetry)
        return against({**labels, "symmetry": TOTAL}, number, known)

    @cached_property
    def _checks(self) -> PartitionChecks:
        return PartitionChecks(self.asked)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        yield from (found := list(self._checks.faults(rows)))
        if not found:
            yield from not_met(self, self.asked.only, rows)

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check the numbers of parts and the limit."""
        if others := {parts for parts, *_ in counts} - set(self.asked.numbers):
            yield Check("parts", False, f"{min(others)} parts were not asked for")
        yield from super().laws(counts)

    def sums(self, ask: Ask, columns: Sequence[str]) -> Iterator[Check]:
        """Compare the number of images of all rows with the published number of partitions."""
        asked = self.asked
        if not asked.up_to_symmetry:
            return
        ((number,),) = ask("select coalesce(sum(orbit), 0) from rows")
        known = None
        if not asked.is_conditional and self.limit is None:
            known = published.partitions(asked, asked.numbers, up_to_symmetry=False)
        line = against({"of": "all partitions"}, number, known)
        detail = f"the rows stand for {plural(number, 'partition')}"
        yield agreed("orbit sum", [line], detail + (f", as {line.oeis} has" if line.agrees else ""))

    def recounts(self, counts: Counts) -> Iterator[Check]:
        """Compare the partitions that the rows stand for with a sweep."""
        from enumino.enum.partition_sweep import PartitionSweep

        asked = self.asked
        if asked.is_conditional or self.limit is not None:
            return
        try:
            sweep = PartitionSweep(*asked.swept)
            if sweep.expected_seconds > MOST_SECONDS:
                return
            theirs = sum(sweep.run(threads=1).values())
        except SweepError:
            return
        ours = sum(counts.values())
        if asked.up_to_symmetry and asked.area is not None:
            order, named = asked.area.order, self.lattice.class_named
            ours = sum(n * order // named(name).order for (_, name), n in counts.items())
        yield from compared("transfer matrix", [(asked.name, ours, theirs)])

    def object_of(self, row: Mapping[str, Any]) -> Tiling | Plan:
        asked, region = self.asked, self.asked.area
        layout = row["layout"]
        if region is None:
            known = all(0 <= part < asked.numbers[-1] for part in layout)
        else:
            letters = {letter(part): part for part in range(asked.most_parts)}
            layout = [letters.get(each, -1) for each in layout]
            known = -1 not in layout
        if not known or len(layout) != asked.order:
            raise DatasetError(
                f"A layout does not give a part to each of the {asked.order:,} {asked.nouns}: "
                "`enumino verify` says which files are wrong."
            )
        if region is None:
            return Plan(asked, tuple(layout))
        cells: dict[int, list[Any]] = {part: [] for part in sorted(set(layout))}
        for cell, part in zip(region.cells, layout, strict=True):
            cells[part].append(cell)
        return Tiling(region, [(str(part + 1), own) for part, own in cells.items()])

    def drawn(self, things: Sequence[Any]) -> list[drawing.Picture]:
        if all(isinstance(thing, Plan) and thing.points for thing in things):
            return [plan_picture(thing) for thing in things]
        return super().drawn(things)

    def sheet(self, things: Sequence[Any], title: str) -> drawing.Picture:
        return drawing.sheet(self.drawn(things), title)

    def tables(self) -> dict[str, pa.Table]:
        """Return a table of the vertices of a graph: names and, if given, weights."""
        asked = self.asked
        if asked.graph is None:
            return {}
        columns: dict[str, Any] = {
            "vertex": pa.array(range(asked.order), pa.int32()),
            "name": list(asked.network.names),
        }
        if asked.weights is not None:
            columns["weight"] = pa.array(asked.loads.tolist(), pa.int64())
        return {"names.parquet": pa.table(columns)}
