"""The files of a dataset, compared with its plan and manifest, and read for verification."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets import card
from enumino.datasets.checks import Check
from enumino.datasets.checks.threads import mapped
from enumino.datasets.commit import tables_beside
from enumino.datasets.documents import CARD
from enumino.datasets.manifest import File, Manifest
from enumino.datasets.parts import PartResult, file_sha256
from enumino.datasets.plan import Part
from enumino.datasets.reader import Dataset
from enumino.datasets.storage import Store
from enumino.errors import DatasetError
from enumino.schema import PLAN_ID, arrow_schema
from enumino.words import in_a_line

# Files read in parallel: requests for them take longer than the work.
FILES_AT_ONCE = 8
# Rows of a batch, and cells of all of its rows: they fit into the caches.
BATCH_ROWS, BATCH_CELLS = 32_768, 1 << 22


class UnreadableError(Exception):
    """An error for pages of a part that cannot be read although checksum and footer are right."""

    def __init__(self, part: int, name: str, reason: object) -> None:
        super().__init__(f"{name} cannot be read ({in_a_line(str(reason)).rstrip('.')})")
        self.part = part


class Files:
    """The part files of a dataset, compared with its plan and manifest."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.dataset = Dataset(store, Manifest.read(store))
        self.manifest, self.family = self.dataset.manifest, self.dataset.family
        self.plan = self.manifest.plan
        self.by_index = {f["part"]: f for f in self.manifest.files}
        self.part_of = {f["name"]: f["part"] for f in self.manifest.files}
        self.redo: set[int] = set()
        self.damaged: set[int] = set()  # whose files are
        self.foreign: list[str] = []
        self.recommit = False

    def present(self) -> Check:
        """Check that ``data/`` holds the part files and nothing else."""
        by_name = {f["name"].rpartition("/")[2]: index for index, f in self.by_index.items()}
        found = set(self.store.names("data"))
        missing, foreign = sorted(by_name.keys() - found), sorted(found - by_name.keys())
        self._note({by_name[name] for name in missing})
        self.foreign += [f"data/{name}" for name in foreign]
        wrong = []
        if missing:
            wrong.append(f"{len(missing)} of {len(by_name)} missing: {', '.join(missing[:3])}")
        if foreign:
            wrong.append(f"files in data/ that are not of the dataset: {', '.join(foreign[:3])}")
        detail = "; ".join(wrong) or f"{len(by_name)} in data/, nothing else"
        return Check("files", not wrong, detail)

    def beside(self) -> Iterator[Check]:
        """Make the tables and the card once more, and compare them with those that are there."""
        for name, expected in tables_beside(self.dataset).items():
            yield self._compared(name, partial(_holds, expected))
        yield self._compared(CARD, self._is_card)

    def _compared(self, name: str, same: Callable[[bytes], bool]) -> Check:
        """Check that a file beside the parts is there, and says what follows from these."""
        held = self.store.read(name)
        wrong = "" if held is not None and same(held) else "differs from what follows from the rows"
        wrong = "missing" if held is None else wrong
        self.recommit |= bool(wrong)
        return Check(name, not wrong, wrong or "as made of the rows")

    def _is_card(self, held: bytes) -> bool:
        try:
            return held == card.render(self.dataset).encode()
        except DatasetError:  # a preview of rows that cannot be read
            return False

    def checksums(self) -> Check:
        """Check that the contents of the files are those that were committed."""
        bad = self._where(lambda file: file_sha256(self.store, file["name"]) != file["sha256"])
        named = self._named(bad)
        return Check("checksums", not bad, f"{named} changed since the commit" if bad else "equal")

    def schema(self) -> Check:
        """Check the files against the plan: columns, numbers of rows and footers."""
        bad = self._where(lambda file: not self._is_of_plan(file))
        named = self._named(bad)
        detail = f"{named}: another plan, other columns or rows than recorded"
        return Check("schema", not bad, detail if bad else "as planned")

    def _where(self, wrong: Callable[[File], bool]) -> list[int]:
        """Note and return the parts whose files fail a test, several files in parallel."""
        trusted = [(i, file) for i, file in self.by_index.items() if i not in self.damaged]
        found = mapped(wrong, (file for _, file in trusted), FILES_AT_ONCE)
        bad = [index for (index, _), is_wrong in zip(trusted, found, strict=True) if is_wrong]
        self._note(set(bad))
        return bad

    def _note(self, damaged: set[int]) -> None:
        self.damaged |= damaged
        self.redo |= damaged

    def _is_of_plan(self, file: File) -> bool:
        """Return whether the footer of a file agrees with the plan."""
        with self.store.open(file["name"]) as source:
            try:
                parquet = pq.ParquetFile(source)
            except OSError as error:
                if error.errno is not None:  # the disk's own words, not those of a bad footer
                    raise
                return False
            except (UnicodeError, pa.ArrowException):
                return False
            written = (parquet.metadata.metadata or {}).get(PLAN_ID.encode(), b"")
            return bool(
                parquet.schema_arrow.equals(arrow_schema(self.plan.columns))
                and written == self.plan.plan_id.encode()
                and parquet.metadata.num_rows == file["rows"]
            )

    def checkpoints(self) -> Check:
        """Check that the checkpoints of the parts agree with the manifest."""
        agreed = mapped(self._agrees, self.plan.parts, FILES_AT_ONCE)
        bad = [p.index for p, it_does in zip(self.plan.parts, agreed, strict=True) if not it_does]
        self.redo |= set(bad)
        named = ", ".join(self.plan.parts[index].checkpoint for index in bad[:3])
        detail = f"{named}: missing, or different from its entry in manifest.json"
        return Check("checkpoints", not bad, detail if bad else "as committed")

    def _agrees(self, part: Part) -> bool:
        try:
            result = PartResult.read(self.store, part, len(self.plan.keys))
        except DatasetError:
            return False
        if result is None:
            return False
        if not result.rows:
            return part.index not in self.by_index
        entry = {"part": part.index, "name": part.file, "rows": result.rows}
        entry |= {"bytes": result.bytes, "sha256": result.sha256}
        return self.by_index.get(part.index) == entry

    def _named(self, indices: Sequence[int]) -> str:
        return ", ".join(self.plan.parts[index].file for index in indices[:3])

    def batches(self, columns: list[str] | None = None) -> Iterator[tuple[str, pa.RecordBatch]]:
        """Yield all rows, with the name of their file; text is dictionary encoded."""
        rows = max(1, min(BATCH_ROWS, BATCH_CELLS // max(1, self.family.row_cells)))
        text = {column.name for column in self.plan.columns if column.type == "string"}
        encoded = [name for name in self.plan.keys if name in text]
        ranges = arrow_schema(self.plan.columns, signed=False)
        for name in self.part_of:
            with self.store.open(name) as source:
                batches = pq.ParquetFile(source, read_dictionary=encoded).iter_batches(
                    rows, columns=columns
                )
                while (batch := self._next(name, batches, ranges)) is not None:
                    yield name, batch

    def _next(
        self, name: str, batches: Iterator[pa.RecordBatch], ranges: pa.Schema
    ) -> pa.RecordBatch | None:
        """Return the next rows, their numbers in the unsigned types that bound them."""
        try:
            batch = next(batches, None)
            if batch is not None:
                batch.validate(full=True)
                batch = _cast_numbers(batch, ranges)
        except (OSError, UnicodeError, pa.ArrowException) as error:
            if isinstance(error, OSError) and error.errno is not None:  # of the disk
                raise
            raise UnreadableError(self.part_of[name], name, error) from error
        return batch


def _holds(expected: pa.Table, contents: bytes) -> bool:
    """Return whether a Parquet file equals a table."""
    try:
        return bool(pq.read_table(pa.BufferReader(contents)).equals(expected))
    except (OSError, UnicodeError, pa.ArrowException):
        return False


def _cast_numbers(batch: pa.RecordBatch, ranges: pa.Schema) -> pa.RecordBatch:
    """Return rows whose whole numbers have other types; ArrowInvalid if one exceeds its type."""
    fields = [
        ranges.field(field.name) if pa.types.is_integer(field.type) else field
        for field in batch.schema
    ]
    return batch.cast(pa.schema(fields))
