"""Other programs' formats: what is written is read again, and what is no such file is refused."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import enumino
from enumino.errors import EnuminoError, ProblemError
from enumino.export import FORMATS, exported, lines, solids
from enumino.objects import burrtools
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import CUBIC, HEXAGONAL, TRIANGULAR
from enumino.objects.piece_sets import named_set
from enumino.objects.polyform import free_polyforms
from tests.dataset_tools import Enumino, sentence

pytestmark = pytest.mark.slow

PUZZLE = """<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/><shapes>
<voxel x="2" y="2" z="1" type="0" name="corner">##1#_</voxel>
<voxel x="3" y="2" z="2" type="0">____________</voxel>
<voxel x="3" y="1" z="2" type="0">___###</voxel>
</shapes><problems>
<problem state="0"><shapes>SHAPES</shapes><result id="RESULT"/></problem>
</problems></puzzle>"""


@pytest.fixture(scope="module")
def polyominoes(tmp_path_factory: pytest.TempPathFactory) -> enumino.Dataset:
    root = tmp_path_factory.mktemp("export") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 7)), in_process=True)
    return enumino.open_dataset(root)


def test_lines_of_cells_are_read_again(polyominoes: enumino.Dataset) -> None:
    shapes = list(polyominoes.objects("cells > 2"))
    for name, read in (("kaplan", lines.from_kaplan), ("xyz", lines.from_xyz)):
        written = exported(polyominoes, name, "cells > 2").decode()
        assert list(read(written)) == shapes
    for text in ("0 0 1", "0 0 x y", "O 1"):
        with pytest.raises(ProblemError, match="Line 1"):
            list(lines.from_kaplan(text))
    for text in ("3\n\nC 0 0 0", "x\n\n", "1\n\nC 0 0"):
        with pytest.raises(ProblemError, match="line 1 is damaged"):
            list(lines.from_xyz(text))


def test_totals_as_a_b_file(polyominoes: enumino.Dataset) -> None:
    terms = lines.from_bfile(exported(polyominoes, "bfile").decode())
    assert terms == {1: 1, 2: 1, 3: 2, 4: 5, 5: 12, 6: 35}  # A000105
    with pytest.raises(ProblemError, match="Line 2"):
        lines.from_bfile("1 1\n2 1 3\n")
    with pytest.raises(ProblemError, match="leave out the condition"):
        exported(polyominoes, "bfile", "cells = 3")


def test_rows_as_csv(polyominoes: enumino.Dataset, here: Enumino) -> None:
    done = here("export", polyominoes.store.root, "--as", "csv", "--where", "cells = 5")
    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [int(row["mask"]) for row in rows] == [
        row["mask"] for row in polyominoes.rows("cells = 5")
    ]


def test_formats_refuse_rows_that_they_are_not_for(
    polyominoes: enumino.Dataset, here: Enumino, tmp_path: Path
) -> None:
    enumino.enumerate_to(tmp_path / "queens", enumino.Covers(("queens", 4)), in_process=True)
    queens = enumino.open_dataset(tmp_path / "queens")
    for name in FORMATS:
        if name in ("csv", "svg"):
            assert exported(queens, name)
        else:
            with pytest.raises(ProblemError):
                exported(queens, name)
    said = sentence(here("export", polyominoes.store.root, "--as", "xmpuzzle"), 2)
    assert (
        "Only tilings and packings of cubes or squares are written" in said
    )  # which has solid puzzles, too
    with pytest.raises(ProblemError, match="no format 'pdf'"):
        exported(polyominoes, "pdf")


@pytest.mark.long
def test_pentominoes_in_6x10_for_burrtools(here: Enumino, tmp_path: Path) -> None:
    """Written by us, read, solved, and written back with all 2,339 solutions (Haselgrove 1960)."""
    board = enumino.Region("6x10")
    ours = [enumino.Piece(p.name, p.shape, 1, 1) for p in named_set("pentomino")]
    puzzle = tmp_path / "twelve.xmpuzzle"
    puzzle.write_bytes(burrtools.written(board, ours, []))
    root = tmp_path / "solved"
    solve = ["enumerate", "tilings", "--region", puzzle, "--up-to-symmetry", "--in-process"]
    assert here(*solve, "--to", root, "--quiet").code == 0
    assert len(enumino.open_dataset(root)) == 2339
    back = tmp_path / "solved.xmpuzzle"
    assert here("export", root, "--as", "xmpuzzle", "-o", back).code == 0
    read = burrtools.read(back)
    assert read.region == board
    assert [piece.name for piece in read.pieces] == [piece.name for piece in ours]
    assert len(set(read.assemblies)) == 2339
    for assembly, tiling in zip(read.assemblies, enumino.open_dataset(root), strict=True):
        named = [(read.pieces[piece].name, cells) for piece, cells in assembly]
        assert enumino.Tiling(read.region, named) == tiling


def test_pieces_used_several_times_or_not_at_all(tmp_path: Path) -> None:
    problem = enumino.Tilings("3x4", "L-tromino, domino, O4:0-1")
    enumino.enumerate_to(tmp_path / "d", problem, in_process=True)
    dataset = enumino.open_dataset(tmp_path / "d")
    read = burrtools.parse(exported(dataset, "xmpuzzle"))
    assert [(piece.fewest, piece.most) for piece in read.pieces] == [(0, 4), (0, 6), (0, 1)]
    for assembly, tiling in zip(read.assemblies, dataset, strict=True):
        named = [(read.pieces[piece].name, cells) for piece, cells in assembly]
        assert enumino.Tiling(read.region, named) == tiling


def test_soma_for_burrtools(here: Enumino, tmp_path: Path) -> None:
    """Written by us, read, solved, and written back with all 240 packings."""
    soma = enumino.Packings("cubic", "3x3x3", "soma", "each-once")
    puzzle = tmp_path / "soma.xmpuzzle"
    puzzle.write_bytes(burrtools.written(soma.region, soma.pieces, []))
    root, back = tmp_path / "solved", tmp_path / "back.xmpuzzle"
    solve = ["enumerate", "packings", "--lattice", "cubic", "--region", puzzle]
    options = ["--up-to-symmetry", "--in-process", "--to", root, "--quiet"]
    assert here(*solve, *options).code == 0
    assert here("export", root, "--as", "xmpuzzle", "-o", back).code == 0
    read = burrtools.read(back, CUBIC)
    assert (read.region, [p.name for p in read.pieces]) == (soma.region, soma_names(soma))
    assert len(set(read.assemblies)) == 240
    for assembly, packing in zip(read.assemblies, enumino.open_dataset(root), strict=True):
        assert covering_of(read, assembly) == packing


def soma_names(problem: enumino.Packings) -> list[str]:
    return [piece.name for piece in problem.pieces]


def covering_of(read: burrtools.Puzzle, assembly: Any) -> enumino.Packing:
    kind = enumino.Tiling if read.region.lattice == SQUARE else enumino.Packing
    return kind(read.region, [(read.pieces[piece].name, cells) for piece, cells in assembly])


@pytest.mark.long
def test_packings_of_random_pieces_survive_burrtools(tmp_path: Path) -> None:
    tried = 0
    for seed in range(6):
        random = Random(seed)
        box = enumino.Region("2x2x3", lattice=CUBIC)
        region = box.without(random.sample(box.cells, random.randint(0, 3)))
        names = random.sample([f"tetracube {k}" for k in range(1, 8)], 3)
        listed = ", ".join([*(f"{name}:0-1" for name in names), "tricubes:0-1", "dicube:0-2"])
        problem = enumino.Packings("cubic", region, listed)
        if not problem.count().total:
            continue
        enumino.enumerate_to(tmp_path / str(seed), problem, in_process=True)
        rows = list(enumino.open_dataset(tmp_path / str(seed)))
        read = burrtools.parse(burrtools.written(problem.region, problem.pieces, rows), CUBIC)
        assert read.region == problem.region
        assert [p.shape for p in read.pieces] == [p.shape for p in problem.pieces]
        assert enumino.Packings("cubic", read.region, read.pieces).count() == problem.count()
        assert [covering_of(read, each) for each in read.assemblies] == rows
        tried += len(rows)
    assert tried > 50


def test_rotations_are_those_of_the_cube() -> None:
    assert len(set(burrtools.ROTATIONS)) == 24
    for turn in burrtools.ROTATIONS:
        matrix = np.array([turn(*row) for row in np.eye(3, dtype=int)])
        assert round(np.linalg.det(matrix)) == 1
    flat = [n for n, turn in enumerate(burrtools.ROTATIONS) if turn(1, 2, 0)[2] == 0]
    assert flat == [0, 2, 8, 10, 16, 18, 20, 22]
    assert burrtools.ROTATIONS[16](1, 2, 3) == (-2, 1, 3)  # as BurrTools numbers them
    assert burrtools.ROTATIONS[5](1, 2, 3) == (-2, -3, 1)


def test_solid_puzzles_in_part_are_refused_with_the_reason(here: Enumino, tmp_path: Path) -> None:
    free = enumino.Packings("cubic", "2x2x3", "free tetracubes")
    with pytest.raises(ProblemError, match="may be reflected, and BurrTools turns solid pieces"):
        burrtools.written(free.region, free.pieces, [])
    level = enumino.Packings("cubic", "2x2x3", "L4, O4", in_plane=True)
    with pytest.raises(ProblemError, match="L4 may be turned only in part, and BurrTools"):
        burrtools.written(level.region, level.pieces, [])
    solid = puzzle_with(result="1").replace(b"____________", b"######______")
    for contents, said in (
        (
            puzzle_with(result="3").replace(b"</shapes><p", SOLID + b"</shapes><p"),
            "--lattice cubic",
        ),
        (puzzle_with(result="1").replace(b"____________", b"##+###______"), "1 cell of the result"),
    ):
        (tmp_path / "p.xmpuzzle").write_bytes(contents)
        asked = ["count", "tilings", "--region", tmp_path / "p.xmpuzzle"]
        assert said in sentence(here(*asked), 2)
    (tmp_path / "p.xmpuzzle").write_bytes(solid)
    asked = ["count", "packings", "--lattice", "hexagonal", "--region", tmp_path / "p.xmpuzzle"]
    assert "choose the square, the cubic or the triangular one" in sentence(here(*asked), 2)


def test_cells_that_may_stay_empty_are_covered_if_the_pieces_need_them_all() -> None:
    twice = puzzle_with('<shape id="0" count="2"/>', "1").replace(b"____________", b"##+##+______")
    assert burrtools.parse(twice).region == enumino.Region("2x3")


def decoded(text: str) -> tuple[int, set[tuple[int, int]]]:
    """The number of vertices and the edges of a line of graph6."""
    values = [ord(sign) - 63 for sign in text]
    vertices = values.pop(0)
    if vertices == 63:
        vertices = values[0] << 12 | values[1] << 6 | values[2]
        values = values[3:]
    bits = [value >> shift & 1 for value in values for shift in range(5, -1, -1)]
    pairs = [(row, column) for column in range(vertices) for row in range(column)]
    assert len(pairs) <= len(bits) < len(pairs) + 6
    assert not any(bits[len(pairs) :])
    return vertices, {pair for pair, bit in zip(pairs, bits, strict=False) if bit}


def test_graphs_of_cells_and_pieces(polyominoes: enumino.Dataset, tmp_path: Path) -> None:
    written = exported(polyominoes, "graph6").decode().splitlines()
    shapes: list[Any] = [*polyominoes, *free_polyforms(HEXAGONAL, 4), enumino.Polyomino("#" * 70)]
    written += [lines.graph6(shape) for shape in shapes[len(written) :]]
    for text, shape in zip(written, shapes, strict=True):
        cells = shape.cells
        edges = {
            (k, n)
            for n, cell in enumerate(cells)
            for k, other in enumerate(cells[:n])
            if other in shape.lattice.neighbours(cell)
        }
        assert decoded(text) == (len(cells), edges)
    assert lines.graph6(enumino.Polyomino("#####")) == "DhC"  # the path of five vertices
    halves = enumino.Tiling(enumino.Region("2x3"), [("a", [(0, 0), (1, 0)]), ("b", B), ("c", C)])
    assert decoded(lines.graph6(halves)) == (3, {(0, 1), (0, 2), (1, 2)})


B, C = [(0, 1), (0, 2)], [(1, 1), (1, 2)]


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
    shapes = [shape for n in range(1, 5) for shape in free_polyforms(CUBIC, n)]
    shapes += [enumino.Polyform.parse(CUBIC, corners.replace(" / ", "/"))]
    soma = tmp_path / "soma"
    problem = enumino.Packings("cubic", "3x3x3", "soma", "each-once", limit=1)
    enumino.enumerate_to(soma, problem, in_process=True)
    for things in (shapes, list(enumino.open_dataset(soma)), [enumino.Polyomino("#.#/###")]):
        pieces = [
            piece
            for thing in things
            for piece in ([thing] if hasattr(thing, "cells") else thing.pieces)
        ]
        found = meshes("".join(solids.stl(things)))
        assert len(found) == len(pieces)
        for triangles, piece in zip(found, pieces, strict=True):
            edges = Counter((t[k], t[k - 2]) for t in triangles for k in range(3))
            assert set(edges.values()) == {1}
            assert all((end, start) in edges for start, end in edges)
            volume = sum(float(np.linalg.det(np.array(t))) for t in triangles) / 6
            assert 0.95 * len(piece.cells) < volume / solids.SIDE**3 < len(piece.cells)
    corner = {point for triangles in found for t in triangles for point in t}
    assert {z for _, _, z in corner} == {0.05, 9.95}


def test_lists_for_sage_hold_the_objects(
    polyominoes: enumino.Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("sage.combinat.tiling")
    module.Polyomino = enumino.Polyomino  # type: ignore[attr-defined]
    for name in ("sage", "sage.combinat"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    found: dict[str, Any] = {}
    exec(exported(polyominoes, "sage").decode(), found)
    assert found["objects"] == list(polyominoes)
    hexes = free_polyforms(HEXAGONAL, 3)
    assert [eval(lines.sage(shape)) for shape in hexes] == [list(shape.cells) for shape in hexes]


def puzzle_with(shapes: str = '<shape id="0" count="1"/>', result: str = "2") -> bytes:
    return PUZZLE.replace("SHAPES", shapes).replace("RESULT", result).encode()


def test_a_puzzle_of_burrtools_is_read() -> None:
    for contents in (puzzle_with(), gzip.compress(puzzle_with())):
        read = burrtools.parse(contents)
        assert read.region == enumino.Region("1x3")  # the second layer of its box
        (piece,) = read.pieces
        assert (piece.name, piece.fewest, piece.most) == ("corner", 1, 1)
        assert str(piece.shape) == "##\n#."  # without its colours
    (piece,) = burrtools.parse(puzzle_with('<shape id="0" min="2" max="5"/>')).pieces
    assert (piece.fewest, piece.most) == (2, 5)


SOLID = b'<voxel x="1" y="1" z="2" type="0">##</voxel>'
WHOLE = """<?xml version="1.0"?>
<puzzle version="2">
 <gridType type="0"/>
 <colors><color red="0" green="128" blue="27"/><color red="9" green="9" blue="9"/></colors>
 <shapes>
  <voxel x="2" y="2" z="1" hx="0" hy="1" hz="0" type="0" weight="3"
   name="Träger &amp; Co">#1#12#2_</voxel>
  <voxel x="3" y="3" z="3" type="0">_______________++____#_____</voxel>
  <voxel x="1" y="1" z="1" type="0">#</voxel>
  <voxel x="4" y="3" z="2" type="0">____________#######_____</voxel>
 </shapes>
 <problems>
  <problem name="tray" state="2" assemblies="1" solutions="1" time="7" solverState="1">
   <shapes>
    <shape id="0" count="2"><group group="1" count="2"/></shape>
    <shape id="2" min="0" max="3"/>
   </shapes>
   <result id="3"/>
   <bitmap><pair piece="1" result="0"/></bitmap>
   <solutions>
    <solution asmNum="0" solNum="0">
     <assembly>0 0 1 0 2 1 1 10 x 3 0 1 20 x</assembly>
     <separation><pieces count="2">0 1</pieces><state><dx>0 1</dx><dy>0 0</dy></state></separation>
    </solution>
   </solutions>
  </problem>
  <problem state="0"><shapes><shape id="1" count="1"/></shapes><result id="1"/><bitmap/></problem>
 </problems>
 <comment popup="1">After an idea &lt;of 1907&gt;</comment>
</puzzle>
"""


def test_what_else_puzzles_hold_does_no_harm() -> None:
    """Weights, origins of turns, colours, groups, other problems, ways apart, comments."""
    read = burrtools.parse(gzip.compress(WHOLE.encode()))
    assert read.region == enumino.Region("....\n...#\n####")
    corner, cell = read.pieces
    assert (corner.name, corner.fewest, corner.most) == ("Träger & Co", 2, 2)
    assert str(corner.shape) == "##\n#."
    assert (cell.name, cell.fewest, cell.most) == ("S3", 0, 3)
    (assembly,) = read.assemblies
    tiling = enumino.Tiling(read.region, [(read.pieces[p].name, c) for p, c in assembly])
    assert sorted(map(len, (piece.cells for piece in tiling.pieces))) == [1, 3, 3]
    found = enumino.Tilings(read.region, read.pieces)
    assert found.count().total > 0


PRISMS = """<puzzle version="2"><gridType type="1"/><shapes>
<voxel x="5" y="3" z="1" type="0" name="triangle">#####_###___#__</voxel>
<voxel x="3" y="1" z="1" type="0" name="three">###</voxel>
<voxel x="2" y="2" z="1" type="0" name="upside down">_###</voxel>
</shapes><problems><problem>
<shapes><shape id="1" count="3"/><shape id="2" min="0" max="1"/></shapes>
<result id="0"/><solutions><solution><assembly>x x x x</assembly></solution></solutions>
</problem></problems></puzzle>"""


def test_flat_puzzles_of_triangular_prisms_are_read() -> None:
    """A voxel whose x + y is even has its base at the lower y (BurrTools' rule of neighbours)."""
    read = burrtools.parse(PRISMS.encode(), TRIANGULAR)
    nine = enumino.Polyform(TRIANGULAR, enumino.Region.parse("triangle 3", TRIANGULAR).cells)
    assert enumino.Polyform(TRIANGULAR, read.region.cells).canonical() == nine.canonical()
    three, other = read.pieces
    assert len(three.shape) == len(other.shape) == 3
    assert three.shape.canonical() == other.shape.canonical()  # there is one triamond
    assert three.reflections
    assert (three.fewest, three.most, other.fewest, other.most) == (3, 3, 0, 1)
    assert read.assemblies == ()
    ours = enumino.Packings("triangular", "triangle 3", "triamond:3").count().total
    assert enumino.Packings("triangular", read.region, [three]).count().total == ours > 0
    with pytest.raises(ProblemError, match="pack it with --lattice cubic"):
        burrtools.parse(WHOLE.encode(), TRIANGULAR)
    with pytest.raises(ProblemError, match="not of the hexagonal lattice"):
        burrtools.parse(PRISMS.encode(), HEXAGONAL)


@pytest.mark.parametrize(
    ("contents", "complaint"),
    [
        (b"", "not well-formed XML"),
        (b"<puzzle", "not well-formed XML"),
        (b"\x1f\x8bxyz", "cannot be unpacked"),
        (b"<puzzle version='3'/>", "version 2"),
        (b"<html version='2'/>", "version 2"),
        (b"<puzzle version='2'/>", "has no problem"),
        (b"<puzzle version='2'><gridType type='1'/></puzzle>", "pack it with --lattice triangular"),
        (b"<puzzle version='2'><gridType type='2'/></puzzle>", "is one of spheres: puzzles of"),
        (b"<!DOCTYPE x [<!ENTITY a 'b'>]><puzzle version='2'/>", "words of its own"),
        (puzzle_with(result="9"), "names a result that it does not have"),
        (puzzle_with(result="x"), "in the place of a number"),
        (puzzle_with(result="1"), "has no cell: fill some"),
        (puzzle_with(""), "names no pieces"),
        (puzzle_with(3 * '<shape id="0" min="0" max="999999"/>'), "too many pieces"),
        (puzzle_with().replace(b"##1#_", b"###"), "does not fill its box"),
        (puzzle_with().replace(b"##1#_", b"##+_"), "may be empty"),
        (gzip.compress(b" " * (burrtools.MOST_BYTES + 1)), "which are not read"),
    ],
)
def test_what_is_no_puzzle_is_refused(contents: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "x.xmpuzzle").write_bytes(contents)
    with pytest.raises(EnuminoError, match=complaint):
        burrtools.read(tmp_path / "x.xmpuzzle")


def test_lists_are_json_in_csv(tmp_path: Path) -> None:
    enumino.enumerate_to(tmp_path / "d", enumino.Tilings("2x3", "domino"), in_process=True)
    dataset = enumino.open_dataset(tmp_path / "d")
    rows = list(csv.DictReader(io.StringIO(exported(dataset, "csv").decode())))
    assert [json.loads(row["placements"]) for row in rows] == [
        row["placements"] for row in dataset.rows()
    ]


def test_a_dash_is_the_standard_output(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Text always, and other formats where no terminal would show them."""
    root = tmp_path / "d"
    enumino.enumerate_to(root, enumino.Polyominoes(4), in_process=True)
    monkeypatch.chdir(tmp_path)
    plain = here("export", root, "--as", "kaplan")
    assert plain.out
    assert here("export", root, "--as", "kaplan", "-o", "-") == plain
    assert here("show", root, "--svg", "-").out.startswith("<svg")
    page = here("gallery", root, "-o", "-")
    assert (page.out[:9].lower(), page.code) == ("<!doctype", 0)
    assert "Wrote" not in page.err
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "A terminal cannot show this" in sentence(here("show", root, "--png", "-"), 1)
    assert here("export", root, "--as", "kaplan", "-o", "-") == plain
    assert [path.name for path in tmp_path.iterdir()] == ["d"]
