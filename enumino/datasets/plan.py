"""``plan.json``, the problem and its parts, fixed before the first part is made; part results.

`Plan.plan_id` is a digest of everything that decides which rows go into which file. Checkpoints and
data files contain it, and their names end with its first digits, so that parts never mix.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any, NamedTuple, TypedDict

import msgspec
from msgspec import structs

from enumino.datasets.documents import (
    COUNTS,
    MANIFEST,
    PLAN,
    Amount,
    CountRow,
    Digest,
    Natural,
    ParametersJson,
    Sum,
    check_counts,
    damaged,
    read_document,
    write_document,
)
from enumino.datasets.storage import Store
from enumino.errors import DamagedError, DatasetError, ForeignPartError
from enumino.schema import FORMAT_VERSION, WRITER, Column
from enumino.words import in_a_line

# Equals `enumino.enum.problem.Prefix`: datasets do not import the engine.
Prefix = tuple[int, ...]

# Created once: msgspec hashes types in Python, and loses a Ctrl-C that arrives meanwhile.
_PREFIXES = msgspec.json.Decoder(list[list[Natural]])
DIGITS_IN_NAMES = 8
MOST_PREFIXES = 1 << 24  # bytes of a part's prefixes; a part has a few hundred prefixes
MOST_ROWS = 1 << 40  # of a file, so that the rows of all files in a manifest fit into 64 bits
COPY_BYTES = 1 << 22  # read from a file at a time
FILES_AT_ONCE = 16  # checkpoints and files read concurrently


class Work(NamedTuple):
    """Prefixes with their expected nodes, and seconds on one thread."""

    prefixes: Sequence[Prefix]
    nodes: float
    seconds: float


class ExpectationJson(TypedDict):
    """Estimated rows, nodes, bytes, and seconds on one thread."""

    rows: Amount
    nodes: Amount
    bytes: Amount
    seconds: Amount


class PartNames:
    """File names of a part of a plan."""

    plan_id: str
    index: int

    @property
    def file(self) -> str:
        """Name of the part's data file."""
        return f"data/{self._name}.parquet"

    @property
    def checkpoint(self) -> str:
        """Name of the part's checkpoint."""
        return f"parts/{self._name}.json"

    @property
    def states(self) -> str:
        """Name of the file of states of an unfinished count."""
        return f"parts/{self._name}.npz"

    @property
    def _name(self) -> str:
        return f"part-{self.index:05d}-{self.plan_id[:DIGITS_IN_NAMES]}"


class Part(msgspec.Struct, PartNames, frozen=True, omit_defaults=True):
    """A task: subtrees whose rows go into one file, or whose objects are counted together."""

    nodes: Amount  # an estimate, as are the seconds
    seconds: Amount  # on one thread
    sha256: Digest  # of the prefixes as compact JSON
    packed: str = msgspec.field(name="prefixes")  # compressed
    # Not in the document:
    plan_id: str = ""
    index: int = 0
    keys: tuple[Column, ...] = ()

    @classmethod
    def of(cls, prefixes: Sequence[Prefix], nodes: float, seconds: float, index: int = 0) -> Part:
        """Return a part that belongs to no plan yet."""
        text = json.dumps(prefixes, separators=(",", ":")).encode()
        packed = b64encode(zlib.compress(text)).decode()
        rounded = float(f"{seconds:.7g}")
        return cls(round(nodes), rounded, sha256(text).hexdigest(), packed, index=index)

    @property
    def prefixes(self) -> tuple[Prefix, ...]:
        """The subtrees in search order. Raises a DatasetError if the plan was changed."""
        try:
            packed = b64decode(self.packed, validate=True)
            text = zlib.decompressobj().decompress(packed, MOST_PREFIXES)
            if sha256(text).hexdigest() == self.sha256:
                return tuple(map(tuple, _PREFIXES.decode(text)))
        except (ValueError, RecursionError, zlib.error, msgspec.MsgspecError):
            pass
        raise DatasetError(
            f"The prefixes of part {self.index} in {PLAN} are damaged: restore it from a copy, or "
            "choose another folder."
        )

    def result(self, store: Store) -> PartResult | None:
        """Read the part's checkpoint; return None if it is missing or unreadable."""
        try:
            found = read_document(store, self.checkpoint, PartResult)
        except DatasetError:
            return None
        if found and found.plan_id != self.plan_id:
            raise ForeignPartError(
                f"{store.uri(self.checkpoint)} is a part of another plan ({found.plan_id[:8]}, not "
                f"{self.plan_id[:8]}): remove it and {self.file}, and run the part again."
            )
        if found is None or found.index != self.index:
            return None
        with suppress(msgspec.ValidationError):
            check_counts(found.counts, self.keys)
            return found
        return None


class OwnFunction(msgspec.Struct, frozen=True, omit_defaults=True):
    """A user's function as data: name, digest, and column, which is empty if it chose the rows."""

    name: str
    sha256: Digest
    column: str = ""

    @property
    def title(self) -> str:
        """The function's name and the first digits of the digest."""
        return f"{in_a_line(self.name)} ({self.sha256[:DIGITS_IN_NAMES]})"

    @property
    def role(self) -> str:
        """The function's purpose."""
        return f"column {in_a_line(self.column)}" if self.column else "choice of rows"


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The problem and its parts, with the fields of ``plan.json``."""

    plan_id: Digest = ""
    digest: str = ""  # the SHA-256 of the document that was read
    title: str
    problem: ParametersJson
    tree_version: Natural  # of the search; prefixes are valid in no other version
    rows_per_part: Natural  # 0 for a count
    versions: dict[str, str]  # of the packages that determine the bytes of files
    columns: tuple[Column, ...]
    functions: tuple[OwnFunction, ...] = ()  # the user's, which chose rows or computed columns
    expected: ExpectationJson
    # In starting order, heaviest first.
    parts: Annotated[tuple[Part, ...], msgspec.Meta(min_length=1)]

    @property
    def keeps_rows(self) -> bool:
        """Whether rows are written rather than only counted."""
        return self.rows_per_part > 0

    @property
    def keys(self) -> list[str]:
        """Names of the columns that totals are grouped by."""
        return [column.name for column in self.columns if column.key]

    @property
    def chosen_by(self) -> list[OwnFunction]:
        """The function that chose the rows, if any."""
        return [each for each in self.functions if not each.column]

    def identified(self) -> Plan:
        """Return the plan with its identity, and its parts with the identity and their indexes.

        The identity is the SHA-256 of everything that decides which rows go into which file.
        """
        decisive: dict[str, Any] = {
            "format": FORMAT_VERSION,
            "problem": self.problem,
            "tree_version": self.tree_version,
            "columns": [[c.name, c.signed, c.key] for c in self.columns],
            "prefixes": [part.sha256 for part in self.parts],
        }
        if self.functions:
            decisive["functions"] = [[f.name, f.sha256, f.column] for f in self.functions]
        text = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
        plan_id = sha256(text.encode()).hexdigest()
        keys = tuple(column for column in self.columns if column.key)
        parts = (
            structs.replace(part, plan_id=plan_id, index=index, keys=keys)
            for index, part in enumerate(self.parts)
        )
        return structs.replace(self, plan_id=plan_id, parts=tuple(parts))

    def missing(self, finished: Collection[int]) -> list[int]:
        """Return the indexes of the plan's parts that are not `finished`."""
        return [part.index for part in self.parts if part.index not in finished]

    def refuse_other_parts(self, store: Store, tree_version: int, versions: dict[str, str]) -> None:
        """Raise a DatasetError if the installed search or packages would make other parts."""
        search = "version {} of this search".format
        begun = {search(self.tree_version), *(f"{k} {v}" for k, v in self.versions.items())}
        now = {search(tree_version), *(f"{k} {v}" for k, v in versions.items())}
        if now - begun:
            raise DatasetError(
                f"{store.root} was started with {' and '.join(sorted(begun - now))}, and "
                f"{' and '.join(sorted(now - begun))} may make other parts: install the earlier "
                "versions, or choose another folder."
            )

    def write_first(self, store: Store) -> None:
        """Write ``plan.json`` unless another run has written it first."""
        parts = [structs.replace(part, plan_id="", index=0, keys=()) for part in self.parts]
        document = msgspec.to_builtins(structs.replace(self, parts=tuple(parts), digest=""))
        write_document(store, PLAN, document, exclusive=True)

    @classmethod
    def read(cls, store: Store, *, of_rows: bool = True) -> Plan:
        """Read ``plan.json``. Raises a DatasetError if it is missing, or the plan of a count."""
        found = read_document(store, PLAN, cls)
        if found is None:
            if store.exists(MANIFEST):
                raise DamagedError(
                    f"{store.root} has lost its {PLAN}: restore it from a copy, or choose another "
                    "folder."
                )
            raise DatasetError(
                f"{store.root} holds no dataset, since it has no {PLAN}: check its name."
            )
        if not isinstance(found.problem.get("family"), str):
            raise damaged(store, PLAN, "its problem names no family")
        plan = found.identified()
        if plan.keeps_rows != (WRITER in plan.versions):
            raise damaged(store, PLAN, "its rows_per_part was changed")
        if plan.plan_id != found.plan_id:
            raise damaged(store, PLAN, "its contents do not match its plan_id")
        columns = [structs.replace(c, description=in_a_line(c.description)) for c in found.columns]
        plan = structs.replace(plan, title=in_a_line(found.title), columns=tuple(columns))
        if of_rows and not plan.keeps_rows:
            raise DatasetError(
                f"{store.root} holds {plan.title}, and no rows: run the `enumino count` command "
                f"that started it, with --share K/N for a share; {COUNTS} has the result."
            )
        return plan


class File(TypedDict):
    """The entry of a data file in a manifest."""

    part: Natural
    name: str
    rows: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROWS)]
    bytes: Annotated[int, msgspec.Meta(ge=1)]
    sha256: Digest


class PartResult(msgspec.Struct, PartNames, frozen=True):
    """A finished part, with the fields of its checkpoint in order."""

    plan_id: Digest
    index: Natural
    rows: Natural
    nodes: Sum
    bytes: Natural
    sha256: Digest | None  # None if there are no rows, and therefore no file
    seconds: Annotated[float, msgspec.Meta(ge=0)]
    counts: list[CountRow]

    @property
    def entry(self) -> File | None:
        """The part's entry in a manifest, or None if it has no rows."""
        if self.sha256 is None:
            return None
        name, rows, size = self.file, self.rows, self.bytes
        return File(part=self.index, name=name, rows=rows, bytes=size, sha256=self.sha256)

    def is_whole(self, store: Store) -> bool:
        """Return whether the part's file exists and has the recorded size."""
        return not self.rows or store.size(self.file) == self.bytes

    def is_unchanged(self, store: Store) -> bool:
        """Return whether the file has the recorded checksum; object stores check their own."""
        return not (self.rows and store.local) or file_sha256(store, self.file) == self.sha256

    def write(self, store: Store, part: Part) -> PartResult:
        """Write the checkpoint; return it, or the equal one of another run, which is kept."""
        document = msgspec.to_builtins(self)
        if not write_document(store, self.checkpoint, document, exclusive=True):
            other = part.result(store)
            if other and structs.replace(other, seconds=self.seconds) == self:
                return other
            write_document(store, self.checkpoint, document)
        return self


def file_sha256(store: Store, name: str) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with store.open(name) as source:
        while block := source.read(COPY_BYTES):
            digest.update(block)
    return digest.hexdigest()


def finished_part(store: Store, part: Part) -> PartResult | None:
    """Return the result of a part whose file matches its checkpoint, or None."""
    result = part.result(store)
    return result if result and result.is_whole(store) and result.is_unchanged(store) else None


def finished_parts(
    store: Store,
    plan: Plan,
    known: Mapping[int, PartResult] = MappingProxyType({}),
    *,
    compare: bool = True,
) -> dict[int, PartResult]:
    """Return the results of a plan's finished parts by index; `compare` checksums on a disk."""
    sizes, checkpoints = store.entries("data"), store.entries("parts")

    def look(part: Part) -> PartResult | None:
        new = part.index not in known
        result = part.result(store) if new else known[part.index]
        if result is None or (result.rows and sizes.get(part.file) != result.bytes):
            return None
        return result if not (new and compare) or result.is_unchanged(store) else None

    there = [part for part in plan.parts if part.checkpoint in checkpoints]
    with ThreadPoolExecutor(FILES_AT_ONCE) as pool:
        return {result.index: result for result in pool.map(look, there) if result}
