"""The files of a dataset, compared with its plan and manifest, and read for verification."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets import card
from enumino.datasets.checks import Check, Report
from enumino.datasets.commit import tables_beside
from enumino.datasets.documents import CARD
from enumino.datasets.plan import File, Part, PartResult, file_sha256
from enumino.datasets.reader import Dataset
from enumino.errors import DatasetError, ForeignPartError
from enumino.schema import PLAN_ID

# Files read in parallel: requests for them take longer than the work.
FILES_AT_ONCE = 8
# Checks of a part in their order: how it passes, and what is wrong where it does not.
CHECKS = {
    "files": ("{} in data/, nothing else", "missing"),
    "checksums": ("equal", "changed since the commit"),
    "schema": ("as planned", "another plan, other columns or rows than recorded"),
    "checkpoints": ("as committed", "missing, or different from its entry in manifest.json"),
}


def file_checks(dataset: Dataset, report: Report) -> Iterator[Check]:
    """Yield the checks of files and checkpoints; the report notes which parts fail one."""
    parts, found = dataset.manifest.plan.parts, set(dataset.store.sizes("data"))
    files = {file["part"]: file for file in dataset.manifest.files}
    with ThreadPoolExecutor(FILES_AT_ONCE) as pool:
        failed = [*pool.map(partial(_first_failed, dataset, found, files), parts)]
    report.redo |= {part.index for part, name in zip(parts, failed, strict=True) if name}
    named = {file["name"].removeprefix("data/") for file in files.values()}
    report.foreign += sorted(f"data/{name}" for name in found - named)
    for name, (passed, wrong) in CHECKS.items():
        lost = [part.file for part, first in zip(parts, failed, strict=True) if first == name]
        told = [f"{', '.join(lost[:3])}: {wrong}"] if lost else []
        if name == "files" and report.foreign:
            told.append(f"not of the dataset: {', '.join(report.foreign[:3])}")
        yield Check(name, not told, "; ".join(told) or passed.format(len(files)))


def _first_failed(
    dataset: Dataset, found: Collection[str], files: Mapping[int, File], part: Part
) -> str:
    """Return the first check that a part fails, or nothing."""
    store, file = dataset.store, files.get(part.index)
    if file is not None:
        if part.file.removeprefix("data/") not in found:
            return "files"
        if file_sha256(store, part.file) != file["sha256"]:
            return "checksums"
        if not _is_of_plan(dataset, file):
            return "schema"
    try:
        result = PartResult.read(store, part)
    except ForeignPartError:
        return "checkpoints"
    return "" if result is not None and result.entry == file else "checkpoints"


def _is_of_plan(dataset: Dataset, file: File) -> bool:
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


def checks_beside(dataset: Dataset, report: Report) -> Iterator[Check]:
    """Make the tables and the card once more, and compare them with those that are there."""
    for name in (expected := tables_beside(dataset)) | {CARD: None}:
        held = dataset.store.read(name)
        if held is None:
            wrong = "missing"
        else:
            same = _is_card(dataset, held) if name == CARD else _holds(expected[name], held)
            wrong = "" if same else "differs from what follows from the rows"
        report.recommit |= bool(wrong)
        yield Check(name, not wrong, wrong or "as made of the rows")


def _is_card(dataset: Dataset, held: bytes) -> bool:
    try:
        return held == card.render(dataset).encode()
    except DatasetError:  # a preview of rows that cannot be read
        return False


def _holds(expected: pa.Table, contents: bytes) -> bool:
    """Return whether a Parquet file equals a table."""
    try:
        return bool(pq.read_table(pa.BufferReader(contents)).equals(expected))
    except (OSError, UnicodeError, pa.ArrowException):
        return False
