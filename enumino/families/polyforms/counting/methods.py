"""The methods of counting polyforms: which ways count the subjects, and to which size.

On every lattice fixed polyforms come from Redelmeier's search with the last three levels closed,
those that each group of symmetries keeps from searches on quotients of the lattice, and counts by
columns from a listing without rows, as do all counts where cells overlap. Squares have more.

Fixed polyominoes also come from transfer matrices. Those that groups keep come from transfer
matrices or from searches, whichever is cheaper; some groups follow from others by folding. Beyond
the reach of our own count of fixed polyominoes the published numbers are used.

Without holes, fixed polyominoes and those that half-turns and single mirrors keep are swept: as
polygons on the plane and on its quotients, or, if fixed, by cells. Those with four or eight
symmetries are few: they are walked, with holes or without. The classes follow as they do for all
polyominoes, since no symmetry makes or fills a hole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from enumino.enum.symmetric_shapes import subjects
from enumino.errors import ProblemError
from enumino.families.polyforms.columns import COUNTED
from enumino.families.polyforms.counting import costs, small
from enumino.families.polyforms.counting.polyform_count import (
    KEY,
    SIDES,
    CountByTasks,
    Numbers,
    PolyformCount,
)
from enumino.families.polyforms.counting.subjects import (
    BY_CELLS,
    COUNTED_BY,
    FIXED,
    FOLDED,
    LARGEST_WITHOUT_HOLES,
    OUTLINES,
    ROTATED,
    SUBJECTS,
)
from enumino.families.polyforms.counting.ways import (
    Searched,
    Swept,
    SweptBoxes,
    Walk,
    WalkWithoutHoles,
)
from enumino.families.polyforms.counting.work import Search, Way
from enumino.families.polyforms.families import POLYOMINOES, PolyformFamily
from enumino.objects.point_group import Kind
from enumino.run.counting import (
    CLASSES_OR_COLUMNS,
    Estimate,
    columns_asked,
    count_by_search,
    expected_search,
)
from enumino.words import plural, quoted

if TYPE_CHECKING:
    from enumino.families.polyforms.forest import Polyforms

LARGEST_NUMBER = 2.0**62  # largest expected count of kernels with 64 bits
LARGEST_FROM_FILES = 2.0**52  # the same, where growth is only estimated
LARGEST_WITH_PUBLISHED = 60  # cells of symmetric polyominoes beside published fixed ones
MATRIX_FROM = 13  # cells from which the transfer matrix is the cheaper way to count boxes
# Sweeps that count symmetric polygons, and the groups that are left for walks.
POLYGONS = [name for name in OUTLINES.values() if name != OUTLINES[FIXED]]
WALKED = ("R90C", "R90V", "D2C", "D2E", "D2V", "X2C", "X2V", "D4C", "D4V")
FOLDED_SUBJECTS = {SUBJECTS[name]: FOLDED.get(name, (name, 1)) for name in SUBJECTS}
ALL_SUBJECTS = {SUBJECTS[name]: (name, 1) for name in SUBJECTS}


class Listing(PolyformCount):
    """The search of a dataset without its rows."""

    method = "listing"
    takes_memory = False

    @property
    def problem(self) -> Polyforms:
        """The problem that is listed; sizes out of reach are a ProblemError."""
        return self.family.problem_class(self.cells, self.kinds[0])

    def check_sizes(self) -> None:
        _ = self.problem

    @property
    def estimate(self) -> Estimate:
        return expected_search(self.problem, self.method)

    def numbers(self, **how_to_run: Any) -> Numbers:
        (kind,) = self.kinds
        by = ("cells", "symmetry", "holes") if self.without_holes else ("cells", *self.columns)
        found = {(n, kind): Counter[tuple[Any, ...]]() for n in self.cells}
        listed = count_by_search(self.problem, by=by, **how_to_run).counts
        for (cells, *values), number in listed.items():
            if not self.without_holes:
                found[cells, kind][tuple(values)] += number
            elif values[1] == 0:
                found[cells, kind][(values[0],)] += number
        return found


class LatticeSearch(CountByTasks):
    """Searches for fixed polyforms and for those that groups keep, on any lattice."""

    method = "search"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.published_fixed and not self.needs_groups:
            raise ProblemError(
                f"With published numbers of fixed {self.family.noun} nothing is left to count: "
                "choose another kind, or count without them."
            )
        for cells, (oeis, value) in self.taken.items():
            if value is None:
                raise ProblemError(
                    f"The number of fixed {self.family.noun} with {plural(cells, 'cell')} is not "
                    f"among the published ones that we know ({oeis}): choose smaller sizes, or "
                    "count it."
                )

    @property
    def reach(self) -> float:
        return 0 if self.published_fixed else inf

    @property
    def largest(self) -> int:
        """The largest size within reach of the kernels and of their numbers."""
        from enumino.enum.kernels.counting import quotient
        from enumino.enum.kernels.shared.orbits import LANE_MASK
        from enumino.enum.windows import window

        if self.published_fixed:
            return quotient.MAX_CELLS
        seen, from_file = window(self.family.lattice), self.family.lattice.definition is not None
        most = min(seen.largest, quotient.MAX_CELLS, LANE_MASK // seen.degree)
        number = LARGEST_FROM_FILES if from_file else LARGEST_NUMBER
        return max(n for n in range(1, most + 1) if self.family.about(n) < number)

    @property
    def parameters(self) -> dict[str, Any]:
        by = "symmetry" if self.by_symmetry else None
        taken = {"published_fixed": True} if self.published_fixed else {}
        return {"kind": self.kind, "by": by, **taken}

    def fixed(self) -> list[Way]:
        if self.published_fixed:
            return []
        return [Search(FIXED, self.cells[-1], self.family.key)]

    def symmetric(self) -> list[Way]:
        names = [each.name for each in subjects(self.family.lattice)]
        return [Search(name, self.cells[-1], self.family.key) for name in names]


class SquareSearch(CountByTasks):
    """Searches for fixed polyominoes and for those that groups keep."""

    method = "search"
    sources = FOLDED_SUBJECTS
    reach: int = 30
    matrix: ClassVar[str] = ""  # the sweeps of fixed polyominoes
    swept: ClassVar[Mapping[str, str]] = {}  # sweeps of symmetric ones, by those of `COUNTED_BY`

    @property
    def largest(self) -> int:
        return LARGEST_WITH_PUBLISHED if self.needs_groups and self.matrix else self.reach

    @property
    def way_out(self) -> str:
        further = [each for each in (TransferMatrix, RotatedMatrix) if each.reach > self.largest]
        return f"; --method {further[0].method} takes 1 to {further[0].reach}" if further else ""

    @property
    def parameters(self) -> dict[str, Any]:
        by = "symmetry" if self.by_symmetry else None
        return {"kind": self.kind, "by": by, "method": self.method, "without_holes": False}

    def fixed(self) -> list[Way]:
        counted = [n for n in self.cells if n <= self.reach]
        folded = self.cells[-1] // 2 if self.needs_groups else 0
        cells = max([*counted, folded, 1])
        return [Swept(self.matrix, cells) if self.matrix else Searched(FIXED, cells)]

    def symmetric(self) -> list[Way]:
        """Return the cheaper way for each group that does not follow by folding."""
        cells, ways = self.cells[-1], list[Way]()
        left = [name for name in SUBJECTS if name not in FOLDED]
        for name, sweep in self.swept.items():
            groups = COUNTED_BY[name]
            if costs.matrix_is_cheaper(name, groups, cells):
                ways.append(Swept(sweep, cells))
                left = [group for group in left if group not in groups]
        return ways + [Searched(name, cells) for name in left]


class TransferMatrix(SquareSearch):
    """Sweeps of boxes, and searches for some groups."""

    method = "transfer-matrix"
    reach = 40
    matrix = FIXED
    swept: ClassVar[Mapping[str, str]] = {name: name for name in COUNTED_BY if name != FIXED}


class RotatedMatrix(SquareSearch):
    """Sweeps on the lattice turned by 45 degrees, and searches for some groups."""

    method = "rotated"
    reach = 46
    matrix = ROTATED[FIXED]
    swept: ClassVar[Mapping[str, str]] = {
        name: ROTATED.get(name, name) for name in COUNTED_BY if name != FIXED
    }


class WithoutHoles(CountByTasks):
    """Sweeps of fixed polyominoes without holes by cells, and of symmetric ones by outlines."""

    method = "transfer-matrix"
    sources = ALL_SUBJECTS
    largest = LARGEST_WITHOUT_HOLES
    matrix: ClassVar[str] = BY_CELLS

    @property
    def parameters(self) -> dict[str, Any]:
        kinds = "all" if self.needs_groups else FIXED
        return {"kinds": kinds, "without_holes": True, "method": self.method}

    def fixed(self) -> list[Way]:
        return [Swept(self.matrix, self.cells[-1])]

    def symmetric(self) -> list[Way]:
        largest = self.cells[-1]
        walks = [WalkWithoutHoles(name, largest) for name in WALKED]
        return [*(Swept(name, largest) for name in POLYGONS), *walks]


class Polygons(WithoutHoles):
    """Sweeps of all polyominoes without holes by outlines."""

    method = "polygons"
    matrix = OUTLINES[FIXED]


class Walks(CountByTasks):
    """Walks of fixed polyominoes and of those that groups keep, by columns."""

    method = "search"
    takes_memory = False
    sources = ALL_SUBJECTS
    largest = 30

    @property
    def parts_of_keys(self) -> tuple[str, ...]:
        """The parts of the keys; those of fixed polyominoes have both sides or none."""
        asked = {"cells", *self.by}
        if self.kind == FIXED and asked.intersection(SIDES):
            asked.update(SIDES)
        return tuple(name for name in KEY if name in asked)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters; `by` has a fixed order, since tasks ignore it."""
        kinds = "all" if self.needs_groups else FIXED
        return {"kinds": kinds, "by": list(self.parts_of_keys), "method": "walk"}

    def fixed(self) -> list[Way]:
        return [self._walk(FIXED)]

    def symmetric(self) -> list[Way]:
        return [self._walk(name) for name in SUBJECTS]

    def _walk(self, name: str) -> Walk:
        return Walk(name, self.cells[-1], self.cells[0], self.parts_of_keys)


class Boxes(Walks):
    """Sweeps of fixed polyominoes by the sides of their boxes."""

    method = "transfer-matrix"
    takes_memory = True
    largest = 40

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters; every count is by both sides."""
        return {"kinds": FIXED, "by": ["cells", *SIDES], "method": self.method}

    def fixed(self) -> list[Way]:
        return [SweptBoxes(FIXED, self.cells[-1])]


Methods = Sequence[type[PolyformCount]]


def methods_for(
    family: PolyformFamily,
    cells: range,
    kind: Kind | None = None,
    by: Sequence[str] = (),
    without_holes: bool = False,
    published_fixed: bool = False,
) -> Methods:
    """Return the methods for a count, the one that ``"auto"`` takes first."""
    if not {*by} <= {*COUNTED}:  # properties, which are computed of rows
        return (Listing,)
    if family is not POLYOMINOES or published_fixed:
        return (Listing,) if by or family.lattice.overlaps else (LatticeSearch,)
    if by and kind == FIXED and set(by) <= set(SIDES):
        return (Walks, Boxes, Listing) if cells[-1] < MATRIX_FROM else (Boxes, Walks, Listing)
    if by:
        return Walks, Listing
    if without_holes:
        return WithoutHoles, Polygons, Listing
    return (
        (SquareSearch, TransferMatrix, RotatedMatrix)
        if _search_is_cheaper(cells[-1])
        else (TransferMatrix, SquareSearch, RotatedMatrix)
    )


def _search_is_cheaper(cells: int) -> bool:
    """Whether fixed polyominoes up to a size should be counted by search."""
    if cells <= small.MOST_CELLS or cells > SquareSearch.reach:
        return 1 <= cells <= small.MOST_CELLS
    searched = costs.search(POLYOMINOES, FIXED, cells)
    return searched.seconds < costs.matrix(FIXED, cells).seconds


# Methods of other counts, and the way to them.
WAYS_TO = {
    "polygons": ", or add --without-holes",
    "listing": ", or name columns, as --by holes",
    "transfer-matrix": ", or count fixed ones by height and width only",
}


def count_of(
    family: PolyformFamily,
    cells: range,
    kind: Kind | None = None,
    *,
    by_symmetry: bool = False,
    by: str | Iterable[str] | None = None,
    method: str = "auto",
    without_holes: bool = False,
    published_fixed: bool = False,
) -> PolyformCount:
    """Return the count by a method, or by the one that suits (``"auto"``).

    What cannot be counted is a ProblemError.
    """
    columns = () if by is None else columns_asked(by, family.counted)
    if columns and by_symmetry:
        raise ProblemError(CLASSES_OR_COLUMNS)
    if columns and without_holes:
        raise ProblemError(
            "--without-holes cannot be combined with columns: leave it out and add holes to --by; "
            "the lines with 0 holes are those without."
        )
    if columns and published_fixed:
        raise ProblemError(
            "Published numbers of fixed polyforms say nothing of other columns: count by symmetry, "
            "or without them."
        )
    if published_fixed and "fixed" not in family.sequences.kinds:
        raise ProblemError(
            f"We know no published numbers of fixed {family.noun}: leave published_fixed out."
        )
    methods = methods_for(family, cells, kind, columns, without_holes, published_fixed)
    named = [each for each in methods if method in ("auto", each.method)]
    if not named:
        what = f" by {' and '.join(columns)}" if columns else " without holes" * without_holes
        raise ProblemError(
            f"There is no method {quoted(method)} for {family.noun}{what}: choose auto, "
            f"{', '.join(each.method for each in methods)}{WAYS_TO.get(method, '')}."
        )
    return named[0](family, cells, kind, by_symmetry, columns, without_holes, published_fixed)


def by_all_methods(count: PolyformCount) -> dict[str, PolyformCount | None]:
    """Return the same count by each method, its own first; None where one does not reach."""
    asked = {field.name: getattr(count, field.name) for field in fields(count)}
    found: dict[str, PolyformCount | None] = {count.method: count}
    for method in methods_for(
        count.family, count.cells, count.kind, count.by, count.without_holes, count.published_fixed
    ):
        try:
            found.setdefault(method.method, method(**asked))
        except ProblemError:
            found[method.method] = None
    return found
