"""Datasets that an author could have forged: other rows, texts or plans with correct checksums."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from enumino.datasets.card import write_beside
from enumino.datasets.checks import Verification
from enumino.datasets.documents import MANIFEST, PLAN
from enumino.datasets.manifest import Manifest
from enumino.datasets.plan import Plan, file_sha256, finished_parts
from enumino.datasets.reader import StoredDataset
from enumino.datasets.storage import open_store
from enumino.datasets.writer import PLAN_ID
from enumino.errors import DatasetError

TERMINAL = "\x1b]0;owned\x07\x1b[2J\r\n\u202e\u2028\x9b31m"
MARKUP = '<script>alert(1)</script>"><img src=x onerror=alert(1)>|`[a](javascript:x)`&'
DLX = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
HOSTILE = {"both": TERMINAL + MARKUP, "long": "A" * 100_000}
# Texts of control files that are not of their author's choice, or have a pattern.
FIXED = {"plan_id", "sha256", "prefixes", "family", "engine", "type", "encoding"}
Change = Callable[[Any], object]


def edited(change: Change) -> Callable[[Path], None]:
    """Change a control file, and no sum."""

    def edit(path: Path) -> None:
        said = json.loads(path.read_text())
        change(said)
        path.write_text(json.dumps(said))

    return edit


class Forger:
    """Change a dataset, and let checkpoints and manifest follow."""

    def __init__(self, root: Path) -> None:
        self.root, self.store = root, open_store(root)

    def plan(self, change: Change) -> None:
        """Change the plan, and let what is there belong to it."""
        edited(change)(self.root / PLAN)
        edited(_identify)(self.root / PLAN)
        plan_id = self._plan_id()
        for folder in ("parts", "data"):
            for path in list((self.root / folder).glob("*")):
                begun, number, _ = path.name.split("-")
                new = path.rename(path.with_name(f"{begun}-{number}-{plan_id[:8]}{path.suffix}"))
                if folder == "data":
                    table = pq.read_table(new)
                    footer = {**(table.schema.metadata or {}), PLAN_ID.encode(): plan_id.encode()}
                    pq.write_table(table.replace_schema_metadata(footer), new)
        self.sums()

    def sums(self) -> None:
        """Write the identity of the plan and the sums of files into checkpoints and manifest."""
        plan_id = self._plan_id()

        def adopt(said: dict[str, Any]) -> None:
            said["plan_id"] = plan_id
            if "files" in said:
                said["plan_sha256"] = file_sha256(self.store, PLAN)
            for entry in said.get("files", [said]):
                number = entry["part" if "files" in said else "index"]
                name = f"data/part-{number:05d}-{plan_id[:8]}.parquet"
                if self.store.exists(name):
                    entry["bytes"] = self.store.size(name)
                    entry["sha256"] = file_sha256(self.store, name)
                    entry |= {"name": name} if "files" in said else {}

        for path in [*(self.root / "parts").glob("*"), *self.root.glob(MANIFEST)]:
            edited(adopt)(path)

    def rows(self, index: int, change: Callable[[pa.Table], pa.Table]) -> None:
        """Change the rows of a part as a search with a mistake would, and commit them."""
        plan = Plan.read(self.store)
        file = self.root / plan.parts[index].file
        footer = pq.read_metadata(file).metadata
        table = change(pq.read_table(file)).replace_schema_metadata(footer)
        pq.write_table(table, file)
        keys = Counter(tuple(map(row.get, plan.keys)) for row in table.to_pylist())
        said: dict[str, Any] = {
            "rows": table.num_rows,
            "counts": [[*k, n] for k, n in keys.items()],
        }
        if not table.num_rows:
            file.unlink()
            said |= {"bytes": 0, "sha256": None}
        edited(lambda old: old.update(said))(self.root / plan.parts[index].checkpoint)
        self.sums()
        manifest = Manifest.of(plan, list(finished_parts(self.store, plan).values()))
        manifest.write(self.store)
        with suppress(DatasetError):  # rows that cannot be drawn, or have no totals
            write_beside(StoredDataset(self.store, manifest))

    def _plan_id(self) -> str:
        return str(json.loads((self.root / PLAN).read_text())["plan_id"])

    def texts(self, text: str) -> None:
        """Put a text into every field that holds text, and into free names of fields."""
        edited(lambda said: _poison(said, text))(self.root / MANIFEST)
        self.plan(lambda said: _poison(said, text))


def _identify(said: dict[str, Any]) -> None:
    """Give a changed plan its identity."""
    said["plan_id"] = msgspec.convert(said, Plan).identified().plan_id


def _poison(said: Any, text: str) -> None:
    for number, (container, key) in enumerate(list(_texts(said))):
        # Names of columns and files have patterns; versions other than ours are refused at once.
        has_pattern = key == "name" and bool({"description", "rows"} & container.keys())
        if not (has_pattern or container is said.get("versions")):
            items = isinstance(container, list)  # each of them has to be different
            container[key] = f"{text}{number}" if items else text
    if "versions" in said:
        said["versions"][text] = text
    if "made_by" in said:
        said["made_by"][text] = text


def _texts(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the containers of texts in a JSON value, each with the key or index of the text."""
    for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(each, str) and key not in FIXED:
            yield value, key
        elif isinstance(each, dict | list):
            yield from _texts(each)


def failing(report: Verification) -> dict[str, str]:
    """The checks that fail, with their details."""
    return {check.name: check.detail for check in report.checks if not check.ok}


def assert_harmless(told: str, what: str) -> None:
    """Check that a text has no control characters."""
    strange = {c for c in {*told} if not c.isprintable() and c != "\n"}
    assert not strange, f"{what}: {strange}"
