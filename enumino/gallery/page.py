"""An HTML page of pictures of rows, with facets by column, search and details."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.resources import files
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Any

import enumino
from enumino.arguments import whole
from enumino.drawing.objects import MARGIN, SIDE
from enumino.drawing.picture import escaped
from enumino.errors import ProblemError
from enumino.objects.tiling import Tiling
from enumino.tables import as_html
from enumino.words import plural, printable

if TYPE_CHECKING:
    from enumino.datasets.dataset import Dataset

MOST_ROWS, LARGEST = 1000, 5000  # pictures on a page: by default, and at most
MOST_TOTALS = 400  # lines of totals
MOST_CELLS = 1_000_000  # of all tilings, for filters by pieces
LETTERS = ascii_letters + digits  # of pieces in the page
MOST_EXACT = 2**53  # JavaScript rounds larger whole numbers
POLICY = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


def gallery(
    dataset: Dataset,
    where: str | None = None,
    rows: int = MOST_ROWS,
    seed: int = 0,
    title: str | None = None,
) -> str:
    """Return an HTML page of a dataset that needs no other file.

    Parameters
    ----------
    dataset : Dataset
    where : str, optional
        Condition on the rows; see `Dataset.objects`.
    rows : int
        Largest number of pictures, up to 5,000; more rows are sampled.
    seed : int
        Seed of the sample.
    title : str, optional
        Title of the page, by default the problem.

    Raises
    ------
    ProblemError
        If the number of rows or the seed is out of range.
    QueryError
        If the condition cannot be read.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5))
    >>> gallery(enumino.open_dataset(root))[:15]
    '<!doctype html>'
    """
    rows, seed = whole(rows, "The number of rows"), whole(seed, "The seed")
    if not 1 <= rows <= LARGEST:
        raise ProblemError(f"A page cannot have {rows:,} rows: choose 1 to {LARGEST:,}.")
    if not 0 <= seed < 1 << 64:
        raise ProblemError("The seed is out of range: take a number from 0 to 2^64 - 1.")
    derived = dataset.row_kind.derived()
    names = list(dict.fromkeys([*dataset.schema.names, *(each.name for each in derived)]))
    total, batches = dataset.sampled(where, rows, seed, names)
    shown = [row for batch in batches for row in batch.to_pylist()]
    meanings = {each.name: each.meaning for each in derived}
    meanings |= {column.name: column.description for column in dataset.columns}
    script, style = (_part(name) for name in ("page.js", "page.css"))
    things = [
        dataset.row_kind.object_of({name: row[name] for name in dataset.drawn_from})
        for row in shown
    ]
    data = {
        "columns": [[name, meanings[name]] for name in names],
        "rows": [[_plain(row[name]) for name in names] for row in shown],
        "identity": [name for name in dataset.row_kind.identity if name in names],
        "pieces": _pieces(things),
        "search": [name for name in ("address", "layout") if name in names],
    }
    parts = {
        "POLICY": POLICY.format(script=_digest(script), style=_digest(style)),
        "TITLE": escaped(title or dataset.manifest.title),
        "ABOUT": escaped(_about(dataset, where, total, len(shown), seed)),
        "TOTALS": as_html(dataset.totals.text_rows()[: MOST_TOTALS + 1]),
        "STYLE": style,
        "TILES": "\n".join(_tiles(dataset, things)),
        # Only "</script" ends a script, so JSON escapes "<".
        "DATA": json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
        "SCRIPT": script,
    }
    head, *rest = _part("page.html").split("{{")
    for each in rest:
        name, _, after = each.partition("}}")
        head += parts[name] + after
    return head


def _tiles(dataset: Dataset, things: Iterable[Any]) -> Iterator[str]:
    """Yield a button with the picture of each object."""
    for number, thing in enumerate(things):
        (drawn,) = dataset.row_kind.drawn([thing])
        svg = drawn.framed(SIDE, MARGIN).svg
        yield f'<button class="tile" type="button" value="{number}">{svg}</button>'


def _pieces(things: Iterable[Any]) -> dict[str, Any] | None:
    """Return the names of the pieces of tilings, and the letter of the name on each cell."""
    tilings = [thing for thing in things if isinstance(thing, Tiling)]
    names = sorted({piece.name for tiling in tilings for piece in tiling.pieces})
    cells = tilings[0].region.cells if tilings else ()
    one = all(tiling.region == tilings[0].region for tiling in tilings)
    if not (one and 1 < len(names) <= len(LETTERS)) or len(cells) * len(tilings) > MOST_CELLS:
        return None
    letters = dict(zip(names, LETTERS, strict=False))
    at = [[tiling.piece_at(cell) for cell in cells] for tiling in tilings]
    return {
        "names": list(map(printable, names)),
        "letters": LETTERS[: len(names)],
        "cells": [",".join(map(str, cell)) for cell in cells],
        "at": ["".join(letters[piece.name] if piece else "." for piece in row) for row in at],
    }


def _plain(value: Any) -> Any:
    """Return a value for JSON; numbers that JavaScript would round become text."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= MOST_EXACT:
        return str(value)
    return value if isinstance(value, int | float | list | None) else printable(str(value))


def _about(dataset: Dataset, where: str | None, total: int, shown: int, seed: int) -> str:
    words = [plural(len(dataset), "row")]
    if where is not None:
        words.append(f"{total:,} where {where}")
    if shown < total:
        words.append(f"a random sample of {shown:,} (seed {seed})")
    return f"{'; '.join(words)}. By enumino {enumino.__version__}."


def _part(name: str) -> str:
    return (files("enumino.gallery") / "parts" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode()
