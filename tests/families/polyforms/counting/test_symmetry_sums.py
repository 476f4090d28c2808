"""Classes from invariant counts: against listing, published tables and folding."""

from __future__ import annotations

import numba
import pytest

from enumino.enum.kernels.counting import quotient
from enumino.enum.symmetric_shapes import classes_from
from enumino.families.polyforms.counting.subjects import SUBJECTS, SYMMETRIES, orbit_graph
from enumino.objects.lattice import SQUARE, SymmetryClass
from tests import naive
from tests.naive_redelmeier import class_counts
from tests.naive_symmetry import LISTED, invariant_counts
from tests.published import table
from tests.splitting import count_all

PUBLISHED = 24
LARGEST = 12 if numba.config.DISABLE_JIT else PUBLISHED


def symmetry_classes(fixed: int, invariant: dict[str, int]) -> dict[str, int]:
    """Free polyominoes by class, of those that each group keeps by our own names."""
    kept = {subject: int(invariant[name]) for name, subject in SUBJECTS.items()}
    return classes_from(SQUARE, fixed, kept)


@pytest.fixture(scope="module")
def invariant() -> dict[str, list[int]]:
    return {
        name: count_all(quotient, quotient.new_search(orbit_graph(name, LARGEST)))
        for name in SYMMETRIES
    }


@pytest.mark.parametrize("cells", range(1, LISTED + 1))
def test_classes_equal_listing(cells):
    invariant = {name: numbers[cells] for name, numbers in invariant_counts().items()}
    classes = symmetry_classes(len(naive.shapes(cells)), invariant)
    assert classes == class_counts(cells)


@pytest.mark.long
def test_classes_equal_published(invariant):
    """Redelmeier 1981, Table 3, and OEIS A000105, A000988, A001168 (24 sizes)."""
    rows = table("polyforms", "polyominoes/polyomino_symmetry_classes")
    assert len(rows) == PUBLISHED
    for row in rows[:LARGEST]:
        fixed = int(row["fixed"])
        numbers = {name: counts[int(row["n"])] for name, counts in invariant.items()}
        classes = symmetry_classes(fixed, numbers)
        assert classes == {name: int(row[name]) for name in SymmetryClass}
        for kind in ("fixed", "one-sided", "free"):
            total = sum(n * SymmetryClass(s).per_free(kind) for s, n in classes.items())
            assert total == int(row[kind.replace("-", "_")])


def test_centres_equal_published(invariant):
    """Each centre by itself: OEIS A351615, A234008, A351616, A351142, A234007 and their kind."""
    place = {"cell": "C", "edge": "E", "vertex": "V"}
    checked = 0
    for row in table("polyforms", "polyominoes/polyomino_symmetry_subclasses"):
        n = int(row["n"])
        if row["centre"] not in place or n > LARGEST:
            continue
        at = place[row["centre"]]
        number = {
            group: invariant[group + at][n] if group + at in invariant else 0
            for group in ("R180", "R90", "D2", "X2", "D4")
        }
        edges = 2 if at == "E" else 1  # two orientations of the edge
        alike = {
            "all": number["D4"],
            "rotate2": (number["R90"] - number["D4"]) // 2,
            "axis2": edges * (number["D2"] - number["D4"]) // 2,
            "diag2": (number["X2"] - number["D4"]) // 2,
            "rotate": edges
            * (number["R180"] - number["R90"] - number["D2"] - number["X2"] + 2 * number["D4"])
            // 4,
        }
        assert alike[row["class"]] == int(row["count"]), row
        checked += 1
    assert checked == (186 if LARGEST == PUBLISHED else 93)


def test_folding(invariant):
    """A mirror between rows of cells folds a polyomino onto any other one, half its size.

    So Medge(n) = fixed(n/2), D2V(n) = fixed(n/4), D2E(n) = Mcell(n/2) and D4V(n) = M45(n/4).
    """
    fixed = [0] + [
        int(row["fixed"]) for row in table("polyforms", "polyominoes/polyomino_symmetry_classes")
    ]
    for n in range(1, LARGEST + 1):
        assert invariant["Medge"][n] == (fixed[n // 2] if n % 2 == 0 else 0)
        assert invariant["D2V"][n] == (fixed[n // 4] if n % 4 == 0 else 0)
        assert invariant["D2E"][n] == (invariant["Mcell"][n // 2] if n % 2 == 0 else 0)
        assert invariant["D4V"][n] == (invariant["M45"][n // 4] if n % 4 == 0 else 0)


def test_counts_of_different_sizes_are_refused():
    invariant = {name: numbers[4] for name, numbers in invariant_counts().items()}
    with pytest.raises(ValueError, match="counts of one size"):
        symmetry_classes(20, invariant)
