"""Facts of strangers and damaged ones: sentences, and rows that can be read without them."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

import enumino
from tests.dataset_tools import Enumino, data_digest, edited, enumino_process, parts_done, sentence
from tests.looping import each
from tests.object_servers import Bucket

NESTED: dict[str, Any] = {"family": "facts", "set": "shape", "version": 1}
for _ in range(50):
    NESTED = {**NESTED, "of": {"plan_id": "0" * 64, "problem": NESTED}}

DAMAGES = {
    "no rows": lambda problem: problem.pop("of"),
    "rows in a list": lambda problem: problem.update(of=[1]),
    "no problem": lambda problem: problem["of"].pop("problem"),
    "a problem in words": lambda problem: problem["of"].update(problem="polyominoes"),
    "an unknown family": lambda problem: problem["of"].update(problem={"family": "stars"}),
    "half a problem": lambda problem: problem["of"]["problem"].pop("cells"),
    "facts about facts": lambda problem: problem["of"].update(problem=NESTED),
    "a list of plans": lambda problem: problem["of"].update(plan_id=[]),
    "another plan": lambda problem: problem["of"].update(plan_id="0" * 64),
    "another set": lambda problem: problem.update(set="colour"),
    "another version": lambda problem: problem.update(version=99),
    "no version": lambda problem: problem.pop("version"),
    "a function": lambda problem: problem.update(function="__import__", source="x"),
}


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Rows with facts."""
    root = tmp_path_factory.mktemp("damage") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 7)), in_process=True)
    enumino.compute_facts(root, in_process=True)
    return root


@each("name", DAMAGES)
def test_rows_are_read_without_facts_that_are_damaged(
    name: str, described: Path, tmp_path: Path, here: Enumino
) -> None:
    root = Path(shutil.copytree(described, tmp_path / name))
    for document in ("manifest.json", "plan.json"):
        edited(lambda said: DAMAGES[name](said["problem"]))(root / "facts" / "shape" / document)
    with pytest.warns(enumino.DatasetWarning, match="left out"):
        rows = [*enumino.open_dataset(root).rows()]
    assert len(rows) == 56
    assert "edges" not in rows[0]
    for command in (("verify",), ("run", "--part", "0"), ("commit",)):
        done = here(command[0], root / "facts" / "shape", *command[1:])
        if command != ("commit",):
            assert done.code != 0
        assert "Traceback" not in done.err
        assert done.err.count("\n") <= 1, done.err


def test_facts_of_strangers_run_nothing(described: Path, tmp_path: Path, here: Enumino) -> None:
    root = Path(shutil.copytree(described, tmp_path / "polyominoes"))
    mine = tmp_path / "mine.py"
    mine.write_text("def big(cells):\n    return cells > 4\n")
    here("facts", root, "--with", f"{mine}:big", "-q")
    mine.write_text("raise SystemExit('run')\n")  # the file is not looked for
    for part in (root / "facts" / "big" / "data").iterdir():
        part.unlink()
    assert here("verify", root / "facts" / "big", "--repair").code == 3
    assert "need their function" in sentence(here("run", root / "facts" / "big", "--part", "0"), 2)
    shutil.rmtree(root / "facts" / "big")
    assert len([*enumino.open_dataset(root).rows("cells > 4")]) == 47


def test_rows_that_change_below_their_facts_are_found(
    described: Path, tmp_path: Path, here: Enumino
) -> None:
    root = Path(shutil.copytree(described, tmp_path / "polyominoes"))
    (part,) = (root / "data").iterdir()
    part.write_bytes(part.read_bytes()[:-9] + b"overwrite")
    done = here("verify", root / "facts" / "shape")
    assert done.code == 3
    assert "✗ described rows" in done.out
    shutil.rmtree(root / "facts")
    assert "is damaged" in sentence(here("facts", root, "-q"), 1)


@pytest.mark.long
@pytest.mark.slow
def test_a_killed_run_goes_on(tmp_path: Path, here: Enumino) -> None:
    root = tmp_path / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 13)), rows_per_part=2000)
    facts = root / "facts" / "shape"
    process = enumino_process("facts", root, "--threads", "2", "--quiet")
    while process.poll() is None and parts_done(facts) < 7:
        time.sleep(0.001)
    process.kill()
    process.communicate()
    before = parts_done(facts)
    assert here("facts", root, "--threads", "1", "-q").code == 0
    digest = data_digest(facts)
    assert before < parts_done(facts) == len(enumino.open_dataset(root).facts["shape"].paths)
    shutil.rmtree(facts)
    here("facts", root, "--in-process", "-q")
    assert data_digest(facts) == digest


@pytest.mark.long
@pytest.mark.slow
def test_facts_in_a_bucket(bucket: Bucket, here: Enumino) -> None:
    root = f"{bucket.uri}/polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 8)), rows_per_part=60)
    assert here("facts", root, "-q").code == 0
    assert here("verify", root, "-q").code == 0
    dataset = enumino.open_dataset(root)
    assert sum(row["tree"] for row in dataset.rows()) == 1 + 1 + 2 + 4 + 11 + 27 + 83
    assert dataset.sql("select count(*) from rows where snake").fetchall() == [
        (1 + 1 + 2 + 3 + 7 + 13 + 31,)
    ]
