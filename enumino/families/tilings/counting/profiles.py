"""Count tilings by reusable pieces without listing any: the profile, or broken profile, method.

The region is scanned cell by cell along its shorter side, and each piece is put on the first cell
that is not covered. So every tiling is made once, its pieces in the order of their first cells. The
ways to complete a partial tiling depend only on the covered cells ahead, the *profile*. So partial
tilings are counted by profile, and those with the same profile are extended together. The transfer
matrices of D. A. Klarner and J. Pollack, *Domino tilings of rectangles with fixed width*, Discrete
Math. 32 (1980), are this method row by row. Where the uses of pieces have bounds, partial tilings
are counted by profile and by the numbers of uses. Where no four pieces may meet at a point, a
profile also has the vertices at which a piece has two cells, until the last cell there is covered.

The sweep begins in plain Python, with whole numbers of any size. Where profiles become many, they
move to compiled tables (`profile_tables`), with numbers modulo primes. There, profiles that are
mirror images of each other are counted together, wherever a mirror image of the board maps the
cells that are passed to themselves, as at the end of each row of a rectangle. The method shares
nothing with the searches that list tilings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from enumino.errors import ProblemError
from enumino.families.tilings.counting.scan import Scan, places_of
from enumino.objects.board import Board
from enumino.words import size

if TYPE_CHECKING:
    from enumino.families.tilings.counting.profile_tables import ProfileTables
    from enumino.families.tilings.counting.saved_sweep import SavedSweep

Use = tuple[int, int, int | None]

MAX_PROFILES = 2_000_000  # in dictionaries
COMPILED_FROM = 20_000  # profiles: less is done before a kernel is loaded
REPORTED = 5_000  # profiles between two reports
UNBOUNDED = (0, 0, 0, False)
LOOKED_AT = 30_000  # profiles that an estimate extends in dictionaries
LINES = 16  # of a strip, along it
# Times of one core of a current server, for estimates only. Most ways to put a piece do not fit.
SECONDS_IN_DICTIONARIES, SECONDS_WITH_VERTICES = 5e-7, 4e-6  # a profile
SECONDS_A_PROFILE, SECONDS_A_WAY, MOST_WAYS = 5.5e-8, 1.05e-8, 20


def count_by_profiles(
    board: Board,
    # Most profiles that are kept at a time; by default, as many as fit into six gigabytes.
    max_profiles: int | None = None,
    # Called now and then with the cells passed, all cells, and the profiles held.
    on_cell: Callable[[int, int, int], None] | None = None,
    threads: int = 1,  # threads that share the work where profiles are many
    # Keeps the profiles every minute; a count goes on from those that it has.
    saved: SavedSweep | None = None,
    # Whether no four pieces may meet at a vertex of squares; dictionaries hold all profiles then.
    no_crossroads: bool = False,
) -> int:
    """Count the coverings of a board without a search, bounds on the pieces included.

    >>> from enumino.objects import piece_lists
    >>> from enumino.objects.region import Region
    >>> from enumino.objects.lattices import TRIANGULAR
    >>> hexagon = Region.parse("hexagon 3", TRIANGULAR)
    >>> count_by_profiles(Board(hexagon, piece_lists.parse("diamond", TRIANGULAR)))
    980
    """
    board.check_size()
    return _Sweep(Scan(board), max_profiles, on_cell, no_crossroads).count(threads, saved)


class Expected(NamedTuple):
    """Expected work of a count: profiles extended, most profiles held, seconds, and bytes."""

    extended: float
    held: float
    seconds: float
    bytes: float


def expected_work(board: Board, no_crossroads: bool = False) -> Expected | None:
    """Return the expected work of a count; None if even a strip takes too many profiles.

    Strips of the board of 1, 2, ... lines of cells are swept, as many as take `LOOKED_AT` profiles
    together. For each line that is added, the numbers grow by nearly the same factor.
    """
    cells = np.array(board.region.cells)
    lines = places_of(cells, board.region)
    lines -= lines.min(axis=0)
    sides = lines.max(axis=0) + 1
    *_, across = sorted(range(len(sides)), key=lambda axis: -sides[axis])
    along = int(np.argmax(sides))
    left, found = LOOKED_AT, []
    for width in range(1, int(sides[across]) + 1):
        inside = (lines[:, across] < width) & (lines[:, along] < LINES)
        outside = [tuple(cell) for cell in cells[~inside].tolist()]
        if not inside.any():
            continue
        region = board.region.without(outside) if outside else board.region
        strip = Board(region, board.pieces, board.rotations, board.reflections)
        looked_at = _Sweep(Scan(strip), no_crossroads=no_crossroads).look(left)
        if looked_at is None:
            break
        left -= looked_at[0]
        found.append((width, looked_at[0] / int(inside.sum()), looked_at[1]))
    if not found:
        return None
    width, extended, held = found[-1]
    start, *earlier = found[max(0, len(found) - 3)]
    power = (int(sides[across]) - width) / max(1, width - start)
    growth = [(now / then) ** power for now, then in zip((extended, held), earlier, strict=True)]
    extended, held = extended * growth[0] * len(cells), held * growth[1]
    if held <= COMPILED_FROM or no_crossroads:
        each = SECONDS_WITH_VERTICES if no_crossroads else SECONDS_IN_DICTIONARIES
        return Expected(extended, held, extended * each, 0.0)
    from enumino.families.tilings.counting.profile_tables import bytes_a_profile

    seconds = SECONDS_A_PROFILE + SECONDS_A_WAY * min(len(board.orientations), MOST_WAYS)
    each = bytes_a_profile(Scan(board).bits)
    return Expected(extended, held, extended * seconds, held * each)


class _Sweep:
    """One count: profiles in dictionaries, then in compiled tables."""

    def __init__(
        self,
        scan: Scan,
        max_profiles: int | None = None,
        on_cell: Callable[[int, int, int], None] | None = None,
        no_crossroads: bool = False,
    ) -> None:
        self.scan, self.on_cell = scan, on_cell
        # Joined vertices of a profile lie so many bits above its cells.
        self.word = scan.cells + 1 if no_crossroads else 0
        self.vertices = sum(1 << rank for rank in scan.vertices.values()) if no_crossroads else 0
        self.max_profiles = max_profiles
        pieces = [(o.piece, scan.board.pieces[o.piece]) for o in scan.board.orientations]
        uses = [(number, piece.fewest or 0, piece.most) for number, piece in pieces]
        self.counters = _Counters(uses)
        # Profiles by their first free cell: bit i is the i-th cell from it, above the counters.
        self.waiting: dict[int, dict[int, int]] = {0: {0: 1}}
        self.held = 1

    def count(self, threads: int = 1, saved: SavedSweep | None = None) -> int:
        """Return the number of coverings."""
        for at in range(self.scan.cells):
            if self.held > COMPILED_FROM and not self.word and self._fits_tables:
                return self._count_in_tables(at, threads, saved)
            self._cover(at)
            self._check(at, self.held, self.max_profiles or MAX_PROFILES)
        return self._sum(self.waiting.get(self.scan.cells, {}))

    def look(self, most: int) -> tuple[int, int] | None:
        """Return the profiles extended and the most held; None if more than so many are extended.

        They are kept in dictionaries.
        """
        extended, held = 0, 1
        for at in range(self.scan.cells):
            extended += len(self.waiting.get(at, ()))
            if extended > most:
                return None
            self._cover(at)
            held = max(held, self.held)
        return extended, held

    def _cover(self, at: int) -> None:
        """Put every placement with this first cell on all profiles that wait for it."""
        low, mask = self.counters.bits, (1 << self.counters.bits) - 1
        profiles, candidates = self.waiting.pop(at, {}), self._candidates(at)
        last = self.vertices >> at
        self.held -= len(profiles)
        for number, (profile, ways) in enumerate(profiles.items()):
            if self.on_cell and number % REPORTED == REPORTED - 1:
                self.on_cell(at, self.scan.cells, self.held)
            taken, used = profile >> low, profile & mask
            for shape, piece, added in candidates:
                if taken & piece:
                    continue
                covered = taken | added
                onward = (~covered & (covered + 1)).bit_length() - 1
                after = covered >> onward
                if self.word:
                    passed = (1 << onward) - 1 << self.word - onward
                    if last << self.word - onward & passed & ~after:
                        continue  # four pieces meet
                    after &= ~passed
                if self.counters.bounded:
                    counted = self.counters.after(used, shape)
                    if counted is None:
                        continue
                    after = after << low | counted
                ahead = self.waiting.setdefault(at + onward, {})
                self.held += after not in ahead
                ahead[after] = ahead.get(after, 0) + ways

    def _candidates(self, at: int) -> list[tuple[int, int, int]]:
        """Return orientation, cells and new bits of a profile, of the placements of a cell."""
        found = self.scan.placements(at)
        if not self.word:
            return [(shape, piece, piece) for shape, piece in found]
        joined = self.scan.joined(at)
        return [(shape, p, p | j << self.word) for (shape, p), j in zip(found, joined, strict=True)]

    def _check(self, at: int, held: int, most: int | None) -> None:
        """Report a cell; raise a ProblemError if too many profiles are held after it."""
        if most is not None and held > most:
            raise ProblemError(
                f"Counting these tilings keeps more than {most:,} profiles at cell {at + 1:,} of "
                f"{self.scan.cells:,}: take a narrower region."
            )
        if self.on_cell:
            self.on_cell(at + 1, self.scan.cells, held)

    @cached_property
    def _width(self) -> int:
        """Bits of a profile; mirror images reach to the end of their block of cells."""
        return self.scan.reach + (self.scan.mirror.longest if self._mirrored else 0)

    @cached_property
    def _mirrored(self) -> bool:
        """Whether profiles and their mirror images are counted together."""
        from enumino.families.tilings.counting.profile_tables import ProfileTables

        longest = self.scan.mirror.longest
        return longest > 0 and ProfileTables.can_hold(
            self.scan.reach + longest, self.counters.bits, self.scan.bits
        )

    @property
    def _fits_tables(self) -> bool:
        from enumino.families.tilings.counting.profile_tables import ProfileTables

        return ProfileTables.can_hold(self._width, self.counters.bits, self.scan.bits)

    def _count_in_tables(self, start: int, threads: int, saved: SavedSweep | None) -> int:
        """Continue in compiled tables, or where an earlier count was left."""
        from enumino.families.tilings.counting.profile_tables import MOST_BYTES, ProfileTables

        tables = ProfileTables(self._width, self.counters.bits, self.scan.bits, threads)
        left = saved.restore(tables) if saved else None
        if left is None:
            for at, profiles in self.waiting.items():
                tables.enter(at, profiles, self.counters.bits)
        self.waiting = {}
        cells = self.scan.cells
        for at in range(start if left is None else left, cells):
            self._pass(at, tables)
            held = tables.held
            self._check(at, held, self.max_profiles)
            if tables.bytes > MOST_BYTES:
                raise ProblemError(
                    f"Counting these tilings keeps {held:,} profiles at cell {at + 1:,} of "
                    f"{cells:,}, which take more than {size(MOST_BYTES)}: take a narrower region."
                )
            if saved:
                saved.offer(at + 1, tables)
        return self._sum(tables.ended(cells))

    def _pass(self, at: int, tables: ProfileTables) -> None:
        """Cover a cell in tables, after the mirror images that are to be counted together."""
        tables.share()
        if self._mirrored and self.scan.mirror.ends[at]:
            window = self.scan.mirror.image[at : at + self._width] - at
            tables.reflect(at, window.tolist())
        bounds = self.counters.bounds
        tables.cover(
            at,
            [(piece, bounds[shape] or UNBOUNDED) for shape, piece in self.scan.placements(at)],
        )

    def _sum(self, ended: dict[int, int]) -> int:
        """Return the number of coverings that use all pieces often enough."""
        return sum(ways for used, ways in ended.items() if self.counters.suffice(used))


class _Counters:
    """Counters of the uses of pieces with bounds: some bits of a whole number for each piece."""

    def __init__(self, uses: Sequence[Use]) -> None:
        self.bits = 0
        fields: dict[int, _Field] = {}
        self.fields: list[_Field | None] = []  # by orientation
        for piece, fewest, most in uses:
            if not fewest and most is None:
                self.fields.append(None)
                continue
            if piece not in fields:
                enough = fewest if most is None else most
                mask = (1 << enough.bit_length()) - 1
                fields[piece] = _Field(self.bits, mask, fewest, enough, most is not None)
                self.bits += enough.bit_length()
            self.fields.append(fields[piece])
        self.bounded = list(fields.values())
        # Place, mask, bound of the counter of each orientation, and whether it is the most.
        self.bounds = [
            (each.offset, each.mask, each.enough, each.at_most) if each else None
            for each in self.fields
        ]

    def after(self, used: int, shape: int) -> int | None:
        """Return the counters after one more use of a piece; None if it exceeds the bound."""
        field = self.fields[shape]
        if field is None:
            return used
        if (used >> field.offset) & field.mask < field.enough:
            return used + (1 << field.offset)
        return None if field.at_most else used

    def suffice(self, used: int) -> bool:
        """Return whether all pieces were used often enough."""
        return all((used >> field.offset) & field.mask >= field.fewest for field in self.bounded)


class _Field(NamedTuple):
    """The place and bounds of a counter, and whether it stops at the last or refuses more."""

    offset: int
    mask: int
    fewest: int
    enough: int
    at_most: bool
