"""Control files from strangers: any JSON value ends in a sentence, and sizes are bounded."""

import json
import os
import shutil
import zlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import enumino
from enumino.datasets.documents import MANIFEST, PLAN
from enumino.errors import EnuminoError
from enumino.objects.graph import Graph
from tests.dataset_tools import Enumino, checkpoint, sentence
from tests.forger import Forger, edited

PROBLEMS: dict[str, Any] = {
    "polyominoes": lambda: enumino.Polyominoes(range(1, 6), only="holes = 0"),
    "plane-tilings": lambda: enumino.PlaneTilings(4),
    "tatami": lambda: enumino.Tatami("3x4", monomers="0-2"),
    "tilings": lambda: enumino.Tilings("3x4", "L-tromino, domino", up_to_symmetry=True),
    "trominoes": lambda: enumino.Trominoes(4),
    "cover": lambda: enumino.Covers(enumino.CoverProblem.from_dlx("p q r | x\np q x:A\nr x:A\n")),
    "subgraphs": lambda: enumino.Subgraphs(Graph("abc", [(0, 1), (1, 2)]), "1-3"),
    "partitions": lambda: enumino.Partitions(
        graph=Graph("abc", [(0, 1), (1, 2)]), parts=2, weights=[1, 2, 3], within="1-5"
    ),
}
VALUES = [None, True, -1, 0, 3, 2**63, 1.5, 1e300, "", "x", "3", [], [[]], [0, "x"], {}, {"x": 1}]
READERS = ["info", "info --json", "plan --status", "show", "sql", "gallery -o page.html",
           "verify --json", "verify --repair", "run", "commit"]  # fmt: skip
# A plan of another version is no mismatch.
OTHERS = ("has no problem family", "has format")


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container of a document with the key or the index of a value in it."""
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


@pytest.fixture(scope="module", params=PROBLEMS)
def sound(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root: Path = tmp_path_factory.mktemp("documents") / request.param
    enumino.enumerate_to(root, PROBLEMS[request.param](), threads=1)
    return root


@pytest.mark.parametrize("document", [PLAN, MANIFEST, "checkpoint"])
@pytest.mark.parametrize("examples", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_any_value_anywhere_is_a_sentence(
    examples: int, document: str, sound: Path, here: Enumino, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Verification finds it or is not concerned, and a repair mends all but the plan."""
    monkeypatch.chdir(tmp_path)
    name = checkpoint(sound, 0).relative_to(sound) if document == "checkpoint" else Path(document)
    random, number = Random(examples), len(list(places(json.loads((sound / name).read_text()))))
    for case in range(examples):
        at, value = random.randrange(number), random.choice(VALUES)

        def change(said: Any, at: int = at, value: Any = value) -> None:
            container, key = list(places(said))[at]
            container[key] = value

        root = Path(shutil.copytree(sound, tmp_path / str(case)))
        edited(change)(root / name)
        if document == PLAN and random.random() < 0.8:
            with suppress(msgspec.ValidationError, EnuminoError):
                Forger(root).plan(lambda said: None)  # its author would give it its identity
        for command in READERS:
            verb, *options = command.split()
            query = ["select * from rows, counts"] if verb == "sql" else []
            told = here(verb, *options, root, *query)
            assert told.code in (0, 1, 3, 4), (command, told)
            assert "Traceback" not in told.err
            if verb == "verify" and not any(other in told.err for other in OTHERS):
                assert told.code in (0, 3), (command, told)
        if document != PLAN:
            assert here("verify", root).code == 0
        shutil.rmtree(root)


def test_sizes_of_documents_are_bounded(copied: Path, here: Enumino) -> None:
    for document, code in ((copied / MANIFEST, 1), (copied / PLAN, 1), (checkpoint(copied, 0), 4)):
        sound = document.read_bytes()
        os.truncate(document, 1 << 30)  # a sparse file
        verb = "info" if code == 1 else "commit"
        told = sentence(here(verb, copied), code)
        assert "67.1 MB" in told or "is missing 1 of" in told
        assert here("verify", copied).code == 3
        document.write_bytes(sound)
    assert here("verify", copied).code == 0


def test_what_documents_unpack_to_is_bounded(
    copied: Path, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = b"[" + b"[0]," * (1 << 22) + b"[0]]"

    def change(said: dict[str, Any]) -> None:
        packed = b64encode(zlib.compress(text)).decode()
        said["parts"][0] |= {"prefixes": packed, "sha256": sha256(text).hexdigest()}

    Forger(copied).plan(change)
    shutil.rmtree(copied / "parts")
    (copied / MANIFEST).unlink()
    assert "The prefixes of part 0 in plan.json are damaged" in sentence(here("run", copied), 1)
    monkeypatch.setattr("enumino.datasets.totals.MOST_BYTES", 1000)
    told = here("plot", copied / "counts.parquet", "-o", copied / "x.svg")
    assert "is not a table of counts" in told.err
