"""Inputs of some 25 kilobytes, in shapes that parsers dread, are taken or refused in a second.

What is quadratic would take minutes; the bound is in seconds of this process, and generous, since
tests share their machine.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from time import process_time

import pytest

from enumino.errors import ProblemError
from enumino.objects.cover import CoverProblem
from tests.fuzzing.targets import TARGETS, attempt

SIZE = 15_000
# Many times what the slowest of them takes.
MOST_SECONDS = 5.0

pytestmark = pytest.mark.long


def repeated(unit: str, size: int = SIZE) -> str:
    return unit * (size // len(unit))


def nested(opening: str, inner: str, closing: str, depth: int) -> str:
    return opening * depth + inner + closing * depth


UNITS = {
    "a long line": "X",
    "dots": ".",
    "walls": "#",
    "many lines": "\n",
    "lines of a cell": "X\n",
    "lines that end in any way": "X\r\u2028\x0b\n",
    "a comb": "X.\n#\n",
    "blanks": " ",
    "tabs": "\t\n",
    "digits": "9",
    "minus signs": "-",
    "commas": ",",
    "colons": ":",
    "bars": "|",
    "quotes": "'",
    "double quotes": '"',
    "backslashes": "\\",
    "brackets": "[",
    "closed brackets": "]",
    "pairs": "(0,0), ",
    "pieces": "L, ",
    "tiny pieces": "[(0,0)], ",
    "pieces so often": "L:2-4, ",
    "named drawings": "A:\n#\n\n",
    "comments": "// x\n",
    "names": "a b ",
    "names with colours": "a:b ",
    "numbers": "1,",
    "rows": "0,1\n",
    "zeros": "\0",
    "no characters": "\udcff",
    "escapes": "\x1b]0;x\x07",
    "letters of marks": "e\u0301\u0302",
    "semicolons": ";",
    "stars": "*",
    "braces": "{",
    "a crowd of x": "x",
    "dashes and digits": "1-",
}
SHAPES = {name: repeated(unit) for name, unit in UNITS.items()} | {
    "[(0,0), ...]": f"[{repeated('(0,0), ')}(0,1)]",
    "a row of cells": f"[{', '.join(f'({x},0)' for x in range(9000))}]",
    "far cells": f"[{', '.join(f'({x * 1000},{x})' for x in range(6000))}]",
    "a board": "\n".join(["." * 300] * 300),
    "stairs": "\n".join(" " * i + "##" for i in range(400)),
    "deep lists": nested("[", "1", "]", SIZE // 2),
    "deep objects": nested('{"a":', "1", "}", SIZE // 6),
    "deep parentheses": nested("(", "cells = 1", ")", SIZE // 2),
    "parentheses": nested("(", "cells = 1", ")", 300),
    "nots": repeated("not ", 20_000) + "cells = 1",
    "ors": " or ".join(["cells = 1"] * 3000),
    "sums": "+".join(["cells"] * 300) + " = 1",
    "long sums": "+".join(["cells"] * 7000) + " = 1",
    "casts": "cells" + "::int" * 300 + " = 1",
    "likes": f"symmetry like '{repeated('%a', 40_000)}'",
    "members": f"cells in ({repeated('1,', 40_000)}1)",
    "one option, many times": "a b\n" + "a b\n" * 25_000,
    "many items": " ".join(f"i{i}" for i in range(15_000)),
    "one item, many times": "a\n" + repeated("a "),
    "a wide matrix": ",".join(["0", "1"] * 25_000),
    "a ragged matrix": "\n".join("1," * i + "0" for i in range(300)),
    "many subsets": json.dumps([[i, i + 1] for i in range(9000)]),
    "one large subset": json.dumps([list(range(17_000))]),
    "one key, many times": "{" + '"options": [], ' * 6000 + '"primary": []}',
    "strings": json.dumps(["." * 300] * 300),
    "large numbers": json.dumps([[10**4000] * 25]),
}


@pytest.mark.parametrize("name", TARGETS)
def test_large_inputs_take_no_longer_than_they_must(name: str) -> None:
    slowest = 0.0, "none"
    for shape, text in SHAPES.items():
        data = text.encode(errors="surrogateescape")
        before = process_time()
        attempt(name, data)
        slowest = max(slowest, (process_time() - before, shape))
    assert slowest[0] < MOST_SECONDS, slowest


def test_numbers_of_many_digits_are_refused_unread(tmp_path: Path) -> None:
    """The command line writes numbers of any size, and so Python would read them."""
    (path := tmp_path / "digits.json").write_text(f"[[{'9' * 10_000_000}]]")
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        with pytest.raises(ProblemError, match="one of at most 4,000 digits is read"):
            CoverProblem.read(path)
    finally:
        sys.set_int_max_str_digits(before)
