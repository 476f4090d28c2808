"""Polyforms of a range of sizes on a lattice: parameters -> a search -> columns.

There are three searches: for squares, for all lattices, and for symmetric shapes only.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa

from enumino.arrays import I64
from enumino.datasets.queries.conditions import Condition
from enumino.enum import lattice_sizes, speeds
from enumino.enum.forest import Forest
from enumino.enum.kernel import Kernel
from enumino.enum.problem import BATCH_ROWS, Batch, Expectation, Prefix
from enumino.enum.records import wrap
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import MASKS, polyform_columns
from enumino.families.polyforms.parameters import LatticeParameters, PolyformParameters
from enumino.families.polyforms.properties import BY_NAME, properties_of, values_of, words_of
from enumino.objects.lattice import KINDS, SQUARE
from enumino.parameters import LONGEST_CONDITION
from enumino.registry import rows_of
from enumino.schema import Column, arrow_schema
from enumino.words import in_a_line, plural, span

# Columns of `shape_rows.Columns.numbers`.
NUMBERS = (
    *("cells", "depth", "height", "width", "symmetry", "orbit", "perimeter"),
    *("site_perimeter", "holes"),
)
MOST_SAMPLED = 31  # cells of polyominoes, whose boxes have up to 256 cells
TREES = frozenset({"tree", "snake"})  # properties that cut the search
SQUARE_BYTES, OTHER_BYTES = 4.0, 5.2  # per row


class Polyforms(PolyformParameters, Forest):
    """Connected sets of cells of a lattice, of some sizes, up to the images of a kind."""

    tree_version: ClassVar[int] = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        most = lattice_sizes.largest(self.on, self.kind, self.required_box)
        self._refuse_sizes(max(most, MOST_SAMPLED) if self.is_plain else most)
        if self.only is not None:
            self._condition(self.only)

    def _refuse_sizes(self, allowed: int) -> None:
        """Raise a ProblemError for sizes other than 1 to the number allowed."""
        most = lattice_sizes.largest(self.on, self.kind, self.required_box)
        for wrong in (self.sizes[0], self.sizes[-1]):
            if not 1 <= wrong <= allowed:
                there = f" in a box of {self.required_box}" if self.required_box else ""
                further = f", and in samples to {MOST_SAMPLED}" if self.is_plain else ""
                raise ProblemError(
                    f"{self.entry.noun.capitalize()} with {plural(wrong, 'cell')}{there} cannot be "
                    f"listed: sizes of {self.kind} ones go from 1 to {most}{further}."
                )

    @property
    def is_plain(self) -> bool:
        """Whether rows are all polyominoes, without further columns."""
        bounds = self.required_box, self.classes, self.only
        return self.on == SQUARE and not any(bounds) and not self.stored

    @property
    def _by_square_search(self) -> bool:
        """Whether the search for squares lists the shapes."""
        return self.on == SQUARE and not self.only_symmetric

    @cached_property
    def _tree_properties(self) -> frozenset[str]:
        """The properties that the condition names, if the search finds only trees."""
        if self.only is None or self.only_symmetric:
            return frozenset()
        words = words_of(self.only) or frozenset()
        return words if words & TREES else frozenset()

    @property
    def _degree(self) -> int:
        """The most neighbours of a cell if the search finds only trees, or 0."""
        words = self._tree_properties
        return 2 if "snake" in words else max(map(len, self.on.steps)) if words else 0

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row: the columns of the search, and stored properties."""
        found = polyform_columns(self.on, self._mask_words)
        if not self.stored:
            return found
        return (*found, *(BY_NAME[name].column for name in self.stored))

    @cached_property
    def _mask_words(self) -> int:
        """The number of words of a mask: 1, 2 or, for shapes that are only sampled, 4."""
        bits, box = lattice_sizes.most_bits(self.on, self.kind, self.sizes[-1]), self.required_box
        words = -(-(min(bits, box.cells) if box else bits) // lattice_sizes.WORD)
        return words if words <= 2 else len(MASKS)

    def describe(self) -> str:
        """Return the problem in a few words."""
        words = [f"{self.kind} {self.entry.noun} with {span(self.sizes, 'cell')}"]
        if (box := self.required_box) is not None:
            words.append(f"in a bounding box of {box}" if box.exact else f"within {box}")
        if self.classes is not None:
            *names, last = self.classes
            words.append(f"of class {', '.join(names)}{' or ' if names else ''}{last}")
        if self.only is not None:
            words.append(f"where {in_a_line(self.only, LONGEST_CONDITION)}")
        return " ".join(words)

    def expect(self, nodes: float) -> Expectation:
        """Estimate rows from the growth of fixed polyforms, not from published numbers."""
        images = len(self.on.elements_of(self.kind))
        rows = round(sum(max(1.0, self.entry.about(size) / images) for size in self.sizes))
        if self.is_conditional:
            rows = min(rows, round(nodes / (images if self._degree else 1)))
        speed = speeds.SYMMETRIC_POLYFORMS if self.only_symmetric else speeds.POLYFORMS
        seconds = nodes / speed + rows / speeds.POLYFORM_ROWS
        row_bytes = SQUARE_BYTES if self.on == SQUARE else OTHER_BYTES
        return Expectation(rows, round(nodes), round(rows * row_bytes), seconds)

    @cached_property
    def _filter(self) -> str | None:
        """The condition that rows are tested for, without the parts that the search meets."""
        words = self._tree_properties
        only = " and ".join(sorted(words - TREES)) if words else self.only
        tested = [f"({only}\n)"] if only else []
        if self.classes is not None and not self.only_symmetric:
            tested.append(f"symmetry in ({', '.join(map(repr, self.classes))})")
        return " and ".join(tested) or None

    def _condition(self, text: str) -> Condition:
        """Return a condition on rows; each thread needs its own."""
        schema = arrow_schema(polyform_columns(self.on, self._mask_words), signed=False)
        return Condition(rows_of(self.to_json()), schema, text)

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the rows of the subtrees, with stored properties, at most `rows` at a time."""
        found = super().batches(prefixes, rows)
        if not self.stored:
            return found
        return (Batch(self._with_columns(each.records, self.stored), each.nodes) for each in found)

    @property
    def counted(self) -> tuple[Column, ...]:
        """The columns and properties that rows may be counted by."""
        own = super().counted
        names, known = {column.name for column in own}, properties_of(self.on, self.kind)
        return (*own, *(each.column for each in known if each.name not in names))

    def _with_columns(self, records: pa.RecordBatch, by: Sequence[str]) -> pa.RecordBatch:
        further = [name for name in by if name not in records.schema.names]
        if further:
            for name, values in values_of(records, further, self.on).items():
                field = pa.field(name, values.type, nullable=False)
                records = records.append_column(field, values)
        return records

    @cached_property
    def _kernel(self) -> Kernel:
        """The search for symmetric shapes, for squares, or for all lattices."""
        if self.only_symmetric:
            from enumino.enum.kernels.listing import symmetric_search

            return symmetric_search
        if self.on == SQUARE:
            from enumino.enum.kernels.listing import redelmeier

            return redelmeier
        from enumino.enum.kernels.listing import lattice_search

        return lattice_search

    @cached_property
    def _trees(self) -> list[Any]:
        """One tree for all sizes, or one tree per group and centre of symmetric shapes."""
        self._refuse_sizes(lattice_sizes.largest(self.on, self.kind, self.required_box))
        smallest, largest, box = self.sizes[0], self.sizes[-1], self.required_box
        limits = smallest, largest, self.kind, self._mask_words, box
        if self.only_symmetric:
            from enumino.enum.lattice_tables import symmetric_tables
            from enumino.enum.symmetric_shapes import symmetries

            return [
                symmetric_tables(symmetry, *limits)
                for name in self.classes or ()
                for symmetry in symmetries(self.on, self.on.class_named(name))
            ]
        if self.on != SQUARE:
            from enumino.enum.lattice_tables import new_tables

            return [new_tables(self.on, *limits, self._degree)]
        kernel: Any = self._kernel
        sides: dict[str, Any] = {}
        if box is not None:
            (extents,) = box.bounds(self.on, self.kind)
            least, most = ((rows + 1, columns + 1) for rows, columns in extents)
            sides = {"least": least, "most": most}
        kind = KINDS.index(self.kind)
        return [kernel.new_tables(smallest, largest, kind, degree=self._degree, **sides)]

    @property
    def _walk_cost(self) -> int:
        return self.sizes[-1] if self._by_square_search else 8 * self.sizes[-1]

    def _new_columns(self, rows: int) -> Any:
        # The search for squares writes masks of two words.
        words = max(2, self._mask_words) if self._by_square_search else self._mask_words
        return self._kernel.new_columns(rows, words)

    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        if self._by_square_search:
            from enumino.enum.kernels.listing import polyomino_rows

            columns = polyomino_rows.sort_by_box(columns, filled)
            polyomino_rows.measure(columns, KINDS.index(self.kind), 0, filled)
        buffers = dict(zip(NUMBERS, columns.numbers, strict=True))
        buffers["symmetry"] = buffers["symmetry"].view("int8")
        buffers |= dict(zip(MASKS, columns.masks, strict=False))
        return wrap(polyform_columns(self.on, self._mask_words), buffers, filled)

    def _new_counts(self, tree: int) -> I64:
        return np.zeros((self.sizes[-1] + 1, len(self.on.class_names)), np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[int, str]:
        cells, code = index
        return cells, self.on.class_names[code]


class Polyominoes(Polyforms):
    """Edge-connected sets of squares, of 1 to 21 cells, or of up to 63 cells in a box.

    `count` counts them, and `enumino.enumerate_to` lists them as rows of a dataset.
    `enumino.count_polyominoes` reaches larger sizes without listing.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, such as ``8`` or ``range(1, 11)``.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.
    within, box : str or iterable of int, optional
        Only shapes with an image that fits into a box such as ``"5x5"``, or with exactly this
        bounding box.
    symmetry : str or iterable of str, optional
        Only shapes of these symmetry classes, such as ``"all,axis2"``.
    only : str, optional
        A condition on columns and named properties, such as ``"tree"`` or ``"holes >= 3"``.
    derived : str or iterable of str, optional
        Properties to store as further columns, such as ``"tree,convex"``: ``--columns``.

    Raises
    ------
    ProblemError
        If a size is out of range, or there is no such kind, class or property.

    Examples
    --------
    >>> Polyominoes(cells=8).count().total
    369
    >>> import enumino, tempfile
    >>> folder = tempfile.mkdtemp() + "/polyominoes"
    >>> enumino.enumerate_to(folder, Polyominoes(range(1, 9))).rows
    533
    >>> print(next(enumino.open_dataset(folder).objects("cells = 7 and holes = 1")))
    ###
    #.#
    ##.
    """

    family = "polyominoes"


class Polyhexes(Polyforms):
    """Edge-connected sets of hexagons, of 1 to 16 cells (11 if fixed); see `Polyominoes`.

    >>> Polyhexes(cells=8).count().total
    1448
    """

    family = "polyhexes"


class Polyiamonds(Polyforms):
    """Edge-connected sets of triangles, of 1 to 23 cells (15 if fixed); see `Polyominoes`.

    >>> Polyiamonds(cells=8).count().total
    66
    """

    family = "polyiamonds"


class Polyplets(Polyforms):
    """Sets of squares connected at edges or corners, of 1 to 11 cells; see `Polyominoes`.

    >>> Polyplets(cells=5).count().total
    94
    """

    family = "polyplets"


class Polycubes(Polyforms):
    """Face-connected sets of cubes, of 1 to 13 cells; see `Polyominoes`.

    >>> Polycubes(cells=6).count().total
    112
    """

    family = "polycubes"


class Polysticks(Polyforms):
    """Connected sets of edges of the square grid, of 1 to 14 edges; see `Polyominoes`.

    >>> Polysticks(cells=4).count().total
    16
    """

    family = "polysticks"


class LatticePolyforms(LatticeParameters, Polyforms):
    """Connected sets of cells of a lattice from a file; see `Polyominoes`.

    Parameters
    ----------
    lattice : str, path or Lattice
        A file in TOML, or the name of a lattice that comes with the package.

    Examples
    --------
    >>> LatticePolyforms(cells=8, lattice="kite").count().total
    873
    """
