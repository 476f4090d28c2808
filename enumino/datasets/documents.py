"""Control files: JSON documents, checked against the fields of a struct when they are read.

The struct is the value that the package works with. Keys that it does not name are ignored: a later
minor version may add some. Another major version is refused by name.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Annotated, Any, TypeVar

import msgspec

from enumino.arguments import written
from enumino.datasets.storage import Store
from enumino.errors import DamagedError, DamagedManifestError, DatasetError
from enumino.objects.lattice_definition import CLASS_NAME
from enumino.parameters import Natural as Natural
from enumino.schema import FORMAT_VERSION, SYMMETRY, Column

Schema = TypeVar("Schema")

# Characters up to which a document is indented; longer ones are one line.
MOST_INDENTED = 1 << 20
PLAN, MANIFEST, COUNTS, CARD = "plan.json", "manifest.json", "counts.parquet", "README.md"
# File that marks a folder as the checkpoint of a count (`enumino count --checkpoint`).
COUNT_PLAN = "count.json"

# A number that may be an estimate.
Amount = Annotated[int, msgspec.Meta(ge=0)] | Annotated[float, msgspec.Meta(ge=0)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
Parameters = dict[str, Any]
# Values of the key columns, then the number of rows that have them.
CountRow = Annotated[list[bool | int | str], msgspec.Meta(min_length=1)]

Counts = dict[tuple[Any, ...], int]


class _Version(msgspec.Struct):
    format_version: int


def write_document(
    store: Store, name: str, document: dict[str, Any], *, exclusive: bool = False
) -> bool:
    """Write a document; return False if it was to be `exclusive` and there is one.

    A text of the problem that no file can hold raises a ProblemError, and nothing is written.
    """
    for text in _texts(document.get("problem")):
        written(text, "A text of the problem")
    document = {"format_version": FORMAT_VERSION, **document}
    text = json.dumps(document)
    if len(text) <= MOST_INDENTED:  # indenting takes Python thirty times as long
        text = json.dumps(document, indent=1)
    return store.write_bytes(name, f"{text}\n".encode(), exclusive=exclusive)


def _texts(value: Any) -> Iterator[str]:
    """Yield the keys and texts of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from chain.from_iterable(map(_texts, chain(value.keys(), value.values())))
    elif isinstance(value, Sequence):
        yield from chain.from_iterable(map(_texts, value))


def read_document(store: Store, name: str, schema: type[Schema]) -> Schema:
    """Read the JSON document of a name as an instance of its schema; see `document_of`."""
    return document_of(store, name, store.read_bytes(name), schema)


def document_of(
    store: Store,
    name: str,
    contents: bytes,
    schema: type[Schema],
    prepared: Callable[[dict[str, Any]], object] = dict,
) -> Schema:
    """Return a JSON document from its bytes, its values `prepared` for the fields of the schema.

    A DatasetError says that it is damaged or of another format; so does a ValueError of `prepared`.
    """
    try:
        version = msgspec.json.decode(contents, type=_Version).format_version
        if version != FORMAT_VERSION:
            raise DatasetError(
                f"{store.uri(name)} has format {version}, this version reads {FORMAT_VERSION}: use "
                "the version of enumino that wrote it."
            )
        values = msgspec.json.decode(contents)
        return msgspec.convert(prepared(values), schema)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise damaged(store, name, str(error)) from error


def damaged(store: Store, name: str, reason: str) -> DamagedError:
    """Return the error for an unusable control file: the reason and the way out."""
    what = f"{store.uri(name)} is damaged ({_in_a_sentence(reason)})"
    if name == MANIFEST:
        way_out = f"`enumino verify {store.argument} --repair` removes it, and keeps the parts"
        return DamagedManifestError(f"{what}: {way_out}.")
    way_out = (
        "remove it, and run the command that made it again"
        if name.startswith("parts/")
        else "restore it from a copy, or choose another folder"
    )
    return DamagedError(f"{what}: {way_out}.")


def _in_a_sentence(reason: object) -> str:
    text = str(reason).rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]


def counts_of(rows: Any, columns: Sequence[Column]) -> Counts:
    """Return counts by the values of the key columns; a ValueError if they do not fit these."""
    keys = [column for column in columns if column.key]
    counts: Counts = {}
    for *values, number in msgspec.convert(rows, list[CountRow]):
        if not isinstance(number, int) or isinstance(number, bool) or number < 0:
            raise ValueError("a number of rows is not a whole number from 0")
        if len(values) != len(keys) or not all(map(_fits, values, keys)):
            raise ValueError(
                f"its counts are not by {', '.join(c.name for c in keys) or 'nothing'}"
            )
        counts[tuple(values)] = number
    return counts


def _fits(value: bool | int | str, column: Column) -> bool:
    """Return whether a value fits a key column: text, true or false, or a number in its range."""
    if column.name == SYMMETRY.name:
        return isinstance(value, str) and CLASS_NAME.fullmatch(value) is not None
    if not isinstance(value, int) or isinstance(value, bool):
        return column.type == ("bool" if isinstance(value, bool) else "string")
    sign, _, bits = column.type.partition("int")
    if not bits.isdecimal():
        return False
    return 0 <= value >> int(bits) < 1 if sign == "u" else -1 <= value >> (int(bits) - 1) < 1


def count_rows(counts: Counts) -> list[list[bool | int | str]]:
    """Return counts as JSON values, the inverse of `counts_of`."""
    return [[*key, number] for key, number in sorted(counts.items())]
