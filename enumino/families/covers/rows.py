"""Rows of exact covers: totals, checks by covering the items again, texts."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pyarrow as pa

from enumino.arrays import Flags
from enumino.datasets.checks import Fault, claimed_codes, codes_of, cut_off, faults_in_lots
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total, against
from enumino.errors import DatasetError
from enumino.families.covers import published
from enumino.families.covers.grids import answer, worksheet
from enumino.families.covers.parameters import CoverParameters
from enumino.objects.grid import Grid
from enumino.published import TOTAL


class CoverRows(Rows):
    """Rows of solutions, one solution per row."""

    identity = ("options",)
    drawn_from = ("options",)

    def __init__(self, problem: ParametersJson) -> None:
        asked = CoverParameters.from_json(problem)
        self.name, self.limit, self.images = asked.name, asked.limit, asked.images
        self.problem, self.named = asked.cover, asked.puzzle
        self.worksheet = worksheet(self.named)

    @property
    def row_cells(self) -> int:
        problem = self.problem
        options = min(len(problem.options), sum(most for _, most in problem.bounds))
        return max(len(problem.items), options)

    def totals(self, counts: Counts) -> list[Total]:
        number, known, labels = sum(counts.values()), None, {"problem": self.name}
        if not cut_off(self.limit, number):
            known = published.covers(self.named, up_to_symmetry=bool(self.images))
        own = [Total(labels | {"symmetry": key[0]}, counts[key]) for key in sorted(counts) if key]
        labels |= {"symmetry": TOTAL} if self.images else {}
        return [*own, against(labels, number, known)]

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        return faults_in_lots(rows, len(self.problem.items), self._wrong)

    def _wrong(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        """Yield each possible fault, and the rows that have it."""
        lists = rows.column("options")
        problem, (starts, members, colours_of) = self.problem, self.problem.arrays
        offsets = lists.offsets.to_numpy().astype(np.int64)
        options = lists.values.to_numpy()[offsets[0] : offsets[-1]].astype(np.int64)
        row_of = np.repeat(np.arange(len(lists)), np.diff(offsets))
        unknown = options >= len(starts) - 1
        yield "has an option that does not exist", np.isin(range(len(lists)), row_of[unknown])
        if unknown.any():
            return
        falling = (row_of[1:] == row_of[:-1]) & (options[1:] <= options[:-1])
        yield "does not have its options ascending", np.isin(range(len(lists)), row_of[1:][falling])
        sizes = np.diff(starts)[options]
        at = np.repeat(starts[options] - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        items, colours = len(problem.items), colours_of[at]
        key = np.repeat(row_of, sizes) * items + members[at]
        times = np.bincount(key, minlength=len(lists) * items).reshape(-1, items)
        primary = len(problem.primary)
        fewest, most = np.array(problem.bounds).T if problem.bounds else (1, 1)
        covered = times[:, :primary]
        often = "as often as it should" if problem.bounds else "once"
        wrong = np.logical_or(covered < fewest, covered > most).any(1)
        yield f"does not cover each primary item {often}", np.asarray(wrong)
        # A secondary item that is covered more than once needs the same colour each time.
        highest, lowest = np.zeros(times.size, np.int64), np.full(times.size, 1 << 62)
        np.maximum.at(highest, key, colours)
        np.minimum.at(lowest, key, colours)
        clash = (times.ravel() > 1) & ((highest != lowest) | (lowest == 0))
        secondary = clash.reshape(times.shape)[:, primary:]
        yield "covers a secondary item twice in different colours", secondary.any(1)
        if self.images:
            chosen = np.zeros((len(lists), len(starts) - 1), np.bool_)
            chosen[row_of, options] = True
            yield from self._misclassed(rows, chosen)

    def _misclassed(self, rows: pa.RecordBatch, chosen: Flags) -> Iterator[tuple[str, Flags]]:
        """Yield faults of symmetries, from flags for each option of each row."""
        number = np.arange(len(chosen))
        images = [chosen[:, image] for image in self.images.values()]
        # An image comes first if it has the first option that only one of both has.
        later = [(each > chosen)[number, (each != chosen).argmax(1)] for each in images]
        yield "is not the first of its images", np.any(later, axis=0)
        kept = np.array([(each == chosen).all(1) for each in images])
        codes = codes_of((1 << np.array([*self.images], np.uint64)) @ kept, self.lattice)
        claimed = claimed_codes(rows.column("symmetry"), self.lattice)
        yield "has another symmetry class", np.asarray(codes != claimed)
        orbits = (1 + len(images)) // (1 + kept.sum(0))
        yield "has another orbit", np.asarray(orbits != rows.column("orbit").to_numpy())

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
