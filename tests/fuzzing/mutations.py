"""Changes of inputs: of any bytes, and of the values in a JSON text, under a new seal."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from enumino.datasets import plan as plans
from enumino.datasets.documents import SEAL, seal_of

# Values that a place in a control file may hold instead.
VALUES: list[Any] = [
    None, True, False, -1, 0, 1, 2, 63, 2**31, 2**63, 2**64, 10**400, -(2**63), 0.5, -0.0, 1e308,
    "", "x", "all", "total", "../../x", "/etc/passwd", "a" * 5000, "\x1b]0;x\x07", "\u2028",
    "\u202e", "<script>", "|", "`", "\0", "\ud800", [], [[]], [1], ["x"], [None], {},
    {"family": "tilings"}, {"a": {"b": []}},
]  # fmt: skip
TOKENS = [
    b"\0", b"\n", b"\r", b"\x1b]0;x\x07", b"\xff", b"9" * 40, b"-", b"[", b"(", b"]", b")", b",",
    b":", b"|", b".", b"#", b"X", b"x", b"'", b'"', b" ", b"\xe2\x80\xae", b"1e999", b"0x", b"//",
    b"\\u0000",
]  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """All containers in a JSON value, with the keys or indices in them."""
    found, todo = [], [value] if isinstance(value, dict | list) else []
    while todo:
        container = todo.pop()
        keys = list(container) if isinstance(container, dict) else range(len(container))
        found += [(container, key) for key in keys]
        todo += [container[key] for key in keys if isinstance(container[key], dict | list)]
    return found


def edit(said: Any, random: Random) -> str:
    """Change one thing in a JSON value; say what."""
    container, key = random.choice(places(said))
    value, how = deepcopy(random.choice(VALUES)), random.random()
    if how < 0.2:
        del container[key]
    elif how < 0.3 and isinstance(container, list):
        container.insert(key, container[key])
    elif how < 0.4 and isinstance(container, dict):
        container[f"{key}?"] = container.pop(key)
    elif how < 0.5 and isinstance(container[key], int):
        container[key] += random.choice([-1, 1, 2**32])
    else:
        container[key] = value
    return f"{key!r}: {value!r}, {how:.2f}"


def sealed_anew(said: dict[str, Any]) -> None:
    """Let a changed control file look as if it had been written so."""
    if "parts" in said and "plan_id" in said:
        try:
            columns = plans.described({"title": "", **said})["columns"]
            digests = [part["sha256"] for part in said["parts"]]
            said["plan_id"] = plans.identity(
                said["problem"], said["tree_version"], columns, digests
            )
        except (AttributeError, LookupError, TypeError, ValueError):
            pass  # it is too damaged to have an identity
    said[SEAL] = seal_of({key: value for key, value in said.items() if key != SEAL})


def of_json(data: bytes, random: Random) -> bytes:
    """A JSON text with a few of its values changed."""
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return of_bytes(data, random)
    if not places(said):
        return of_bytes(data, random)
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        if places(said):
            edit(said, random)
    if isinstance(said, dict) and SEAL in said and random.random() < 0.8:
        sealed_anew(said)
    return json.dumps(said).encode()


def of_bytes(data: bytes, random: Random) -> bytes:
    """Bytes with a few places cut out, repeated, exchanged or filled with something else."""
    for _ in range(random.choice([1, 1, 2, 4, 8])):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        end = min(end, at + 40)
        new = random.choice([b"", data[at:end] * 2, random.choice(TOKENS), random.randbytes(1)])
        data = data[:at] + new + data[random.choice([at, end, min(len(data), at + 1)]) :]
    return data[:20_000]
