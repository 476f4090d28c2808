"""Plane tilings: the shapes of a listing, or some of a user, and the verdict on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import pyarrow as pa

from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.errors import ProblemError
from enumino.families.plane_tilings.columns import columns_of
from enumino.families.plane_tilings.parameters import PlaneTilingParameters
from enumino.families.plane_tilings.shapes import rows_of_shapes
from enumino.families.polyforms.columns import polyform_columns
from enumino.families.polyforms.families import OF_LATTICES
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from enumino.objects.polyform import Polyform
from enumino.schema import Column, arrow_schema, count_by
from enumino.words import plural

if TYPE_CHECKING:
    from enumino.families.polyforms.problem import Polyforms

MOST_CELLS = 64  # of a shape of a user, so that its boards fit into memory
MOST_BITS = 128  # of its mask
DECIDED_AT_ONCE = 256  # shapes, between two reports of progress
# Nodes of searches for a node of the listing, and for a shape: parts of a minute result.
NODES, NODES_OF_SHAPE = 10_000, 77_000
# Shapes decided in a second on one core. The rare ones that take longest grow with the size.
SPEEDS = {SQUARE: 600.0, HEXAGONAL: 40.0, TRIANGULAR: 100.0}
OTHER_SPEED = 40.0
BYTES_PER_ROW = 22.0


class PlaneTilings(PlaneTilingParameters):
    """Shapes, and how copies of each tile the plane.

    Parameters
    ----------
    lattice : str, path or Lattice
        ``"square"``, ``"hexagonal"``, ``"triangular"``, or a lattice of the plane from a file.
    cells : int or iterable of int, optional
        Consecutive sizes of which all free shapes are decided.
    shape : str, path, Polyform or iterable of these, optional
        Instead of sizes, shapes: drawings, lines of coordinates, addresses, or a file of these.
    tiles : int
        Most tiles in a period of a tiling that is not isohedral.
    coronas : int
        Most coronas that are searched for.

    Raises
    ------
    ProblemError
        If neither or both of sizes and shapes are given, or these are no shapes in the plane.

    Examples
    --------
    >>> from enumino import PlaneTilings
    >>> (batch,) = [b.records for b in PlaneTilings(shape="#.#/###").batches([()]) if b.records]
    >>> batch.select(["tiling", "heesch_type", "tiles"]).to_pylist()
    [{'tiling': 'half-turn', 'heesch_type': 'TCCTCC', 'tiles': [0, 0, 0, 3, 2, 1]}]
    """

    tree_version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        for shape in self._shapes:
            area = int(np.prod(shape.box))
            if len(shape) > MOST_CELLS or area > MOST_BITS:
                raise ProblemError(
                    f"The shape {shape.address} has {plural(len(shape), 'cell')} in a box of "
                    f"{area}: shapes of up to {MOST_CELLS} cells in boxes of up to {MOST_BITS} "
                    "can be decided."
                )
        if self.sizes is not None:
            _ = self._listing  # refuses sizes out of reach

    @cached_property
    def _listing(self) -> Polyforms:
        """The listing of all free shapes of the sizes."""
        from enumino.families.polyforms.problem import LatticePolyforms

        sizes: Any = self.sizes
        family = next((each for each in OF_LATTICES if each.lattice == self.on), None)
        if family is None:
            return LatticePolyforms(sizes, lattice=self.on)
        found: Polyforms = family.problem_class(sizes)
        return found

    @cached_property
    def _shapes(self) -> list[Polyform]:
        """The shapes of a user, where they are not those of a listing."""
        return [Polyform.from_address(each, self.on) for each in self.addresses]

    @cached_property
    def _shape_columns(self) -> tuple[Column, ...]:
        if self.sizes is not None:
            return self._listing.columns
        widest = max(int(np.prod(shape.box)) for shape in self._shapes)
        return polyform_columns(self.on, -(-widest // 64))

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row: those of the shape, the verdict and its witness."""
        return columns_of(self._shape_columns)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> from enumino import PlaneTilings
        >>> PlaneTilings(cells=range(1, 9)).describe(), PlaneTilings(shape="##/##").describe()
        ('plane tilings by polyominoes with 1 to 8 cells', 'plane tilings by the shape q')
        """
        if self.sizes is None:
            several = plural(len(self._shapes), "shape")
            one = f"the shape {self._shapes[0].address}"
            return f"plane tilings by {several if self._shapes[1:] else one}"
        lowest, highest = self.sizes[0], self.sizes[-1]
        size = f"{lowest} to " if lowest < highest else ""
        noun = self._listing.entry.noun
        return f"plane tilings by {noun} with {size}{plural(highest, 'cell')}"

    def branching(self, prefix: Prefix) -> int:
        """Return the number of children of a node of the listing, or of shapes at the root."""
        if self.sizes is not None:
            return self._listing.branching(prefix)
        return LEAF if self._chosen(prefix) and prefix else len(self._shapes)

    def _chosen(self, prefix: Prefix) -> list[Polyform]:
        """Return the shapes of a subtree."""
        if len(prefix) > 1 or not 0 <= sum(prefix) < len(self._shapes):
            raise no_such_subtree(prefix)
        return [self._shapes[prefix[0]]] if prefix else self._shapes

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of searches, by random walks in the listing."""
        if self.sizes is not None:
            return NODES * self._listing.probe(prefix, probes, seed)
        return float(NODES_OF_SHAPE * len(self._chosen(prefix)))

    def expect(self, nodes: float) -> Expectation:
        """Return the number of shapes, and bytes and seconds for them."""
        speed = SPEEDS.get(self.on, OTHER_SPEED)
        rows, seconds = len(self._shapes), 0.0
        if self.sizes is not None:
            rows, _, _, seconds = self._listing.expect(nodes / NODES)
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds + rows / speed)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the shapes of a subtree by the key columns."""
        keys = [column.name for column in self.columns if column.key] if by_key else []
        found = Tally(keys=tuple(keys))
        for batch in self.batches([prefix]):
            found += Tally(count_by(batch.records, keys), batch.nodes, tuple(keys))
        return found

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the shapes of the subtrees with their verdicts, at most `rows` at a time."""
        from enumino.enum.records import gathered

        return gathered(self._decided(prefixes, min(rows, DECIDED_AT_ONCE)), rows)

    def _decided(self, prefixes: Sequence[Prefix], rows: int) -> Iterator[Batch]:
        from enumino.families.plane_tilings.decision import Decider

        deciders: dict[int, Decider] = {}
        for shapes, nodes in self._listed(prefixes, rows):
            sizes = shapes.column("cells").to_pylist()
            for size in {*sizes} - deciders.keys():
                deciders[size] = Decider(self.on, size, self.tiles, self.coronas)
            yield Batch(self._with_verdicts(shapes, deciders), nodes)

    def _listed(self, prefixes: Sequence[Prefix], rows: int) -> Iterator[Batch]:
        """Yield the shapes of the subtrees."""
        if self.sizes is not None:
            for records, nodes in self._listing.batches(prefixes, rows):
                yield Batch(records, NODES * nodes)
            return
        for prefix in prefixes:
            chosen = self._chosen(prefix)
            for first in range(0, len(chosen), rows):
                some = chosen[first : first + rows]
                yield Batch(rows_of_shapes(some, self._shape_columns), NODES_OF_SHAPE * len(some))

    def _with_verdicts(self, shapes: pa.RecordBatch, deciders: Any) -> pa.RecordBatch:
        from enumino.families.plane_tilings.decision import decisions

        found = decisions(self.on, shapes, deciders)
        schema = arrow_schema(self.columns, in_flight=True)
        arrays = list(shapes.columns)
        for column in self.columns[len(arrays) :]:
            values: Any = found[column.name]
            if column.values:
                codes = pa.array([column.values.index(each) for each in values], pa.int8())
                arrays.append(pa.DictionaryArray.from_arrays(codes, pa.array(column.values)))
            else:
                arrays.append(pa.array(values, schema.field(column.name).type))
        return pa.RecordBatch.from_arrays(arrays, schema=schema)
