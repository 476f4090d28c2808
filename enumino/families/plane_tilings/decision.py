"""Decisions whether and how shapes tile the plane, with witnesses.

Two copies touch in one of some hundred ways. For each way, `find_pairs` searches for coronas around
the two copies: covers of all cells that touch either copy, and so on. It marks the ways that never
have one corona. Then it marks the ways that never have two coronas if no tiles touch in a marked
way, and so on. Two tiles of a patch with K coronas whose levels are at most m have K - m coronas
together, because the tiles around them have levels of at most m + 1. So few copies remain where
many copies fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
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
    forget_weights,
)
from enumino.enum.kernels.plane.floors import (
    HALO,
    NODES,
    NUMBERS,
    ORIGIN,
    PAIRS,
    ROWS,
    SAME,
    SIDES,
    TILES,
    TOUCHING,
    UNITS,
    Floor,
    Plane,
    new_floor,
    places_of,
    set_shape,
    symmetries_on,
    translations,
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
# Nodes of the first attempt. The next attempt starts where contradictions were most frequent.
FIRST_NODES = 2_000
LOOSE = -1  # result of a search: all patches have holes that are not allowed
PAIR_NODES, AROUND = 2_000, 2  # nodes and coronas of a search around two copies that touch

NEAREST = np.array(list(product((-1, 0, 1), repeat=2)))  # turns about rounded turns

Numbers = npt.NDArray[np.int64]


@cache
def plane_of(lattice: Lattice) -> Plane:
    """Return the arrays of a lattice."""
    elements, count = lattice.elements, lattice.sublattices
    maps, origins = (np.array(part) for part in zip(*affine_maps(lattice), strict=True))
    # The image of the cell at the origin under one element after another.
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
        touching=_padded([sorted(touching(lattice, [(0, c)])) for c in range(count)], count),
        sides=_padded([lattice.beyond_sides((0, c)) for c in range(count)], count),
    )


def _padded(rows: Sequence[Sequence[Cell]], count: int) -> npt.NDArray[np.int64]:
    """Return cells as rows, unit cells and numbers; cells with the number -1 fill short lists."""
    found = np.full((len(rows), max(map(len, rows)), 3), -1, np.int64)
    for number, cells in enumerate(rows):
        found[number, : len(cells)] = [(row, *divmod(column, count)) for row, column in cells]
    return found


@dataclass(frozen=True)
class Verdict:
    """The way in which a shape tiles the plane, with a period or a patch as the witness."""

    tiling: str  # one of `columns.CLASSES`
    by_translation: bool = False
    by_half_turn: bool = False
    coronas: int = UNBOUNDED
    coronas_with_holes: int = UNBOUNDED
    coronas_proven: bool = True
    vectors: tuple[int, ...] = ()  # rows and unit cells of both; none for a patch
    tiles: tuple[Tile, ...] = ((0, 0, 0),)  # the shape first
    heesch_type: str = "none"
    cuts: tuple[int, ...] = ()

    @property
    def row(self) -> dict[str, Any]:
        """The verdict as values of columns by name."""
        tiles = [number for tile in self.tiles for number in tile]
        return {**vars(self), "tiles": tiles, "period_tiles": len(self.tiles) * bool(self.vectors)}


NOT_SURROUNDED = Verdict("none", coronas=0, coronas_with_holes=0)


class Decider:
    """Searches for the shapes of a size, with limits of tiles in a period and coronas of a patch.

    `cells` and `shape`, int64[cells, 3], are the present shape; `knows_pairs` tells whether its
    ways to touch are marked.
    """

    def __init__(self, lattice: Lattice, size: int, tiles: int, coronas: int) -> None:
        self.lattice = lattice
        self.plane, self.most_tiles, self.most_coronas = plane_of(lattice), tiles, coronas
        self.floor = new_floor(self.plane, size, max(coronas, AROUND + 1))
        self.products, self.matrices = self.plane.products.tolist(), self.plane.matrices.tolist()
        self.period_floors: dict[int, Floor] = {}
        self.drawn = np.array(lattice.drawn)  # steps of drawings, one row down or a unit cell

    def row(self, cells: list[Cell], holes: int) -> dict[str, Any]:
        """Return the verdict on a shape as values of columns by name.

        A verdict whose witness is wrong is a RunError.
        """
        count, self.cells, self.knows_pairs = self.lattice.sublattices, cells, False
        self.shape = np.array([(row, *divmod(column, count)) for row, column in cells])
        verdict = NOT_SURROUNDED
        if not holes:
            self.floor = set_shape(self.floor, self.shape)
            verdict = self._isohedral() or self._otherwise()
        row = verdict.row
        if what := fault_of(self.lattice, cells, {**row, "holes": holes}):
            address = Polyform(cells, self.lattice).address
            raise RunError(
                f"The search is at fault: its row of the shape {address} {what}; report this."
            )
        return row

    def _isohedral(self) -> Verdict | None:
        elements = np.arange(len(self.matrices))
        turns = (self.plane.matrices == -np.eye(2)).all((1, 2))
        by_translation = self._tile(elements == 0)
        by_half_turn = self._tile((elements == 0) | turns, turned=True) if turns.any() else None
        period = by_translation or by_half_turn or self._tile(elements >= 0)
        if not period:
            if not needs_mirrors(self.lattice):
                return None
            mirrored = self._tile(elements >= 0, kind=WITH_MIRRORS)
            return Verdict("isohedral", **mirrored._asdict()) if mirrored else None
        name, cuts = heesch_type(self.lattice, self.cells, *period)
        return Verdict(
            "translation" if by_translation else "half-turn" if by_half_turn else "isohedral",
            bool(by_translation),
            bool(by_half_turn),
            **period._asdict(),
            heesch_type=name,
            cuts=tuple(cuts),
        )

    def _otherwise(self) -> Verdict:
        """Return the verdict on a shape that has no isohedral tiling.

        Searches for more coronas alternate with searches for larger periods, because a shape may
        have many coronas and no period, or a large period and patches that are hard to find.
        """
        reached, tried, patch = 0, 1, NOT_SURROUNDED.tiles
        # The least levels without a patch, which refute tilings, and without a tight patch.
        refuted = closed = self.most_coronas + 1
        for nodes, coronas, period_tiles in ROUNDS:
            for level in range(reached + 1, min(coronas + 1, refuted)):
                result, found = self._surround(level, False, nodes)
                if result == FOUND:
                    reached, patch = level, found
                elif result != GIVEN_UP:
                    closed = min(closed, level)
                if result == NONE:
                    refuted = level
                    break
            if refuted > self.most_coronas:
                last = min(period_tiles, self.most_tiles)
                if period := self._anisohedral(range(tried + 1, last + 1)):
                    return Verdict("anisohedral", **period._asdict())
                tried = last
            elif closed == reached + 1:  # otherwise the next round tries abandoned levels again
                break
            if not self.knows_pairs:
                for level in range(1, self.most_coronas + 1):
                    find_pairs(self.floor, level, min(level, AROUND), PAIR_NODES)
                self.knows_pairs = True
        is_proven = refuted <= self.most_coronas and closed == reached + 1
        whole_result, whole = FOUND, patch
        if reached:
            whole_result, whole = self._surround(reached, True, ROUNDS[-1][0])
        is_whole = whole_result == FOUND
        return Verdict(
            "none" if refuted <= self.most_coronas else "open",
            coronas=reached if is_whole else reached - 1,
            coronas_with_holes=reached,
            coronas_proven=is_proven and whole_result != GIVEN_UP,
            tiles=whole if is_whole else patch,
        )

    def _surround(self, coronas: int, whole: bool, nodes: int) -> tuple[int, Any]:
        """Search for a patch within a number of nodes; return the result and its tiles.

        A long search restarts with the weights that its cells have gained.
        """
        floor, attempt = self.floor, FIRST_NODES
        kind = WHOLE_PATCHES if whole else PATCHES
        forget_weights(floor)
        while nodes > 0:
            begin(floor, coronas if self.knows_pairs else 0, 0, 0)
            left, result = min(attempt, nodes), NONE
            while left > 0:
                found = cover(floor, kind, coronas, min(left, CALL_NODES))
                left -= max(1, floor.registers[NODES])
                end_if_abandoned()
                if found == NONE:
                    return result, ()
                if found == FOUND:
                    if not any(has_hole(floor, level) for level in range(1, coronas + whole)):
                        return FOUND, self._tiles(symmetries_on(floor))
                    result = LOOSE
            nodes -= attempt
            attempt += attempt // 2
        return GIVEN_UP, ()

    def _tile(
        self, images: npt.NDArray[np.bool_], turned: bool = False, kind: int = ISOHEDRAL
    ) -> Period | None:
        """Return the period of an isohedral tiling by some images, or None.

        If `turned`, some neighbour of the shape is not a translate.
        """
        floor = self.floor._replace(allowed=images)
        forget_weights(floor)
        begin(floor, 0, 0, 0)
        while (result := cover(floor, kind, 1, CALL_NODES)) != NONE:
            end_if_abandoned()
            if result == GIVEN_UP:
                continue
            neighbours = symmetries_on(floor)[1:].tolist()
            if not turned or any(image for image, *_ in neighbours):
                return self._period(*period_of(self.products, self.matrices, neighbours))
        return None

    def _anisohedral(self, tiles: range) -> Period | None:
        """Return the period of the first tiling with one of the numbers of tiles, or None."""
        if not tiles:
            return None
        if tiles[-1] not in self.period_floors:
            units = tiles[-1] * len(self.shape) // self.lattice.sublattices
            self.period_floors[tiles[-1]] = new_floor(self.plane, len(self.shape), 1, units)
        floor = set_shape(self.period_floors[tiles[-1]], self.shape)
        self.period_floors[tiles[-1]] = floor
        found = first_period(floor, tiles)
        return self._period(*found) if found else None

    def _period(self, form: Form, tiles: npt.ArrayLike) -> Period:
        """Return a period with short vectors, and tiles as near to the shape as possible.

        Lengths are rounded so that the choice does not depend on the processor.
        """
        width, height, shift = form
        basis, period = self._reduced(np.array([[0, width], [height, shift]])), np.array(tiles)
        middle = self.shape[:, :2].mean(0) - self.shape[0, :2]
        apart = self.plane.matrices[period[:, 0]] @ middle - middle + period[:, 1:]
        turns = np.rint(np.linalg.solve(basis.T, apart.T)).astype(np.int64).T
        near = (NEAREST - turns[:, None]) @ basis
        lengths = np.linalg.norm((apart[:, None] + near) @ self.drawn, axis=2).round(6)
        period[:, 1:] += near[np.arange(len(period)), lengths.argmin(1)]
        return Period(tuple(basis.ravel().tolist()), self._tiles(period))

    def _reduced(self, basis: Numbers) -> Numbers:
        """Return the shortest basis of a lattice, by Lagrange's reduction."""
        while True:
            a, b = basis @ self.drawn
            if round(float(b @ b - a @ a), 6) < 0:
                basis, a, b = basis[::-1], b, a
            times = round(round(float(a @ b / (a @ a)), 6))
            if not times:
                return basis
            basis = basis - [(0, 0), times * basis[0]]

    def _tiles(self, found: Numbers) -> tuple[Tile, ...]:
        """Return tiles as images of the shape in its box, instead of at its first cell."""
        images, first = found[:, 0], self.shape[0, :2]
        moved = found[:, 1:] + first - self.plane.matrices[images] @ first
        return tuple(zip(images.tolist(), *moved.T.tolist(), strict=True))


def has_hole(floor: Floor, level: int) -> bool:
    """Return whether the tiles up to a level enclose a hole, connected by sides."""
    count = floor.registers[TILES]
    some = floor.tiles[:count][floor.levels[count, :count] <= level]
    taken, numbers = {*places_of(floor, some).ravel().tolist()}, int(floor.registers[NUMBERS])
    sides, touch = floor.steps[[SIDES, TOUCHING]].tolist()  # each list ends with 0, no step
    around = {place + step for place in taken for step in touch[place % numbers]} - taken
    margin = {place + step for place in around for step in touch[place % numbers]} - taken
    reached = {min(margin)}
    todo = [*reached]
    while todo:
        place = todo.pop()
        near = {place + step for step in sides[place % numbers]} & margin
        todo += near - reached
        reached |= near
    return not around <= reached


def find_pairs(floor: Floor, coronas: int, around: int, max_nodes: int) -> bool:
    """Mark the ways to touch in which two copies never have `coronas` coronas.

    Return whether there are such ways. Ways that never have one corona less are marked already. A
    search covers at most `around` coronas.
    """
    forget_weights(floor)
    floor.registers[PAIRS] = coronas - 1
    if coronas == 1:
        floor.pairs[:] = 0
    middle, are_any = floor.pairs.shape[1] // 2, False
    for image in np.flatnonzero(floor.allowed).tolist():
        for base in _beside(floor, image):
            row, unit = translations(floor, base)
            back, *own = floor.plane.inverses[image]
            opposite = own - floor.plane.matrices[back] @ (row, unit)
            ways = [  # each tile as the other tile sees it
                (image, row + middle, unit + middle),
                (
                    floor.images[back, SAME],
                    *(opposite + floor.images[back, ROWS : UNITS + 1] + middle),
                ),
            ]
            if floor.pairs[ways[0]] == 0:
                begin(floor, coronas, image, base)
                if cover(floor, PATCHES, around, max_nodes) == NONE:
                    are_any = True
                    for way in ways:
                        floor.pairs[way] = coronas
                end_if_abandoned()
    floor.registers[PAIRS] = coronas
    return are_any


def _beside(floor: Floor, image: int) -> list[int]:
    """Return the bases of the copies of an image that touch the shape."""
    origin, numbers = floor.registers[ORIGIN], floor.registers[NUMBERS]
    around = origin + floor.halos[0, : floor.images[0, HALO]]
    matching = around[:, None] % numbers == floor.numbers[image]
    bases = (around[:, None] - floor.cells[image])[matching]
    overlap = np.isin(bases[:, None] + floor.cells[image], origin + floor.cells[0]).any(1)
    return list(dict.fromkeys(bases[~overlap].tolist()))


def verdicts(
    rows: pa.RecordBatch, lattice: Lattice, decider: Callable[[int], Decider]
) -> list[dict[str, Any]]:
    """Return the verdicts on shapes as values of columns; `decider` makes a decider of a size."""
    holes, found = rows.column("holes").to_pylist(), dict[int, dict[str, Any]]()
    for at, shapes in sound_lots(rows, lattice):
        each = np.stack(shapes.cells, 2).swapaxes(0, 1).tolist()
        for number, cells in zip(at.tolist(), each, strict=True):
            found[number] = decider(len(cells)).row(list(map(tuple, cells)), holes[number])
    return [found[k] for k in range(rows.num_rows)]
