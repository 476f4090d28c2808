"""Hostile texts, and datasets whose control files hold them as their author could write them."""

from __future__ import annotations

import contextlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from enumino.cli import main as command_line
from enumino.datasets import plan as plans
from enumino.datasets.writer import file_digest
from enumino.schema import Column

TERMINAL = "\x1b]0;owned\x07\x1b[2J\r\n\u202e\u2028\x9b31m"
DLX = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
MARKUP = '<script>alert(1)</script>"><img src=x onerror=alert(1)>|`[a](javascript:x)`&'
LONG = "A" * 100_000
HOSTILE = {"terminal": TERMINAL, "markup": MARKUP, "both": TERMINAL + MARKUP, "long": LONG}
DRAWING = "drawing.svg"
# Actions on a dataset, once each.
VERBS: dict[str, list[str]] = {
    "info": ["info"],
    "info --json": ["info", "--json"],
    "info --queries": ["info", "--queries"],
    "show": ["show"],
    "show --svg": ["show", "--svg", DRAWING],
    "sql": ["sql", "select picture(options) as p, * from rows"],
    "export": ["export", "--as", "csv"],
    "gallery": ["gallery", "-o", DRAWING],
    "verify": ["verify"],
    "verify --json": ["verify", "--json"],
    "verify --repair": ["verify", "--repair"],
    "run": ["run", "--part", "0"],
    "commit": ["commit"],
}


def outcome(*arguments: str) -> tuple[int, str, str]:
    """Run a command in this process; its exit code, and what it wrote."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command_line(arguments)
    return code, out.getvalue(), err.getvalue()


def rewrite(path: Path, change: Callable[[Any], object]) -> None:
    """Change a control file as its author could, identity included."""
    said = json.loads(path.read_text())
    change(said)
    identified_anew(said)
    path.write_text(json.dumps(said))


def plant(root: Path, contents: bytes) -> None:
    """Put a file in the place of the rows, as if it had been committed."""
    path = next((root / "data").iterdir())
    path.write_bytes(contents)
    with path.open("rb") as file:
        size, digest = file_digest(file)

    def adopt(said: Any) -> None:
        said["files"][0] |= {"bytes": size, "sha256": digest}

    rewrite(root / "manifest.json", adopt)
    rewrite(next((root / "parts").iterdir()), lambda said: said.update(bytes=size, sha256=digest))


def adopt_plan(root: Path) -> None:
    """Let manifest, checkpoints and files belong to a plan that was changed."""
    plan = json.loads((root / "plan.json").read_text())
    identity = plan["plan_id"]
    for folder, suffix in (("parts", "json"), ("data", "parquet")):
        for path in list((root / folder).iterdir()):
            number = path.name.split("-")[1]
            path.rename(path.with_name(f"part-{number}-{identity[:8]}.{suffix}"))
    sizes = {}
    for path in (root / "data").iterdir():
        table = pq.read_table(path)
        footer = {**(table.schema.metadata or {}), b"enumino.plan_id": identity.encode()}
        pq.write_table(table.replace_schema_metadata(footer), path)
        with path.open("rb") as file:
            sizes[path.name] = file_digest(file)

    def adopt_checkpoint(said: Any) -> None:
        name = f"part-{said['index']:05d}-{identity[:8]}.parquet"
        said["plan_id"] = identity
        if name in sizes:
            said["bytes"], said["sha256"] = sizes[name]

    def adopt_manifest(said: Any) -> None:
        said["plan_id"] = identity
        for file in said["files"]:
            name = f"part-{file['part']:05d}-{identity[:8]}.parquet"
            file["name"] = f"data/{name}"
            file["bytes"], file["sha256"] = sizes[name]

    for path in (root / "parts").iterdir():
        rewrite(path, adopt_checkpoint)
    if (root / "manifest.json").exists():
        rewrite(root / "manifest.json", adopt_manifest)


def places(value: Any) -> list[tuple[Any, Any]]:
    """All containers in a JSON value, with the keys or indices in them."""
    found, todo = [], [value] if isinstance(value, dict | list) else []
    while todo:
        container = todo.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        found += [(container, key) for key in keys]
        todo += [container[key] for key in keys if isinstance(container[key], dict | list)]
    return found


def identified_anew(said: dict[str, Any]) -> None:
    """Give a changed plan its identity."""
    if "parts" in said:
        columns = [
            Column(c["name"], c.get("range", c["type"]), "", c["name"] in said["keys"])
            for c in said["columns"]
        ]
        digests = [part["sha256"] for part in said["parts"]]
        said["plan_id"] = plans.identity(said["problem"], said["tree_version"], columns, digests)


def texts_of(said: Any) -> list[tuple[Any, Any]]:
    """The places of a control file that hold text of its author's choice."""
    fixed = {"plan_id", "sha256", "prefixes", "family", "engine", "type", "keys"}
    return [
        (container, key)
        for container, key in places(said)
        if isinstance(container[key], str) and key not in fixed
    ]


def poison(said: Any, text: str) -> None:
    """Put a text into every field that holds some, and into names of fields where they are free."""
    for number, (container, key) in enumerate(texts_of(said)):
        if key == "name" and "description" in container:
            continue  # names of columns have a pattern of their own
        if key == "name" and "rows" in container:
            continue  # names of files are made of numbers
        if container is said.get("versions"):
            continue  # others than ours are refused at once
        items = isinstance(container, list)  # each of them has to be different
        container[key] = f"{text}{number}" if items else text
    if "versions" in said:
        said["versions"][text] = text
    if "provenance" in said:
        said["provenance"]["platform"][text] = text


def poison_all(root: Path, text: str) -> None:
    rewrite(root / "plan.json", lambda said: poison(said, text))
    rewrite(root / "manifest.json", lambda said: poison(said, text))
    adopt_plan(root)


def assert_harmless(told: str, what: str) -> None:
    """Nothing in it that a terminal obeys."""
    strange = {c for c in told if not c.isprintable() and c not in "\n"}
    assert not strange, f"{what}: {strange}"
