"""Finished datasets: opening, reading and querying them with pyarrow, polars, pandas or DuckDB."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from enumino.arguments import whole
from enumino.datasets.manifest import Manifest
from enumino.datasets.queries.conditions import field_of, rows_where
from enumino.datasets.queries.session import relation_of
from enumino.datasets.reader import StoredDataset
from enumino.datasets.storage import open_store
from enumino.errors import ProblemError, QueryError, optional
from enumino.registry import problem_from_json
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

    from enumino.drawing import Picture
    from enumino.enum.problem import Problem


class Dataset(StoredDataset):
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

    def __reduce__(self) -> tuple[object, ...]:
        return open_dataset, (self.store.root,)

    def __repr__(self) -> str:
        return f"<Dataset: {self.manifest.title}, {plural(len(self), 'row')} at {self.path}>"

    def _repr_html_(self) -> str:
        title = f"{self.manifest.title}: {plural(len(self), 'row')}"
        return (
            f"<div><p><b>{escape(title)}</b><br/><code>{escape(self.path)}</code></p>"
            f"{self.totals._repr_html_()}{self.columns._repr_html_()}</div>"
        )

    def __iter__(self) -> Iterator[Any]:
        """Yield the rows as objects, a batch at a time."""
        return self.objects()

    @property
    def problem(self) -> Problem:
        """The problem that was listed, which can be counted or listed again."""
        return problem_from_json(self.manifest.plan.problem)

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
        with self.naming_failures():
            rows: list[dict[str, Any]] = batch.to_pylist()
            return rows

    def sheet(self, where: str | None = None, limit: int = 40) -> Picture:
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
        if whole(limit, "The number of pictures") < 1:
            raise ProblemError(f"A sheet of {limit} pictures is empty: take 1 or more.")
        things = list(islice(self.objects(where), limit))
        if not things:
            raise ProblemError(self.why_empty(where))
        return self.row_kind.sheet(things, self.title_of(where))

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
            return self.stored(names)
        return rows_where(self, "true" if where is None else where, names)

    def sampled(
        self, where: str | None, most: int, seed: int, columns: Sequence[str]
    ) -> tuple[int, Iterator[pa.RecordBatch]]:
        """Return the number of rows that meet a condition, and columns of a uniform sample of them.

        The rows of the sample, at most so many, are in the order of the dataset.
        """
        total = len(self)
        if where is not None:
            total = sum(batch.num_rows for batch in self.batches(where, []))
        wanted = np.arange(total)
        if most < total:
            choice = np.random.default_rng(seed).choice(total, most, replace=False, shuffle=False)
            wanted = np.sort(choice)

        def taken() -> Iterator[pa.RecordBatch]:
            start = 0
            for batch in self.batches(where, list(columns)):
                end = start + batch.num_rows
                ours = wanted[np.searchsorted(wanted, start) : np.searchsorted(wanted, end)]
                if len(ours):
                    yield batch.take(pa.array(ours - start))
                start = end

        return total, taken()

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
            with self.naming_failures():
                return self.arrow().to_table(names)
        fields = pa.schema([field_of(self, name) for name in names])
        return pa.Table.from_batches(self.batches(where, names), fields)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the rows as a stream, for ``duckdb.sql("from dataset")``, polars and pyarrow."""
        with self.naming_failures():
            reader = self.arrow().scanner().to_reader()
            return reader.__arrow_c_stream__(requested_schema)

    def polars(self, where: str | None = None) -> polars.LazyFrame:
        """Return the rows as a polars lazy frame; with a condition, they are read immediately."""
        optional("polars", "This needs polars", "enumino[query]")
        import polars

        if where is not None or not self.paths:
            return polars.from_arrow(self.table(where)).lazy()  # type: ignore[union-attr]
        if files := self.local_files():
            # Names of folders are no patterns, and say nothing of rows.
            return polars.scan_parquet(files, glob=False, hive_partitioning=False)
        return polars.scan_pyarrow_dataset(self.arrow())

    def pandas(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """Return the rows that meet a condition as a pandas data frame; see `rows`.

        Write ``frame["mask"]`` for the column of masks: ``frame.mask`` is a method of pandas.
        """
        optional("pandas", "This needs pandas", "enumino[query]")
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
        return relation_of(self, query, others)


def open_dataset(root: str | os.PathLike[str]) -> Dataset:
    """Open a finished dataset.

    Parameters
    ----------
    root : str or path
        The folder, or a URI such as ``s3://bucket/folder``; credentials come from the environment.

    Raises
    ------
    IncompleteDatasetError
        If some parts, or the commit, are still missing.
    DatasetError
        If the folder holds no dataset, or one of another format version.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
    >>> dataset = enumino.open_dataset(root)
    >>> len(dataset), sum(str(p.symmetry) == "none" for p in dataset)
    (12, 5)
    """
    store = open_store(root)
    return Dataset(store, Manifest.read(store))
