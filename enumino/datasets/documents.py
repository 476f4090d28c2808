"""Control files: JSON documents, checked against the fields of a struct when they are read.

Keys that a struct does not name are ignored: a later minor version may add some. Another format is
refused by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Annotated, Any, Literal, TypeVar

import msgspec

from enumino.datasets.storage import MOST_BYTES, Store
from enumino.errors import DamagedError, DamagedManifestError, DatasetError, ProblemError
from enumino.schema import FORMAT_VERSION, Column
from enumino.words import quoted, size

Schema = TypeVar("Schema")

PLAN, MANIFEST, COUNTS, CARD = "plan.json", "manifest.json", "counts.parquet", "README.md"

Natural = Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)]
# A sum that may exceed 64 bits.
Sum = Annotated[int, msgspec.Meta(ge=0)]
# A number that may be an estimate.
Amount = Sum | Annotated[float, msgspec.Meta(ge=0)]
Digest = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]
# The parameters of a problem, as `Problem.to_json` returns them.
ParametersJson = dict[str, Any]
# Values of the key columns, then the number of rows that have them.
CountRow = Annotated[list[bool | int | str], msgspec.Meta(min_length=1)]

Counts = dict[tuple[Any, ...], int]

KINDS = {"string": str, "bool": bool}  # of values of key columns, which else are numbers


class _Version(msgspec.Struct):
    format_version: int


def write_document(
    store: Store, name: str, document: dict[str, Any], *, exclusive: bool = False
) -> bool:
    """Write a document; return False if it was to be `exclusive` and there is one.

    A text of the problem that no file can hold raises a ProblemError, and nothing is written.
    """
    try:
        text = msgspec.json.encode({"format_version": FORMAT_VERSION, **document})
    except UnicodeEncodeError as error:
        raise ProblemError(
            f"A text of the problem, {quoted(error.object)}, is not a text that a file can hold."
        ) from error
    contents = msgspec.json.format(text, indent=1) + b"\n"
    if len(contents) > MOST_BYTES:
        raise ProblemError(
            f"{name} would have {size(len(contents))}, but only {size(MOST_BYTES)} are read again: "
            "choose a smaller problem."
        )
    return store.write(name, contents, exclusive=exclusive)


def read_document(store: Store, name: str, schema: type[Schema], **others: Any) -> Schema | None:
    """Return a JSON document, None if there is none; its `digest` and `others` are further fields.

    A DatasetError says that it is damaged or of another format.
    """
    if (contents := store.read(name)) is None:
        return None
    if len(contents) > MOST_BYTES:
        raise damaged(store, name, f"it has more than {size(MOST_BYTES)}")
    try:
        version = msgspec.json.decode(contents, type=_Version).format_version
        if version == FORMAT_VERSION:
            others["digest"] = sha256(contents).hexdigest()
            return msgspec.convert({**msgspec.json.decode(contents), **others}, schema)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise damaged(store, name, str(error)) from error
    raise DatasetError(
        f"{store.uri(name)} has format {version}, this version reads {FORMAT_VERSION}: use the "
        "version of enumino that wrote it."
    )


def damaged(store: Store, name: str, reason: str) -> DamagedError:
    """Return the error for an unusable control file: the reason and the way out."""
    what = f"{store.uri(name)} is damaged ({reason.rstrip('.')})"
    if name == MANIFEST:
        way_out = f"`enumino verify {store.argument} --repair` removes it, and keeps the parts"
        return DamagedManifestError(f"{what}: {way_out}.")
    return DamagedError(f"{what}: restore it from a copy, or choose another folder.")


def counts_of(rows: Iterable[CountRow]) -> Counts:
    """Return counts by the values of the key columns, of several parts together."""
    found: Counter[tuple[Any, ...]] = Counter()
    for *key, number in rows:
        found[tuple(key)] += int(number)
    return found


def check_counts(rows: list[CountRow], keys: tuple[Column, ...]) -> None:
    """Raise a ValidationError unless each row of counts has a value of each key column."""
    kinds = (Literal[key.values] if key.values else KINDS.get(key.type, int) for key in keys)
    msgspec.convert(rows, list[tuple[(*kinds, Sum)]])  # type: ignore[valid-type]


def count_rows(counts: Counts) -> list[CountRow]:
    """Return counts as JSON values, the inverse of `counts_of`."""
    return [[*key, number] for key, number in sorted(counts.items())]
