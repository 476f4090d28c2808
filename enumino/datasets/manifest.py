"""What a dataset says of itself: `Plan`, `PartResult` and `Manifest`, to and from JSON."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from typing import Any

from enumino.datasets.storage import Store
from enumino.errors import DamagedManifestError, DatasetError, IncompleteDatasetError
from enumino.schema import FORMAT_VERSION, Column

PLAN, MANIFEST, COUNTS, CARD = "plan.json", "manifest.json", "counts.parquet", "README.md"

Prefix = tuple[int, ...]
Counts = dict[tuple[Any, ...], int]


def part_file(index: int) -> str:
    """Return the name of a part's rows."""
    return f"data/part-{index:05d}.parquet"


def part_json(index: int) -> str:
    """Return the name of a part's checkpoint."""
    return f"parts/part-{index:05d}.json"


@dataclass(frozen=True)
class Part:
    """One task: the subtrees whose rows go into one file."""

    index: int
    prefixes: tuple[Prefix, ...]
    nodes: float


@dataclass(frozen=True)
class Plan:
    """The problem and its parts, fixed before the first row is written.

    Attributes
    ----------
    problem : dict
        The problem's parameters.
    columns : list of dict
        Name, type and description of every column; `keys` are those that totals are kept for.
    expected : dict
        Estimated rows, nodes, bytes, and seconds on one thread.
    parts : tuple of Part
        Heaviest first, the order in which to start them.
    """

    problem: dict[str, Any]
    title: str
    columns: list[dict[str, str]]
    keys: list[str]
    expected: dict[str, float]
    parts: tuple[Part, ...]

    @classmethod
    def of(
        cls,
        problem: dict[str, Any],
        title: str,
        columns: Sequence[Column],
        expected: dict[str, float],
        parts: Iterable[tuple[tuple[Prefix, ...], float]],
    ) -> Plan:
        """Return the plan of a divided problem."""
        return cls(
            problem=problem,
            title=title,
            columns=[column.to_json() for column in columns],
            keys=[column.name for column in columns if column.key],
            expected=expected,
            parts=tuple(Part(i, *part) for i, part in enumerate(parts)),
        )

    def write(self, store: Store) -> None:
        """Write ``plan.json``; the same plan is always the same bytes."""
        parts = [
            {"prefixes": [list(p) for p in part.prefixes], "nodes": round(part.nodes)}
            for part in self.parts
        ]
        store.write_json(PLAN, {"format_version": FORMAT_VERSION, **asdict(self), "parts": parts})

    @classmethod
    def read(cls, store: Store) -> Plan:
        """Read ``plan.json``.

        Raises
        ------
        DatasetError
            If there is none, it is damaged, or of a format that this version does not know.
        """
        if not store.exists(PLAN):
            raise DatasetError(f"{store.root} holds no dataset: it has no {PLAN}.")
        said = _checked(store, PLAN)
        try:
            parts = tuple(
                Part(i, tuple(tuple(map(int, p)) for p in part["prefixes"]), float(part["nodes"]))
                for i, part in enumerate(said["parts"])
            )
            fields = ("problem", "title", "columns", "keys", "expected")
            plan = cls(**{name: said[name] for name in fields}, parts=parts)
        except (KeyError, TypeError, ValueError) as error:
            raise _damaged(store, PLAN, error) from error
        known = {"rows", "nodes", "bytes", "seconds"}
        if not isinstance(plan.problem, dict) or not parts or not known <= set(plan.expected):
            raise _damaged(store, PLAN, ValueError("no problem, parts or expectation"))
        return plan

    def results(self, store: Store) -> dict[int, PartResult]:
        """Return the finished parts by their index."""
        listed = {name for name in store.names("parts") if name.endswith(".json")}
        return {
            part.index: PartResult.read(store, part.index)
            for part in self.parts
            if part_json(part.index).rpartition("/")[2] in listed
        }


@dataclass(frozen=True)
class PartResult:
    """A finished part: its checkpoint, written after its file.

    `counts` holds rows by the values of the key columns; a part without rows has no file, and no
    `sha256`.
    """

    index: int
    rows: int
    nodes: int
    bytes: int
    sha256: str | None
    seconds: float
    counts: Counts

    def is_whole(self, store: Store) -> bool:
        """Return whether the part's file is there, in the recorded size."""
        return not self.rows or store.size(part_file(self.index)) == self.bytes

    def write(self, store: Store) -> None:
        """Write the checkpoint."""
        counts = [[*key, count] for key, count in sorted(self.counts.items())]
        store.write_json(
            part_json(self.index),
            {"format_version": FORMAT_VERSION, **asdict(self), "counts": counts},
        )

    @classmethod
    def read(cls, store: Store, index: int) -> PartResult:
        """Read the checkpoint of a finished part."""
        name = part_json(index)
        said = _checked(store, name)
        try:
            counts = {tuple(row[:-1]): int(row[-1]) for row in said["counts"]}
            sizes = {field: int(said[field]) for field in ("index", "rows", "nodes", "bytes")}
            result = cls(
                **sizes, sha256=said["sha256"], seconds=float(said["seconds"]), counts=counts
            )
            if result.index != index or sum(counts.values()) != result.rows:
                raise ValueError("it contradicts itself")
            return result
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise _damaged(store, name, error) from error


@dataclass(frozen=True)
class Manifest:
    """Written last: from now on the dataset exists."""

    problem: dict[str, Any]
    title: str
    rows: int
    nodes: int
    bytes: int
    seconds: float
    keys: list[str]
    counts: Counts
    files: list[dict[str, Any]]
    provenance: dict[str, Any]

    @classmethod
    def of(cls, plan: Plan, results: Sequence[PartResult], resources: dict[str, Any]) -> Manifest:
        """Return the manifest of a finished plan.

        `resources` (wall seconds, threads) goes into the provenance.
        """
        counts: Counts = {}
        for result in results:
            for key, count in result.counts.items():
                counts[key] = counts.get(key, 0) + count
        files = [
            {
                "part": r.index,
                "name": part_file(r.index),
                "rows": r.rows,
                "bytes": r.bytes,
                "sha256": r.sha256,
            }
            for r in results
            if r.rows
        ]
        return cls(
            problem=plan.problem,
            title=plan.title,
            rows=sum(r.rows for r in results),
            nodes=sum(r.nodes for r in results),
            bytes=sum(r.bytes for r in results),
            seconds=sum(r.seconds for r in results),
            keys=plan.keys,
            counts=dict(sorted(counts.items())),
            files=files,
            provenance=provenance(plan.problem, resources),
        )

    def is_whole(self, store: Store) -> bool:
        """Return whether all files are there, in the recorded sizes."""
        sizes = store.sizes("data")
        return all(sizes.get(f["name"].rpartition("/")[2]) == f["bytes"] for f in self.files)

    def write(self, store: Store) -> None:
        """Write ``manifest.json``."""
        counts = [[*key, count] for key, count in self.counts.items()]
        store.write_json(
            MANIFEST, {"format_version": FORMAT_VERSION, **asdict(self), "counts": counts}
        )

    @classmethod
    def read(cls, store: Store) -> Manifest:
        """Read ``manifest.json``.

        Raises
        ------
        IncompleteDatasetError
            If the dataset was planned but never committed.
        DatasetError
            If the folder holds no dataset, or the manifest is damaged.
        """
        if not store.exists(MANIFEST):
            plan = Plan.read(store)
            done = len([n for n in store.names("parts") if n.endswith(".json")])
            raise IncompleteDatasetError(
                f"{store.root} is not finished: {done} of {len(plan.parts)} parts are there; "
                "run the command that made it again to finish it."
            )
        said = _checked(store, MANIFEST)
        try:
            counts = {tuple(row[:-1]): int(row[-1]) for row in said.pop("counts")}
            said.pop("format_version")
            manifest = cls(**said, counts=counts)
            listed = sum(
                int(f["rows"]) * bool(f["name"] == part_file(f["part"]) and f["sha256"])
                for f in manifest.files
            )
            if not manifest.rows == listed == sum(counts.values()):
                raise ValueError("it contradicts itself")
            return manifest
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise _damaged(store, MANIFEST, error) from error


def provenance(problem: dict[str, Any], resources: dict[str, Any]) -> dict[str, Any]:
    """Return what made the dataset: software, platform, parameters, resources."""
    packages = ("enumino", "numba", "numpy", "pyarrow", "dask", "distributed")
    return {
        "software": {"python": platform.python_version(), **{p: version(p) for p in packages}},
        "platform": {"system": platform.system(), "machine": platform.machine()},
        "parameters": problem,
        "command": [arg if i else arg.rpartition("/")[2] for i, arg in enumerate(sys.argv)],
        "resources": resources,
    }


def _checked(store: Store, name: str) -> dict[str, Any]:
    try:
        said = store.read_json(name)
    except DatasetError as error:
        raise _damaged(store, name, error.__cause__ or error) from error
    if not isinstance(said, dict) or "format_version" not in said:
        raise _damaged(store, name, ValueError("no format_version"))
    if said["format_version"] != FORMAT_VERSION:
        raise DatasetError(
            f"{store.uri(name)} has format {said['format_version']}, this version reads "
            f"{FORMAT_VERSION}: use the version of enumino that wrote it."
        )
    return said


def _damaged(store: Store, name: str, error: BaseException) -> DatasetError:
    if name == MANIFEST:
        way_out = f"`enumino verify {store.root} --repair` removes it, and keeps the parts"
        return DamagedManifestError(f"{store.uri(name)} is damaged ({error!r}): {way_out}.")
    way_out = (
        "remove it, and run the command that made the dataset again"
        if name.startswith("parts/")
        else "restore it from a copy, or remove the folder and run again"
    )
    return DatasetError(f"{store.uri(name)} is damaged ({error!r}): {way_out}.")
