"""Plane tilings: the shapes of a listing, or given shapes, and the verdict on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from enumino.enum.partition import NODES_PER_PART
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.families.plane_tilings.columns import columns_of
from enumino.families.plane_tilings.parameters import PlaneTilingParameters
from enumino.families.plane_tilings.shapes import GivenShapes
from enumino.families.polyforms.families import OF_LATTICES, family_on
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.schema import Column, arrow_schema
from enumino.words import plural, span

if TYPE_CHECKING:
    from enumino.families.polyforms.problem import Polyforms

LISTED_AT_ONCE, DECIDED_AT_ONCE = 256, 1024  # shapes; the first number orders the rows
FEW = 600  # shapes that are grown instead of listed
# Seconds of one core for a node of the listing and the verdicts on its shapes: means of many nodes,
# because few shapes take most of the time.
SECONDS = {SQUARE: 6e-5, HEXAGONAL: 6e-4, TRIANGULAR: 8e-5}
OTHER_SECONDS = 8e-4
NODES_PER_SECOND = NODES_PER_PART[0]  # a nominal rate, so that parts take a second or more
BYTES_PER_ROW = 22.0


class PlaneTilings(PlaneTilingParameters):
    """Shapes, and how copies of each tile the plane.

    Parameters
    ----------
    cells : int or iterable of int, optional
        Consecutive sizes. All free shapes of these sizes are decided.
    shape : str, Polyform or iterable of str or Polyform, optional
        Shapes instead of sizes: drawings, lines of coordinates, addresses.
    lattice : str, path or Lattice
        ``"square"``, ``"hexagonal"``, ``"triangular"``, or a lattice of the plane from a file.
    tiles : int
        Most tiles in a period of a tiling that is not isohedral.
    coronas : int
        Most coronas to search for.

    Raises
    ------
    ProblemError
        If neither or both of sizes and shapes are given, or the lattice does not fill the plane.

    Examples
    --------
    >>> from enumino import PlaneTilings
    >>> (batch,) = [b.records for b in PlaneTilings(shape="#.#/###").batches([()]) if b.records]
    >>> batch.select(["tiling", "heesch_type", "tiles"]).to_pylist()
    [{'tiling': 'half-turn', 'heesch_type': 'TCCTCC', 'tiles': [0, 0, 0, 3, 2, 1]}]
    """

    tree_version: ClassVar[int] = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self._source  # refuses shapes that are too large

    @cached_property
    def _listing(self) -> Polyforms:
        """The listing of all free shapes of the sizes."""
        own = (family for family in OF_LATTICES if family.lattice == self.on)
        family = next(own, None) or family_on(self.on.definition)
        listing: Polyforms = family.problem_class(self.sizes)
        return listing

    @cached_property
    def _source(self) -> Polyforms | GivenShapes:
        """The given shapes, few shapes that are grown before a listing compiles, or a listing."""
        if self.sizes is None:
            given = [Polyform.from_address(each, self.on) for each in self.addresses]
            return GivenShapes(self.on, given)
        if sum(map(self._listing.entry.about, self.sizes)) > FEW * len(self.on.elements):
            return self._listing
        shapes = chain.from_iterable(free_polyforms(size, self.on) for size in self.sizes)
        return GivenShapes(self.on, shapes)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row: the shape, the verdict and its witness."""
        return columns_of(self._source.columns)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> from enumino import PlaneTilings
        >>> PlaneTilings(cells=range(1, 9)).describe(), PlaneTilings(shape="##/##").describe()
        ('plane tilings by polyominoes with 1 to 8 cells', 'plane tilings by the shape q')
        """
        if self.sizes is None:
            one, *further = self.addresses
            several = plural(len(self.addresses), "shape")
            return f"plane tilings by {several if further else f'the shape {one}'}"
        return f"plane tilings by {self._listing.entry.noun} with {span(self.sizes, 'cell')}"

    @property
    def _weight(self) -> int:
        """The nodes that are reported for each node of the listing, with its verdicts."""
        return round(NODES_PER_SECOND * SECONDS.get(self.on, OTHER_SECONDS))

    def branching(self, prefix: Prefix) -> int:
        """Return the number of children of a node of the listing, or of shapes at the root."""
        return self._source.branching(prefix)

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the nodes of searches, by random walks in the listing."""
        return self._weight * self._source.probe(prefix, probes, seed)

    def expect(self, nodes: float) -> Expectation:
        """Return the number of shapes, and bytes and seconds for them."""
        rows = self._source.expect(nodes / self._weight).rows
        seconds = nodes / NODES_PER_SECOND
        return Expectation(rows, round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the shapes of a subtree by the key columns."""
        from enumino.enum.records import tallied

        keys = (column.name for column in self.columns if column.key and by_key)
        return tallied(self.batches([prefix]), keys)

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the shapes of the subtrees with their verdicts, at most `rows` at a time."""
        from enumino.enum.records import gathered

        listed = self._source.batches(prefixes, min(rows, LISTED_AT_ONCE))
        shapes = gathered(listed, min(rows, DECIDED_AT_ONCE))
        return gathered(self._decided(shapes), rows)

    def _decided(self, listed: Iterator[Batch]) -> Iterator[Batch]:
        from enumino.families.plane_tilings.decision import Decider, verdicts

        decider = cache(partial(Decider, self.on, tiles=self.tiles, coronas=self.coronas))
        schema = arrow_schema(self.columns, in_flight=True)
        for shapes, nodes in listed:
            found = verdicts(shapes, self.on, decider)
            yield Batch(found.cast(schema), self._weight * nodes)
