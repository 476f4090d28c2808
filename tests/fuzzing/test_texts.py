"""Mutated texts are read, or refused in a sentence, in bounded time and memory.

Seeds are consecutive, one a text. A failure names its own: ``make fuzz SEED=it EXAMPLES=1`` tries
that text alone.
"""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from enumino.errors import ProblemError
from enumino.export import burrtools
from enumino.families.plane_tilings.shapes import addresses_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattice_files import definition
from enumino.objects.lattice_files.tiling import lattice_of
from enumino.objects.lattices import CUBIC, LATTICES, lattice_named
from enumino.objects.piece_lists import parse, parse_file
from enumino.objects.polyform import Polyform
from enumino.objects.region import Region, regions_in
from enumino.words import in_a_line
from tests.fuzzing import EXAMPLES, SEED
from tests.fuzzing.bounds import bounded

NUMBER = EXAMPLES or 100
NAMES = (*LATTICES, "kite", "cairo")
NUMBERS: tuple[int, ...] = (-1, 0, 1, 2, 7, 65_535, 65_536, 10**9, 10**17, 2**64, 10**400)
CHARACTERS = "#X.+/ \n\t\r-|=HVA^v()[]{},:;'\"\\0123456789xX×eE<>_&\0é\u2028\ud7ff\U0001f600"

DRAWINGS = (
    "##./###", "+#/##", "# # #/   #", "^v^/v^v", "V^v", "XX X./.. X.", "+-+-+/| | |/+-+-+",
    "+=+/H |", "notch:\n##.\n###\n\nbar:\n####\n",
)  # fmt: skip
REGIONS = (
    *DRAWINGS, "6x10", "2x2..3x3", "hexagon 2x3x4", "hexagon 1..hexagon 3", "aztec 4", "triangle 7",
    "3x4x5", "[(0,0), (0,1), (1,0)]", "(0,0) (0,1)", "[(0,0,0), (0,0,1)]",
)  # fmt: skip
PIECES = (
    "L-tromino, I4:2, [(0,0), (0,1)]", "pentominoes, X:2", "one-sided tetrominoes, l4':1-",
    "free tetracubes, Tetracube 3:0-2", "hexomino 1-6", "sphinx, hook':2", "soma V, 1x2x2:6", "1x2",
    "// two\ncrane:2-:\n##..\n.###\n\n(0,0) (1,0)\nX, hexomino 1-2\n", "V:\n# #\n   #\n\nbee",
    "fixed tetrominoes, L4-1:2", "trisnubs, trikites, dicairo 1",
)  # fmt: skip
SHAPES = (*DRAWINGS, "##/#., 0 0 1 0 1 1, 2b", "7", "k", "0 0 0 1 -1 1")
PUZZLE = """<?xml version="1.0"?><puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="2" z="1" type="0" name="corner">##1#_</voxel>
<voxel x="3" y="2" z="2" type="0">######+#____</voxel></shapes><problems>
<problem name="tray" state="2" maxHoles="1"><shapes><shape id="0" min="1" max="2"/></shapes>
<result id="1"/></problem></problems></puzzle>"""


def read_regions(text: str, lattice: Lattice, folder: Path) -> None:
    for region in regions_in(text, lattice)[:20]:
        assert Region.parse(region.in_a_line(), lattice) == region


def read_list(text: str, lattice: Lattice, folder: Path) -> None:
    for piece in parse(text, lattice):
        assert piece.plain().on(lattice) == piece


def read_pieces(text: str, lattice: Lattice, folder: Path) -> None:
    for piece in parse_file(text, lattice):
        assert piece.plain().on(lattice) == piece


def read_shapes(text: str, lattice: Lattice, folder: Path) -> None:
    for address in addresses_of(lattice, text):
        assert Polyform.from_address(address, lattice).address == address


def read_lattice(text: str, lattice: Lattice, folder: Path) -> None:
    (folder / "own.toml").write_text(text, encoding="utf-8", errors="ignore")
    own = lattice_of(definition.read(folder / "own.toml"))
    for number in range(own.sublattices):
        assert all((0, number) in beside(own, near) for near in own.neighbours((0, number)))


def beside(lattice: Lattice, cell: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(r, c) for r, c in lattice.neighbours(cell)]


def read_puzzle(text: str, lattice: Lattice, folder: Path) -> None:
    on = CUBIC if lattice.dimensions == 3 else SQUARE
    region, pieces = burrtools.parse(text.encode(errors="ignore"), on)
    assert region.lattice == on
    assert pieces


SHIPPED = tuple(
    (definition.FOLDER / f"{name}.toml").read_text() for name in definition.shipped_names()
)
READERS: dict[str, tuple[Callable[[str, Lattice, Path], None], tuple[str, ...]]] = {
    "regions": (read_regions, REGIONS),
    "lists of pieces": (read_list, PIECES),
    "files of pieces": (read_pieces, (*PIECES, *DRAWINGS)),
    "shapes": (read_shapes, SHAPES),
    "lattices": (read_lattice, SHIPPED),
    "puzzles": (read_puzzle, (PUZZLE,)),
}


def mutated(texts: tuple[str, ...], random: Random) -> str:
    """A text with some of its parts left out, repeated, exchanged or made long."""
    text = random.choice(texts)
    for _ in range(random.choice((0, 1, 1, 2, 3, 8))):
        a, b = sorted(random.choices(range(len(text) + 1), k=2))
        b = min(b, a + random.choice((1, 3, 40)))
        text = text[:a] + random.choice(_CHANGES)(text[a:b], texts, random) + text[b:]
    return text


_CHANGES: tuple[Callable[[str, tuple[str, ...], Random], str], ...] = (
    lambda part, texts, random: "",
    lambda part, texts, random: part + random.choice(CHARACTERS),
    lambda part, texts, random: "".join(random.choices(CHARACTERS, k=len(part) + 1)),
    lambda part, texts, random: part * random.choice((2, 3, 5000)),
    lambda part, texts, random: random.choice((" ", "\t", "'", "(", "[", "0", "#\n")) * 20_000,
    lambda part, texts, random: re.sub("[0-9]+", lambda _: str(random.choice(NUMBERS)), part),
    lambda part, texts, random: random.choice(texts),
    lambda part, texts, random: part.swapcase(),
)


@pytest.mark.parametrize("kind", READERS)
def test_texts_are_read_or_refused_in_a_sentence(kind: str, tmp_path: Path) -> None:
    read, texts = READERS[kind]
    for seed in range(SEED, SEED + NUMBER):
        random = Random(f"{kind} {seed}")
        lattice, text = lattice_named(random.choice(NAMES)), mutated(texts, random)
        try:
            with bounded(10):
                read(text, lattice, tmp_path)
        except ProblemError as error:
            said = in_a_line(str(error))
            if not said.endswith("."):
                pytest.fail(f"SEED={seed} EXAMPLES=1 repeats it: {said}")
        except BaseException as error:
            error.add_note(f"SEED={seed} EXAMPLES=1 repeats it: {lattice.name} {text[:300]!r}")
            raise
