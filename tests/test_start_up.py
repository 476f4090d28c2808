"""Commands load large packages only where they are needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.dataset_tools import Enumino

PROGRAM = """
import atexit, sys
large = ("numba", "numpy", "pyarrow", "distributed", "rich")
atexit.register(lambda: print("loaded", *(name for name in large if name in sys.modules)))
sys.argv[0] = "enumino"
from enumino.__main__ import main
main()
"""


def loaded_by(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split()[1:])


@pytest.mark.parametrize("verb", [("info",), ("show", "--limit", "3"), ("verify", "--quiet")])
def test_reading_a_dataset_needs_no_search(
    here: Enumino, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    root = str(tmp_path / "octominoes")
    assert here("enumerate", "polyominoes", "--cells", "8", "--to", root, "--quiet").code == 0
    assert loaded_by(verb[0], root, *verb[1:]) == {"numpy", "pyarrow"}


def test_little_work_needs_no_dask(tmp_path: Path) -> None:
    arguments = ("--cells", "8", "--rows-per-part", "50", "--to", str(tmp_path / "new"), "-q")
    assert loaded_by("enumerate", "polyominoes", *arguments) == {"numba", "numpy", "pyarrow"}
