"""The headers of the pages of a Parquet file: what it will unpack to, whatever its footer says.

A footer may say anything of the sizes; who reads a page makes room for what the page's own header
says. Headers are structs of Thrift's compact protocol (`PageHeader` in parquet.thrift); of these,
sizes and numbers of values are read, and the rest is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pyarrow as pa

FIRST_BYTES = 256
"""Most headers are shorter; the others are read once more."""
MOST_BYTES = 1 << 20
"""Of a header: the least and the greatest value may stand in it."""
_UNPACKED, _PACKED, _DATA, _DICTIONARY, _DATA_2 = 2, 3, 5, 7, 8
_KINDS = {_DATA: 2, _DICTIONARY: 2, _DATA_2: 4}
"""Structs that tell of a page: in which of their fields its encoding stands."""
_VALUES = 1
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_INTEGERS = range(4, 7)
_DEEPEST = 8


class Page(NamedTuple):
    """A page: bytes of its header, in the file and unpacked; its values; number of its encoding."""

    header: int
    packed: int
    unpacked: int
    values: int
    encoding: int
    is_dictionary: bool


def pages(source: pa.NativeFile, start: int, size: int) -> Iterator[Page]:
    """Yield the pages of a column in a row group, without reading what is in them.

    Parameters
    ----------
    source : pyarrow.NativeFile
    start, size : int
        Where they lie in the file, in bytes.

    Raises
    ------
    ValueError
        If there is something else.
    """
    at, end = start, start + size
    while at < end:
        page = _page_at(source, at)
        yield page
        at += page.header + page.packed
    if at != end:
        raise ValueError("the last page ends elsewhere")


def _page_at(source: pa.NativeFile, at: int) -> Page:
    source.seek(at)
    contents = source.read(FIRST_BYTES)
    try:
        return _page(contents)
    except IndexError:
        try:
            return _page(contents + source.read(MOST_BYTES))
        except IndexError as error:
            raise ValueError("a page has no header") from error


def _page(contents: bytes) -> Page:
    header = _Header(contents)
    sizes, inside = {}, {}
    for field, kind in header.fields():
        if field in _KINDS and kind == _STRUCT:
            sort = field
            inside = header.numbers()
        elif kind in _INTEGERS:
            sizes[field] = header.number()
        else:
            header.skip(kind)
    try:
        found = Page(
            header.at,
            sizes[_PACKED],
            sizes[_UNPACKED],
            inside[_VALUES],
            inside[_KINDS[sort]],
            sort == _DICTIONARY,
        )
    except (KeyError, UnboundLocalError) as error:
        raise ValueError("a page has no size") from error
    if min(found) < 0:
        raise ValueError("a page has a negative size")
    return found


class _Header:
    """A reader of the compact protocol; past the end of the bytes it raises an IndexError."""

    def __init__(self, contents: bytes) -> None:
        self.contents, self.at = contents, 0

    def byte(self) -> int:
        self.at += 1
        return self.contents[self.at - 1]

    def unsigned(self) -> int:
        number = shift = 0
        while True:
            byte = self.byte()
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number
            if shift > 63:
                raise ValueError("a number has more than 64 bits")

    def number(self) -> int:
        number = self.unsigned()
        return number >> 1 ^ -(number & 1)

    def fields(self) -> Iterator[tuple[int, int]]:
        """Yield number and kind of each field of a struct; its value is to be read, or skipped."""
        field = 0
        while head := self.byte():
            field = field + (head >> 4) if head >> 4 else self.number()
            yield field, head & 15

    def numbers(self) -> dict[int, int]:
        """Return the whole numbers of a struct, by their fields."""
        found = {}
        for field, kind in self.fields():
            if kind in _INTEGERS:
                found[field] = self.number()
            else:
                self.skip(kind)
        return found

    def skip(self, kind: int, depth: int = 0) -> None:
        """Pass over a value."""
        if depth > _DEEPEST:
            raise ValueError("its structs are too deep")
        if kind == _BYTE:
            self.at += 1
        elif kind in _INTEGERS:
            self.unsigned()
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _BINARY:
            length = self.unsigned()
            self.at += length
        elif kind in (_LIST, _SET):
            head = self.byte()
            number = head >> 4 if head >> 4 < 15 else self.unsigned()
            if number > len(self.contents):
                raise IndexError("the list has more elements than there are bytes")
            for _ in range(number):
                self.skip(_BYTE if head & 15 in (_TRUE, _FALSE) else head & 15, depth + 1)
        elif kind == _STRUCT:
            for _, inner in self.fields():
                self.skip(inner, depth + 1)
        elif kind not in (_TRUE, _FALSE):
            raise ValueError(f"it has a field of kind {kind}")
