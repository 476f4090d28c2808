"""Decisions whether and in which way shapes tile the plane, with witnesses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from enumino.enum.drive import end_if_abandoned
from enumino.enum.kernels.plane.covers import (
    CALL_NODES,
    FOUND,
    GIVEN_UP,
    ISOHEDRAL,
    NONE,
    PATCHES,
    WHOLE_PATCHES,
    WITH_MIRRORS,
    begin,
    cover,
    find_pairs,
    has_hole,
)
from enumino.enum.kernels.plane.floors import (
    NODES,
    Floor,
    Plane,
    images_of,
    levels_of_first,
    new_floor,
    set_shape,
    symmetries_on,
)
from enumino.errors import RunError
from enumino.families.plane_tilings.checks import fault_of
from enumino.families.plane_tilings.heesch_types import heesch_type, needs_mirrors
from enumino.families.plane_tilings.periods import (
    Cell,
    Form,
    Period,
    Tile,
    affine_maps,
    period_of,
    touching,
)
from enumino.families.plane_tilings.tori import first_period
from enumino.families.polyforms.shapes import sound_lots
from enumino.objects.lattice import Lattice
from enumino.objects.polyform import Polyform

UNBOUNDED = -1  # coronas of a shape that tiles
# Rounds of searches for a shape that has no isohedral tiling: the nodes of each search for coronas,
# the most coronas, and the most tiles of a torus. Most shapes need the first round only.
ROUNDS = ((20_000, 2, 8), (20_000, 5, 12), (1_000_000, 6, 24))
# Nodes of the first attempt, after which a search begins anew where it met most contradictions.
FIRST_NODES = 2_000
LOOSE = -1  # of a search: there are patches, but none as asked
PAIR_NODES, AROUND = 2_000, 2  # of the search of coronas around two copies that touch

Numbers = npt.NDArray[np.int64]


@cache
def plane_of(lattice: Lattice) -> Plane:
    """Return the arrays of a lattice."""
    elements, count = lattice.elements, lattice.sublattices
    maps, origins = (np.array(part) for part in zip(*affine_maps(lattice), strict=True))
    # Where the cell at the origin comes by an element and another one after it.
    first = origins[:, 0]
    both = np.einsum("sij,tj->sti", maps, first[:, :2]) + origins[:, first[:, 2], :2]
    products = np.array([[elements.index(s.after(t)) for t in elements] for s in elements])
    shifts = both - first[products, :2]
    inverses = (products == 0).argmax(1)
    back = -shifts[inverses, np.arange(len(elements))]
    return Plane(
        matrices=maps,
        shifts=np.ascontiguousarray(origins[:, :, :2]),
        numbers=np.ascontiguousarray(origins[:, :, 2]),
        products=np.concatenate([products[:, :, None], shifts], 2),
        inverses=np.concatenate([inverses[:, None], back], 1),
        touching=_padded([touching(lattice, (0, c)) for c in range(count)], count),
        sides=_padded([lattice.beyond_sides((0, c)) for c in range(count)], count),
    )


def _padded(rows: Sequence[Sequence[Cell]], count: int) -> npt.NDArray[np.int64]:
    """Return cells as rows, unit cells and numbers; lists end with cells of the number -1."""
    found = np.full((len(rows), max(map(len, rows)), 3), -1, np.int64)
    for number, cells in enumerate(rows):
        found[number, : len(cells)] = [(row, *divmod(column, count)) for row, column in cells]
    return found


@dataclass(frozen=True)
class Verdict:
    """The way in which a shape tiles the plane, with a period or a patch as the witness.

    The first tile of the witness is the shape.
    """

    tiling: str  # one of `columns.CLASSES`
    by_translation: bool = False
    by_half_turn: bool = False
    coronas: int = UNBOUNDED
    coronas_with_holes: int = UNBOUNDED
    coronas_proven: bool = True
    vectors: tuple[int, ...] = ()  # rows and unit cells of both; none for a patch
    tiles: tuple[Tile, ...] = ((0, 0, 0),)
    heesch_type: str = "none"  # of an isohedral tiling, with the cuts of the outline
    cuts: tuple[int, ...] = ()

    @property
    def row(self) -> dict[str, Any]:
        """The verdict as values of columns by name."""
        tiles = [number for tile in self.tiles for number in tile]
        return {**vars(self), "tiles": tiles, "period_tiles": len(self.tiles) * bool(self.vectors)}


NOT_SURROUNDED = Verdict("none", coronas=0, coronas_with_holes=0)


class Decider:
    """Searches for shapes of a number of cells.

    Parameters
    ----------
    lattice : Lattice
    cells : int
    tiles : int
        Most tiles in a period.
    coronas : int
        Most coronas of a patch.
    """

    def __init__(self, lattice: Lattice, cells: int, tiles: int, coronas: int) -> None:
        self.lattice = lattice
        self.plane, self.most_tiles, self.most_coronas = plane_of(lattice), tiles, coronas
        # Small floors, for the first corona and isohedral tilings, stay in the processor's cache.
        floors = [new_floor(self.plane, cells, k) for k in range(1, max(coronas, AROUND + 1) + 1)]
        self.floors = [floor._replace(pairs=floors[0].pairs) for floor in floors]
        self.knows_pairs = False
        self.far = levels_of_first(self.floors[0])
        elements = len(self.plane.matrices)
        self.all_images = np.ones(elements, np.bool_)
        self.products, self.matrices = self.plane.products.tolist(), self.plane.matrices.tolist()
        self.period_floors: dict[int, Floor] = {}
        self.drawn = np.array(lattice.drawn)  # steps of drawings, one row down or a unit cell
        self.identity = np.arange(elements) == 0
        self.half_turns = (self.plane.matrices == -np.eye(2, dtype=np.int64)).all((1, 2))

    def decide(self, shapes: Numbers, holes: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Yield the verdicts on shapes as values of columns by name.

        Shapes are int64[shapes, cells, 3], row, unit cell, number in it. A verdict whose witness is
        wrong is a RunError.
        """
        images = images_of(self.plane, self.floors[0], shapes)
        for number, shape in enumerate(shapes):
            set_shape(self.floors[0], images, number)
            self.knows_pairs = False
            verdict = NOT_SURROUNDED
            if not holes[number]:
                verdict = self._isohedral(shape) or self._otherwise(shape)
            cells = [(row, unit * self.lattice.sublattices + c) for row, unit, c in shape.tolist()]
            row = verdict.row
            if what := fault_of(self.lattice, cells, {**row, "holes": holes[number]}):
                address = Polyform(cells, self.lattice).address
                raise RunError(
                    f"The search is at fault: its row of the shape {address} {what}; report this."
                )
            yield row

    def _isohedral(self, shape: Numbers) -> Verdict | None:
        by_translation = self._tile(shape, self.identity)
        by_half_turn = None
        if self.half_turns.any():
            by_half_turn = self._tile(shape, self.identity | self.half_turns, turned=True)
        period = by_translation or by_half_turn or self._tile(shape, self.all_images)
        if not period:
            if not needs_mirrors(self.lattice):
                return None
            mirrored = self._tile(shape, self.all_images, kind=WITH_MIRRORS)
            return Verdict("isohedral", **mirrored._asdict()) if mirrored else None
        cells = [(row, unit * self.lattice.sublattices + c) for row, unit, c in shape.tolist()]
        name, cuts = heesch_type(self.lattice, cells, *period)
        return Verdict(
            "translation" if by_translation else "half-turn" if by_half_turn else "isohedral",
            bool(by_translation),
            bool(by_half_turn),
            **period._asdict(),
            heesch_type=name,
            cuts=tuple(cuts),
        )

    def _otherwise(self, shape: Numbers) -> Verdict:
        """Return the verdict on a shape that has no isohedral tiling.

        Searches for more coronas alternate with those for larger periods, since a shape may have
        many coronas and no period, or a large period and patches that are hard to find.
        """
        reached, tried, patch = 0, 1, NOT_SURROUNDED.tiles
        # The least levels that no patch has, and no tight patch; this says nothing of tilings.
        refuted = closed = self.most_coronas + 1
        for nodes, coronas, period_tiles in ROUNDS:
            for level in range(reached + 1, min(coronas + 1, refuted)):
                result, found = self._surround(shape, level, False, nodes)
                if result == FOUND:
                    reached, patch = level, found
                elif result != GIVEN_UP:
                    closed = min(closed, level)
                if result == NONE:
                    refuted = level
                    break
            if refuted > self.most_coronas:
                last = min(period_tiles, self.most_tiles)
                if period := self._anisohedral(shape, range(tried + 1, last + 1)):
                    return Verdict("anisohedral", **period._asdict())
                tried = last
            elif closed == reached + 1:  # else levels were given up, and are tried again
                break
            if not self.knows_pairs:
                self._find_pairs(shape)
        is_proven = refuted <= self.most_coronas and closed == reached + 1
        whole_result, whole = FOUND, patch
        if reached:
            whole_result, whole = self._surround(shape, reached, True, ROUNDS[-1][0])
        is_whole = whole_result == FOUND
        return Verdict(
            "none" if refuted <= self.most_coronas else "open",
            coronas=reached if is_whole else reached - 1,
            coronas_with_holes=reached,
            coronas_proven=is_proven and whole_result != GIVEN_UP,
            tiles=whole if is_whole else patch,
        )

    def _find_pairs(self, shape: Numbers) -> None:
        """Find the ways to touch that copies cannot have in patches."""
        floor = self._large_floor(shape, AROUND + 1)
        for coronas in range(1, self.most_coronas + 1):
            for _ in find_pairs(floor, coronas, min(coronas, AROUND), PAIR_NODES):
                end_if_abandoned()
        self.knows_pairs = True

    def _large_floor(self, shape: Numbers, coronas: int) -> Floor:
        """Return the floor for a number of coronas, with the shape, which the first one has."""
        floor = self.floors[coronas - 1]
        if coronas > 1:
            set_shape(floor, images_of(self.plane, floor, shape[None]), 0)
        return floor

    def _surround(self, shape: Numbers, coronas: int, whole: bool, nodes: int) -> tuple[int, Any]:
        """Search for a patch with a number of nodes; return the result and its tiles.

        A search that takes long begins anew, with the weights of the cells that it has met.
        """
        floor, attempt = self._large_floor(shape, coronas), FIRST_NODES
        kind = WHOLE_PATCHES if whole else PATCHES
        floor.weights[:] = 0
        while nodes > 0:
            begin(floor, coronas if self.knows_pairs else 0)
            left, result = min(attempt, nodes), NONE
            while left > 0:
                found = cover(floor, kind, coronas, min(left, CALL_NODES))
                left -= max(1, floor.registers[NODES])
                end_if_abandoned()
                if found == NONE:
                    return result, ()
                if found == FOUND:
                    if not any(has_hole(floor, level) for level in range(1, coronas + whole)):
                        return FOUND, self._tiles(shape, symmetries_on(floor))
                    result = LOOSE
            nodes -= attempt
            attempt += attempt // 2
        return GIVEN_UP, ()

    def _tile(
        self,
        shape: Numbers,
        images: npt.NDArray[np.bool_],
        turned: bool = False,
        kind: int = ISOHEDRAL,
    ) -> Period | None:
        """Return the period of an isohedral tiling by some images, or nothing.

        Where `turned`, not all neighbours of the shape are translates.
        """
        floor = self.floors[0]._replace(allowed=images, levels=self.far)
        floor.weights[:] = 0
        begin(floor)
        while (result := cover(floor, kind, 1, CALL_NODES)) != NONE:
            end_if_abandoned()
            if result == GIVEN_UP:
                continue
            neighbours = symmetries_on(floor)[1:].tolist()
            if not turned or any(image for image, *_ in neighbours):
                return self._period(shape, *period_of(self.products, self.matrices, neighbours))
        return None

    def _anisohedral(self, shape: Numbers, tiles: range) -> Period | None:
        """Return the period of the first tiling with some number of tiles in it, or nothing."""
        if not tiles:
            return None
        if tiles[-1] not in self.period_floors:
            units = tiles[-1] * len(shape) // self.lattice.sublattices
            self.period_floors[tiles[-1]] = new_floor(self.plane, len(shape), 1, units)
        floor = self.period_floors[tiles[-1]]
        set_shape(floor, images_of(self.plane, floor, shape[None]), 0)
        found = first_period(floor, tiles)
        return self._period(shape, *found) if found else None

    def _period(self, shape: Numbers, form: Form, tiles: npt.ArrayLike) -> Period:
        """Return a period with short vectors, and each of its tiles as near to the shape as can be.

        Lengths are rounded, so that the choice does not depend on the processor.
        """
        width, height, shift = form
        basis = self._reduced(np.array([[0, width], [height, shift]]))
        period = np.array(tiles)
        own = shape[:, :2].mean(0) @ self.drawn
        around = np.array([(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1)]) @ basis
        for tile in period[1:]:
            middle = (shape[:, :2] - shape[0, :2]) @ self.plane.matrices[tile[0]].T
            middle = (middle.mean(0) + tile[1:] + shape[0, :2]) @ self.drawn
            turns = np.rint(np.linalg.solve((basis @ self.drawn).T, middle - own)).astype(np.int64)
            near = around - turns @ basis
            lengths = np.hypot(*(middle - own + near @ self.drawn).T).round(6).tolist()
            tile[1:] += near[lengths.index(min(lengths))]
        return Period(tuple(basis.ravel().tolist()), self._tiles(shape, period))

    def _reduced(self, basis: Numbers) -> Numbers:
        """Return the shortest basis of a lattice, by Lagrange's reduction."""
        while True:
            drawn = basis @ self.drawn
            if round(float(drawn[1] @ drawn[1] - drawn[0] @ drawn[0]), 6) < 0:
                basis, drawn = basis[::-1], drawn[::-1]
            share = float(drawn[0] @ drawn[1] / (drawn[0] @ drawn[0]))
            times = round(round(share, 6))
            if not times:
                return basis
            basis = np.stack([basis[0], basis[1] - times * basis[0]])

    def _tiles(self, shape: Numbers, found: Numbers) -> tuple[Tile, ...]:
        """Return tiles as images of the shape where it lies, not at its first cell."""
        images, first = found[:, 0], shape[0, :2]
        moved = found[:, 1:3] + first - self.plane.matrices[images] @ first
        return tuple([(int(s), int(r), int(u)) for s, (r, u) in zip(images, moved, strict=True)])


def verdicts(
    rows: pa.RecordBatch, lattice: Lattice, decider: Callable[[int], Decider]
) -> list[dict[str, Any]]:
    """Return the verdicts on some shapes as values of columns, by the deciders of their sizes."""
    holes, found = rows.column("holes").to_pylist(), dict[int, dict[str, Any]]()
    for at, shapes in sound_lots(rows, lattice):
        row, column = (axis.T.astype(np.int64) for axis in shapes.cells)
        cells = np.stack([row, *np.divmod(column, lattice.sublattices)], axis=2)
        each = decider(cells.shape[1]).decide(cells, [holes[k] for k in at])
        found.update(zip(at.tolist(), each, strict=True))
    return [found[k] for k in range(rows.num_rows)]
