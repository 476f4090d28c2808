"""Finished datasets: opening, reading and querying them with pyarrow, polars, pandas or DuckDB."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets import card
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import File
from enumino.datasets.queries.conditions import field_of, rows_where
from enumino.datasets.storage import Store, open_store
from enumino.datasets.totals import Totals
from enumino.errors import DatasetError, QueryError, optional
from enumino.registry import problem_from_json, rows_of
from enumino.schema import arrow_schema
from enumino.words import plural, quoted

READ_ROWS = 8192  # of a batch for whoever goes through them one by one

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow.dataset as pds

    from enumino.enum.problem import Problem


class Dataset:
    """A finished dataset, opened by `open_dataset`.

    Attributes
    ----------
    manifest : Manifest
        Problem, totals, files with their checksums.
    row_kind : Rows
        Meaning and drawing of its rows.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
    >>> dataset = enumino.open_dataset(root)
    >>> len(dataset), dataset.problem.describe()
    (12, 'free polyominoes with 5 cells')
    >>> [row["perimeter"] for row in dataset.rows("symmetry = 'axis'", ["perimeter"])]
    [12, 12]
    >>> [shape.address for shape in dataset.objects("symmetry = 'all'")]
    ['cp']
    """

    def __init__(self, store: Store, manifest: Manifest) -> None:
        self.store, self.manifest = store, manifest
        self.row_kind = rows_of(manifest.plan.problem)

    def __reduce__(self) -> tuple[object, ...]:
        return opened, (self.store.root,)

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.manifest.rows

    def __repr__(self) -> str:
        return f"<Dataset: {self.manifest.title}, {plural(len(self), 'row')} at {self.path}>"

    def _repr_html_(self) -> str:
        return card.html(self)

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows as objects, a batch at a time."""
        return self.objects()

    @property
    def members(self) -> tuple[Dataset, ...]:
        """The datasets that were opened as one, or this one alone."""
        return (self,)

    @property
    def is_local(self) -> bool:
        """Whether all files are on disks, which readers can open by themselves."""
        return all(each.store.local for each in self.members)

    @property
    def paths(self) -> list[str]:
        """Paths of the part files."""
        return [self.store.uri(file["name"]) for file in self.manifest.files]

    @property
    def counts(self) -> pa.Table:
        """Totals by size and symmetry class, each with its A-number and the published value."""
        return self.totals.arrow()

    @property
    def totals(self) -> Totals:
        """Totals by size and symmetry class, as a list that notebooks show as a table."""
        return Totals(self.row_kind.totals(self.manifest.counts))

    @cached_property
    def columns(self) -> card.Columns:
        """The columns, each with its type and its meaning, shown as a table."""
        return card.Columns(self.manifest.plan.columns)

    @property
    def problem(self) -> Problem:
        """The problem that was listed, which can be counted or listed again."""
        return problem_from_json(self.manifest.plan.problem)

    @property
    def path(self) -> str:
        """The folder, or its URI."""
        return self.store.root

    def objects(self, where: str | None = None) -> Iterator[Any]:
        """Return the rows that meet a condition, one after the other, as objects.

        They are of a class of the family, such as `Polyform` or `Tiling`.

        Parameters
        ----------
        where : str, optional
            A condition in the SQL of DuckDB: ``"cells = 6 and symmetry = 'axis'"``.

        Raises
        ------
        QueryError
            If it is not a condition on the columns of a row.
        """
        return map(self.row_kind.object_of, self.rows(where, self.drawn_from))

    @property
    def drawn_from(self) -> list[str]:
        """The names of the columns that objects are made of."""
        return [name for name in self.row_kind.drawn_from if name in self.schema.names]

    def title_of(self, where: str | None) -> str:
        """Return a title for the rows that meet a condition."""
        return self.manifest.title + (f", {where}" if where else "")

    def why_empty(self, where: str | None) -> str:
        """Return the sentence for a condition that no row meets."""
        return "No row meets the condition." if where and len(self) else "The dataset has no rows."

    def rows(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> Iterator[dict[str, Any]]:
        """Return the rows that meet a condition as dictionaries, in the order of the files.

        `where` is as for `objects`; `columns` are some of the columns, by default all.
        """
        return chain.from_iterable(map(self._as_dictionaries, self.batches(where, columns)))

    def _as_dictionaries(self, batch: pa.RecordBatch) -> list[dict[str, Any]]:
        with self._naming_failures():
            rows: list[dict[str, Any]] = batch.to_pylist()
            return rows

    def sheet(self, where: str | None = None, limit: int = 40) -> card.Sheet:
        """Return a page of pictures, which a notebook shows; its `svg` is the page as text.

        Parameters
        ----------
        where : str, optional
            A condition, as for `objects`.
        limit : int
            Largest number of pictures.

        Raises
        ------
        ProblemError
            If there is nothing to draw.

        Examples
        --------
        >>> import enumino, tempfile
        >>> root = tempfile.mkdtemp() + "/pentominoes"
        >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
        >>> enumino.open_dataset(root).sheet("symmetry = 'axis'").svg[:4]
        '<svg'
        """
        return card.sheet(self, where, limit)

    def batches(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Return the rows as Arrow batches of some thousand rows, in the order of the files.

        `where` and `columns` are as for `rows`; values that follow from columns, such as properties
        of shapes, are columns too where they are named. If `columns` is empty, batches have a
        number of rows and no columns.
        """
        names = self._known(columns)
        if where is None and {*names} <= {*self.schema.names}:
            return self._stored(names)
        return rows_where(self, "true" if where is None else where, names)

    def _known(self, columns: Sequence[str] | None) -> list[str]:
        """Return names of columns, by default all; a QueryError if one is unknown."""
        columns = [columns] if isinstance(columns, str) else columns
        stored = self.schema.names
        known = {*stored, *(each.name for each in self.row_kind.derived())}
        for name in columns or ():
            if name not in known:
                raise QueryError(
                    f"There is no column {quoted(name)}: choose from {', '.join(stored)}."
                )
        return stored if columns is None else list(columns)

    def table(self, where: str | None = None, columns: Sequence[str] | None = None) -> pa.Table:
        """Return the rows that meet a condition as an Arrow table in memory; see `rows`."""
        names = self._known(columns)
        if where is None and {*names} <= {*self.schema.names}:
            with self._naming_failures():
                return self._files.to_table(names)
        fields = pa.schema([field_of(self, name) for name in names])
        return pa.Table.from_batches(self.batches(where, names), fields)

    def is_readable(self) -> bool:
        """Return whether all rows can be read; this reads every file."""
        try:
            return all(batch.num_rows >= 0 for batch in self._stored(self.schema.names))
        except DatasetError:
            return False

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns and their types."""
        return arrow_schema(self.columns)

    def arrow(self) -> pds.Dataset:
        """Return the rows as a pyarrow dataset."""
        return self._files

    @cached_property
    def _files(self) -> pds.Dataset:
        import pyarrow.dataset as pds  # and pandas with it, for which a listing need not wait

        files = [self.store.path(file["name"]) for file in self.manifest.files]
        if not files:
            return pds.dataset(self.schema.empty_table())
        system = self.store.filesystem
        with self._naming_failures():
            return pds.dataset(files, filesystem=system, format="parquet", schema=self.schema)

    def _stored(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        files = self.manifest.files
        return chain.from_iterable(self.read(file, READ_ROWS, columns) for file in files)

    def read(
        self, file: File, rows: int, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Yield the rows of a file in batches of so many rows, with some or all of the columns.

        Numbers out of their range are damage.
        """
        known = {column.name: column for column in self.columns}
        names = list(known if columns is None else columns)
        ranges = arrow_schema([known[name] for name in names], signed=False)
        path, system = self.store.path(file["name"]), self.store.filesystem
        with self._naming_failures(), pq.ParquetFile(path, filesystem=system) as source:
            self.refuse_other_columns(source.schema_arrow, path)
            for batch in source.iter_batches(rows, columns=names):
                chosen = batch.select(names)
                chosen.cast(ranges)
                yield chosen

    def refuse_other_columns(self, found: pa.Schema, path: str) -> None:
        """Raise a DatasetError if the columns of a file differ from those of the dataset."""
        if not found.equals(self.schema):
            name = self.store.uri(f"data/{path.rpartition('/')[2]}")
            raise DatasetError(
                f"{name} holds no rows of its problem: its columns differ from those of the "
                f"dataset; `enumino verify {self.store.argument} --repair` removes it; list again "
                "to replace it."
            )

    @contextmanager
    def _naming_failures(self) -> Iterator[None]:
        """Turn errors of reading a file into a DatasetError that names the command for a repair."""
        with self.store.failures("read", "data"):
            try:
                yield
            except (OSError, UnicodeError, pa.ArrowException) as error:
                if getattr(error, "errno", None) not in (None, errno.ENOENT, errno.EISDIR):
                    raise  # of the disk
                raise self.damage() from error

    def damage(self) -> DatasetError:
        """Return the error for a file that cannot be read."""
        return DatasetError(
            f"A file of {self.store.root} is missing or damaged: `enumino verify "
            f"{self.store.argument} --repair` finds and removes it."
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as a stream, for ``duckdb.sql("from dataset")``, polars and pyarrow."""
        with self._naming_failures():
            reader = self._files.scanner().to_reader()
            return reader.__arrow_c_stream__(requested_schema)

    def polars(self, where: str | None = None) -> polars.LazyFrame:
        """Return the rows as a polars lazy frame; with a condition, they are read immediately."""
        _optional("polars")
        import polars

        if where is not None or not self.paths:
            return polars.from_arrow(self.table(where)).lazy()  # type: ignore[union-attr]
        if self.is_local:
            # Names of folders are no patterns, and say nothing of rows.
            return polars.scan_parquet(self.paths, glob=False, hive_partitioning=False)
        return polars.scan_pyarrow_dataset(self.arrow())

    def pandas(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """Return the rows that meet a condition as a pandas data frame; see `rows`.

        Write ``frame["mask"]`` for the column of masks: ``frame.mask`` is a method of pandas.
        """
        _optional("pandas")
        frame: pandas.DataFrame = self.table(where, columns).to_pandas()
        return frame

    def sql(self, query: str, **others: Dataset) -> duckdb.DuckDBPyRelation:
        """Return the result of an SQL query as DuckDB's relation, which may also use files.

        Parameters
        ----------
        query : str
            The rows are the table ``rows``, the totals ``counts``. There are functions for cells,
            drawings and pieces of these rows.
        others : Dataset
            Other datasets, whose rows are tables by these names.

        Raises
        ------
        QueryError
            If the query cannot be run.

        Examples
        --------
        >>> import enumino, tempfile
        >>> root = tempfile.mkdtemp()
        >>> for kind in ("free", "fixed"):
        ...     _ = enumino.enumerate_to(f"{root}/{kind}", enumino.Polyominoes(4, kind))
        >>> free, fixed = (enumino.open_dataset(f"{root}/{kind}") for kind in ("free", "fixed"))
        >>> both = "select count(*) from rows join fixed using (height, width, mask)"
        >>> free.sql(both, fixed=fixed).fetchall()
        [(5,)]
        """
        from enumino.datasets.queries.session import relation_of

        return relation_of(self, query, others)


def opened(root: str | os.PathLike[str]) -> Dataset:
    """Open one dataset, see `open_dataset`."""
    store = open_store(root)
    return Dataset(store, Manifest.read(store))


def _optional(name: str) -> Any:
    return optional(name, f"This needs {name}", "enumino[query]")
