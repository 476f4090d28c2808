"""The search for polyforms of a range of sizes on a lattice, and the rows it makes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum import lattice_sizes
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.partition.subtrees import children, estimate
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix, Tally
from enumino.enum.symmetric_shapes import symmetries
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import MASKS, polyform_columns
from enumino.families.polyforms.parameters import PolyformParameters
from enumino.objects.box import Box
from enumino.schema import Column
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

# Columns of `lattice_search.Columns.numbers`.
NUMBERS = (
    *("cells", "depth", "height", "width", "symmetry", "orbit", "perimeter"),
    *("site_perimeter", "holes"),
)

# Fewest rows for which a search is compiled for its lattice: below it takes longer than it saves.
ROWS_WORTH_COMPILING = 200_000_000

FILTER_SECONDS = 5e-7  # for a row of which a condition is computed
SYMMETRIC_NODES = 3e6  # nodes a second of a search on orbits
# A search on orbits of up to so many nodes is counted for an estimate of its rows; of a larger one,
# so many subtrees of about so many nodes, which so many walks estimate.
COUNTED_NODES, SAMPLES, SAMPLED_NODES, WALKS = 500_000, 400, 1_000, 20
TREES = frozenset({"tree", "snake"})  # properties that cut the search


class Polyforms(PolyformParameters, Forest):
    """Connected sets of cells of a lattice, of some sizes, one of each class of a kind.

    `count` counts them, `enumino.enumerate_to` lists them as rows of a dataset, and
    `enumino.open_dataset` opens it. `enumino.count_polyforms` reaches further without listing.
    The other methods serve the engine.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes from 1 on: ``8``, ``range(1, 11)``.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.
    within, box : str or iterable of int, optional
        Only shapes that fit into a box such as ``"5x5"``, or have exactly this bounding box, in one
        of the images that count as the same.
    symmetry : str or iterable of str, optional
        Only shapes of these symmetry classes, such as ``"all,axis2"``.
    only : str, optional
        A condition on columns and named properties, such as ``"tree"`` or ``"holes >= 3"``.

    Raises
    ------
    ProblemError
        If a size or the kind is out of range, or a condition is not one of these shapes.
    """

    report_after: ClassVar[int] = 1 << 23  # about half a second
    # Listings on one core of a current server, files included; they only serve estimates.
    nodes_per_second: ClassVar[float] = 4e7
    rows_per_second: ClassVar[float] = 3e6
    bytes_per_row: ClassVar[float] = 6.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._refuse_sizes()
        if self.only is not None:
            self._chosen(self.only)

    def _refuse_sizes(self) -> None:
        """Raise a ProblemError unless the search can hold the sizes."""
        most, reason = self._limit
        if self.cells[0] >= 1 and self.cells[-1] <= most:
            return
        box, there = self.held_by, ""
        wrong = self.cells[0] if self.cells[0] < 1 else self.cells[-1]
        if box is not None and self.cells[0] >= 1:
            there, reason = f" in a box of {box}", self._obstacle_in(box, wrong)
            if not reason:
                return
            while most < wrong and not self._obstacle_in(box, most + 1):
                most += 1
        raise ProblemError(
            f"{self.entry.noun.capitalize()} with {plural(wrong, 'cell')}{there} cannot be listed: "
            f"sizes of {self.kind} ones go from 1 to {most} ({reason})."
        )

    @property
    def tree_version(self) -> int:
        """Version of the tree: 2 where trees, exact boxes, or boxes of orbits cut it."""
        box = self.held_by
        cut = box is not None and (self.is_constructed or box.exact)
        return 2 if cut or (self._most_neighbours and not self.is_constructed) else 1

    @property
    def _most_neighbours(self) -> int:
        """Most neighbours of a cell of a tree, if the condition asks for trees or snakes; or 0."""
        if "snake" in self._words_asked:
            return 2
        return max(map(len, self.lattice.steps)) if "tree" in self._words_asked else 0

    @cached_property
    def _words_asked(self) -> frozenset[str]:
        """The properties that the condition asks for, if it is made of their names alone."""
        from enumino.families.polyforms.filters import words_of

        return frozenset() if self.only is None else words_of(self.only) or frozenset()

    @property
    def _only_left(self) -> str | None:
        """The part of the condition that is computed of the rows that are found."""
        if not self._most_neighbours or self.is_constructed:
            return self.only
        return " and ".join(sorted(self._words_asked - TREES)) or None

    @property
    def _limit(self) -> tuple[int, str]:
        """The largest size without a box, and why there are no larger ones."""
        most = lattice_sizes.largest(self.lattice, self.kind)
        return most, lattice_sizes.obstacle(self.lattice, self.kind, most + 1)

    def _obstacle_in(self, box: Box, cells: int) -> str:
        """Return why shapes of a size within a box cannot be listed, or nothing."""
        return lattice_sizes.obstacle(self.lattice, self.kind, cells, box)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row: those of the search, and properties."""
        if not self.derived:
            return self._search_columns
        from enumino.families.polyforms.properties import BY_NAME

        return (*self._search_columns, *(BY_NAME[name].column for name in self.derived))

    @property
    def _search_columns(self) -> tuple[Column, ...]:
        return polyform_columns(self.lattice, self._words)

    @property
    def _words(self) -> int:
        """Words of a mask: of all shapes of these sizes or, if they are many, of the box."""
        box, words = self.held_by, lattice_sizes.words(self.lattice, self.kind, self.cells[-1])
        if box is None or words <= len(MASKS):
            return words
        return min(words, -(-box.cells // lattice_sizes.WORD))

    def describe(self) -> str:
        """Return the problem in a few words."""
        lowest, highest = self.cells[0], self.cells[-1]
        size = f"{lowest} to " if lowest < highest else ""
        words = [f"{self.kind} {self.entry.noun} with {size}{plural(highest, 'cell')}"]
        if (box := self.held_by) is not None:
            words.append(f"in a bounding box of {box}" if box.exact else f"within {box}")
        return " ".join([*words, *self._symmetry_and_only()])

    def explained(self) -> list[str]:
        """Return a sentence on each condition on the shapes, about its effect on the search."""
        lines = []
        if (box := self.held_by) is not None:
            flag, too = ("--box", ", or can no longer fill it,") if box.exact else ("--within", "")
            way = f"a shape that exceeds the box{too} is not continued"
            lines.append(f"{flag} {box} cuts the search: {way}.")
        if self.symmetry is not None:
            way = "filters: it is checked for each shape found"
            if self.is_constructed:
                way = "constructs: shapes are made of orbits of their symmetries"
            lines.append(f"--symmetry {','.join(self.symmetry)} {way}.")
        if self.only is not None:
            lines.append(f"--only {quoted(self.only)} {self._only_explained()}.")
        return lines

    def _only_explained(self) -> str:
        """Return the effect of the condition on the search, in words."""
        if self._most_neighbours and not self.is_constructed:
            return "cuts the search: a shape that is no such tree is not continued"
        return "filters: it is computed for each shape found"

    def expect(self, nodes: float) -> Expectation:
        """Return rows by the growth of fixed polyforms, and bytes and seconds for them.

        Published numbers are ignored: the division into parts would change with the tables. Rows
        are those found, before conditions are computed of them; see `expects_at_most`.
        """
        images = len(self.lattice.elements_of(self.kind))
        fixed = map(self.entry.about, self.cells)
        rows = round(sum(max(1.0, number / images) for number in fixed))
        if self.is_constructed:
            rows = min(rows, round(nodes * self._rows_a_node))
        elif self.is_conditional:  # no more than fixed shapes that are met
            rows = min(rows, round(nodes / (images if self._most_neighbours else 1)))
        speed = SYMMETRIC_NODES if self.is_constructed else self.nodes_per_second
        seconds = nodes / speed + rows / self.rows_per_second
        seconds += rows * FILTER_SECONDS * self._is_filtered
        return Expectation(rows, round(nodes), round(rows * self.bytes_per_row), seconds)

    @cached_property
    def _rows_a_node(self) -> float:
        """Rows a node of the search on orbits: the mean of small subtrees, or of the whole search.

        Random walks lead to the subtrees, to each child in proportion to its estimated nodes. Most
        sets of orbits connect in the quotient only, so nodes alone tell little.
        """
        random, shares = Random(1), []
        known: dict[Prefix, list[tuple[float, Prefix]]] = {}
        whole = estimate(self, (), SAMPLED_NODES)
        for _ in range(SAMPLES if whole > COUNTED_NODES else 1):
            nodes = whole
            prefix: Prefix = ()
            while nodes > (SAMPLED_NODES if whole > COUNTED_NODES else COUNTED_NODES):
                if prefix not in known:
                    below = children(self, prefix)
                    known[prefix] = [(estimate(self, child, WALKS), child) for child in below]
                nodes, prefix = random.choices(known[prefix], [n for n, _ in known[prefix]])[0]
            found = super().count(prefix, by_key=False)
            shares.append(found.total / max(1, found.nodes))
        return sum(shares) / len(shares)

    @property
    def expects_at_most(self) -> bool:
        """Whether conditions may leave far fewer rows than are expected."""
        return self._is_filtered or (self.held_by is not None and not self.is_constructed)

    @property
    def _is_filtered(self) -> bool:
        """Whether the search finds rows that are not listed."""
        classes = self.symmetry is not None and not self.is_constructed
        return classes or self._only_left is not None

    def _chosen(self, only: str | None) -> Callable[[pa.RecordBatch], npt.NDArray[np.bool_]]:
        """Return the function that says which rows meet the conditions; a new one a thread."""
        from enumino.families.polyforms.filters import Filter
        from enumino.schema import arrow_schema

        schema = arrow_schema(self._search_columns, signed=False)
        return Filter(self.lattice, schema, only, self.symmetry).chosen

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the rows of the subtrees in search order, at most `rows` at a time."""
        found = super().batches(prefixes, rows)
        if self._is_filtered:
            from enumino.enum.records import filtered

            found = filtered(found, self._chosen(self._only_left), rows)
        return self._with_properties(found, self.derived)

    def _with_properties(self, batches: Iterator[Batch], names: Sequence[str]) -> Iterator[Batch]:
        """Return batches whose rows have further columns, those of some properties."""
        if not names:
            return batches
        from enumino.families.polyforms.properties import with_properties

        return (
            Batch(with_properties(each.records, names, self.lattice), each.nodes)
            for each in batches
        )

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the rows of a subtree by the key columns."""
        if not self._is_filtered and not self.derived:
            return super().count(prefix, by_key=by_key)
        return self._grouped(prefix, self._keys)

    @property
    def counted(self) -> tuple[str, ...]:
        """Columns and properties that rows may be counted by."""
        from enumino.families.polyforms.properties import properties_of

        own = super().counted
        properties = [each.name for each in properties_of(self.lattice) if each.name not in own]
        return (*own, *properties)

    def _extended(self, records: pa.RecordBatch, by: Sequence[str]) -> pa.RecordBatch:
        from enumino.families.polyforms.properties import with_properties

        further = [name for name in by if name not in records.schema.names]
        return with_properties(records, further, self.lattice) if further else records

    @cached_property
    def _kernel(self) -> Kernel:
        """The search, compiled for the lattice if that pays."""
        if self.is_constructed:
            from enumino.enum.kernels.listing import symmetric_search

            return symmetric_search
        from enumino.enum.kernels.listing import lattice_search
        from enumino.enum.lattice_tables import kernel_for

        pays = self.expect(0).rows >= ROWS_WORTH_COMPILING
        return kernel_for(self.lattice) if pays else lattice_search

    @cached_property
    def _trees(self) -> list[Any]:
        """The one tree, of all sizes together; of symmetric shapes one a group and centre."""
        from enumino.enum.lattice_tables import new_tables, symmetric_tables

        limits = self.cells[0], self.cells[-1], self.kind, self._words, self.held_by
        if not self.is_constructed:
            return [new_tables(self.lattice, *limits, self._most_neighbours)]
        by_moments = self.entry.by_moments
        return [
            symmetric_tables(symmetry, *limits, by_moments=by_moments)
            for name in self.symmetry or ()
            for symmetry in symmetries(self.lattice, self.lattice.class_named(name))
        ]

    @property
    def _walk_cost(self) -> int:
        return 8 * self.cells[-1]

    def _new_columns(self, rows: int) -> Any:
        from enumino.enum.kernels.listing import lattice_search

        return lattice_search.new_columns(rows, self._words)

    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        import numpy as np

        from enumino.enum.records import wrap

        buffers = dict(zip(NUMBERS, columns.numbers, strict=True))
        buffers["symmetry"] = buffers["symmetry"].view(np.int8)
        return wrap(
            self._search_columns, buffers | dict(zip(MASKS, columns.masks, strict=False)), filled
        )

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        import numpy as np

        return np.zeros((self.cells[-1] + 1, len(self.lattice.class_names)), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, str]:
        cells, code = index
        return cells, self.lattice.class_names[code]
