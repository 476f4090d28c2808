"""Decisions whether and how shapes tile the plane, with witnesses.

Two copies touch in one of some hundred ways. For each way, `find_pairs` searches for coronas around
the two copies: covers of all cells that touch either copy, and so on. It marks the ways that never
have one corona. Then it marks the ways that never have two coronas if no tiles touch in a marked
way, and so on. Two tiles of a patch with K coronas whose levels are at most m have K - m coronas
together, because the tiles around them have levels of at most m + 1. So few copies remain where
many copies fit.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

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
    PERIODIC,
    WHOLE_PATCHES,
    WITH_MIRRORS,
    begin,
    begin_tori,
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
    SHIFT,
    SIDES,
    TILES,
    TOUCHING,
    UNITS,
    WIDTH,
    Floor,
    Plane,
    new_floor,
    places_of,
    set_shape,
    symmetries_on,
)
from enumino.errors import RunError
from enumino.families.plane_tilings.checks import faults
from enumino.families.plane_tilings.columns import VERDICT, records_of
from enumino.families.plane_tilings.heesch_types import heesch_types, needs_mirrors
from enumino.families.plane_tilings.periods import (
    Form,
    Numbers,
    Period,
    maps,
    near,
    period_of,
    products,
    touching_steps,
    with_numbers,
)
from enumino.families.polyforms.addresses import addresses
from enumino.families.polyforms.shapes import sound_lots
from enumino.objects.lattice import Lattice

UNBOUNDED = -1  # coronas of a shape that tiles
# Rounds of searches for a shape that has no isohedral tiling: the nodes of each search for coronas,
# the most coronas, and the most tiles of a torus. Most shapes need the first round only.
ROUNDS = ((20_000, 2, 4), (20_000, 3, 8), (20_000, 5, 12), (1_000_000, 6, 24))
# Nodes of the first attempt. The next attempt starts where contradictions were most frequent.
FIRST_NODES = 2_000
LOOSE = -1  # result of a search: all patches have holes that are not allowed
PAIR_NODES, AROUND = 2_000, 2  # nodes and coronas of a search around two copies that touch
TORUS_NODES = 300_000  # of a search on all tori of the same height

NEAREST = np.array(list(product((-1, 0, 1), repeat=2)))  # turns about rounded turns


@cache
def plane_of(lattice: Lattice) -> Plane:
    """Return the arrays of a lattice."""
    (matrices, images), after = maps(lattice), products(lattice)
    # The image of the cell at the origin under one element after another.
    first = images[:, 0]
    both = np.einsum("sij,tj->sti", matrices, first[:, :2]) + images[:, first[:, 2], :2]
    shifts = both - first[after, :2]
    inverses = (after == 0).argmax(1)
    back = -shifts[inverses, np.arange(len(after))]
    return Plane(
        matrices=matrices,
        shifts=np.ascontiguousarray(images[:, :, :2]),
        numbers=np.ascontiguousarray(images[:, :, 2]),
        products=np.concatenate([after[:, :, None], shifts], 2),
        inverses=np.concatenate([inverses[:, None], back], 1),
        touching=touching_steps(lattice),
        sides=near(lattice, [lattice.beyond_sides((0, c)) for c in range(lattice.sublattices)]),
    )


class Verdict(NamedTuple):
    """The class of the tilings by a shape, with the tiles of a period or a patch.

    The tiles are images of the shape at its first cell: int64[tiles, 3], the shape first.
    """

    tiling: str  # one of `columns.CLASSES`
    by_translation: bool = False
    by_half_turn: bool = False
    coronas: int = UNBOUNDED
    coronas_with_holes: int = UNBOUNDED
    coronas_proven: bool = True
    form: Form = (0, 0, 0)  # of the period
    tiles: Any = ((0, 0, 0),)
    has_type: bool = False


NOT_SURROUNDED = Verdict("none", coronas=0, coronas_with_holes=0)


class Decider:
    """Searches for the shapes of a size, with limits of tiles in a period and coronas of a patch.

    `shape`, int64[cells, 3], is the current shape; `knows_pairs` says whether its ways to touch
    are marked.
    """

    def __init__(self, lattice: Lattice, size: int, tiles: int, coronas: int) -> None:
        self.lattice = lattice
        self.plane, self.most_tiles, self.most_coronas = plane_of(lattice), tiles, coronas
        self.floor = new_floor(self.plane, size, max(coronas, AROUND + 1))
        self.products, self.matrices = self.plane.products.tolist(), self.plane.matrices.tolist()
        self.elements = np.arange(len(self.matrices))
        self.turn = int((self.plane.matrices == -np.eye(2)).all((1, 2)).argmax())  # or 0
        self.period_floors: dict[int, Floor] = {}
        self.drawn = np.array(lattice.drawn)  # steps of drawings, one row down or a unit cell

    def rows(self, shapes: Numbers, holes: Numbers) -> list[dict[str, Any]]:
        """Return the verdicts on shapes, int64[shapes, cells, 3], as values of columns by name."""
        found = [
            NOT_SURROUNDED if hole else self._verdict(shape)
            for shape, hole in zip(shapes, holes.tolist(), strict=True)
        ]
        numbers = [len(each.tiles) for each in found]
        tiles, row = (
            np.concatenate([each.tiles for each in found]),
            np.repeat(np.arange(len(found)), numbers),
        )
        tiled = np.array([any(each.form) for each in found])
        bases = np.array([((0, w), (h, shift)) for w, h, shift in (each.form for each in found)])
        bases[tiled] = self._reduced(bases[tiled])
        some = tiled[row]
        tiles[some] = self._near(shapes[row[some]], bases[row[some]], tiles[some])
        # Now the tiles are images of the shape in its box.
        first = shapes[row, 0, :2]
        tiles[:, 1:] += first - (self.plane.matrices[tiles[:, 0]] @ first[..., None])[..., 0]
        typed = np.array([each.has_type for each in found])
        vectors = bases.reshape(-1, 4)
        some, of = typed[row], np.cumsum(typed) - 1
        types = iter(
            heesch_types(self.lattice, shapes[typed], vectors[typed], tiles[some], of[row[some]])
            if typed.any()
            else ()
        )
        verdicts, values, end = [], tiles.ravel().tolist(), 0
        for each, basis, number in zip(found, vectors.tolist(), numbers, strict=True):
            name, cuts = next(types) if each.has_type else ("none", [])
            own, end = values[end : end + 3 * number], end + 3 * number
            verdict = {**each._asdict(), "heesch_type": name, "cuts": cuts, "tiles": own}
            periodic = {"vectors": basis, "period_tiles": number}
            none = {"vectors": [], "period_tiles": 0}
            verdicts.append({**verdict, **(periodic if any(each.form) else none)})
        return verdicts

    def _verdict(self, shape: Numbers) -> Verdict:
        self.shape, self.knows_pairs = shape, False
        self.floor = set_shape(self.floor, self.plane, shape)
        return self._isohedral() or self._otherwise()

    def _isohedral(self) -> Verdict | None:
        elements, turn = self.elements, self.turn
        by_translation = self._tile(elements == 0)
        turned = (elements == 0) | (elements == turn)
        by_half_turn = self._tile(turned, turned=True) if turn else None
        if period := by_translation or by_half_turn:
            form, tiles = period
            name = "translation" if by_translation else "half-turn"
            flags = bool(by_translation), bool(by_half_turn)
            return Verdict(name, *flags, form=form, tiles=tiles, has_type=True)
        kinds = (ISOHEDRAL, WITH_MIRRORS) if needs_mirrors(self.lattice) else (ISOHEDRAL,)
        for kind in kinds:
            if period := self._tile(elements >= 0, kind=kind):
                form, tiles = period
                return Verdict("isohedral", form=form, tiles=tiles, has_type=kind == ISOHEDRAL)
        return None

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
                    form, tiles = period
                    return Verdict("anisohedral", form=form, tiles=tiles)
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
                        return FOUND, symmetries_on(floor)
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
        begin(floor, 0)
        while (result := cover(floor, kind, 1, CALL_NODES)) != NONE:
            end_if_abandoned()
            if result == GIVEN_UP:
                continue
            neighbours = symmetries_on(floor)[1:].tolist()
            if not turned or any(image for image, *_ in neighbours):
                return period_of(self.products, self.matrices, neighbours)
        return None

    def _anisohedral(self, tiles: range) -> Period | None:
        """Return the period of the first tiling with one of the numbers of tiles, or None."""
        if not tiles:
            return None
        if tiles[-1] not in self.period_floors:
            units = tiles[-1] * len(self.shape) // self.lattice.sublattices
            self.period_floors[tiles[-1]] = new_floor(self.plane, len(self.shape), 1, units)
        floor = set_shape(self.period_floors[tiles[-1]], self.plane, self.shape)
        self.period_floors[tiles[-1]] = floor
        return first_period(floor, tiles)

    def _near(self, shapes: Numbers, bases: Numbers, tiles: Numbers) -> Numbers:
        """Return tiles, one of each of the shapes, moved by periods as near as possible to them.

        Lengths are rounded so that the choice does not depend on the processor.
        """
        middle = (shapes[..., :2].mean(1) - shapes[:, 0, :2])[..., None]
        turned = self.plane.matrices[tiles[:, 0]] @ middle - middle
        apart = turned[..., 0] + tiles[:, 1:]
        turns = np.linalg.solve(bases.swapaxes(1, 2), apart[..., None])[..., 0]
        near = (NEAREST - np.rint(turns).astype(np.int64)[:, None]) @ bases
        lengths = np.linalg.norm((apart[:, None] + near) @ self.drawn, axis=2).round(6)
        moves = near[np.arange(len(near)), lengths.argmin(1)]
        return np.concatenate([tiles[:, :1], tiles[:, 1:] + moves], 1)

    def _reduced(self, bases: Numbers) -> Numbers:
        """Return the shortest bases of lattices, by Lagrange's reduction."""
        while True:
            longer = ((bases @ self.drawn) ** 2).sum(2).round(6)
            bases = np.where((longer[:, :1] > longer[:, 1:])[..., None], bases[:, ::-1], bases)
            a, b = np.moveaxis(bases @ self.drawn, 1, 0)
            times = np.rint(((a * b).sum(1) / (a * a).sum(1)).round(6)).astype(np.int64)
            if not times.any():
                return bases
            bases[:, 1] -= times[:, None] * bases[:, 0]


def first_period(floor: Floor, tiles: range) -> Period | None:
    """Return the first tiling whose period has one of these numbers of tiles, or None.

    The floor must have room for the largest period.
    """
    for number in tiles:
        units, rest = divmod(number * floor.cells.shape[1], int(floor.registers[NUMBERS]))
        for height in range(1, units + 1):
            if not rest and units % height == 0:
                begin_tori(floor, units // height, height)
                if cover(floor, PERIODIC, 1, TORUS_NODES) == FOUND:
                    form = units // height, height, int(floor.registers[SHIFT])
                    return form, symmetries_on(floor)
                end_if_abandoned()
    return None


def has_hole(floor: Floor, level: int) -> bool:
    """Return whether the tiles up to a level enclose a hole, connected by sides."""
    count, numbers = floor.registers[[TILES, NUMBERS]].tolist()
    places = places_of(floor, floor.tiles[:count][floor.levels[count, :count] <= level])
    reach = 2 * int(abs(floor.steps).max())
    low = (int(places.min()) - reach) // numbers * numbers
    cells = np.zeros(int(places.max()) + reach + numbers - low, bool)
    cells[places - low] = True
    taken = int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
    units = ((1 << cells.size // numbers * numbers) - 1) // ((1 << numbers) - 1)  # first cells

    def near(cells: int, kind: int) -> int:
        """Return the cells near some cells; all are bits of their places."""
        found = 0
        for number, steps in enumerate(floor.steps[kind].tolist()):
            own = cells & units << number
            for step in steps[: steps.index(0)]:
                found |= own << step if step > 0 else own >> -step
        return found & ~taken

    around = near(taken, TOUCHING)
    margin = near(around, TOUCHING)
    reached = new = margin & -margin
    while new := near(new, SIDES) & margin & ~reached:
        reached |= new
    return bool(around & ~reached)


def find_pairs(floor: Floor, coronas: int, around: int, max_nodes: int) -> bool:
    """Mark the ways to touch that leave two copies without `coronas` coronas.

    Return whether there are such ways. Ways that never have one corona less are marked already. A
    search covers at most `around` coronas.
    """
    forget_weights(floor)
    floor.registers[PAIRS] = coronas - 1
    pairs = floor.pairs.reshape(-1)
    pairs[pairs >= coronas] = 0
    for image, base, way, other in _ways_to_touch(floor).tolist():
        if pairs[way] == 0:
            begin(floor, coronas, image, base)
            if cover(floor, PATCHES, around, max_nodes) == NONE:
                pairs[[way, other]] = coronas
            end_if_abandoned()
    floor.registers[PAIRS] = coronas
    return bool((pairs == coronas).any())


def _ways_to_touch(floor: Floor) -> Numbers:
    """Return the copies that touch the shape: int64[ways, 4].

    A way has the image and the base, the index in `pairs`, and the index of the same way as the
    copy sees the shape. Only one of two such ways is listed.
    """
    origin, width, numbers = floor.registers[[ORIGIN, WIDTH, NUMBERS]]
    images, halo = np.flatnonzero(floor.allowed), floor.halos[0, : floor.images[0, HALO], None]
    at, h, j = np.nonzero((halo - floor.cells[images, None]) % numbers == 0)
    of, bases = images[at], halo[h, 0] - floor.cells[images[at], j]
    taken = np.isin(bases[:, None] + floor.cells[of], floor.cells[0]).any(1)
    of, bases = np.unique(np.stack([of, bases])[:, ~taken], axis=1)
    middle, wide = width // 2, floor.pairs.shape[1]
    row, unit = np.array(np.divmod((origin + bases) // numbers, width)) - middle
    seen = floor.quotients[of, 0].T  # the shape, as the copy sees it
    kept = floor.images[seen[0]]
    other_row = seen[5] - seen[1] * row - seen[2] * unit + kept[:, ROWS]
    other_unit = seen[6] - seen[3] * row - seen[4] * unit + kept[:, UNITS]
    way = (of * wide + row + wide // 2) * wide + unit + wide // 2
    other = (kept[:, SAME] * wide + other_row + wide // 2) * wide + other_unit + wide // 2
    found: Numbers = np.stack([of, origin + bases, way, other], 1)[way <= other]
    return found


def verdicts(
    rows: pa.RecordBatch, lattice: Lattice, decider: Callable[[int], Decider]
) -> pa.RecordBatch:
    """Return shapes with their verdicts; `decider` makes a decider of a size.

    Raises a RunError for a verdict with a wrong witness.
    """
    holes, found = rows.column("holes").to_numpy(), dict[int, dict[str, Any]]()
    for at, shapes in sound_lots(rows, lattice):
        cells = with_numbers(lattice, *shapes.cells).swapaxes(0, 1)
        found.update(zip(at.tolist(), decider(cells.shape[1]).rows(cells, holes[at]), strict=True))
    verdict = records_of([found[k] for k in range(rows.num_rows)], VERDICT)
    whole = pa.RecordBatch.from_arrays(
        [*rows.columns, *verdict.columns], [*rows.schema.names, *verdict.schema.names]
    )
    for what, row in faults(lattice, whole):
        (address,) = addresses(rows.slice(row, 1), lattice).to_pylist()
        raise RunError(
            f"The search is at fault: its row of the shape {address} {what}; report this."
        )
    return whole
