"""Control files: JSON documents, validated against a struct when they are read.

Unknown keys are ignored, since a later minor version may add some; another format is refused.
"""

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
# The parameters of a problem from `Problem.to_json`.
ParametersJson = dict[str, Any]
# Values of the key columns, followed by the number of rows with these values.
CountRow = Annotated[list[bool | int | str], msgspec.Meta(min_length=1)]

Counts = dict[tuple[Any, ...], int]

KINDS = {"string": str, "bool": bool}  # types of key columns other than int


class _Version(msgspec.Struct):
    format_version: int


def write_document(
    store: Store, name: str, document: dict[str, Any], *, exclusive: bool = False
) -> bool:
    """Write a document; return False if `exclusive` and it already exists."""
    try:
        text = msgspec.json.encode({"format_version": FORMAT_VERSION, **document})
    except UnicodeEncodeError as error:
        raise ProblemError(
            f"The problem contains {quoted(error.object)}, which is not valid Unicode: change it."
        ) from error
    contents = msgspec.json.format(text, indent=1) + b"\n"
    if len(contents) > MOST_BYTES:
        raise ProblemError(
            f"{name} would have {size(len(contents))}, more than the limit of {size(MOST_BYTES)}: "
            "choose a smaller problem."
        )
    return store.write(name, contents, exclusive=exclusive)


def read_document(store: Store, name: str, schema: type[Schema], **others: Any) -> Schema | None:
    """Return a document with its `digest` and `others` as further fields, or None."""
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
    """Return the error for an unusable control file, with the reason and a remedy."""
    what = f"{store.uri(name)} is damaged ({reason.rstrip('.')})"
    if name == MANIFEST:
        way_out = f"`enumino verify {store.argument} --repair` removes it, and keeps the parts"
        return DamagedManifestError(f"{what}: {way_out}.")
    return DamagedError(f"{what}: restore it from a copy, or choose another folder.")


def counts_of(rows: Iterable[CountRow]) -> Counts:
    """Return the sums of counts for each value of the key columns."""
    found: Counter[tuple[Any, ...]] = Counter()
    for *key, number in rows:
        found[tuple(key)] += int(number)
    return found


def check_counts(rows: list[CountRow], keys: tuple[Column, ...]) -> None:
    """Raise a ValidationError unless each row of counts has valid values of the key columns."""
    kinds = (Literal[key.values] if key.values else KINDS.get(key.type, int) for key in keys)
    msgspec.convert(rows, list[tuple[(*kinds, Sum)]])  # type: ignore[valid-type]


def count_rows(counts: Counts) -> list[CountRow]:
    """Return counts as JSON values, the inverse of `counts_of`."""
    return [[*key, number] for key, number in sorted(counts.items())]
