"""Finished datasets: opening, reading and querying them with pyarrow, polars, pandas or DuckDB."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from html import escape
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from enumino.arguments import whole
from enumino.arrays import U8
from enumino.datasets.checks import cut_off
from enumino.datasets.queries.conditions import rows_where
from enumino.datasets.queries.functions import functions_of
from enumino.datasets.queries.masks import coordinates
from enumino.datasets.queries.session import relation_of
from enumino.datasets.reader import StoredDataset
from enumino.errors import ProblemError, QueryError, optional
from enumino.parameters import Parameters
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
    path : str
        The folder or its URI.
    manifest : Manifest
        The problem, its totals, and the files with their checksums.
    row_kind : Rows
        The meaning of the rows, and their pictures.
    columns : Columns
        The columns with their types and meanings, displayed as a table.
    schema : pyarrow.Schema
        The Arrow schema of the rows.

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
        """Iterate over the rows as objects; one batch is in memory at a time."""
        return self.objects()

    @property
    def problem(self) -> Problem:
        """The listed problem, which can be counted or listed again."""
        return problem_from_json(self.manifest.plan.problem)

    @property
    def has_all(self) -> bool:
        """Whether the rows are all objects of the problem, without a condition or a limit."""
        problem = self.problem
        is_conditional = isinstance(problem, Parameters) and problem.is_conditional
        return not is_conditional and not cut_off(self.row_kind.limit, len(self))

    def objects(self, where: str | None = None) -> Iterator[Any]:
        """Return an iterator over the rows that meet a condition, as objects.

        The family determines the class of the objects, such as `Polyform` or `Tiling`.

        Parameters
        ----------
        where : str, optional
            A condition in DuckDB's SQL: ``"cells = 6 and symmetry = 'axis'"``.

        Raises
        ------
        QueryError
            If `where` is not a condition on the columns of a row.
        """
        return map(self.row_kind.object_of, self.rows(where, self.drawn_from))

    @property
    def drawn_from(self) -> list[str]:
        """The names of the columns that define an object."""
        return [name for name in self.row_kind.drawn_from if name in self.schema.names]

    def title_of(self, where: str | None) -> str:
        """Return a title for the rows that meet a condition."""
        return self.manifest.title + (f", {where}" if where else "")

    def why_empty(self, where: str | None) -> str:
        """Return a sentence that explains why no row was found."""
        return "No row meets the condition." if where and len(self) else "The dataset has no rows."

    def rows(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> Iterator[dict[str, Any]]:
        """Return an iterator over the rows that meet a condition, as dictionaries in file order.

        `where` is as for `objects`; `columns` names the columns to return, by default all.
        """
        return chain.from_iterable(map(self._as_dictionaries, self.batches(where, columns)))

    def _as_dictionaries(self, batch: pa.RecordBatch) -> list[dict[str, Any]]:
        with self.naming_failures():
            return batch.to_pylist()

    def sheet(self, where: str | None = None, limit: int = 40) -> Picture:
        """Return a page of pictures, which a notebook displays; its `svg` is the page as text.

        Parameters
        ----------
        where : str, optional
            A condition, as for `objects`.
        limit : int
            The maximum number of pictures.

        Raises
        ------
        ProblemError
            If no row meets the condition, or `limit` is less than 1.

        Examples
        --------
        >>> import enumino, tempfile
        >>> root = tempfile.mkdtemp() + "/pentominoes"
        >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
        >>> enumino.open_dataset(root).sheet("symmetry = 'axis'").svg[:4]
        '<svg'
        """
        if whole(limit, "The number of pictures") < 1:
            raise ProblemError(f"A sheet cannot have {limit} pictures: take 1 or more.")
        things = list(islice(self.objects(where), limit))
        if not things:
            raise ProblemError(self.why_empty(where))
        return self.row_kind.sheet(things, self.title_of(where))

    def batches(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> Iterator[pa.RecordBatch]:
        """Return the rows as Arrow batches of several thousand rows, in file order.

        `where` and `columns` are as for `rows`. `columns` may also name values derived from
        columns, such as properties of shapes. If `columns` is empty, the batches have a number of
        rows but no columns.
        """
        fields = self._fields(columns)
        if where is None and {*fields.names} <= {*self.schema.names}:
            return self.stored(fields.names)
        return rows_where(self, "true" if where is None else where, fields)

    def sampled(
        self, where: str | None, most: int, seed: int, columns: Sequence[str]
    ) -> tuple[int, Iterator[pa.RecordBatch]]:
        """Return how many rows meet a condition, and a uniform sample of `most` rows in order."""
        total = len(self)
        if where is not None:
            total = sum(batch.num_rows for batch in self.batches(where, []))
        if total <= most:
            wanted = np.arange(total)
        else:
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

    def _fields(self, columns: Sequence[str] | None) -> pa.Schema:
        """Return the fields of columns, by default all. Raises a QueryError for an unknown name."""
        if columns is None:
            return self.schema
        functions = functions_of(self.row_kind, self.schema)
        known = {each.name: each.field for each in functions if not each.asks}
        known |= {field.name: field for field in self.schema}
        names = [columns] if isinstance(columns, str) else columns
        for name in names:
            if name not in known:
                raise QueryError(
                    f"There is no column {quoted(name)}: choose from "
                    f"{', '.join(self.schema.names)}."
                )
        return pa.schema([known[name] for name in names])

    def table(self, where: str | None = None, columns: Sequence[str] | None = None) -> pa.Table:
        """Return the rows that meet a condition as an Arrow table in memory; see `rows`."""
        fields = self._fields(columns)
        if where is None and {*fields.names} <= {*self.schema.names}:
            with self.naming_failures():
                return self.arrow().to_table(fields.names)
        return pa.Table.from_batches(self.batches(where, fields.names), fields)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return a stream of the rows, for ``duckdb.sql("from dataset")``, polars and pyarrow."""
        with self.naming_failures():
            rows = self.arrow().scanner()
            # Scanner.to_reader could block, see `bucket._Files`.
            reader = pa.RecordBatchReader.from_batches(rows.projected_schema, rows.to_batches())
            return reader.__arrow_c_stream__(requested_schema)

    def polars(self, where: str | None = None) -> polars.LazyFrame:
        """Return the rows as a polars lazy frame. With a condition, they are read immediately."""
        optional("polars", "This needs polars", "enumino[query]")
        import polars

        if where is not None or not self.paths:
            return polars.from_arrow(self.table(where)).lazy()  # type: ignore[union-attr]
        if self.store.local:
            self.check_columns()
            # Names of folders are neither patterns nor values of columns.
            return polars.scan_parquet(self.paths, glob=False, hive_partitioning=False)
        return polars.scan_pyarrow_dataset(self.arrow())

    def head(self, rows: int = 10) -> pa.Table:
        """Return the first rows as an Arrow table; no more of the files is read."""
        wanted = whole(rows, "The number of rows")
        if wanted < 0:
            raise ProblemError(f"The first {wanted} rows do not exist: take 0 or more.")
        taken, batches = [], self.batches()
        while wanted > 0 and (batch := next(batches, None)) is not None:
            taken.append(batch.slice(0, wanted))
            wanted -= batch.num_rows
        return pa.Table.from_batches(taken, self.schema)

    def images(self, size: int, where: str | None = None) -> U8:
        """Return the polyominoes that meet a condition as images, in memory.

        Parameters
        ----------
        size : int
            Height and width of the images, in cells.
        where : str, optional
            A condition, as for `objects`.

        Returns
        -------
        numpy.ndarray
            uint8[rows, size, size]: 1 at the cells; boxes begin at row 0 and column 0.

        Raises
        ------
        ProblemError
            If rows are no shapes in the plane, or a box is larger than the images.

        Examples
        --------
        >>> import enumino, tempfile
        >>> root = tempfile.mkdtemp() + "/tetrominoes"
        >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(4))
        >>> enumino.open_dataset(root).images(4).sum(axis=(1, 2)).tolist()
        [4, 4, 4, 4, 4]
        """
        sides, words = (
            [name for name in names if name in self.schema.names]
            for names in self.row_kind.masked or ((), ())
        )
        if len(sides) != 2:
            raise ProblemError("Images are made of shapes in the plane, not of these rows.")
        rows, most = self.table(where, [*sides, *words]), whole(size, "The size of an image")
        largest = max((pc.max(rows[side]).as_py() or 0 for side in sides), default=0)
        if largest > most:
            raise ProblemError(f"A box has a side of {largest} cells: give this size or more.")
        found = np.zeros((rows.num_rows, most, most), np.uint8)
        found[coordinates([rows[name] for name in sides], [rows[name] for name in words])] = 1
        return found

    def pandas(
        self, where: str | None = None, columns: Sequence[str] | None = None
    ) -> pandas.DataFrame:
        """Return the rows that meet a condition as a pandas data frame; see `rows`.

        The column of masks is ``frame["mask"]``, since ``frame.mask`` is a method of pandas.
        """
        optional("pandas", "This needs pandas", "enumino[query]")
        return self.table(where, columns).to_pandas()

    def sql(self, query: str, **others: Dataset) -> duckdb.DuckDBPyRelation:
        """Return the result of an SQL query as a DuckDB relation. The query may also use files.

        Parameters
        ----------
        query : str
            A query of the table ``rows``, the table ``counts`` of totals, or both. SQL functions
            return cells, drawings and pieces of the rows.
        others : Dataset
            Other datasets. Each keyword is the name of a table with the rows of that dataset.

        Raises
        ------
        QueryError
            If the query fails.
        DatasetError
            If a data file is missing or damaged.

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
        A folder, or a URI such as ``s3://bucket/folder``; credentials come from the environment.

    Raises
    ------
    IncompleteDatasetError
        If parts are missing, or the dataset is not committed.
    DatasetError
        If the folder contains no dataset, or a dataset of another format version.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
    >>> dataset = enumino.open_dataset(root)
    >>> len(dataset), sum(str(p.symmetry) == "none" for p in dataset)
    (12, 5)
    """
    return Dataset.opened(root)
