"""Pieces: how they are written, and how they may lie."""

from pathlib import Path

import pytest

from enumino import Tilings, count_tilings
from enumino.errors import ProblemError
from enumino.objects import piece_lists as pieces
from enumino.objects.files import text_of
from enumino.objects.lattice import SQUARE
from enumino.objects.lattices import CUBIC
from enumino.objects.polyform import Polyform


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("i5, x", ["I", "X"]),
        ("L3,L4,L5", ["L-tromino", "L4", "L"]),
        ("L tromino, I4", ["L-tromino", "I4"]),
        ("l-TROMINO", ["L-tromino"]),
        ("1x2, 2 X 3:4", ["1x2", "2x3"]),
        ("free Tetrominoes", ["I4", "L4", "O4", "S4", "T4"]),
        ("pentominoes", list("FILNPTUVWXYZ")),
        ("hexomino 7, hexomino 2-3", ["hexomino 7", "hexomino 2", "hexomino 3"]),
        ("[(0,0), (1,0)], domino, [(0, 0)]", ["piece 1", "domino", "piece 2"]),
    ],
)
def test_lists_name_pieces(text: str, names: list[str]) -> None:
    assert [piece.name for piece in pieces.parse(text)] == names


@pytest.mark.parametrize(
    ("text", "uses"),
    [
        ("L", (None, None)),
        ("L:2", (2, 2)),
        ("L:2-4", (2, 4)),
        ("[(0,0), (0,1)]:2-", (2, None)),
        ("crane:2:\n##", (2, 2)),
        ("crane : 0 - 2 :\n\n##", (0, 2)),
        ("crane:2-:\n[(0,0), (0,1)]", (2, None)),
        ("crane:\n[(0,0), (0,1)]:3", (3, 3)),
    ],
)
def test_uses_are_read(text: str, uses: tuple[int | None, int | None]) -> None:
    (piece,) = pieces.parse_file(text)
    assert (piece.name in text, piece.fewest, piece.most) == (text[0] != "[", *uses)
    assert {(p.fewest, p.most) for p in pieces.parse("trominoes:1-2")} == {(1, 2)}


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("A:\n#.\n##\n", {"A": "#./##"}),
        ("A:\n\n\n#.\n##\nB:\nXX\n", {"A": "#./##", "B": "##"}),
        ("the corner :\n ##\n #\n", {"the corner": "##/#."}),
        ("L:\n###\n\n##\n", {"L": "###", "piece 1": "##"}),
        ("  A:  \n[(0,0), (0,1), (0,2)]\nI:2", {"A": "###", "I": "#####"}),
        ("A:\n[(0,0), (0,1)]:3\n", {"A": "##"}),
        ("// a comment\nA:\n  // another: [\n#.\n// and\n##\n//", {"A": "#./##"}),
        ("#\n//\n#\n\n#\n", {"piece 1": "#/#", "piece 2": "#"}),
        ("É2':\n##", {"É2'": "##"}),
        (
            "\ufeffXX\n.X\n\n#\n##\n#\nL-tromino, I4:2\n[(0,0), (0,1)]\n(0,0) (0,1)\n\n  #\n",
            {"piece 1": "##/.#", "piece 2": "#./##/#.", "L-tromino": "#./##", "I4": "####"}
            | {"piece 3": "##", "piece 4": "##", "piece 5": "#"},
        ),
        ("(0,0), (1,0), (1,1)\ncorner:\n(0,0) (0,1):2\n", {"piece 1": "#./##", "corner": "##"}),
    ],
)
def test_files_hold_names_lists_drawings_and_comments(
    text: str, drawn: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "pieces.txt"
    file.write_text(text, "utf-8")
    found = {piece.name: piece.shape for piece in pieces.parse_file(text_of(file))}
    wanted = {name: Polyform(shape) for name, shape in drawn.items()}
    assert found == wanted
    assert list(found) == list(wanted)


def test_members_and_mirror_images_move_as_their_sets_do() -> None:
    for text, on, *moves in (
        ("free tetromino 1, tetromino 2", SQUARE, True, True),
        ("free tetracubes", CUBIC, True, True),
        ("free tetracubes 1-7", CUBIC, True, True),
        ("tetracube 5", CUBIC, True, False),
        ("fixed tetrominoes'", SQUARE, False, False),
    ):
        for each in pieces.parse(text, on):
            assert [each.rotations, each.reflections] == moves, text


def test_numbers_are_of_pieces_not_of_files() -> None:
    for text in ("five.txt:0-2", "five.txt, domino"):
        with pytest.raises(ProblemError, match=r"'five\.txt': .* a file such as pieces\.txt"):
            pieces.read(text)


def test_errors_in_files_name_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("picture").write_bytes(b"\xff\xfe")
    with pytest.raises(ProblemError, match=r"\./picture cannot be read: it is not text"):
        pieces.read("./picture")
    Path("more.txt").write_text("Q")
    with pytest.raises(ProblemError, match=r"more\.txt: Line 1: "):
        pieces.read("more.txt")


def test_no_file_is_read_that_is_not_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file with the name of a piece changes neither the piece nor published tables."""
    monkeypatch.chdir(tmp_path)
    Path("domino").write_text("###")
    assert [piece.name for piece in pieces.read("domino")] == ["domino"]
    assert [len(piece.shape) for piece in pieces.read("./domino")] == [3]
    (line,) = count_tilings(Tilings("2x3", "domino"), threads=1)
    assert (line.count, line.agrees) == (3, True)


@pytest.mark.parametrize(
    ("text", "name", "moves"),
    [
        ("pentominoes, x5:1", "X", (True, True)),
        ("free pentacubes, Pentacube  16:1", "pentacube 16", (True, True)),
        ("pentacubes, PENTACUBE 16:1", "pentacube 16", (True, False)),
        ("one-sided tetrominoes, l4:1", "L4", (True, False)),
        ("one-sided tetrominoes, L-TETROMINO':1", "L4'", (True, False)),
        ("fixed tetrominoes, l4-1:1", "L4-1", (False, False)),
    ],
)
def test_a_number_for_a_piece_of_a_set_changes_no_rule(
    text: str, name: str, moves: tuple[bool, bool]
) -> None:
    lattice = CUBIC if "cube" in text.lower() else SQUARE
    whole, found = pieces.parse(text.partition(",")[0], lattice), pieces.parse(text, lattice)
    assert [piece.name for piece in found] == [piece.name for piece in whole]
    (used,) = (piece for piece in found if piece.most == 1)
    assert (used.name, used.rotations, used.reflections) == (name, *moves)


def test_pieces_with_names_of_their_own_may_be_alike(tmp_path: Path) -> None:
    """Two monominoes in the two cells beside a domino are told apart: 4 places, 2 ways each."""
    file = tmp_path / "pieces.txt"
    file.write_text("one:\n#\n\ntwo:\n#\n\nthree:\n##\n")
    assert Tilings("2x2", str(file), each_once=True).count().total == 8
    for text, options in (
        ("one:\n##\n\n#\n#", {}),
        ("one:\n##\n\ndomino", {}),
        ("##\n\n#\n#", {"reflections": False}),
    ):
        file.write_text(text)
        with pytest.raises(ProblemError, match=r"have the same shape: .* under a name of its own"):
            pieces.read(str(file), **options)
    assert len(pieces.read(str(file), rotations=False)) == 2, "a bar that lies, one that stands"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Q", r"no piece 'Q': name a set, monominoes to octominoes .*, a piece \(monomino, "),
        ("hexiamonds", "The square lattice has no piece 'hexiamonds': .*, or another lattice"),
        ("hexomino ²", "no piece 'hexomino ²'"),
        ("L4" + 5000 * "'", "no piece"),
        ("(0,0) (0;1)", r"cannot be read: write \[\(0,0\), \(0,1\), …\]"),
        ("L:" + 200 * "9", "has more than 18 digits"),
        ("tromino", "name one, such as tromino 1, or the set, trominoes"),
        ("hexomino 36", "There is no 'hexomino 36': hexominoes are numbered from 1 to 35"),
        (
            "fixed tetromino 2",
            "only free pieces are numbered, so leave out fixed, or name the whole",
        ),
        ("hexomino 6-2", "the smaller number comes first"),
        ("hexomino 1-3, hexomino 3-4", "hexomino 3 is named twice"),
        ("L,,I", "A piece is missing in 'L,,I'"),
        ("L:4-2", "L cannot be used 4 to 2 times"),
        ("pentominoes, X", "X is named twice: name a piece once, with a number of copies, as X:2"),
        ("domino\nQ\n", "^Line 2: The square lattice has no piece 'Q'"),
        ("##.\n#O#\n", "^Line 2: The drawing '#O#' has 'O' in column 2: # or X is a cell, and"),
        ("[(0,0)]\n[(0,0), (0,0)]", r"^Line 2: Cell \(0, 0\) is given twice"),
        ("\n \n", "There are no pieces"),
        ("##\n\nA:\n\n", "^Line 3: The name 'A' has no drawing below it: draw the piece"),
        ("A:\n\ndomino", "^Line 3: The name 'A' has no drawing .* number of copies, as A:2"),
        ("A:\n##\n\nA:\n#", "A is named twice"),
        ("crane:2\n##", "^Line 1: 'crane:2' is right above a drawing: .* colon, crane:2:,"),
        ("domino\nL:2\n##", "^Line 2: 'L:2' is right above a drawing: .* colon, L:2:, if it"),
        ("crane:two:\n##", "^Line 2: 'crane:two:' does not give a number of copies: write L:2"),
    ],
)
def test_what_is_no_piece_is_refused(text: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        pieces.parse_file(text)
