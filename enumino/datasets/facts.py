"""Sets of facts: columns that follow from the rows of a dataset, kept in a companion dataset.

The companion lies in the folder ``facts/<name>`` of the dataset. Part k of the facts has one row
for each row of part k, in the same order. `enumino.families.facts` makes it a problem.
"""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

from enumino.datasets.checks import Check, Fault
from enumino.datasets.documents import MANIFEST
from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.errors import DatasetError, DatasetWarning, ProblemError
from enumino.parameters import Parameters, fields_of

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.datasets.documents import Counts
    from enumino.datasets.reader import Dataset
    from enumino.datasets.rows import Rows
    from enumino.datasets.totals import Total
    from enumino.schema import Column

FACTS = "facts"  # the folder of companions, and the family of their problems


class Witnesses(Protocol):
    """Pictures of the witnesses of facts, by the columns of rows and facts."""

    @property
    def drawn_from(self) -> tuple[str, ...]:
        """The columns from which they are made, where rows have them."""
        ...

    def object_of(self, row: Mapping[str, Any]) -> Any:
        """Return the witness of a row."""
        ...

    def picture(self, thing: Any, *, ascii_only: bool = False) -> str:
        """Return a witness in characters."""
        ...

    def sheet(self, things: Sequence[Any], title: str, most_pixels: int | None = None) -> str:
        """Return a page of witnesses as SVG."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return their description as JSON values for the scripts of the gallery."""
        ...


@dataclass(frozen=True, repr=False)
class FactSet(Parameters):
    """A set of facts about the rows of a family: a subclass is a frozen dataclass in ``facts.py``.

    Its fields, which have options of ``enumino facts``, are its parameters; see
    `enumino.parameters`. A folder of a family exports its sets as ``FACT_SETS``.

    Attributes
    ----------
    name : str
        Name of the set, and of the folder of the companion.
    version : int
        Version of the values. Raise it when a value changes, or a column.
    summary : str
        One line for ``--help``.
    is_recomputed : bool
        Whether `faults` has other code for the values.
    """

    family: ClassVar[str] = FACTS
    name: ClassVar[str]
    version: ClassVar[int] = 1
    summary: ClassVar[str] = ""
    is_recomputed: ClassVar[bool] = True

    @property
    def rows(self) -> Rows:
        """The rows that are described."""
        rows: Rows = self.__dict__["described"]
        return rows

    def about(self, rows: Rows) -> Self:
        """Return the set as facts about some rows.

        Raises
        ------
        ProblemError
            If it makes no sense for them.
        """
        self._set(described=rows)
        return self

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields_of(type(self))}

    def options(self) -> dict[str, str]:
        """Return the options that choose the set, with their values."""
        return {"--set": self.name, **super().options()}

    def to_json(self) -> dict[str, Any]:
        """Return name, version and parameters as JSON values."""
        return {**super().to_json(), "set": self.name, "version": self.version}

    @property
    @abstractmethod
    def columns(self) -> tuple[Column, ...]:
        """The columns of a row, with the key columns that totals need.

        A column that the described rows have too, such as ``cells``, holds the same values.
        """

    @property
    @abstractmethod
    def reads(self) -> tuple[str, ...]:
        """The columns of the described rows that are needed; those that they lack are left out."""

    @property
    def rows_per_second(self) -> float:
        """The estimated number of rows a second on one thread."""
        return 1e6

    @property
    def bytes_per_row(self) -> float:
        """The estimated number of bytes of a row in a file."""
        return 2.0

    @abstractmethod
    def compute(self, rows: pa.RecordBatch) -> Mapping[str, Any]:
        """Return the facts about some rows: an array of NumPy or Arrow for each column.

        Numbers have the type of their column, text of few `values` is given as their codes, int8.
        Nothing depends on the other rows of the batch.
        """

    @abstractmethod
    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield faults of rows that have the columns read and the facts, by independent code.

        It recomputes the facts, or checks witnesses. At most one row for each kind of fault.
        """

    @abstractmethod
    def totals(self, counts: Counts) -> list[Total]:
        """Return totals and the published ones, from the number of rows by key columns."""

    def witnesses(self) -> Mapping[str, Witnesses]:
        """Return the drawings of the witnesses of the facts by name, if they have pictures."""
        return {}

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Yield conditions on the totals besides agreement with the published ones."""
        return iter(())


def folder_of(name: str) -> str:
    """Return the folder of the companion with a set of facts, in that of the rows."""
    return f"{FACTS}/{name}"


def refuse_other_rows(store: Store, manifest: Manifest, plan_id: str) -> None:
    """Raise a DatasetError unless the rows of a dataset are those of a plan."""
    if manifest.plan_id != plan_id:
        raise DatasetError(
            f"The facts are about rows of the plan {plan_id[:8]}, and {store.root} holds those of "
            f"{manifest.plan_id[:8]} ({manifest.title}): remove the facts, and make them again."
        )


def found_beside(store: Store) -> list[str]:
    """Return the roots of all companions of a dataset that are finished."""
    roots = [store.folder(folder_of(name)) for name in store.names(FACTS)]
    return [root for root in roots if Store(root).exists(MANIFEST)]


def companions(dataset: Dataset) -> dict[str, Dataset]:
    """Return the finished companions of a dataset by name.

    One that describes other rows, or cannot be read, is left out with a warning.
    """
    found: dict[str, Dataset] = {}
    if dataset.family.described is not None:
        return found
    for root in found_beside(dataset.store):
        try:
            each = type(dataset)(Store(root))
            _refuse_unlike(dataset, each)
        except (DatasetError, ProblemError) as error:
            warnings.warn(f"{error} They are left out.", DatasetWarning, stacklevel=3)
        else:
            found[str(each.manifest.problem["set"])] = each
    return found


def _refuse_unlike(dataset: Dataset, companion: Dataset) -> None:
    """Raise a DatasetError unless the parts of a companion have as many rows as the dataset's."""
    if companion.family.described is None:
        raise DatasetError(f"{companion.store.root} holds no facts: move it elsewhere.")
    refuse_other_rows(dataset.store, dataset.manifest, companion.family.described)
    ours, theirs = (
        {file["part"]: file["rows"] for file in each.manifest.files}
        for each in (dataset, companion)
    )
    if ours != theirs:
        raise DatasetError(
            f"{companion.store.root} has other numbers of rows than {dataset.store.root}: remove "
            "it, and make the facts again."
        )


def further_columns(own: Sequence[Column], facts: Mapping[str, Dataset]) -> dict[str, list[Column]]:
    """Return the columns that each set of facts adds to those before it."""
    known = {column.name for column in own}
    found = {}
    for name, each in facts.items():
        found[name] = [column for column in each.manifest.columns if column.name not in known]
        known.update(column.name for column in found[name])
    return found


def side_by_side(
    streams: Sequence[Iterator[pa.RecordBatch]], names: Sequence[str]
) -> Iterator[pa.RecordBatch]:
    """Yield rows whose columns come from several streams with the same number of rows.

    >>> import pyarrow as pa
    >>> left = [pa.record_batch({"a": [1, 2, 3]})]
    >>> right = [pa.record_batch({"b": [4]}), pa.record_batch({"b": [5, 6]})]
    >>> joined = side_by_side([iter(left), iter(right)], ["b", "a"])
    >>> [row for batch in joined for row in batch.to_pylist()][1:]
    [{'b': 5, 'a': 2}, {'b': 6, 'a': 3}]
    """
    import pyarrow as pa

    held: list[pa.RecordBatch | None] = [None] * len(streams)
    while True:
        for place, stream in enumerate(streams):
            while (batch := held[place]) is None or not batch.num_rows:
                if (found := next(stream, None)) is None:
                    break
                held[place] = found
        ready = [batch for batch in held if batch is not None and batch.num_rows]
        if len(ready) < len(streams):
            if ready:
                raise DatasetError(
                    "Rows and facts have different numbers of rows: `enumino verify` says which "
                    "file is damaged."
                )
            return
        rows = min(batch.num_rows for batch in ready)
        columns = {n: batch.column(n).slice(0, rows) for batch in ready for n in batch.schema.names}
        fields = {n: batch.schema.field(n) for batch in ready for n in batch.schema.names}
        schema = pa.schema([fields[name] for name in names])
        yield pa.RecordBatch.from_arrays([columns[name] for name in names], schema=schema)
        held = [batch.slice(rows) for batch in ready]
