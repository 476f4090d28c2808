"""Lists of pieces as people write them: what those of all lattices have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from enumino.errors import ProblemError
from enumino.words import quoted

COMMENT = "//"
LABEL = re.compile(r"([^,:\[\]]*[^,:\[\]\s])\s*:\s*")
"""A line that names the piece that is drawn under it."""
_USES = re.compile(r"(\d{1,99})(?:\s*(-)\s*(\d{0,99}))?")


def is_file(name: str) -> bool:
    """Whether there is a file of a name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


@contextmanager
def faults_of_line(number: int) -> Iterator[None]:
    """Put the number of the line before what is wrong in it."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(f"Line {number}: {error}") from error


def between_commas(text: str) -> Iterator[str]:
    """Yield the parts of a text between the commas that are outside brackets."""
    start = depth = 0
    for at in re.finditer(r"[\[\],]", text):
        depth += {"[": 1, "]": -1, ",": 0}[at[0]]
        if at[0] == "," and depth <= 0:
            yield text[start : at.start()]
            start = at.end()
    yield text[start:]


def parse_uses(item: str, uses: str) -> tuple[int, int | None]:
    """Return the fewest and the most uses that a text gives, as ``2``, ``2-4`` or ``2-``.

    >>> parse_uses("L:2-", "2-")
    (2, None)

    Raises
    ------
    ProblemError
        If it gives none; names the item that it ends.
    """
    match = _USES.fullmatch(uses.strip())
    if match is None:
        raise ProblemError(
            f"{quoted(item)} does not say how often: write L:2, L:2-4, or L:2- for at least twice."
        )
    fewest, dash, most = int(match[1]), match[2], match[3]
    return fewest, int(most) if most else None if dash else fewest
