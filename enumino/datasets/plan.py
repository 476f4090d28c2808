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
from hashlib import sha256
from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import structs

from enumino.datasets.documents import (
    COUNT_PLAN,
    MANIFEST,
    PLAN,
    Amount,
    Digest,
    Natural,
    Parameters,
    damaged,
    document_of,
    naming_damage,
    write_document,
)
from enumino.datasets.storage import Store
from enumino.errors import DamagedError, DatasetError
from enumino.schema import FORMAT_VERSION, Column
from enumino.words import in_a_line

Prefix = tuple[int, ...]

# Made once: msgspec looks types up by a hash in Python, and loses a Ctrl-C that comes then.
_PREFIXES = msgspec.json.Decoder(list[list[Natural]])
DIGITS_IN_NAMES = 8


class Expected(TypedDict):
    """Estimated rows, nodes, bytes, and seconds on one thread."""

    rows: Amount
    nodes: Amount
    bytes: Amount
    seconds: Amount


class Part(msgspec.Struct, frozen=True):
    """One task: the subtrees whose rows go into one file.

    `packed` holds their prefixes, compressed; `sha256` is that of the prefixes as compact JSON. The
    document has neither the identity of the plan nor the number of the part.
    """

    nodes: Amount
    sha256: Digest
    packed: str = msgspec.field(name="prefixes")
    plan_id: str = ""
    index: int = 0

    @property
    def prefixes(self) -> tuple[Prefix, ...]:
        """The subtrees, in search order; a DatasetError if the plan was changed."""
        try:
            text = zlib.decompress(b64decode(self.packed, validate=True))
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


class _Column(msgspec.Struct):
    name: Annotated[str, msgspec.Meta(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
    type: Annotated[
        str,
        msgspec.Meta(pattern=r"^(string|bool|double|u?int(8|16|32|64)|list<u?int(8|16|32|64)>)$"),
    ]
    description: str
    range: Annotated[str, msgspec.Meta(pattern=r"^uint(8|16|32)$")] = ""

    def column(self, keys: Sequence[str]) -> Column:
        column = Column(
            self.name, self.range or self.type, in_a_line(self.description), key=self.name in keys
        )
        if self.type != column.signed:
            raise ValueError(f"the column {self.name} has another type than its range")
        return column


class _Problem(msgspec.Struct, frozen=True, kw_only=True):
    """The fields that a plan and its document have in common."""

    plan_id: Digest
    title: str
    problem: Parameters
    tree_version: Natural
    rows_per_part: Annotated[int, msgspec.Meta(ge=1)]
    versions: dict[str, str]


class _Document(_Problem, frozen=True, kw_only=True):
    """The fields of ``plan.json``; `keys` are the columns that totals are kept for."""

    columns: Annotated[list[_Column], msgspec.Meta(min_length=1)]
    keys: list[str]
    expected: Expected
    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]


class Plan(_Problem, frozen=True, kw_only=True):
    """The problem and its parts.

    Prefixes are valid only for the same `tree_version` of the search, and the bytes of files depend
    on the `versions` of packages. `parts` come heaviest first, the order in which to start them.
    """

    columns: tuple[Column, ...]
    expected: Expected
    parts: tuple[Part, ...]

    @property
    def keys(self) -> list[str]:
        """The names of the columns that totals are kept for."""
        return [column.name for column in self.columns if column.key]

    @classmethod
    def of(
        cls,
        problem: Parameters,
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
        digests = [digest for _, digest, _ in packed]
        plan_id = identity(problem, tree_version, columns, digests)
        return cls(
            plan_id=plan_id,
            title=title,
            problem=problem,
            tree_version=tree_version,
            rows_per_part=rows_per_part,
            versions=versions,
            columns=tuple(columns),
            expected=expected,
            parts=tuple(
                Part(nodes, digest, text, plan_id, index)
                for index, (text, digest, nodes) in enumerate(packed)
            ),
        )

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
        others = [name for name in versions if versions[name] != self.versions.get(name)]
        if others:
            begun = " and ".join(f"{name} {self.versions.get(name)}" for name in others)
            now = " and ".join(f"{name} {versions[name]}" for name in others)
            raise DatasetError(
                f"{store.root} was begun with {begun}, and {now} may write other bytes: "
                "install the versions that it was begun with, or choose another folder."
            )

    def write_first(self, store: Store) -> None:
        """Write ``plan.json`` unless another run was faster; then use the plan of that run."""
        document = {
            **msgspec.structs.asdict(self),
            "columns": [column.to_json() for column in self.columns],
            "keys": self.keys,
            "parts": [
                {"nodes": part.nodes, "sha256": part.sha256, "prefixes": part.packed}
                for part in self.parts
            ],
        }
        write_document(store, PLAN, document, exclusive=True)

    @classmethod
    def read(cls, store: Store) -> Plan:
        """Read ``plan.json``; a DatasetError if there is none, or it cannot be read."""
        contents = store.read(PLAN)
        if contents is None:
            raise no_plan(store)
        said = document_of(store, PLAN, contents, _Document)
        with naming_damage(store, PLAN):
            columns = tuple(each.column(said.keys) for each in said.columns)
        digests = [part.sha256 for part in said.parts]
        if said.plan_id != identity(said.problem, said.tree_version, columns, digests):
            raise damaged(store, PLAN, "its contents are not those of its plan_id")
        parts = (
            structs.replace(part, plan_id=said.plan_id, index=index)
            for index, part in enumerate(said.parts)
        )
        values = {name: getattr(said, name) for name in cls.__struct_fields__}
        values |= {"title": in_a_line(said.title), "columns": columns, "parts": tuple(parts)}
        return cls(**values)


def no_plan(store: Store) -> DatasetError:
    """Return the error for a folder without a plan, which names the contents of the folder."""
    if store.exists(MANIFEST):
        return DamagedError(
            f"{store.root} has lost its {PLAN}: restore it from a copy, or choose another folder."
        )
    if store.exists(COUNT_PLAN):
        return DatasetError(
            f"{store.root} is the checkpoint of a count, not a dataset: run the `enumino count` "
            f"command that made it again, with --checkpoint {store.argument}, to continue."
        )
    if not store.names():
        return DatasetError(
            f"{store.root} holds no dataset: the folder is empty, or not there. Check its name."
        )
    return DatasetError(f"{store.root} holds no dataset: it has no {PLAN}.")


def identity(
    problem: dict[str, Any], tree_version: int, columns: Sequence[Column], digests: list[str]
) -> str:
    """Return the SHA-256 of everything that decides which rows go into which file."""
    decisive = {
        "format": FORMAT_VERSION,
        "problem": problem,
        "tree_version": tree_version,
        "columns": [[c.name, c.signed, c.key] for c in columns],
        "prefixes": digests,
    }
    text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _pack(prefixes: Sequence[Prefix]) -> tuple[str, str]:
    """Return prefixes as compressed text, and the digest of the uncompressed text."""
    text = json.dumps(prefixes, separators=(",", ":")).encode()
    return b64encode(zlib.compress(text)).decode(), sha256(text).hexdigest()
