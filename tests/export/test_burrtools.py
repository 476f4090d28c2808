"""Puzzles of BurrTools: written files are read back, and other files are refused."""

import gzip
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import enumino
from enumino.errors import EnuminoError, ProblemError
from enumino.export import burrtools, exported
from enumino.objects import piece_lists
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import CUBIC
from enumino.objects.region import Region
from tests.dataset_tools import Enumino, sentence

BAR = '<voxel x="2" y="1" z="1" type="0">##</voxel>'
HIGH = '<voxel x="1" y="1" z="2" type="0">##</voxel>'
CORNER = '<voxel x="2" y="2" z="1" type="0" name="corner">##1#_</voxel>'
FREE = '<voxel x="2" y="2" z="1" type="0">##+#</voxel>'
NONE = '<voxel x="3" y="2" z="2" type="0">____________</voxel>'
ROW = '<voxel x="3" y="1" z="2" type="0">___###</voxel>'
TRAY = '<voxel x="2" y="2" z="1" type="0">####</voxel>'


def puzzle_of(*shapes: str, uses: str = '<shape id="0"/>', more: bytes = b"") -> bytes:
    """A puzzle whose result is the last of its shapes."""
    result = f'<result id="{len(shapes) - 1}"/>'
    text = (
        '<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>'
        f"{''.join(shapes)}</shapes><problems><problem><shapes>{uses}</shapes>{result}</problem>"
        "</problems>"
    )
    return text.encode() + more + b"</puzzle>"


def holes_at_most(holes: int) -> bytes:
    """One or two bars in a tray of two rows, whose lower row may stay empty."""
    tray = TRAY.replace("####", "++##")
    made = puzzle_of(BAR, tray, uses='<shape id="0" min="1" max="2"/>')
    return made.replace(b"<problem>", f'<problem maxHoles="{holes}">'.encode())


def agreeing(puzzle: bytes, *pairs: tuple[int, int]) -> bytes:
    """A puzzle with two colours, and pairs of colours of pieces and of the result that agree."""
    listed = "".join(f'<pair piece="{piece}" result="{result}"/>' for piece, result in pairs)
    puzzle = puzzle.replace(b"</problem>", f"<bitmap>{listed}</bitmap></problem>".encode())
    return puzzle.replace(b"<shapes>", b"<colors><color/><color/></colors><shapes>", 1)


def solutions(contents: bytes, lattice: Lattice = SQUARE) -> list[enumino.Tiling]:
    """The tilings of a file that we wrote, from its assemblies: places, and numbers of turns."""
    read = burrtools.parse(contents, lattice)
    root = ElementTree.fromstring(gzip.decompress(contents))
    voxels = [
        [
            (at % int(shape.get("x")), at // int(shape.get("x")) % int(shape.get("y")),
             at // int(shape.get("x")) // int(shape.get("y")))
            for at, mark in enumerate(shape.text) if mark in "#+"
        ]
        for shape in root.iter("voxel")
    ]  # fmt: skip
    found = []
    for text in root.iter("assembly"):
        words, placed = iter(text.text.split()), []
        for piece, drawn in zip(read.pieces, voxels, strict=False):
            for _ in range(piece.most):
                if (word := next(words)) == "x":
                    continue
                x, y, z, turn = int(word), *(int(next(words)) for _ in range(3))
                turned = [burrtools.ROTATIONS[turn](*voxel) for voxel in drawn]
                top = read.region.height - 1
                cells = [(c + z, top - b - y, a + x)[-lattice.dimensions :] for a, b, c in turned]
                placed.append((piece.name, cells))
        found.append(enumino.Tiling(read.region, placed))
    return found


def test_pieces_used_several_times_or_not_at_all(tmp_path: Path) -> None:
    problem = enumino.Tilings("3x4", "L-tromino, [(0,0), (0,2)], O4:0-1")  # one in two parts
    enumino.enumerate_to(tmp_path / "d", problem, threads=1)
    dataset = enumino.open_dataset(tmp_path / "d")
    contents = b"".join(exported(dataset, "xmpuzzle"))
    read = burrtools.parse(contents)
    assert [(piece.fewest, piece.most) for piece in read.pieces] == [(0, 4), (0, 6), (0, 1)]
    assert solutions(contents) == list(dataset)


def test_soma_for_burrtools(here: Enumino, tmp_path: Path) -> None:
    """Written by us, read, solved, and written back with all 240 solutions."""
    soma = enumino.Tilings("3x3x3", "soma", each_once=True, lattice="cubic")
    puzzle = tmp_path / "soma.xmpuzzle"
    puzzle.write_bytes(burrtools.written(soma.board, []))
    root, back = tmp_path / "solved", tmp_path / "back.xmpuzzle"
    solve = ["enumerate", "tilings", "--lattice", "cubic", "--region", puzzle]
    options = ["--up-to-symmetry", "--threads", "1", "--to", root, "--quiet"]
    assert here(*solve, *options).code == 0
    assert here("export", root, "--as", "xmpuzzle", "-o", back).code == 0
    read = burrtools.read(back, CUBIC)
    assert (read.region, [p.name for p in read.pieces]) == (
        soma.board.region,
        [p.name for p in soma.board.pieces],
    )
    found = solutions(back.read_bytes(), CUBIC)
    assert len(set(found)) == 240
    assert found == list(enumino.open_dataset(root))


def test_rotations_are_those_of_the_cube() -> None:
    assert len(set(burrtools.ROTATIONS)) == 24
    for turn in burrtools.ROTATIONS:
        matrix = np.array([turn(*row) for row in np.eye(3, dtype=int)])
        assert round(np.linalg.det(matrix)) == 1
    flat = [n for n, turn in enumerate(burrtools.ROTATIONS) if turn(1, 2, 0)[2] == 0]
    assert flat == [0, 2, 8, 10, 16, 18, 20, 22]
    assert burrtools.ROTATIONS[16](1, 2, 3) == (-2, 1, 3)  # as BurrTools numbers them
    assert burrtools.ROTATIONS[5](1, 2, 3) == (-2, -3, 1)


@pytest.mark.parametrize(
    "problem",
    [
        enumino.Tilings("2x2x3", "free tetracubes", lattice="cubic"),
        enumino.Tilings("3x4", "L4", rotations=False),
        enumino.Tilings("3x4", "L4", reflections=False),
    ],
)
def test_pieces_with_other_moves_are_refused(problem: enumino.Tilings) -> None:
    with pytest.raises(ProblemError, match="and reflects flat pieces but not solid pieces"):
        burrtools.written(problem.board, [])


def test_puzzles_of_another_lattice_are_refused(here: Enumino, tmp_path: Path) -> None:
    file = tmp_path / "p.xmpuzzle"
    file.write_bytes(puzzle_of(BAR, HIGH))
    assert "--lattice cubic" in sentence(here("count", "tilings", "--region", file), 2)
    asked = ["count", "tilings", "--lattice", "hexagonal", "--region", file]
    assert "Only puzzles of cubes are read" in sentence(here(*asked), 2)


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8"])
@pytest.mark.parametrize("packed", [bytes, gzip.compress])
def test_a_puzzle_of_burrtools_is_read(packed: Callable[[bytes], bytes], encoding: str) -> None:
    uses, more = '<shape id="0" min="2" max="5"/>', "<comment>Möbius</comment>".encode(encoding)
    read = burrtools.parse(packed(puzzle_of(CORNER, ROW, uses=uses, more=more)))
    assert read.region == enumino.Region("1x3")  # the second layer of its box
    (piece,) = read.pieces
    assert (piece.name, piece.fewest, piece.most) == ("corner", 2, 5)
    assert str(piece.shape) == "#.\n##"  # without its colours


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
 </problems>
 <comment popup="1">After an idea &lt;of 1907&gt;</comment>
</puzzle>
"""


def test_what_else_puzzles_hold_does_no_harm() -> None:
    """Weights, origins of turns, colours, groups, ways apart, comments."""
    read = burrtools.parse(gzip.compress(WHOLE.encode()))
    assert read.region == enumino.Region("###.\n####")
    corner, cell = read.pieces
    assert (corner.name, corner.fewest, corner.most) == ("Träger & Co", 2, 2)
    assert str(corner.shape) == "#.\n##"
    assert (cell.name, cell.fewest, cell.most) == ("S3", 0, 3)
    found = enumino.Tilings(read.region, read.pieces)
    assert found.count().total > 0


@pytest.mark.parametrize(
    ("contents", "complaint"),
    [
        (b"", "damaged: no element"),
        (b"\x1f\x8bxyz", "damaged: Error -3"),
        (b"<puzzle version='3'/>", "version 2"),
        (b"<puzzle version='2'/>", "has no problem: add one"),
        (b"<puzzle version='2'><gridType type='1'/></puzzle>", "Only puzzles of cubes"),
        (puzzle_of(BAR, TRAY, uses='<shape id="9"/>'), "damaged: '9'"),
        (puzzle_of(BAR).replace(b'<result id="0"/>', b""), "has no result: choose"),
        (puzzle_of(BAR).replace(b'<result id="0"/>', b'<result id="4294967295"/>'), "no result"),
        (holes_at_most(1), "at most 1 hole in 2 cells that may stay empty"),
        (puzzle_of(BAR, NONE), "has no cell: fill some"),
        (puzzle_of(BAR.replace("##", "###"), TRAY), "does not fill its box"),
        (puzzle_of(FREE, TRAY), "Cells of S1 may be empty"),
        (agreeing(puzzle_of(BAR, TRAY), (0, 0), (1, 0), (1, 1)), "Two colours of pieces may be on"),
        (gzip.compress(b" " * (burrtools.MOST_BYTES + 1)), "the most to read"),
    ],
)
def test_what_is_no_puzzle_is_refused(contents: bytes, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "x.xmpuzzle").write_bytes(contents)
    with pytest.raises(EnuminoError, match=complaint):
        burrtools.read(tmp_path / "x.xmpuzzle")


def test_shapes_that_are_there_twice_are_one_piece() -> None:
    turned = BAR.replace('x="2" y="1"', 'x="1" y="2"')
    uses = '<shape id="0"/><shape id="1"/>'
    for lattice in (SQUARE, CUBIC):
        read = burrtools.parse(puzzle_of(BAR, turned, TRAY, uses=uses), lattice)
        assert [(piece.name, piece.fewest, piece.most) for piece in read.pieces] == [("S1", 2, 2)]
        assert enumino.Tilings(read.region, read.pieces).count().total == 2


@pytest.mark.parametrize(
    ("pairs", "number"),
    [
        ([(0, 0), (1, 1)], 1),  # the bar lies in order
        ([(0, 1), (1, 0)], 1),  # or the other way round
        ([(0, 0), (0, 1), (1, 0), (1, 1)], 1),  # two colours that do the same are one
        ([(0, 0)], 0),
        ([], 0),
    ],
)
def test_colours_agree_as_a_problem_says(pairs: list[tuple[int, int]], number: int) -> None:
    bar, row = BAR.replace("##", "#1#2"), BAR.replace("##", "#1#2")
    read = burrtools.parse(agreeing(puzzle_of(bar, row), *pairs))
    found = enumino.Tilings(read.region, read.pieces)
    assert found.count().total == number
    plain = burrtools.parse(agreeing(puzzle_of(bar, BAR), *pairs))
    assert not plain.pieces[0].colours, "there is nothing to agree with"


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC])
def test_colours_go_out_and_come_back(lattice: Lattice) -> None:
    flat = "2x4", "chequered L4"
    solid = "2x2x2", "chequered soma V, chequered monocube"
    box, pieces = flat if lattice == SQUARE else solid
    region = Region(f"chequered {box}", lattice)
    board = Board(region, piece_lists.parse(pieces, lattice))
    contents = burrtools.written(board, [])
    read = burrtools.parse(contents, lattice)
    assert read.region.colours.translate({ord("1"): "a", ord("2"): "b"}) == region.colours
    assert burrtools.written(Board(*read), []) != contents, "numbers are names"
    count = enumino.Tilings(read.region, read.pieces).count().total
    assert count == enumino.Tilings(region, board.pieces).count().total > 0


def test_one_of_several_problems_is_named(tmp_path: Path) -> None:
    file = tmp_path / "two.xmpuzzle"
    bar = b'<problem name="bar"><shapes><shape id="0"/></shapes><result id="0"/></problem>'
    file.write_bytes(puzzle_of(BAR, TRAY).replace(b"</problems>", bar + b"</problems>"))
    for name, region in (("1", "2x2"), ("2", "1x2"), ("bar", "1x2")):
        assert burrtools.read(f"{file}:{name}").region.name == region
    for name in ("", ":3", ":other"):
        with pytest.raises(ProblemError, match=r"has 2 problems \(.*'bar'\): name a problem"):
            burrtools.read(f"{file}{name}")


def test_voxels_that_may_stay_empty_go_out_and_come_back() -> None:
    region = Region("+##+/####")
    read = burrtools.parse(burrtools.written(Board(region, piece_lists.parse("domino:2-3")), []))
    assert read.region == region
    without = enumino.Tilings(Region(".##./####"), read.pieces).count().total
    assert enumino.Tilings(read.region, read.pieces).count().total == without > 0
    full = burrtools.parse(burrtools.written(Board(region, piece_lists.parse("domino:4")), []))
    assert full.region == Region.rectangle(2, 4), "the pieces fill every cell"


def test_holes_are_all_or_none() -> None:
    for holes, number in ((0, 2), (2, 3)):  # two bars lie along or across, one in the upper row
        read = burrtools.parse(holes_at_most(holes))
        assert enumino.Tilings(read.region, read.pieces).count().total == number


def test_rows_run_against_y() -> None:
    """As in the solids for printers: else the pieces are mirror images."""
    board = Board(Region("XX X./.. X.", CUBIC), piece_lists.parse("soma A:1", CUBIC))
    contents = burrtools.written(board, [])
    voxel = next(ElementTree.fromstring(gzip.decompress(contents)).iter("voxel"))
    places = [(x, y, z) for z in range(2) for y in range(2) for x in range(2)]
    filled = {place for place, mark in zip(places, voxel.text or "", strict=True) if mark == "#"}
    cells = board.pieces[0].shape.cells
    assert filled == {(column, 1 - row, layer) for layer, row, column in cells}
    assert burrtools.parse(contents, CUBIC) == (board.region, board.pieces)


@pytest.mark.parametrize(
    ("listed", "written", "state"),
    [(None, None, "2"), (None, 3, "2"), (None, 2, "1"), (2, None, "1")],
)
def test_some_solutions_are_not_called_all(
    listed: int | None, written: int | None, state: str, tmp_path: Path
) -> None:
    enumino.enumerate_to(tmp_path / "d", enumino.Tilings("2x3", "domino", limit=listed), threads=1)
    contents = b"".join(exported(enumino.open_dataset(tmp_path / "d"), "xmpuzzle", limit=written))
    (problem,) = ElementTree.fromstring(gzip.decompress(contents)).iter("problem")
    assert problem.get("state") == state
