"""Formats of other programs: files hold the objects, and rows without a format are refused."""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import enumino
from enumino.errors import ProblemError
from enumino.export import FORMATS, exported, solids
from enumino.export.formats import graph6
from enumino.objects.lattices import CUBIC, HEXAGONAL
from enumino.objects.polyform import free_polyforms
from tests.dataset_tools import Enumino, sentence, small_dataset
from tests.objects.test_graph import networkx_of


@pytest.fixture(scope="module")
def polyominoes() -> enumino.Dataset:
    return enumino.open_dataset(small_dataset("polyominoes"))


def test_lines_of_cells_are_those_of_the_rows(polyominoes: enumino.Dataset) -> None:
    shapes = list(polyominoes.objects("cells > 2"))
    texts = b"".join(exported(polyominoes, "coordinates", "cells > 2")).decode().splitlines()
    for text, shape in zip(texts, shapes, strict=True):
        numbers = list(map(int, text.split()))
        assert enumino.Polyform(zip(numbers[1::2], numbers[::2], strict=True)) == shape


def test_totals_as_a_b_file(polyominoes: enumino.Dataset, here: Enumino, tmp_path: Path) -> None:
    terms = b"1 1\n2 1\n3 2\n4 5\n5 12\n6 35\n7 108\n"  # A000105
    assert b"".join(exported(polyominoes, "bfile")) == terms
    with pytest.raises(ProblemError, match="leave out the condition"):
        list(exported(polyominoes, "bfile", "cells = 3"))
    enumino.enumerate_to(tmp_path / "rooms", enumino.Tatami("2x2..3x3"), threads=1)
    array = here("export", tmp_path / "rooms", "--as", "bfile").out
    assert array == "# T(n, k) by antidiagonals: room nxk from 2x2\n1 2\n2 3\n3 3\n"


def test_nothing_is_written_for_no_rows(
    polyominoes: enumino.Dataset, here: Enumino, tmp_path: Path
) -> None:
    for name in ("stl", "coordinates", "graph6"):
        asked = ("export", polyominoes.store.root, "--as", name, "--where", "cells > 7")
        done = here(*asked, "-o", tmp_path / "none")
        assert (done.code, done.out, done.err) == (2, "", "Error: No row meets the condition.\n")
    assert not (tmp_path / "none").exists()


def test_formats_refuse_rows_that_they_are_not_for(
    polyominoes: enumino.Dataset, here: Enumino, tmp_path: Path
) -> None:
    enumino.enumerate_to(tmp_path / "queens", enumino.Covers("queens 4"), threads=1)
    queens = enumino.open_dataset(tmp_path / "queens")
    for name in FORMATS:
        with pytest.raises(ProblemError):
            list(exported(polyominoes if name == "dlx" else queens, name))
    said = sentence(here("export", polyominoes.store.root, "--as", "xmpuzzle"), 2)
    assert "Only tilings of one region of cubes or squares are written" in said
    with pytest.raises(ProblemError, match="no format 'pdf'"):
        exported(polyominoes, "pdf")


@pytest.mark.parametrize(
    "problem",
    [
        enumino.Tilings("4x5", "L-tromino, I4:1-2, domino, V:0"),
        enumino.Tilings("4x5", "free tetrominoes, domino:0-1, monomino:0-1", reflections=False),
        enumino.Tilings("++##/##++/####", "L-tromino:1-3, domino:0-1", up_to_symmetry=True),
        enumino.Tilings("3x3", "tetromino 1, L-tromino, I3"),
        enumino.Covers("examples/colours.dlx"),
        enumino.Covers("queens 6"),
        enumino.Covers(
            enumino.CoverProblem(["a b", "c"], ["d"], [[0], [0, 2], [1]], [(1, 2), (0, 1)])
        ),
    ],
    ids=lambda problem: problem.name if isinstance(problem, enumino.Covers) else problem.pieces[:9],
)
def test_covers_have_as_many_solutions_as_their_problems(problem: Any, tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path / "rows", problem, threads=1)
    dataset = enumino.open_dataset(tmp_path / "rows")
    text = b"".join(exported(dataset, "dlx")).decode()
    orbits = len(dataset)
    if getattr(problem, "up_to_symmetry", False):
        orbits = dataset.sql("select sum(orbit) from rows").fetchall()[0][0]
    assert enumino.Covers(enumino.CoverProblem.from_dlx(text)).count().total == orbits > 0
    with pytest.raises(ProblemError, match="leave out the condition and limit"):
        list(exported(dataset, "dlx", limit=1))


def test_items_that_are_covered_once_have_no_bounds(tmp_path: Path) -> None:
    problem = enumino.Tilings("3x3", "X:0-1, L-tromino:0-3, I3:1, domino:0-1, monomino:1")
    enumino.enumerate_to(tmp_path / "rows", problem, threads=1)
    lines = b"".join(exported(enumino.open_dataset(tmp_path / "rows"), "dlx")).splitlines()
    assert lines[1].endswith(b" 2,2 0:1|p1 p2 p4 | p0 p3")  # no room for two


def graph6_of(nodes: int, edges: set[tuple[int, int]]) -> str:
    return nx.to_graph6_bytes(networkx_of(nodes, edges), header=False).decode().strip()


def test_graphs_of_cells_and_pieces(polyominoes: enumino.Dataset, tmp_path: Path) -> None:
    written = b"".join(exported(polyominoes, "graph6")).decode().splitlines()
    shapes: list[Any] = [*polyominoes, *free_polyforms(4, HEXAGONAL), enumino.Polyform("#" * 70)]
    written += [graph6(shape) for shape in shapes[len(written) :]]
    for text, shape in zip(written, shapes, strict=True):
        cells = shape.cells
        edges = {
            (k, n)
            for n, cell in enumerate(cells)
            for k, other in enumerate(cells[:n])
            if other in shape.lattice.neighbours(cell)
        }
        assert text == graph6_of(len(cells), edges)
    assert graph6(enumino.Polyform("#####")) == "DhC"  # the path of five vertices
    thirds = [("a", [(0, 0), (1, 0)]), ("b", [(0, 1), (0, 2)]), ("c", [(1, 1), (1, 2)])]
    tiling = enumino.Tiling(enumino.Region("2x3"), thirds)
    assert graph6(tiling) == graph6_of(3, {(0, 1), (0, 2), (1, 2)})


def meshes(text: str) -> list[list[list[tuple[float, ...]]]]:
    """The triangles of each solid of an ASCII STL file."""
    solids: list[list[list[tuple[float, ...]]]] = []
    normals = []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "solid":
            solids.append([])
        elif words[0] == "facet":
            solids[-1].append([])
            normals.append(tuple(map(float, words[2:])))
        elif words[0] == "vertex":
            solids[-1][-1].append(tuple(map(float, words[1:])))
    triangles = [each for solid in solids for each in solid]
    for normal, (a, b, c) in zip(normals, np.array(triangles), strict=True):
        across = np.cross(b - a, c - a)  # counter-clockwise, seen from outside
        assert np.allclose(across / np.linalg.norm(across), normal)
    return solids


def test_solids_are_closed_and_face_outwards(tmp_path: Path) -> None:
    """Each directed edge comes once, and its opposite once; the volume is positive."""
    corners = "### ##. ### / ### ... #.# / ##. ### ###"  # cells that share only edges or corners
    shapes = [shape for n in range(1, 5) for shape in free_polyforms(n, CUBIC)]
    shapes += [enumino.Polyform(corners.replace(" / ", "/"), CUBIC)]
    soma = tmp_path / "soma"
    problem = enumino.Tilings("3x3x3", "soma", each_once=True, limit=1, lattice="cubic")
    enumino.enumerate_to(soma, problem, threads=1)
    for things in (shapes, list(enumino.open_dataset(soma)), [enumino.Polyform("#.#/###")]):
        pieces = [
            piece
            for thing in things
            for piece in ([thing] if hasattr(thing, "cells") else thing.pieces)
        ]
        found = meshes("".join(solids.stl(things)))
        check_solids(found, [len(piece.cells) for piece in pieces], 10.0)
    corner = {point for triangles in found for t in triangles for point in t}
    assert {z for _, _, z in corner} == {0.05, 9.95}


def check_solids(found: list[Any], cells: list[int], side: float) -> None:
    assert len(found) == len(cells)
    for triangles, number in zip(found, cells, strict=True):
        edges = Counter((t[k], t[k - 2]) for t in triangles for k in range(3))
        assert set(edges.values()) == {1}
        assert all((end, start) in edges for start, end in edges)
        volume = sum(float(np.linalg.det(np.array(t))) for t in triangles) / 6
        assert 0.9 * number < volume / side**3 < number


def test_pieces_lie_flat_on_a_bed(here: Enumino, tmp_path: Path) -> None:
    """Each is a rotation of the piece in the fewest layers; together, none is above another."""
    root = tmp_path / "d"
    pieces = "soma:0-2, W:1, [(0,0,0), (1,0,0), (2,0,0)]:1"
    problem = enumino.Tilings("3x3x3", pieces, limit=1, lattice="cubic")
    enumino.enumerate_to(root, problem, threads=1)
    asked = ("export", root, "--as", "stl", "--cell", "20", "--gap", "0.5")
    for more in ("--puzzle", "-o", tmp_path / "all.stl"), ("--each", tmp_path / "pieces"):
        assert here(*asked, *more).code == 0
    together = meshes((tmp_path / "all.stl").read_text())
    copies = [piece for piece in problem.board.placed for _ in range(piece.most)]
    check_solids(together, [len(piece.shape) for piece in copies], 20.0)
    boxes = [np.array(solid).reshape(-1, 3) for solid in together]
    for box, piece in zip(boxes, copies, strict=True):
        low, high = box.min(0), box.max(0)
        layers = min(each.box[0] for each in piece.shape.images("one-sided"))
        assert (low[2], high[2]) == (0.25, layers * 20 - 0.25)
        for other in boxes:
            apart = (other.min(0) >= high + 20) | (other.max(0) <= low - 20)
            assert other is box or apart[:2].any()
    files = sorted((tmp_path / "pieces").iterdir(), key=lambda file: int(file.name.split("-")[0]))
    assert [file.name for file in files][:2] == ["1-soma-V.stl", "2-soma-L.stl"]
    for file, piece in zip(files, problem.board.placed, strict=True):
        (solid,) = meshes(file.read_text())
        inside = np.array(solid).reshape(-1, 3)
        cubes = {tuple(each) for each in np.floor(inside * [1, -1, 1] / 20).astype(int)[:, ::-1]}
        assert enumino.Polyform(cubes, CUBIC) in piece.shape.images("one-sided")
    assert "--cell is for solids" in sentence(here(*asked[:2], "--as", "graph6", *asked[4:]), 2)
    assert "cannot have gaps of" in sentence(here(*asked[:-1], "25", "--puzzle"), 2)


def test_a_dash_is_the_standard_output(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text always, and other formats where no terminal would show them."""
    root = tmp_path / "d"
    enumino.enumerate_to(root, enumino.Polyominoes(4), threads=1)
    monkeypatch.chdir(tmp_path)
    plain = here("export", root, "--as", "coordinates")
    assert plain.out
    assert here("export", root, "--as", "coordinates", "-o", "-") == plain
    assert here("show", root, "--svg", "-").out.startswith("<svg")
    page = here("gallery", root, "-o", "-")
    assert (page.out[:9].lower(), page.code) == ("<!doctype", 0)
    assert "Wrote" not in page.err
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "a terminal cannot show it" in sentence(here("show", root, "--png", "-"), 2)
    assert here("export", root, "--as", "coordinates", "-o", "-") == plain
    assert [path.name for path in tmp_path.iterdir()] == ["d"]
