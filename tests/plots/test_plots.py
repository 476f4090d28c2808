"""Plots show the totals of any family."""

import itertools
import sys
from pathlib import Path

import pytest

import enumino
from enumino import plots
from enumino.datasets.totals import Total, read_counts
from enumino.errors import MissingExtraError, ProblemError
from enumino.plots import numbers
from tests.dataset_tools import Enumino, sentence, small_dataset

MISSING = "matplotlib is missing: plots were not drawn"
FREE = [1, 1, 2, 5, 12, 35, 108]  # A000105


@pytest.fixture(scope="module")
def polyominoes() -> enumino.Dataset:
    return enumino.open_dataset(small_dataset("polyominoes"))


def test_totals_by_size(polyominoes: enumino.Dataset) -> None:
    found = numbers.sizes(polyominoes.totals)
    assert found.axis == "cells"
    assert [line.total.count for line in found.series[""]] == FREE


def test_sizes_of_rooms_and_of_what_divides_them() -> None:
    rooms = [Total({"room": f"{n}x4", "symmetry": "total"}, n) for n in (2, 3)]
    half_mats = [Total({"room": "2x4", "monomers": m, "symmetry": "total"}, m) for m in (0, 2)]
    found = numbers.sizes(half_mats + rooms)
    assert (found.axis, [line.size for line in found.lines]) == ("cells of the room", [8, 12])
    found = numbers.sizes(half_mats)
    assert (found.axis, [line.size for line in found.lines]) == ("monomers", [0, 2])
    kinds = [Total({"cells": n, "kind": k}, n) for n in (1, 2) for k in ("free", "fixed")]
    assert list(numbers.sizes(kinds).series) == ["free", "fixed"]
    with pytest.raises(ProblemError, match="at least two sizes"):
        numbers.sizes(rooms[:1])
    with pytest.raises(ProblemError, match="at least two sizes"):
        numbers.sizes([Total({"region": "stairs.txt"}, 404)])


def test_symmetry_classes(polyominoes: enumino.Dataset) -> None:
    found = numbers.classes(polyominoes.totals)
    assert sum(found.numbers[7].values()) == FREE[6]
    assert found.numbers[5] == {"none": 5, "rotate": 1, "axis": 2, "axis2": 1, "diag": 2, "all": 1}
    assert found.names[0] == "none"
    assert found.names[-1] == "all"
    both = [Total({"kind": k, "symmetry": "none"}, 3) for k in ("fixed", "free")]
    both.append(Total({"kind": "free", "symmetry": "all"}, 1))
    assert numbers.classes(both).numbers == {0: {"none": 3, "all": 1}}
    with pytest.raises(ProblemError, match="--by symmetry"):
        numbers.classes([Total({"cells": 3}, 2)])


def test_cells_have_the_share_of_their_most_frequent_domino(tmp_path: Path, here: Enumino) -> None:
    """Of the three tilings of 2x3, each dominoes in the middle column are in one."""
    asked = ["tilings", "--region", "2x3", "--pieces", "domino", "--by", "option"]
    assert here("count", *asked, "--to", str(tmp_path / "some")).code == 0
    counts = str(tmp_path / "some" / "counts.parquet")
    found = numbers.shares_of_cells(read_counts(counts))
    assert found == [[2 / 3, 1 / 3, 2 / 3]] * 2
    with pytest.raises(ProblemError, match="no sizes: plot their cells"):
        numbers.sizes(read_counts(counts))
    asked = ["tilings", "--region", "1x2", "--lattice", "hexagonal", "--pieces", "dihex"]
    to = str(tmp_path / "hexagons")
    assert here("count", *asked, "--by", "option", "--to", to).code == 0
    with pytest.raises(ProblemError, match="one region of squares"):
        numbers.shares_of_cells(read_counts(f"{to}/counts.parquet"))
    pytest.importorskip("matplotlib", reason=MISSING)
    assert here("plot", counts, "cells", "-o", str(tmp_path / "cells.svg")).code == 0
    for cells in ("0,0 0,0,1", "0,99999", "none"):
        with pytest.raises(ProblemError, match="one region of squares"):
            plots.cells([Total({"region": "2x3", "option": 0, "cells": cells}, 1)])
    with pytest.raises(ProblemError, match="no tilings"):
        plots.cells([Total({"region": "3x3", "option": 0, "cells": "0,0 0,1"}, 0)])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "suffix"), [("growth", ".svg"), ("classes", ".png"), ("growth", ".pdf")]
)
def test_each_plot_as_each_file(what: str, suffix: str, here: Enumino, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason=MISSING)
    first, again = tmp_path / f"first{suffix}", tmp_path / f"again{suffix}"
    for file in (first, again):
        done = here("plot", small_dataset("polyominoes"), what, "-o", file)
        assert (done.code, done.out) == (0, ""), done.err
    begins = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}[suffix]
    assert first.read_bytes().startswith(begins)
    assert first.read_bytes() == again.read_bytes()


@pytest.mark.parametrize(
    ("family", "what", "code"),
    [
        ("tatami", "growth", 0),
        ("tatami", "classes", 0),
        ("tilings", "classes", 0),
        ("tilings", "growth", 2),
        ("trominoes", "classes", 0),
        ("cover", "classes", 2),
    ],
)
def test_plots_of_every_family(
    family: str, what: str, code: int, here: Enumino, tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib", reason=MISSING)
    done = here("plot", small_dataset(family), what, "-o", tmp_path / "plot.svg")
    assert done.code == code, done.err
    if code:
        sentence(done, code)


def test_what_is_drawn(polyominoes: enumino.Dataset) -> None:
    pytest.importorskip("matplotlib", reason=MISSING)
    upper, lower = plots.growth(polyominoes.totals, "cost $5").axes
    line = upper.lines[0].get_xydata()
    assert [round(10**y) for _, y in line] == FREE
    factors = [y for _, y in lower.lines[0].get_xydata()]
    assert factors == [b / a for a, b in itertools.pairwise(FREE)]
    assert upper.get_title(loc="left") == r"cost \$5"
    strange = [Total({"a $n\n$_": n, "kind": k}, n) for n in (1, 2) for k in ("$x_{", "\x1b$y")]
    assert plots.written(plots.growth(strange), ".svg")
    huge = [Total({"cells": n}, 10**400 * n) for n in (1, 2)]
    assert plots.written(plots.growth(huge), ".svg")
    bars = plots.classes([line for line in polyominoes.totals if line.labels["cells"] == 5])
    assert len(bars.axes[0].patches) == 6


def test_wrong_usage(here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset, file = small_dataset("polyominoes"), tmp_path / "plot.svg"
    assert "does not end in .svg" in sentence(here("plot", dataset, "-o", tmp_path / "plot.gif"), 2)
    assert "at least two sizes" in sentence(here("plot", small_dataset("trominoes"), "-o", file), 2)
    with pytest.raises(ProblemError, match=r"\.svg, \.png, \.pdf"):
        plots.written(None, ".gif")  # type: ignore[arg-type]
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "enumino[plot]" in sentence(here("plot", dataset, "-o", file), 1)
    assert not file.exists()
    with pytest.raises(MissingExtraError):
        plots.growth([Total({"cells": n}, n) for n in (1, 2)])
