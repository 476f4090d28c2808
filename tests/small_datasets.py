"""A small dataset of each family, listed when it is first needed."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from enumino.cli import main

EXAMPLES = Path(__file__).parents[1] / "examples"
COMMANDS = {
    "cover": ["cover", str(EXAMPLES / "colours.dlx")],
    "polyominoes": ["polyominoes", "--cells", "1-7", "--rows-per-part", "60"],
    "tatami": ["tatami", "--room", "4x4", "--monomers", "0-4", "--up-to-symmetry"],
    "tilings": ["tilings", "--region", "4x5", "--pieces", "L-tromino, I4, monomino:0-2"],
    "trominoes": ["trominoes", "--board", "4", "--missing", "all"],
}
FAMILIES = sorted(COMMANDS)


@cache
def small_dataset(family: str) -> Path:
    """The folder of a dataset that is only looked at."""
    root = Path(tempfile.mkdtemp(), family)
    assert (
        main(["enumerate", *COMMANDS[family], "--to", str(root), "--threads", "1", "--quiet"]) == 0
    )
    return root
