"""Opening datasets: one, or several of one problem whose sizes go on, such as 1-16 and 17 cells."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import pyarrow as pa
from msgspec import structs

from enumino.arguments import consecutive
from enumino.datasets.documents import count_rows, counts_of
from enumino.datasets.manifest import Manifest
from enumino.datasets.reader import Dataset, opened
from enumino.errors import DatasetError
from enumino.words import interval

if TYPE_CHECKING:
    import pyarrow.dataset as pds

SIZES = ("cells", "nodes")  # parameters in which datasets that are joined may differ


class JoinedDataset(Dataset):
    """Datasets of one problem whose sizes go on, such as 1-16 and 17 cells, opened as one."""

    def __init__(self, members: Sequence[Dataset]) -> None:
        self._members = tuple(members)
        super().__init__(members[0].store, _joined([each.manifest for each in members]))

    def __reduce__(self) -> tuple[object, ...]:
        return open_dataset, ([each.path for each in self.members],)

    @property
    def members(self) -> tuple[Dataset, ...]:
        """The datasets, in the order of their sizes."""
        return self._members

    @property
    def paths(self) -> list[str]:
        """Paths of the part files."""
        return [path for each in self.members for path in each.paths]

    @property
    def path(self) -> str:
        """The folders, or their URIs."""
        return ", ".join(each.path for each in self.members)

    @cached_property
    def _files(self) -> pds.Dataset:
        import pyarrow.dataset as pds

        return pds.dataset([each.arrow() for each in self.members])

    def _stored(self, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        return chain.from_iterable(each.batches(None, columns) for each in self.members)


def _joined(manifests: Sequence[Manifest]) -> Manifest:
    """Return the manifest of a problem of all sizes; DatasetError if problems differ otherwise."""
    plans = [each.plan for each in manifests]
    rest = [{k: v for k, v in plan.problem.items() if k not in SIZES} for plan in plans]
    columns = [[(column.name, column.type) for column in plan.columns] for plan in plans]
    names = [name for name in SIZES if name in plans[0].problem]
    if any(each != rest[0] for each in rest) or any(each != columns[0] for each in columns):
        raise DatasetError(
            f"The problems or the columns of {' and '.join(plan.title for plan in plans)} differ: "
            "open each by itself, and join them in a query."
        )
    sizes = [consecutive(plan.problem[name]) for plan in plans for name in names]
    if not sizes or any(a.stop != b.start for a, b in pairwise(sizes)):
        raise DatasetError(
            f"{' and '.join(plan.title for plan in plans)} do not go on from each other: give "
            "datasets whose sizes do, in their order, such as 1-16 and 17."
        )
    problem = {**plans[0].problem, names[0]: interval(sizes[0].start, sizes[-1].stop - 1)}
    title = ", and ".join(plan.title for plan in plans)
    return structs.replace(
        manifests[0],
        plan=structs.replace(plans[0], problem=problem, title=title),
        by_key=count_rows(counts_of(row for each in manifests for row in each.by_key)),
        files=[file for each in manifests for file in each.files],
    )


def open_dataset(
    root: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
) -> Dataset:
    """Open a finished dataset, or several as one.

    Parameters
    ----------
    root : str or path, or a list of these
        The folder, or a URI such as ``s3://bucket/folder``; credentials come from the environment.
        Of several folders, the problems differ in their sizes only, which go on from each other:
        1-16 cells, then 17.

    Raises
    ------
    IncompleteDatasetError
        If some parts, or the commit, are still missing.
    DatasetError
        If the folder holds no dataset, or one of another format version, if the problems of several
        differ, or none is named.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
    >>> dataset = enumino.open_dataset(root)
    >>> len(dataset), sum(str(p.symmetry) == "none" for p in dataset)
    (12, 5)
    """
    if isinstance(root, Iterable) and not isinstance(root, str):
        members = [open_dataset(each) for each in root]
        if not members:
            raise DatasetError("No dataset is named: give one, or a list of at least one.")
        return members[0] if len(members) == 1 else JoinedDataset(members)
    return opened(root)
