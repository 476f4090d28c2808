"""Partitions into connected parts: parameters -> a search -> columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from enumino.arrays import I64
from enumino.datasets.queries.conditions import WithCondition
from enumino.enum import drive
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation, Prefix, Tally
from enumino.enum.records import Array, Ragged, wrap
from enumino.families.partitions.parameters import PartitionParameters
from enumino.objects.board import letter
from enumino.objects.lattice import SQUARE
from enumino.schema import ORBIT, SYMMETRY, Column

if TYPE_CHECKING:
    from enumino.enum.kernels.listing.connected_partitions import Columns, Tables

LETTERS = "The part of each cell in reading order, as a letter; parts are in order of first cells."
NUMBERS = "The part of each vertex, from 0; parts are in order of their first vertices."
BATCH_VERTICES = 1 << 22  # the most vertices of all partitions of a batch
NODES_PER_ROW, BYTES_PER_VERTEX = 3, 0.25  # for estimates only
NODES_PER_SECOND = 4e5


class Partitions(WithCondition, PartitionParameters, Forest):
    """All partitions of a region or a graph into connected parts.

    Parameters
    ----------
    region : Region or str, optional
        ``"6x6"``, ``"hexagon 3"``, a drawing, or a `Region`.
    graph : Graph, str or path, optional
        Instead of a region, a graph, or its file; see `Graph.read`.
    parts : int or range
        Number of parts, or consecutive numbers.
    sizes : int, range or str, optional
        Numbers of cells or vertices of a part, consecutive.
    vertices : str or path, optional
        A table of the vertices in CSV, with names in its first column.
    weights : str or sequence of int, optional
        The column of weights, or the weights in the order of the vertices.
    within : str, optional
        Bounds on the weight of a part: ``"10%"`` of the mean, or ``"300-340"``.
    contiguity : str
        ``"rook"`` if squares touch at sides, or ``"queen"`` if also at corners.
    lattice : str, path, Definition or Lattice
        The lattice of the region.
    only : str, optional
        A condition on columns, such as ``"cut_edges <= 9"``.
    up_to_symmetry : bool
        Keep one partition of each class under the symmetries of the region.
    limit : int, optional
        The most partitions: the search stops after them.
    name : str
        Name of the graph in descriptions, by default the name of its file.

    Raises
    ------
    ProblemError
        If parameters contradict each other, or leave no partition.

    Examples
    --------
    >>> Partitions("4x4", parts=4, sizes=4).count().total
    117
    """

    tree_version: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[Column, ...]:
        region = self.area
        layout = Column("layout", "list<uint16>", NUMBERS)
        if region is not None:
            layout = Column("layout", "string", LETTERS)
        found = [
            layout,
            Column("parts", "int32", "Number of parts.", key=True),
            Column("sizes", "list<int32>", f"Numbers of {self.nouns} of the parts, ascending."),
            Column("cut_edges", "int32", "Edges between different parts."),
            Column("log_trees", "double", "Sum of the logarithms of the parts' spanning trees."),
        ]
        if self.weights is not None:
            sums = Column("weights", "list<int64>", "Sums of weights of the parts, ascending.")
            found.insert(3, sums)
        if region is not None:
            names, of = region.lattice.class_names, f"the {region.lattice.name} lattice"
            meaning = f"Symmetry class of {of}, {names[0]} for none."
            own = Column("symmetry", "string", meaning, key=True, values=names)
            found += [SYMMETRY if region.lattice == SQUARE else own, ORBIT]
        return tuple(found)

    @property
    def counted(self) -> tuple[Column, ...]:
        own = [each for each in self.columns if each.name in ("parts", "cut_edges", "symmetry")]
        return (*own, Column("sizes", "string", "Sizes of the parts, ascending."))

    def expect(self, nodes: float) -> Expectation:
        size = 8 + BYTES_PER_VERTEX * self.order
        return self._expected(nodes, NODES_PER_ROW, size, NODES_PER_SECOND)

    @property
    def _kernel(self) -> Kernel:
        from enumino.enum.kernels.listing import connected_partitions

        return connected_partitions

    @cached_property
    def _trees(self) -> list[Tables]:
        from enumino.enum.kernels.listing.connected_partitions import Tables

        images, lattice = np.zeros((0, self.order), np.int64), SQUARE
        codes = np.zeros(0, np.int64)
        if self.area is not None:
            lattice = self.area.lattice
            codes = np.flatnonzero(self.area.images[:, 0] >= 0)
            images = np.argsort(self.area.images[codes], axis=1)
        loads, numbers = self.loads, self.numbers
        bounds = [*self.bounds, numbers[0], self.most_parts]
        limits = np.array([*bounds, loads.min(), self.up_to_symmetry], np.int64)
        subgroups = np.array(list(lattice.code_of), np.int64)
        classes = np.array(list(lattice.code_of.values()), np.int64)
        graph = self.network.adjacency
        return [Tables(limits, *graph, loads, images, codes, subgroups, classes)]

    @property
    def _walk_cost(self) -> int:
        return self.order * (self.order + len(self.network.edges))

    def _new_columns(self, rows: int) -> Columns:
        rows = max(1, min(rows, BATCH_VERTICES // self.order))
        columns: Columns = self._kernel.new_columns(rows, self.order)
        return columns

    def rows_of(self, owners: I64) -> pa.RecordBatch:
        """Return the rows of partitions, from int64[n, rows]: the part of each vertex."""
        from enumino.enum.kernels.listing.connected_partitions import write_rows

        columns = self._new_columns(owners.shape[1])
        write_rows(self._new_state(0), owners, columns)
        return self._records(columns, owners.shape[1])

    def _records(self, columns: Columns, filled: int) -> pa.RecordBatch:
        buffers: dict[str, Array | Ragged] = columns._asdict()
        owners = columns.owners[:, :filled].T.ravel()
        ends = np.arange(filled + 1, dtype=np.int32) * np.int32(self.order)
        buffers |= {
            "layout": Ragged(owners, ends) if self.area is None else self._layouts(owners, ends),
            "sizes": Ragged(columns.sizes, columns.offsets),
            "weights": Ragged(columns.weights, columns.offsets),
        }
        return wrap(self.columns, buffers, filled)

    def _layouts(self, owners: Array, ends: Array) -> Ragged:
        """Return the letters of the parts, in UTF-8."""
        letters = [letter(part).encode() for part in range(self.most_parts)]
        lengths = np.array([*map(len, letters)], np.int32)
        glyphs = np.frombuffer(b"".join(each.ljust(3, b"\0") for each in letters), np.uint8)
        if lengths.max() == 1:
            return Ragged(glyphs[::3][owners], ends)
        written = np.arange(3) < lengths[owners][:, None]
        sums = np.concatenate([[0], np.cumsum(lengths[owners])]).astype(np.int32)
        return Ragged(glyphs.reshape(-1, 3)[owners][written], sums[ends])

    def _new_counts(self, tree: int) -> I64:
        return np.zeros((self.most_parts + 1, len(self._classes) or 1), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[Any, ...]:
        parts, code = index
        return (parts, *self._classes[code : code + 1])

    @property
    def _classes(self) -> tuple[str, ...]:
        """The names of symmetry classes, none for a graph."""
        return () if self.area is None else self.area.lattice.class_names

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the partitions of a subtree by the key columns or, faster, by number of parts."""
        if by_key or self._filter or self.limit is not None:
            return super().count(prefix, by_key=by_key)
        return self.count_by(prefix, ["parts"])

    def count_by(self, prefix: Prefix, by: Sequence[str]) -> Tally:
        """Count the partitions of a subtree by some columns, by number of parts without rows."""
        if self._filter or self.limit is not None or tuple(by) not in (("parts",), self._keys):
            return super().count_by(prefix, by)
        zeros, total = self._new_counts(0)[:, : None if tuple(by) == self._keys else 1], Tally()
        for _, state in drive.entered(self._kernel, self._new_state, self._subtrees([prefix])):
            found, nodes = drive.tally(self._kernel, state, np.ascontiguousarray(zeros))
            counts = {self._key(0, index)[: len(by)]: n for index, n in found.items()}
            total += Tally(counts, nodes, tuple(by))
        return total

    def _with_columns(self, records: pa.RecordBatch, by: Sequence[str]) -> pa.RecordBatch:
        """Return rows whose sizes are text."""
        if "sizes" not in by:
            return records
        texts = pc.binary_join(records["sizes"].cast(pa.list_(pa.string())), "+")
        return records.set_column(records.schema.get_field_index("sizes"), "sizes", texts)
