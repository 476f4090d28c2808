"""Polyforms of a range of sizes: parameters -> a search -> columns.

Polyominoes have a search of their own, unless they are constructed from orbits.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.kernel import Kernel
from enumino.families.polyforms.columns import polyomino_columns
from enumino.families.polyforms.forest import Polyforms
from enumino.families.polyforms.on_lattices import LatticeParameters
from enumino.objects.box import Box
from enumino.objects.lattice import KINDS
from enumino.schema import Column

if TYPE_CHECKING:
    import pyarrow as pa

LARGEST = 32  # cells of a polyomino: columns on either side of the first cell, as bits of a word


class Polyominoes(Polyforms):
    """All polyominoes of some sizes, one of each class of a kind.

    `count` counts them, `enumino.enumerate_to` lists them as rows of a dataset, and
    `enumino.open_dataset` opens it. `enumino.count_polyominoes` reaches further without listing.
    The other methods serve the engine.

    Parameters
    ----------
    cells : int or iterable of int
        Consecutive sizes, 1 to 21, in a box to 63: ``8``, ``range(1, 13)``.
    kind : {"free", "one-sided", "fixed"}
        Up to translation, rotation and reflection; up to translation and rotation; up to
        translation only.
    within, box : str or iterable of int, optional
        Only shapes that fit into a box such as ``"5x5"``, or have exactly this bounding box, in one
        of the images that count as the same.
    symmetry : str or iterable of str, optional
        Only polyominoes of these symmetry classes, such as ``"all,axis2"``, of up to 21 cells, in a
        box to 63.
    only : str, optional
        A condition on columns and named properties, such as ``"tree"`` or ``"holes >= 3"``.

    Raises
    ------
    ProblemError
        If a size or the kind is out of range, or a condition is not one of these shapes.

    Examples
    --------
    >>> Polyominoes(cells=8).count().total
    369
    >>> import enumino, tempfile
    >>> folder = tempfile.mkdtemp() + "/polyominoes"
    >>> enumino.enumerate_to(folder, Polyominoes(range(1, 9)), in_process=True).rows
    533
    >>> print(next(enumino.open_dataset(folder).objects("cells = 7 and holes = 1")))
    ###
    #.#
    ##.

    References
    ----------
    D. H. Redelmeier, Counting polyominoes: yet another attack, Discrete Math. 36 (1981).
    """

    family = "polyominoes"
    report_after: ClassVar[int] = 1 << 25  # about half a second
    rows_per_second: ClassVar[float] = 4.5e6
    bytes_per_row: ClassVar[float] = 5.0

    @property
    def _search_columns(self) -> tuple[Column, ...]:
        return polyomino_columns(self._words)

    @property
    def _kernel(self) -> Kernel:
        if self.is_constructed:
            return super()._kernel
        from enumino.enum.kernels.listing import redelmeier

        return redelmeier

    @cached_property
    def _trees(self) -> list[Any]:
        """The one tree, of all sizes together; of symmetric ones one a group and centre."""
        if self.is_constructed:
            return super()._trees
        from enumino.enum.kernels.listing import redelmeier

        limits = self.cells[0], self.cells[-1], KINDS.index(self.kind)
        degree = self._most_neighbours
        if (box := self.held_by) is None:
            return [redelmeier.new_tables(*limits, degree=degree)]
        ((least, most),) = box.bounds(self.lattice, self.kind)
        rows, columns = ((a + 1, b + 1) for a, b in zip(least, most, strict=True))
        least, most = (rows[0], columns[0]), (rows[1], columns[1])
        return [redelmeier.new_tables(*limits, least, most, degree)]

    def _obstacle_in(self, box: Box, cells: int) -> str:
        if self.is_constructed:
            return super()._obstacle_in(box, cells)
        most = LARGEST - 2
        if max(box.sides) > most:
            return f"a box has at most {most} rows and columns, and {box} has more"
        return super()._obstacle_in(box, cells)

    @property
    def _walk_cost(self) -> int:
        return self.cells[-1]

    def _new_columns(self, rows: int) -> Any:
        if self.is_constructed:
            return super()._new_columns(rows)
        from enumino.enum.kernels.listing import redelmeier

        return redelmeier.new_columns(rows)

    def _records(self, columns: Any, filled: int) -> pa.RecordBatch:
        if self.is_constructed:
            return super()._records(columns, filled)
        import numpy as np

        from enumino.enum.kernels.listing import polyomino_attributes
        from enumino.enum.records import wrap

        rows = self._new_columns(filled)
        ends = np.zeros(polyomino_attributes.boxes(self.cells[-1]), np.int64)
        polyomino_attributes.sort_by_box(columns, filled, ends, rows)
        self._measure(rows, filled)
        return wrap(self._search_columns, rows._asdict(), filled)

    def _measure(self, columns: Any, filled: int) -> None:
        """Fill in what follows from the masks."""
        from enumino.enum.kernels.listing import polyomino_attributes

        polyomino_attributes.measure(columns, KINDS.index(self.kind), 0, filled)


class Polyhexes(Polyforms):
    """Edge-connected sets of hexagons, of 1 to 16 cells (fixed 11); see `Polyforms`.

    >>> Polyhexes(cells=8).count().total
    1448
    """

    family = "polyhexes"


class Polyiamonds(Polyforms):
    """Edge-connected sets of triangles, of 1 to 23 cells (fixed 15); see `Polyforms`.

    >>> Polyiamonds(cells=8).count().total
    66
    """

    family = "polyiamonds"


class Polyplets(Polyforms):
    """Sets of squares that connect at edges or corners, of 1 to 11 cells; see `Polyforms`.

    >>> Polyplets(cells=5).count().total
    94
    """

    family = "polyplets"


class Polycubes(Polyforms):
    """Face-connected sets of cubes, of 1 to 13 cells; see `Polyforms`.

    >>> Polycubes(cells=6).count().total
    112
    """

    family = "polycubes"


class Polysticks(Polyforms):
    """Connected sets of edges of the square grid, of 1 to 14 edges; see `Polyforms`.

    >>> Polysticks(cells=4).count().total
    16
    """

    family = "polysticks"


class LatticePolyforms(LatticeParameters, Polyforms):
    """Connected sets of cells of a lattice from a file; see `Polyforms`.

    Parameters
    ----------
    lattice : str, path or Lattice
        A file in TOML, or the name of a lattice that comes with the package.

    Examples
    --------
    >>> LatticePolyforms(cells=8, lattice="kite").count().total
    873
    """

    family = "polyforms"
