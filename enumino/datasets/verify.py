"""Verification of a dataset from its files alone, independent of the run that made it."""

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from enumino.arguments import threads_or_cores
from enumino.datasets.card import beside
from enumino.datasets.checks import Check, Verification, agreed, cut_off
from enumino.datasets.documents import CARD, MANIFEST, PLAN, Counts, counts_of, damaged
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import (
    FILES_AT_ONCE,
    File,
    Part,
    PartResult,
    Plan,
    file_sha256,
)
from enumino.datasets.queries.session import asking
from enumino.datasets.reader import StoredDataset
from enumino.datasets.storage import open_store
from enumino.datasets.totals import small_table
from enumino.datasets.writer import PLAN_ID
from enumino.errors import DatasetError, ForeignPartError, ProblemError, QueryError
from enumino.schema import arrow_schema, count_by
from enumino.words import in_a_line, plural

SAMPLE_ROWS = 1_000_000
# Rows per batch, and cells in all rows of a batch, so that a batch fits into the caches.
CHECKED_ROWS, CHECKED_CELLS = 32_768, 1 << 22
# Rows in one comparison of hashes, and the number of comparisons unless `full`.
ROWS_IN_MEMORY, MOST_SLICES = 32_000_000, 4
MOST_ALIKE = 1000  # equal hashes whose rows are compared
BATCHES_PER_THREAD = 4  # read before the threads recompute them


def verify(
    root: str | os.PathLike[str],
    *,
    full: bool = False,
    on_check: Callable[[Check], None] | None = None,
    on_rows: Callable[[int, int], None] | None = None,
    threads: int | None = None,
) -> Verification:
    """Verify a finished dataset.

    First, files are checked: presence, checksums, schema. Then every row is read, and up to a
    million rows, or a sample of a million, are recomputed by independent code. Totals by class are
    compared with published sequences and with each other, and cells of masks, orbit sums and
    duplicates are checked. Last, totals are compared with counts by methods without a search, such
    as recurrences for tatami rooms, and transfer matrices for rooms and for tilings with reusable
    pieces.

    Parameters
    ----------
    root : str or path
    full : bool
        Recompute and compare all rows, regardless of their number.
    on_check : callable, optional
        Called with each `Check` when it is complete.
    on_rows : callable, optional
        Called with the number of rows read so far and the number of all rows.
    threads : int, optional
        Number of threads that recompute rows; by default one per core.

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
    dataset = StoredDataset.opened(root)
    report = Verification(dataset.path)
    try:
        for check in _checks(dataset, report, full, used, on_rows):
            report.checks.append(check)
            if on_check:
                on_check(check)
    except (ProblemError, QueryError) as error:  # of the condition in the plan
        raise damaged(dataset.store, PLAN, str(error)) from error
    return report


def _checks(
    dataset: StoredDataset,
    report: Verification,
    full: bool,
    threads: int,
    on_rows: Callable[[int, int], None] | None,
) -> Iterator[Check]:
    """Yield all checks, but check rows only if the parts are undamaged."""
    yield from _file_checks(dataset, report)
    if report.redo:
        return
    yield from _checks_beside(dataset, report)
    yield _recomputed(dataset, report, full, threads, on_rows)
    if report.redo:
        return
    # No theory predicts the number of rows that a user's function chooses.
    row_kind, chosen = dataset.row_kind, dataset.manifest.plan.chosen_by
    columns = ", ".join(["count(*)", *(f'"{key}"' for key in dataset.manifest.plan.keys)])
    with asking(dataset, threads) as ask:
        found = ask(f"select {columns} from rows group by all having count(*) > 0")
        counts = {tuple(key): number for number, *key in found}
        yield _totals(dataset, counts)
        if not chosen:
            yield from row_kind.laws(counts)
            yield from row_kind.sums(ask, dataset.schema.names)
        if {*row_kind.identity} & {*dataset.schema.names}:
            yield _duplicates(dataset, ask, full)
    # Counts that differ from the manifest may name unknown classes.
    if (
        not chosen
        and counts == dataset.manifest.counts
        and not cut_off(row_kind.limit, len(dataset))
    ):
        yield from row_kind.recounts(counts)


def repair(root: str | os.PathLike[str], report: Verification | None = None) -> None:
    """Remove the manifest, and the damaged parts that a report lists."""
    store = open_store(root)
    store.delete(MANIFEST)
    if report and report.redo:
        plan = Plan.read(store)
        for index in report.redo:
            store.delete(plan.parts[index].checkpoint)
            store.delete(plan.parts[index].file)


def _file_checks(dataset: StoredDataset, report: Verification) -> Iterator[Check]:
    """Yield the checks of parts and manifest; note damage in the report."""
    manifest, found = dataset.manifest, dataset.store.entries("data")
    parts = manifest.plan.parts
    with ThreadPoolExecutor(FILES_AT_ONCE) as pool:
        looked = [*pool.map(partial(_looked_at, dataset, found), parts)]
    wrong = {part: each for part, each in zip(parts, looked, strict=True) if isinstance(each, str)}
    results = [each for each in looked if not isinstance(each, str)]
    files = [part.file for part in wrong] + [result.file for result in results if result.rows]
    report.redo |= {part.index for part in wrong}
    report.foreign += sorted({*found} - {*files})
    faults = [f"{part.file}: {fault}" for part, fault in wrong.items()][:3]
    if report.foreign:
        faults.append(f"not of the dataset: {', '.join(report.foreign[:3])}")
    sound = f"{plural(len(files), 'file')} and {plural(len(parts), 'checkpoint')} as committed"
    yield Check("parts", not faults, "; ".join(faults) or sound)
    if wrong or Manifest.of(manifest.plan, results, manifest.made_by) == manifest:
        return
    report.recommit = True
    report.redo |= {result.index for result in results if not _adds_up(dataset, result)}
    yield Check(MANIFEST, False, "differs from the sum of its parts")


def _looked_at(
    dataset: StoredDataset, found: Mapping[str, int | None], part: Part
) -> PartResult | str:
    """Return the result of a part, or a phrase for its fault."""
    try:
        result = part.result(dataset.store)
    except ForeignPartError:
        result = None
    if result is None:
        return "its checkpoint is missing or damaged"
    if (file := result.entry) is None:
        return result
    if found.get(part.file) is None:
        return "missing"
    if file_sha256(dataset.store, part.file) != result.sha256:
        return "changed since it was made"
    if not _is_of_plan(dataset, file):
        return "of another plan, or has other columns or rows than recorded"
    return result


def _adds_up(dataset: StoredDataset, result: PartResult) -> bool:
    """Return whether the rows of a part agree with the counts in its checkpoint."""
    if (file := result.entry) is None:
        return not result.counts
    found: Counter[tuple[Any, ...]] = Counter()
    for rows in dataset.read(file, CHECKED_ROWS, dataset.manifest.plan.keys):
        found.update(count_by(rows, rows.schema.names))
    return found == counts_of(result.counts)


def _is_of_plan(dataset: StoredDataset, file: File) -> bool:
    """Return whether the footer of a file agrees with the plan."""
    with dataset.store.open(file["name"]) as source:
        try:
            found = pq.ParquetFile(source)
        except (OSError, UnicodeError, pa.ArrowException) as error:
            if getattr(error, "errno", None) is not None:  # of the disk
                raise
            return False
        written = (found.metadata.metadata or {}).get(PLAN_ID.encode(), b"").decode()
        agrees = (written, found.metadata.num_rows) == (dataset.manifest.plan_id, file["rows"])
        return agrees and bool(found.schema_arrow.equals(dataset.schema))


def _checks_beside(dataset: StoredDataset, report: Verification) -> Iterator[Check]:
    """Compare the tables and the card with new ones."""
    same_pyarrow = dataset.manifest.made_by.get("pyarrow") == pa.__version__
    for name, expected in beside(dataset).items():
        held = dataset.store.read(name)
        wrong = "" if held == expected else "differs from the rows"
        if held is None:
            wrong = "missing"
        elif name != CARD and not same_pyarrow and _holds(expected, held):
            wrong = ""  # another version may have written the same table as other bytes
        report.recommit |= bool(wrong)
        yield Check(name, not wrong, wrong or "agrees with the rows")


def _holds(expected: bytes, held: bytes) -> bool:
    """Return whether two Parquet files contain the same table."""
    try:
        ours, theirs = (small_table(pa.BufferReader(each)) for each in (expected, held))
        return bool(ours.equals(theirs))
    except (OSError, ValueError, pa.ArrowException):
        return False


def _recomputed(
    dataset: StoredDataset,
    report: Verification,
    full: bool,
    threads: int,
    on_rows: Callable[[int, int], None] | None,
) -> Check:
    """Read all rows, recompute a fraction of them, and return whether all are right."""
    total, random = len(dataset), np.random.default_rng(0)
    fraction = 1.0 if full else min(1.0, SAMPLE_ROWS / max(1, total))
    read = recomputed = 0
    rows_at_once = max(1, min(CHECKED_ROWS, CHECKED_CELLS // max(1, dataset.row_kind.row_cells)))
    bounds = arrow_schema(dataset.columns, signed=False)

    def chosen() -> Iterator[tuple[str, pa.RecordBatch]]:
        nonlocal read, recomputed
        for file in dataset.manifest.files:
            try:
                for batch in dataset.read(file, rows_at_once):
                    batch.validate(full=True)
                    found = batch.cast(bounds)
                    read += found.num_rows
                    if random.random() < fraction:
                        recomputed += found.num_rows
                        yield file["name"], found
                    if on_rows:
                        on_rows(read, total)
            except (DatasetError, pa.ArrowException) as error:
                report.redo.add(file["part"])
                why = in_a_line(str(error.__cause__ or error)).rstrip(".")
                raise DatasetError(f"{file['name']} cannot be read ({why})") from error

    def fault(at: tuple[str, pa.RecordBatch]) -> str | None:
        name, batch = at
        for what, row in dataset.row_kind.faults(batch):
            return f"a row of {name} {what}: {batch.slice(row, 1).to_pylist()[0]}"
        return None

    rows, first = chosen(), None
    try:
        with ThreadPoolExecutor(threads) as pool:
            while first is None and (lot := list(islice(rows, BATCHES_PER_THREAD * threads))):
                first = next(filter(None, pool.map(fault, lot)), None)
    except DatasetError as error:
        first = str(error)
    detail = f"{recomputed:,} of {plural(total, 'row')} recomputed"
    for each in dataset.manifest.plan.functions:
        detail += f", without the {each.role} by {each.title}"
    return Check("rows", first is None, first or detail)


def _totals(dataset: StoredDataset, counts: Counts) -> Check:
    """Compare the totals of the rows with the manifest and published numbers."""
    name = "published totals"
    if counts != dataset.manifest.counts:
        return Check(name, False, "the rows do not add up to the counts in the manifest")
    lines = dataset.totals
    known = sum(line.agrees is not None for line in lines)
    equal = "; all equal" if known else ""
    return agreed(name, lines, f"{known} of {plural(len(lines), 'total')} published{equal}")


def _duplicates(dataset: StoredDataset, ask: Callable[..., Any], full: bool) -> Check:
    """Look for rows with equal values in the columns that identify rows, by hashes in slices."""
    names = [name for name in dataset.row_kind.identity if name in dataset.schema.names]
    row = ", ".join(f"""'{name}': "{name}\"""" for name in names)
    hashed = "hash(" + ", ".join(f'"{n}"' for n in names) + ")"
    name, total, compared = "no duplicates", len(dataset), 0
    slices = max(1, -(-total // ROWS_IN_MEMORY))
    chosen = np.random.default_rng(0).permutation(slices)[: None if full else MOST_SLICES]
    for number in chosen:
        query = f"select {hashed} as hash from rows where {hashed} % {slices} = {number}"
        hashes = ask(query, "fetchnumpy")["hash"]
        hashes.sort()
        compared += len(hashes)
        if len(alike := hashes[1:][hashes[1:] == hashes[:-1]]):
            some = ", ".join(map(str, alike[:MOST_ALIKE]))
            again = "group by all having count(*) > 1 limit 1"
            if twice := ask(f"select {{{row}}} from rows where {hashed} in ({some}) {again}"):
                return Check(name, False, f"a row occurs twice: {twice[0][0]}")
    return Check(name, True, f"{compared:,} of {plural(total, 'row')} compared")
