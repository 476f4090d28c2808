"""Lists of pieces as people write them: what those of all lattices have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from enumino.arguments import whole, written
from enumino.errors import ProblemError
from enumino.words import LONGEST_PATH, quoted

COMMENT = "//"
LABEL = re.compile(r"([^,:\[\]]*[^,:\[\]\s])\s*:\s*")
"""A line that names the piece that is drawn under it."""
_USES = re.compile(r"(\d{1,99})(?:\s*(-)\s*(\d{0,99}))?")


class _Piece(Protocol):
    """What a list asks of a piece: a dataclass with a name, that says how often it is used."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str: ...

    @property
    def fewest(self) -> int | None: ...

    @property
    def most(self) -> int | None: ...


AnyPiece = TypeVar("AnyPiece", bound=_Piece)


def check_uses(piece: _Piece, *, example: str) -> None:
    """Make plain numbers of how often a frozen piece is used.

    Parameters
    ----------
    piece : piece
    example : str
        A piece that is used two to four times, as a message shows it.

    Raises
    ------
    ProblemError
        If there are no such numbers of uses, or no file can hold the name.
    """
    written(piece.name, "The name of a piece")
    for bound in ("fewest", "most"):
        if (number := getattr(piece, bound)) is not None:
            number = whole(number, f"The number of {piece.name}", any_size=True)
            object.__setattr__(piece, bound, number)
    fewest, most = piece.fewest or 0, piece.most
    if fewest < 0 or (most is not None and most < fewest):
        raise ProblemError(
            f"{piece.name} cannot be used {fewest} to {most} times: "
            f"write the smaller number first, as {example}."
        )


def pieces_of(
    source: str | Path,
    parse: Callable[[str], tuple[AnyPiece, ...]],
    parse_file: Callable[[str], tuple[AnyPiece, ...]],
) -> tuple[AnyPiece, ...]:
    """Return the pieces that a list names, or those of the file of that name.

    Raises
    ------
    ProblemError
        If it is neither, or the file cannot be read; names the line.
    """
    if isinstance(source, str):
        try:
            return parse(source)
        except ProblemError:
            if not _is_file(source):
                raise
    try:
        text = Path(source).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text file"
        raise ProblemError(
            f"The pieces in {quoted(str(source), LONGEST_PATH)} cannot be read: {reason}."
        ) from error
    try:
        return parse_file(text)
    except ProblemError as error:
        raise ProblemError(f"{source}: {error}") from error


def _is_file(name: str) -> bool:
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


def pieces_of_line(
    text: str, item: Callable[[str], tuple[AnyPiece, ...]], *, example: str
) -> Iterator[AnyPiece]:
    """Yield the pieces that a line names, with commas between, and how often each is used.

    Parameters
    ----------
    text : str
    item : callable
        Returns the pieces of an item, without what it says of uses.
    example : str
        A piece in brackets, as a message shows it.

    Raises
    ------
    ProblemError
        If a bracket is not closed, or an item is empty.
    """
    if text.count("[") != text.count("]"):
        raise ProblemError(f"A bracket is not closed in {quoted(text.strip())}: write {example}.")
    for each in between_commas(text):
        if not each.strip():
            raise ProblemError(
                f"A piece is missing in {quoted(text.strip())}: write them with single commas "
                "between."
            )
        what, colon, uses = each.partition(":")
        fewest, most = parse_uses(each.strip(), uses) if colon else (None, None)
        for piece in item(what.strip()):
            yield replace(piece, fewest=fewest, most=most) if colon else piece


def distinct(pieces: list[AnyPiece], *, example: str) -> tuple[AnyPiece, ...]:
    """Number the pieces that have no name.

    Parameters
    ----------
    pieces : list
    example : str
        Names of pieces, as a message shows them.

    Raises
    ------
    ProblemError
        If there are none, or one is named twice.
    """
    if not pieces:
        raise ProblemError(f"There are no pieces: name some, as {example}.")
    unnamed = 0
    named: dict[str, AnyPiece] = {}
    for piece in pieces:
        unnamed += not piece.name
        name = piece.name or f"piece {unnamed}"
        if name in named:
            raise ProblemError(f"{name} is named twice: name it once, with its number as {name}:2.")
        named[name] = replace(piece, name=name)
    return tuple(named.values())
