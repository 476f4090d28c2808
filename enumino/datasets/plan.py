"""``plan.json``: the problem and its parts, fixed before the first row is written.

The plan has an identity, `Plan.plan_id`: a digest of everything that decides which rows go into
which file. It is in the plan, in the checkpoint and the file of every part, and in the names of
both, so that parts of different plans are never mixed.
"""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

import msgspec

from enumino.datasets.documents import (
    COUNT_PLAN,
    MANIFEST,
    MOST_BYTES,
    PLAN,
    Amount,
    Digest,
    Natural,
    Parameters,
    check_amounts,
    damaged,
    document_of,
    write_document,
)
from enumino.datasets.storage import Store
from enumino.errors import DamagedError, DatasetError
from enumino.schema import FORMAT_VERSION, WRITER, Column
from enumino.words import in_a_line

Prefix = tuple[int, ...]
Expected = dict[str, float]

# Bytes of the prefixes of one part; far more than 500 prefixes need.
MOST_UNPACKED = 1 << 24
# Made once: msgspec looks types up by a hash in Python, and loses a Ctrl-C that comes then.
_PREFIXES = msgspec.json.Decoder(list[list[Natural]])
DIGITS_IN_NAMES = 8


class ColumnDocument(msgspec.Struct):
    """A column, as described in control files."""

    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
    type: Annotated[
        str, msgspec.Meta(pattern=r"^(string|u?int(8|16|32|64)|list<u?int(8|16|32|64)>)$")
    ]
    description: str


class _Expected(msgspec.Struct):
    rows: Amount
    nodes: Amount
    bytes: Amount
    seconds: Amount

    def __post_init__(self) -> None:
        check_amounts(self.rows, self.nodes, self.bytes, self.seconds)


class _Part(msgspec.Struct):
    nodes: Amount
    sha256: Digest
    prefixes: str

    def __post_init__(self) -> None:
        check_amounts(self.nodes)


class _Plan(msgspec.Struct):
    plan_id: Digest
    problem: Parameters
    title: str
    tree_version: Natural
    rows_per_part: Annotated[int, msgspec.Meta(ge=1)]
    versions: dict[str, str]
    columns: Annotated[list[ColumnDocument], msgspec.Meta(min_length=1)]
    keys: list[str]
    expected: _Expected
    parts: Annotated[list[_Part], msgspec.Meta(min_length=1)]


@dataclass(frozen=True)
class Part:
    """One task: the subtrees whose rows go into one file.

    `packed` holds their prefixes, compressed; `sha256` is that of the prefixes as compact JSON.
    """

    plan_id: str
    index: int
    nodes: float
    packed: str
    sha256: str

    @property
    def prefixes(self) -> tuple[Prefix, ...]:
        """The subtrees, in search order.

        Raises
        ------
        DatasetError
            If the plan was changed since it was written.
        """
        unpacker = zlib.decompressobj()
        try:
            text = unpacker.decompress(b64decode(self.packed, validate=True), MOST_UNPACKED)
            if sha256(text).hexdigest() == self.sha256:
                return tuple(map(tuple, _PREFIXES.decode(text)))
        except (ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
            pass
        raise DatasetError(
            f"The prefixes of part {self.index} in {PLAN} are damaged: restore it from a copy, or "
            "choose another folder."
        )

    @property
    def file(self) -> str:
        """Name of the file of the part's rows."""
        return part_file(self.index, self.plan_id)

    @property
    def checkpoint(self) -> str:
        """Name of the part's checkpoint."""
        return part_json(self.index, self.plan_id)


def part_file(index: int, plan_id: str) -> str:
    """Return the name of the data file of a part of a plan.

    >>> part_file(17, "3f2a9c1e" + 56 * "0")
    'data/part-00017-3f2a9c1e.parquet'
    """
    return f"data/{_part_name(index, plan_id)}.parquet"


def part_json(index: int, plan_id: str) -> str:
    """Return the name of the checkpoint of a part of a plan."""
    return f"parts/{_part_name(index, plan_id)}.json"


def _part_name(index: int, plan_id: str) -> str:
    return f"part-{index:05d}-{plan_id[:DIGITS_IN_NAMES]}"


@dataclass(frozen=True)
class Plan:
    """The problem and its parts.

    Attributes
    ----------
    plan_id : str
        SHA-256 of problem, tree version, columns, prefixes and format.
    problem : dict
        The problem's parameters.
    tree_version : int
        Version of the search; prefixes are valid only for the same version.
    rows_per_part : int
        Intended number of rows in each file.
    versions : dict
        Versions of the packages that the bytes of the files depend on.
    columns : tuple of Column
        The fields of a row; `keys` are those that totals are kept for.
    expected : dict
        Estimated rows, nodes, bytes, and seconds on one thread.
    parts : tuple of Part
        Heaviest first, the order in which to start them.
    """

    plan_id: str
    problem: dict[str, Any]
    title: str
    tree_version: int
    rows_per_part: int
    versions: dict[str, str]
    columns: tuple[Column, ...]
    expected: Expected
    parts: tuple[Part, ...]

    @classmethod
    def of(
        cls,
        problem: dict[str, Any],
        title: str,
        columns: Sequence[Column],
        expected: Expected,
        parts: Iterable[tuple[tuple[Prefix, ...], float]],
        *,
        tree_version: int,
        rows_per_part: int,
        versions: dict[str, str],
    ) -> Plan:
        """Return the plan of a divided problem; `parts` are prefixes and estimated nodes."""
        packed = [(*_pack(prefixes), round(nodes)) for prefixes, nodes in parts]
        columns = tuple(columns)
        digests = [digest for _, digest, _ in packed]
        plan_id = _identity(problem, tree_version, columns, digests)
        return cls(
            plan_id=plan_id,
            problem=problem,
            title=title,
            tree_version=tree_version,
            rows_per_part=rows_per_part,
            versions=versions,
            columns=columns,
            expected=expected,
            parts=tuple(
                Part(plan_id, index, nodes, text, digest)
                for index, (text, digest, nodes) in enumerate(packed)
            ),
        )

    @property
    def keys(self) -> list[str]:
        """The columns by which totals are kept."""
        return [column.name for column in self.columns if column.key]

    def lacking(self, finished: Collection[int]) -> list[int]:
        """Return the numbers of the parts of the plan that are not among these."""
        return [part.index for part in self.parts if part.index not in finished]

    def refuse_other_parts(self, store: Store, tree_version: int, versions: dict[str, str]) -> None:
        """Raise a DatasetError if parts made now would differ from those of the plan.

        `tree_version` is that of the search, `versions` those of the packages that the bytes
        depend on, as they are now.
        """
        if tree_version != self.tree_version:
            raise DatasetError(
                f"{store.root} was divided by version {self.tree_version} of this search, and "
                f"this is version {tree_version}: finish it with the version of enumino that "
                "began it, or choose another folder."
            )
        planned = {WRITER: "1", **self.versions}
        others = [name for name in versions if versions[name] != planned.get(name)]
        if others:
            begun = " and ".join(f"{name} {planned.get(name)}" for name in others)
            now = " and ".join(f"{name} {versions[name]}" for name in others)
            raise DatasetError(
                f"{store.root} was begun with {begun}, and {now} may write other bytes: "
                "install the versions that it was begun with, or choose another folder."
            )

    def write_first(self, store: Store) -> None:
        """Write ``plan.json`` unless another run was faster; then its plan stands."""
        said = {
            "plan_id": self.plan_id,
            "title": self.title,
            "problem": self.problem,
            "tree_version": self.tree_version,
            "rows_per_part": self.rows_per_part,
            "versions": self.versions,
            "columns": [column.to_json() for column in self.columns],
            "keys": self.keys,
            "expected": self.expected,
            "parts": [
                {"nodes": part.nodes, "sha256": part.sha256, "prefixes": part.packed}
                for part in self.parts
            ],
        }
        write_document(store, PLAN, said, exclusive=True)

    @classmethod
    def read(cls, store: Store) -> Plan:
        """Read ``plan.json``.

        Raises
        ------
        DatasetError
            If there is none, it is damaged, or of a format that this version does not know.
        """
        contents = store.read_if_there(PLAN, MOST_BYTES + 1)
        if contents is None:
            raise no_plan(store)
        said = document_of(store, PLAN, contents, _Plan)
        columns = columns_of(said.columns, said.keys)
        digests = [part.sha256 for part in said.parts]
        if said.plan_id != _identity(said.problem, said.tree_version, columns, digests):
            raise damaged(store, PLAN, "its contents are not those of its plan_id")
        return cls(
            plan_id=said.plan_id,
            problem=said.problem,
            title=in_a_line(said.title),
            tree_version=said.tree_version,
            rows_per_part=said.rows_per_part,
            versions=said.versions,
            columns=columns,
            expected=msgspec.structs.asdict(said.expected),
            parts=tuple(
                Part(said.plan_id, index, part.nodes, part.prefixes, part.sha256)
                for index, part in enumerate(said.parts)
            ),
        )


def no_plan(store: Store) -> DatasetError:
    """Return the error for a folder without a plan, which names the contents of the folder."""
    if store.exists(MANIFEST):
        return DamagedError(
            f"{store.root} has lost its {PLAN}: restore it from a copy, or choose another folder."
        )
    if store.exists(COUNT_PLAN):
        return DatasetError(
            f"{store.root} is the checkpoint of a count, not a dataset: the `enumino count` "
            f"command that made it goes on with --checkpoint {store.argument}."
        )
    return DatasetError(f"{store.root} holds no dataset: it has no {PLAN}.")


def columns_of(columns: Sequence[ColumnDocument], keys: Sequence[str]) -> tuple[Column, ...]:
    """Return columns in the form of control files."""
    return tuple(
        Column(c.name, c.type, in_a_line(c.description), key=c.name in keys) for c in columns
    )


def _identity(
    problem: dict[str, Any], tree_version: int, columns: Sequence[Column], digests: list[str]
) -> str:
    """Return the SHA-256 of everything that decides which rows go into which file."""
    decisive = {
        "format": FORMAT_VERSION,
        "problem": problem,
        "tree_version": tree_version,
        "columns": [[column.name, column.type, column.key] for column in columns],
        "prefixes": digests,
    }
    text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _pack(prefixes: Sequence[Prefix]) -> tuple[str, str]:
    """Return prefixes as compressed text, and the digest of the uncompressed text."""
    text = json.dumps(prefixes, separators=(",", ":")).encode()
    return b64encode(zlib.compress(text)).decode(), sha256(text).hexdigest()
