"""``enumino compile``: after it, no example has to compile a kernel."""

import gc
from collections import Counter
from pathlib import Path
from shlex import split

import numba
import pytest
from numba.core.registry import CPUDispatcher

from enumino.registry import families
from enumino.run.compilation import pieces_of
from tests.dataset_tools import Enumino

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(numba.config.DISABLE_JIT, reason="compiles nothing"),
]


def compiled() -> Counter[tuple[str, str]]:
    """All kernels of this process, by name and types, as often as there are such kernels."""
    kernels = [each for each in gc.get_objects() if type(each) is CPUDispatcher]
    ours = [each for each in kernels if each.py_func.__module__.startswith("enumino.")]
    return Counter(
        (f"{each.py_func.__module__}.{each.py_func.__qualname__}", str(types))
        for each in ours
        for types in each.overloads
    )


def test_examples_of_all_families_use_kernels_that_are_compiled_in_advance(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("edges.csv").write_text("a,b\nb,c\nc,d\nd,a\na,e\n")  # the graph that examples name
    for family in families():
        for compile_piece in pieces_of(family).values():
            compile_piece()
    before = compiled()
    assert before
    examples = [(family.name, *split(family.example)) for family in families() if family.example]
    commands = [
        *(("enumerate", *each, "--to", each[0], "--threads", "1") for each in examples),
        *(("count", *each, "--threads", "1") for each in examples),
        ("count", "polyominoes", "--cells", "14", "--by", "symmetry"),
        ("count", "polyominoes", "--cells", "22", "--by", "symmetry"),
        ("count", "polyominoes", "--cells", "9", "--by", "holes,perimeter"),
        ("count", "tilings", "--region", "6x6", "--pieces", "domino", "--by", "symmetry"),
        ("count", "tilings", "--region", "4x4", "--pieces", "L4:2-, domino:2", "--unique"),
        ("count", "partitions", "--region", "6x6", "--parts", "6", "--sizes", "6"),
        ("enumerate", "tatami", "--room", "4x4", "--up-to-symmetry", "--to", "rooms"),
        ("count", "tatami", "--room", "6x6", "--method", "search"),
    ]
    for command in commands:
        assert here(*command, "--quiet").code == 0, command
        assert compiled() - before == Counter(), command
