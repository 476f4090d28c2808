"""Laws that hold at every moment, and after a resume, whatever has failed."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq

from enumino.datasets.documents import MANIFEST

# Entries of JSON files that differ from run to run: times and the command.
OF_A_RUN = {"seconds", "command", "resources"}
BUCKET = re.compile(rb"bucket-[0-9a-f]{12}")  # a new one for each run, which cards name


@dataclass(frozen=True)
class Reference:
    """A dataset made without incident: what its files say, and the output."""

    contents: dict[str, object]  # by name, as `_stable` gives them
    printed: str = ""

    @classmethod
    def of(cls, root: Path, said: str = "") -> Reference:
        return cls({name: _stable(root / name) for name in names_in(root)}, printed(said))

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.contents)

    @property
    def data(self) -> dict[str, bytes]:
        """The bytes of the files in ``data/``."""
        return {n: c for n, c in self.contents.items() if isinstance(c, bytes) and "data/" in n}

    def disagreement(self, said: str) -> list[str]:
        """Return the faults in the output of a command that succeeded."""
        other = self.printed and printed(said) != self.printed
        return ["it printed other numbers"] if other else []


def printed(said: str) -> str:
    """The JSON object that ends what a command said, if there is one."""
    begin = said.find("{\n")
    return said[begin:] if begin >= 0 else ""


def names_in(root: Path) -> list[str]:
    """All files below a folder, and folders that are empty."""
    found = root.rglob("*")
    paths = (p for p in found if not p.is_dir() or not any(p.iterdir()))
    return sorted(str(path.relative_to(root)) for path in paths)


def torn(root: Path, reference: Reference) -> list[str]:
    """The files under final names that are not whole, or are there too soon."""
    names = [name for name in names_in(root) if name in reference.names]
    wrong = [name for name in names if not _whole(root, name, reference)]
    there = set(names)
    for name in names:
        if name.startswith("parts/"):
            data = f"data/{Path(name).stem}.parquet"
            if data in reference.names and data not in there:
                wrong.append(f"{name} without {data}")
    if MANIFEST in there and there != reference.names:
        wrong.append(f"{MANIFEST} without {min(reference.names - there)}")
    return wrong


def _whole(root: Path, name: str, reference: Reference) -> bool:
    path = root / name
    try:
        if name.startswith("data/"):
            return path.read_bytes() == reference.contents[name]
        if name.endswith(".parquet"):
            pq.read_table(path)
            return True
        if name.endswith(".json"):
            return isinstance(json.loads(path.read_text()), dict)
        return path.read_text().endswith("\n")
    except (OSError, ValueError, KeyError):
        return False


def differences(root: Path, reference: Reference) -> list[str]:
    """Return the differences of a finished dataset from the one made without incident."""
    names = set(names_in(root))
    wrong = [f"{name} is missing" for name in sorted(reference.names - names)]
    wrong += [f"{name} is left over" for name in sorted(names - reference.names)]
    for name in sorted(reference.names & names):
        if _stable(root / name) != reference.contents[name]:
            wrong.append(f"{name} has other bytes")
    return wrong


def _stable(path: Path) -> object:
    """The bytes of a file; of JSON what is the same whenever, and by whichever command, it is made.

    So a resumed dataset needs no `verify`: it is the one that was verified.
    """
    contents = BUCKET.sub(b"BUCKET", path.read_bytes()) if path.is_file() else b""
    if path.suffix != ".json":
        return contents
    try:
        document = _of_any_run(json.loads(contents))
        if path.name == MANIFEST:  # the digest of a card follows the name of the bucket
            tables = json.loads(contents)["tables"]
            return document, {name: _is_of(path.parent / name, tables[name]) for name in tables}
        return document
    except (ValueError, LookupError, OSError):
        return contents


def _is_of(path: Path, told: dict[str, object]) -> bool:
    return sha256(path.read_bytes()).hexdigest() == told["sha256"]


def _of_any_run(document: object) -> object:
    if not isinstance(document, dict):
        return document
    return {key: _of_any_run(value) for key, value in document.items() if key not in OF_A_RUN}


def lost_and_doubled(root: Path, reference: Reference) -> tuple[int, int]:
    """Return the numbers of missing rows, and of rows that are there too often."""
    expected = _rows([_read(contents) for contents in reference.data.values()])
    there = _rows([_read(path.read_bytes()) for path in sorted((root / "data").glob("*"))])
    return (expected - there).total(), (there - expected).total()


def _read(contents: bytes) -> list[dict[str, object]]:
    import pyarrow as pa

    try:
        rows: list[dict[str, object]] = pq.read_table(pa.BufferReader(contents)).to_pylist()
    except (OSError, ValueError):
        return []
    return rows


def _rows(files: list[list[dict[str, object]]]) -> Counter[str]:
    return Counter(json.dumps(row, sort_keys=True) for rows in files for row in rows)
