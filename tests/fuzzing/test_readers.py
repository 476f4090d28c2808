"""Damaged files are read, or refused in one sentence, in bounded time and memory."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import enumino
from enumino.cli.problems import options_of_family
from enumino.errors import ProblemError
from enumino.families.covers import FAMILY as COVERS
from tests.fuzzing import EXAMPLES, SEED
from tests.fuzzing.bounds import MEMORY, bounded

NUMBER = EXAMPLES or 100

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LINKS = '{"directed": false, "nodes": [{"id": 0}, {"id": [1, 2]}, {"id": "c"}], "%s": [%s]}'
LINK = '{"source": 0, "target": [1, 2]}, {"source": "c", "target": 0}'
EDGES = ["a b", "b c", "c a", "d", "10 2", "2 3"]
MATRIX = ["1 0 1", "0 1 0", "0 0 1"]
DLX = "| comment\n2:3|p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
# A word of the command, the suffix of the file, and sound files.
FILES: dict[str, tuple[str, ...]] = {
    "--graph .csv": ("\n".join(EDGES).replace(" ", ","), 'source,target\n"a, b",c\nc,d\n'),
    "--graph .tsv": ("\n".join(EDGES).replace(" ", "\t"),),
    "--graph .txt": ("\n".join(EDGES), "# edges\n1 2 {'weight': 3}\n2 3 {}\n"),
    "--graph .json": (LINKS % ("links", LINK), LINKS % ("edges", LINK)),
    "--graph .g6": ("DqK", ">>graph6<<DqK\n", "@", "~??~" + "?" * 326),
    "--graph .s6": (":Fa@x^", ">>sparse6<<:Fa@x^\n"),
    "cover .dlx": (DLX,),
    "cover .ec": ("3 4\nu v[0:2] | w\nu\nv w\nu v\nw\n", "3 2\n0 2\n1\n"),
    "cover .csv": ("\n".join(MATRIX).replace(" ", ","), '"a, b",c\n1,0\n0,1\n'),
    "cover .txt": ("\n".join(MATRIX), "a b c\n1 0 1\n"),
    "cover .json": ('[[3, 5, 6], [1, 4, 7], [[0, 1]], ["a", 0.5]]',),
    "cover sudoku .txt": (
        f"# easy\n{GRID}\n",
        "1 . | 3 4\n3 4 | . 2\n---+---\n2 1 | 4 3\n4 3 | 2 _\n",
        " ".join(str(number % 17) for number in range(256)),
    ),
    "cover jigsaw .txt": ("1...\n....\n....\n...2\n\nAAAB\nCABB\nCCDB\nCDDD\n",),
    "cover sudokus .txt": (f"# two\n{GRID}\n{GRID[::-1]}\n", "12..............\n" * 3),
}
TOKENS = [
    *(b"", b"0", b"1", b"-1", b"9" * 30, b"1e999", b"NaN", b"true", b"\\ud800", b"\xff", b"\0"),
    *(b"\xe2\x80\xa8", b"\xef\xbb\xbf", b"\r", b"\n", b"\n\n", b"\t", b" ", b",", b";", b":", b"|"),
    *(b"#", b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"(", b")", b">>graph6<<", b"~", b"~~"),
    *(b"?", b"&", b"source,target", b"[" * 5000, b'{"id":' * 5000, b" {" * 5000),
    *(b"1:2|" * 5000, b"links", b"nodes", b"A" * 5000, b"." * 175, b"9:9999999999|a"),
]  # fmt: skip


def damaged(text: str, random: Random) -> bytes:
    """A sound file after some changes: pieces are deleted, repeated, moved, written over."""
    data = text.encode()
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at, end = sorted(random.choices(range(len(data) + 1), k=2))
        end = min(end, at + random.choice((0, 1, 3, 1000)))
        piece = random.choice(TOKENS) if random.random() < 0.7 else random.randbytes(2)
        if random.random() < 0.2:
            piece = data[at:end] * random.choice((2, 3, 200))
        elif random.random() < 0.1:
            at, end, piece = 0, len(data), data[end:] + data[at:end] + data[:at]
        data = data[:at] + piece + data[end:]
    return data


def problems_of(word: str, path: Path) -> list[Any]:
    """The problems in a file, as the command line reads it."""
    if word == "--graph":
        return [enumino.Subgraphs(path, "1-3")]
    _, *puzzle = word.split()
    asked = " ".join([*puzzle, str(path)])
    counts: Any = options_of_family(COVERS).counts((), "search", problem=asked)
    return [count.problem for count in counts]


def check(name: str, random: Random, folder: Path) -> None:
    word, suffix = name.rsplit(maxsplit=1)
    path = folder / f"damaged{suffix}"
    path.write_bytes(damaged(random.choice(FILES[name]), random))
    try:
        with bounded():
            problems = problems_of(word, path)
            again = [type(each).from_json(each.to_json()) for each in problems]
            assert list(map(msgspec.json.encode, (each.to_json() for each in again)))
    except ProblemError as error:
        said = str(error)
        assert said.startswith(str(path))
        assert said.endswith(".")
        assert "\n" not in said
        assert len(said) < len(str(path)) + 400


@pytest.mark.parametrize("name", FILES)
def test_damaged_files_are_read_or_refused(name: str, tmp_path: Path) -> None:
    for seed in range(SEED, SEED + NUMBER):
        try:
            check(name, Random(seed), tmp_path)
        except BaseException as error:
            error.add_note(f"make fuzz SEED={seed} EXAMPLES=1 repeats it")
            raise


@pytest.mark.parametrize("name", FILES)
def test_sound_files_are_read(name: str, tmp_path: Path) -> None:
    word, suffix = name.rsplit(maxsplit=1)
    path = tmp_path / f"sound{suffix}"
    for text in FILES[name]:
        path.write_text(text, encoding="utf-8")
        assert problems_of(word, path)


@bounded(1)
def endless() -> None:
    while True:
        pass


@bounded()
def large() -> bytearray:
    return bytearray(2 * MEMORY)


def test_the_bounds_are_kept() -> None:
    with pytest.raises(TimeoutError):
        endless()
    if Path("/proc/self/statm").exists():
        with pytest.raises(MemoryError):
            large()
