"""Recompute every attribute of rows of partitions from the layout, in NumPy."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.arrays import I64, Flags
from enumino.datasets.checks import Fault, claimed_codes, codes_of, faults_in_lots
from enumino.families.partitions.parameters import PartitionParameters
from enumino.objects.board import letter

MATRIX_VALUES = 1 << 21  # of the matrices of spanning trees that are computed together
CLOSE = 1e-9  # of the logarithm of a number of spanning trees, as a share

Owners = I64  # [vertices, rows]: the part of each vertex


class PartitionChecks:
    """Recomputation of rows of partitions, with tables that all rows share."""

    def __init__(self, asked: PartitionParameters) -> None:
        self.asked, self.area = asked, asked.area
        self.edges, self.order = asked.network.edges, asked.order
        self.most = asked.most_parts

    @cached_property
    def part_of(self) -> I64:
        """The number of the part of each letter, by code point, or the number of parts."""
        codes = [ord(letter(part)) for part in range(self.most)]
        found = np.full(max(codes) + 2, self.most)
        found[codes] = np.arange(self.most)
        return found

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Yield the faults of the rows."""
        return faults_in_lots(rows, self.order, self._wrong)

    def _wrong(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        owners, lengths = self._owners(rows.column("layout"))
        short: Flags = np.asarray(lengths != self.order)
        yield f"does not give a part to each {self.asked.noun}", short
        if short.any():
            return
        highest = np.maximum.accumulate(np.pad(owners, ((1, 0), (0, 0)), constant_values=-1))
        unsorted: Flags = np.asarray(((owners > highest[:-1] + 1) | (owners < 0)).any(0))
        yield "does not number its parts by first vertices", unsorted
        parts = highest[-1] + 1
        outside = ~np.isin(parts, np.array(self.asked.numbers))
        yield "has another number of parts than was asked for", outside
        if unsorted.any() or outside.any():
            return
        yield "has another number in parts", np.asarray(parts != rows.column("parts").to_numpy())
        yield "has a part that is not connected", self._is_split(owners)
        cut = owners[self.edges[:, 0]] != owners[self.edges[:, 1]]
        yield "has another number of cut edges", cut.sum(0) != rows.column("cut_edges").to_numpy()
        sizes = self._sums(owners, np.ones(self.order, np.int64))
        loads = sizes if self.asked.weights is None else self._sums(owners, self.asked.loads)
        used = np.arange(self.most)[:, None] < parts
        least, most = self.asked.bounds
        bad = used & ((loads < least) | (loads > most))
        yield "has a part beyond the bounds", np.asarray(bad.any(0))
        for name, sums in (("sizes", sizes), ("weights", loads)):
            if name in rows.schema.names:
                yield f"has other {name}", _other_lists(rows.column(name), sums, used)
        trees = rows.column("log_trees").to_numpy()
        with np.errstate(invalid="ignore"):
            wrong = ~(np.abs(trees - self._log_trees(owners)) <= CLOSE * (1 + np.abs(trees)))
        yield "has another number in log_trees", wrong
        if self.area is not None:
            yield from self._asymmetric(rows, owners)

    def _owners(self, layouts: Any) -> tuple[Owners, I64]:
        """Return the part of each vertex in each row, and the length of each layout."""
        if self.area is None:
            offsets = layouts.offsets.to_numpy().astype(np.int64)
            lengths = np.diff(offsets)
            values = layouts.values.to_numpy()[offsets[0] : offsets[-1]].astype(np.int64)
        else:
            texts = np.array(layouts.to_pylist(), np.str_)
            lengths = np.char.str_len(texts)
            codes = texts.view(np.uint32).reshape(len(texts), -1)
            values = self.part_of.take(codes, mode="clip")
        if (lengths != self.order).any():
            return np.zeros((0, 0), np.int64), lengths
        return np.ascontiguousarray(values.reshape(len(lengths), self.order).T), lengths

    def _is_split(self, owners: Owners) -> Flags:
        """Return whether a part of each row has vertices that its first vertex does not reach."""
        reached = np.ones(owners.shape, bool)
        for vertex in range(1, self.order):
            reached[vertex] = (owners[:vertex] != owners[vertex]).all(0)
        inside = owners[self.edges[:, 0]] == owners[self.edges[:, 1]]
        before = -1
        while before < (before := int(reached.sum())):
            for one, other in (self.edges.T, self.edges.T[::-1]):
                for a, b, same in zip(one.tolist(), other.tolist(), inside, strict=True):
                    reached[b] |= reached[a] & same
        return np.asarray(~reached.all(0))

    def _sums(self, owners: Owners, loads: I64) -> I64:
        """Return int64[parts, rows]: the sums of the parts."""
        rows = owners.shape[1]
        sums = np.zeros((self.most, rows), np.int64)
        np.add.at(sums, (owners, np.arange(rows)), loads[:, None])
        return sums

    def _log_trees(self, owners: Owners) -> npt.NDArray[np.float64]:
        """Return the sums of the logarithms of the parts' numbers of spanning trees.

        By Kirchhoff's theorem, this is the logarithm of the determinant of the Laplacian matrix of
        the edges inside parts, with the row and the column of the first vertex of each part
        replaced by those of the identity.
        """
        found, order = np.zeros(owners.shape[1]), self.order
        one, other = self.edges.T
        at_once = max(1, MATRIX_VALUES // order**2)
        for start in range(0, found.size, at_once):
            own = owners[:, start : start + at_once]
            rows = own.shape[1]
            inside = (own[one] == own[other]).T.astype(float)
            matrix = np.zeros((rows, order, order))
            matrix[:, one, other] = matrix[:, other, one] = -inside
            degrees = np.arange(order)
            matrix[:, degrees, degrees] = -matrix.sum(2)
            highest = np.maximum.accumulate(np.pad(own, ((1, 0), (0, 0)), constant_values=-1))
            row, first = np.nonzero((own > highest[:-1]).T)
            matrix[row, first, :] = matrix[row, :, first] = 0
            matrix[row, first, first] = 1
            found[start : start + rows] = np.linalg.slogdet(matrix)[1]
        return found

    def _asymmetric(self, rows: pa.RecordBatch, owners: Owners) -> Iterator[tuple[str, Flags]]:
        """Yield faults of the symmetry class, the orbit and the choice of the image."""
        assert self.area is not None
        lattice, count = self.area.lattice, owners.shape[1]
        codes = np.flatnonzero(self.area.images[:, 0] >= 0)
        kept = np.zeros(count, np.uint64)
        order, later = np.ones(count, np.int64), np.zeros(count, bool)
        for code in codes.tolist():
            image = self._renumbered(owners[np.argsort(self.area.images[code])])
            differs = image != owners
            same, at = ~differs.any(0), differs.argmax(0)
            kept |= same.astype(np.uint64) << np.uint64(code)
            order += same
            later |= image[at, np.arange(count)] < owners[at, np.arange(count)]
        claimed = claimed_codes(rows.column("symmetry"), lattice)
        yield "has another symmetry class", np.asarray(codes_of(kept, lattice) != claimed)
        up_to = self.asked.up_to_symmetry
        orbit = (1 + len(codes)) // order if up_to else np.ones(count, np.int64)
        yield "has another orbit", np.asarray(orbit != rows.column("orbit").to_numpy())
        if up_to:
            yield "is not the first of its images", later

    def _renumbered(self, owners: Owners) -> Owners:
        """Return layouts whose parts are numbered by first vertices."""
        rows = np.arange(owners.shape[1])
        number = np.full((self.most, rows.size), -1)
        found, parts = np.empty_like(owners), np.zeros(rows.size, np.int64)
        for vertex, own in enumerate(owners):
            new = number[own, rows] < 0
            number[own[new], rows[new]] = parts[new]
            parts += new
            found[vertex] = number[own, rows]
        return found


def _other_lists(lists: Any, sums: I64, used: Flags) -> Flags:
    """Return whether each list differs from the ascending sums of the parts that are used."""
    offsets = lists.offsets.to_numpy().astype(np.int64)
    lengths, parts = np.diff(offsets), used.sum(0)
    wrong: Flags = lengths != parts
    if wrong.any():
        return wrong
    ascending = np.sort(np.where(used, sums, np.iinfo(np.int64).max), axis=0)
    listed = lists.values.to_numpy()[offsets[0] : offsets[-1]]
    row = np.repeat(np.arange(parts.size), parts)
    wrong[row[listed != ascending.T[used.T]]] = True
    return wrong
