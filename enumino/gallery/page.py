"""The gallery page, assembled from the files beside this module and the rows of a dataset.

All text of a dataset goes into the page as JSON, which the scripts never use as HTML. The page's
policy allows only its own scripts and styles, by their digests: no address is loaded.
"""

from __future__ import annotations

import base64
import json
import zlib
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

import enumino
from enumino.arguments import whole
from enumino.datasets.totals import Total, grid
from enumino.errors import ProblemError
from enumino.gallery.sample import Sample, sample
from enumino.schema import Column
from enumino.words import LONGEST_PATH, in_a_line

if TYPE_CHECKING:
    from enumino.datasets.reader import Dataset
    from enumino.drawing.figures import Figures

# Different texts up to which a column is stored as codes.
MOST_CODES = 255
Array = npt.NDArray[Any]


class Block:
    """A growing block of bytes, as the page's scripts read it.

    Every column begins at a multiple of 8 bytes. Numbers are arrays of the shortest type that holds
    them, flags are bytes. A text column with few different values is an array of codes. Other texts
    are UTF-8 after the offsets of the rows, and so are lists. The byte order is little endian.
    """

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0

    def put(self, array: Array) -> dict[str, Any]:
        """Append an array; return its offset and its type."""
        little = array.astype(array.dtype.newbyteorder("<"))
        data = little.tobytes()
        at = {"at": self._size, "length": len(array), "type": array.dtype.name}
        self._pieces += [data, bytes(-len(data) % 8)]
        self._size += len(data) + -len(data) % 8
        return at

    def contents(self) -> bytes:
        """Return all bytes of the block."""
        return b"".join(self._pieces)


def packed(rows: pa.Table, columns: tuple[Column, ...], block: Block) -> list[dict[str, Any]]:
    """Append the columns of the rows to a block; return their types and offsets."""
    described = {column.name: column for column in columns}
    listed = []
    for name in rows.column_names:
        array = rows[name].combine_chunks()
        meaning = described[name].description if name in described else ""
        listed.append({"name": name, "description": meaning, **_column(array, block)})
    return listed


def _column(array: pa.Array, block: Block) -> dict[str, Any]:
    kind = array.type
    if pa.types.is_list(kind):
        starts, items = _narrow(array.offsets.to_numpy()), _narrow(array.values.to_numpy())
        return {"kind": "list", "starts": block.put(starts), "items": block.put(items)}
    if pa.types.is_string(kind):
        return _text(array, block)
    if pa.types.is_boolean(kind):
        return {"kind": "flag", "values": block.put(array.cast(pa.uint8()).to_numpy())}
    return {"kind": "number", "values": block.put(_narrow(array.to_numpy(zero_copy_only=False)))}


def _text(array: pa.Array, block: Block) -> dict[str, Any]:
    different = pc.count_distinct(array).as_py()
    if different <= min(MOST_CODES, max(1, len(array) // 2)):
        codes = array.dictionary_encode()
        names = codes.dictionary.to_pylist()
        values = codes.indices.to_numpy().astype(np.uint8)
        return {"kind": "codes", "names": names, "values": block.put(values)}
    whole = array.cast(pa.large_string())
    starts = np.frombuffer(whole.buffers()[1], np.int64)[whole.offset :][: len(whole) + 1]
    data = np.frombuffer(whole.buffers()[2] or b"", np.uint8)[starts[0] : starts[-1]]
    return {
        "kind": "text",
        "starts": block.put(_narrow(starts - starts[0])),
        "bytes": block.put(data),
    }


def _narrow(numbers: Array) -> Array:
    """Return the same numbers in the shortest type that holds all of them."""
    if numbers.dtype.kind not in "iu" or not len(numbers):
        return numbers.astype(np.float64) if numbers.dtype.kind not in "iu" else numbers
    low, high = int(numbers.min()), int(numbers.max())
    types = (np.uint8, np.uint16, np.uint32) if low >= 0 else (np.int32,)
    for narrow in types:
        if np.iinfo(narrow).min <= low and high <= np.iinfo(narrow).max:
            return numbers.astype(narrow)
    return numbers


# Rows of a page by default.
MOST_ROWS = 100_000
LARGEST = 500_000
# Lines of totals on a page.
MOST_TOTALS = 1000
SCRIPTS = (
    "nodes",
    "columns",
    "condition",
    "shapes",
    "layouts",
    "figures",
    "facets",
    "pieces",
    "grid",
    "details",
    "main",
)
POLICY = (
    "default-src 'none'; script-src 'sha256-{script}'; style-src 'sha256-{style}'; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)


def gallery(
    dataset: Dataset, where: str | None = None, rows: int = MOST_ROWS, seed: int = 0
) -> str:
    """Return an HTML page of a dataset that needs no other file.

    Parameters
    ----------
    dataset : Dataset
    where : str, optional
        Only rows that this condition holds for; see `Dataset.objects`.
    rows : int
        Largest number of rows, up to 500,000; a larger dataset is sampled.
    seed : int
        Seed of the sample.

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
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5), in_process=True)
    >>> gallery(enumino.open_dataset(root))[:15]
    '<!doctype html>'
    """
    rows, seed = whole(rows, "The number of rows"), whole(seed, "The seed")
    if not 1 <= rows <= LARGEST:
        raise ProblemError(f"A page cannot have {rows:,} rows: choose 1 to {LARGEST:,}.")
    if not 0 <= seed < 1 << 64:
        raise ProblemError("The seed is out of range: take a number from 0 to 2^64 - 1.")
    figures = dataset.family.figures()
    chosen = sample(dataset, figures, where, rows, seed)
    return _page(_page_data(dataset, figures, chosen, where, seed))


def _page_data(
    dataset: Dataset, figures: Figures | None, chosen: Sample, where: str | None, seed: int
) -> dict[str, Any]:
    """Return everything that the page shows, as JSON values."""
    manifest = dataset.manifest
    columns = [Column(c.name, c.signed, in_a_line(c.description)) for c in dataset.columns]
    block = Block()
    columns += [Column(each.name, "string", each.meaning) for each in dataset.family.derived()]
    described = packed(chosen.rows, tuple(columns), block)
    return {
        "title": in_a_line(manifest.title, LONGEST_PATH),
        "source": in_a_line(dataset.store.root, LONGEST_PATH),
        "where": None if where is None else in_a_line(where, LONGEST_PATH),
        "rows": len(dataset),
        "of": chosen.of,
        "shown": chosen.rows.num_rows,
        "seed": seed,
        "version": enumino.__version__,
        "identity": dataset.family.identity,
        "colours": dataset.family.colours(),
        "figures": None if figures is None else figures.to_json(),
        "totals": _totals(dataset.family.totals(manifest.counts)),
        "columns": described,
        "block": base64.b64encode(zlib.compress(block.contents())).decode(),
    }


def _totals(lines: list[Total]) -> dict[str, Any]:
    """Return the totals and the published ones, with one column per symmetry class."""
    names, *groups = grid(lines)
    shown = []
    for group in groups[:MOST_TOTALS]:
        total = next(cell for cell in reversed(group) if isinstance(cell, Total))
        shown.append(
            {
                "cells": [_cell(cell) for cell in group],
                "oeis": in_a_line(total.oeis, LONGEST_PATH),
                "published": None if total.published is None else f"{total.published:,}",
                "agrees": total.agrees,
            }
        )
    head = [in_a_line(str(name), LONGEST_PATH) for name in names]
    return {"head": head, "lines": shown, "more": max(0, len(groups) - MOST_TOTALS)}


def _cell(cell: Total | str) -> dict[str, Any]:
    if isinstance(cell, Total):
        return {"text": f"{cell.count:,}", "wrong": cell.is_wrong_class}
    return {"text": in_a_line(cell, LONGEST_PATH)}


def _page(content: dict[str, Any]) -> str:
    script = "\n".join(_part(f"{name}.js") for name in SCRIPTS)
    script = f'"use strict";\n(() => {{\n{script}\n}})();\n'
    style = _part("page.css")
    policy = POLICY.format(script=_digest(script), style=_digest(style))
    # Nothing in a script ends it but "</script": of "<" JSON can say the number.
    data = json.dumps(content, separators=(",", ":")).replace("<", "\\u003c")
    page = _part("page.html")
    parts = {
        "POLICY": policy,
        "TITLE": escape(content["title"]),
        "STYLE": style,
        "DATA": data,
        "SCRIPT": script,
    }
    head, *rest = page.split("{{")
    for each in rest:
        name, _, after = each.partition("}}")
        head += parts[name] + after
    return head


def _part(name: str) -> str:
    return (files("enumino.gallery") / "parts" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode()
