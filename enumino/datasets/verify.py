"""Verification of a dataset from its files alone, independent of the records of the run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import numpy as np
import pyarrow as pa

from enumino.arguments import threads_or_cores
from enumino.datasets.checks import Check, Report, cut_off
from enumino.datasets.checks.duplicates import Duplicates, Keys
from enumino.datasets.checks.files import UnreadableError, batches, checks_beside, file_checks
from enumino.datasets.checks.sums import Totals
from enumino.datasets.checks.threads import mapped
from enumino.datasets.documents import MANIFEST
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan
from enumino.datasets.reader import Dataset
from enumino.datasets.storage import open_store
from enumino.words import plural

SAMPLE_ROWS = 1_000_000


def verify(
    root: str | os.PathLike[str],
    *,
    full: bool = False,
    seed: int = 0,
    on_check: Callable[[Check], None] | None = None,
    on_rows: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> Report:
    """Verify a finished dataset.

    First the files: presence, checksums, schema. Then every row is read: totals by class against
    published sequences and against each other, cells of masks, orbit sums, duplicates. Rows are
    also recomputed by independent code: all of them up to a million, a seeded sample beyond. Last,
    totals are compared with counts made without a search, where there is a method: recurrences and
    transfer matrices for tatami rooms, profiles for tilings with reusable pieces.

    Parameters
    ----------
    root : str or path
    full : bool
        Recompute and compare all rows, whatever their number.
    seed : int
        Seed of the sample.
    on_check : callable, optional
        Called with each `Check` as it is done.
    on_rows : callable, optional
        Called with the number of rows read so far, and that of all rows.
    threads : int, optional
        Number of threads that read rows; by default one per core.

    Raises
    ------
    IncompleteDatasetError, DatasetError
        If there is no finished dataset to verify.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/octominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(8))
    >>> enumino.verify(root).ok
    True
    """
    used = threads_or_cores(threads)
    store = open_store(root)
    dataset, report = Dataset(store, Manifest.read(store)), Report(store.root)
    try:
        for check in _checks(dataset, report, _RowPass(dataset, full, seed), used, on_rows):
            report.checks.append(check)
            if on_check:
                on_check(check)
    except UnreadableError as error:
        report.redo.add(error.part)
        report.checks.append(check := Check("rows", False, str(error)))
        if on_check:
            on_check(check)
    return report


def _checks(
    dataset: Dataset,
    report: Report,
    over_rows: _RowPass,
    threads: int,
    on_rows: Callable[[int, int], None] | None,
) -> Iterator[Check]:
    """Yield all checks; those of rows only if the parts can be trusted."""
    yield from file_checks(dataset, report)
    if report.redo:
        return
    yield from checks_beside(dataset, report)
    yield from over_rows.checks(threads, on_rows)
    # Other counts may name classes that nobody knows.
    if over_rows.totals.agree and not cut_off(dataset.family.limit, len(dataset)):
        yield from dataset.family.recounts(dataset.manifest.counts)


def repair(root: str | os.PathLike[str], report: Report | None = None) -> None:
    """Remove the parts to be made again, and the manifest; another run makes them.

    Without a report, since the manifest cannot be read, only the manifest is removed.
    """
    store = open_store(root)
    store.delete(MANIFEST)
    if report and report.redo:
        plan = Plan.read(store)
        for index in report.redo:
            store.delete(plan.parts[index].checkpoint)
            store.delete(plan.parts[index].file)


class _RowPass:
    """One pass over all rows: every row is summed and hashed, a share of them recomputed."""

    def __init__(self, dataset: Dataset, full: bool, seed: int) -> None:
        self.dataset, self.total = dataset, len(dataset)
        self.share = 1.0 if full else min(1.0, SAMPLE_ROWS / max(1, self.total))
        self.random = np.random.default_rng(seed)
        self.totals, self.sums = Totals(dataset), dataset.family.further_sums()
        identity = [name for name in dataset.family.identity if name in dataset.schema.names]
        self.duplicates = Duplicates(identity, self.total, full, seed) if identity else None
        self.read = self.recomputed = 0

    def checks(self, threads: int, on_rows: Callable[[int, int], None] | None) -> Iterator[Check]:
        """Read the rows and yield the checks of them."""
        first = None
        for fault, keys in mapped(self._look, self._batches(), threads):
            first = first or fault
            if self.duplicates and keys is not None:
                self.duplicates.keys.append(keys)
            if on_rows:
                on_rows(self.read, self.total)
        detail = f"{self.recomputed:,} of {plural(self.total, 'row')} recomputed"
        yield Check("rows", first is None, first or detail)
        yield self.totals.check()
        yield from self.dataset.family.laws(self.totals.counts)
        for each in self.sums:
            yield each.check()
        if self.duplicates:
            yield self.duplicates.check(self._again, threads)

    def _batches(self) -> Iterator[tuple[str, pa.RecordBatch, bool]]:
        for name, batch in batches(self.dataset):
            for each in (self.totals, *self.sums):
                each.add(batch)
            chosen = bool(self.random.random() < self.share)
            self.read += batch.num_rows
            self.recomputed += chosen * batch.num_rows
            yield name, batch, chosen

    def _look(self, at: tuple[str, pa.RecordBatch, bool]) -> tuple[str | None, Keys | None]:
        """Return a fault of the rows of a batch, if it was chosen, and the keys of its rows."""
        name, batch, chosen = at
        found = self.dataset.family.faults(batch) if chosen else ()
        first = next(iter(found), None)
        fault = (
            first and f"a row of {name} {first.what}: {batch.slice(first.row, 1).to_pylist()[0]}"
        )
        return fault, self.duplicates.keys_of(batch) if self.duplicates else None

    def _again(self, columns: list[str]) -> Iterator[pa.RecordBatch]:
        return (batch for _, batch in batches(self.dataset, columns))
