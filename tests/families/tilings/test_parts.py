"""Tilings and exact covers in parts: the same bytes however they are made, and resumed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from enumino.cli import main as command_line
from tests.dataset_tools import Enumino, checkpoint, data_digest, parts_done, rows_of, sentence

pytestmark = pytest.mark.slow

TILINGS, COVER = ["enumerate", "tilings", "--region"], ["enumerate", "cover"]
IN_PARTS = {
    "tilings": ["4x9", "--pieces", "L-tromino, I-tromino", "--rows-per-part", "5000"],
    "up to symmetry": [
        "5x6", "--pieces", "L-tromino, domino:0-3", "--up-to-symmetry", "--engine", "cell-masks",
        "--rows-per-part", "5",
    ],
    "dancing links": [
        "4x6", "--pieces", "I-tromino, domino", "--engine", "dancing-links",
        "--rows-per-part", "300",
    ],
    "cover": ["--queens", "9", "--rows-per-part", "50"],
    "links": ["--subsets", "8", "--engine", "dancing-links", "--rows-per-part", "80"],
}  # fmt: skip


def command(name: str) -> list[str]:
    begin = TILINGS if "--pieces" in IN_PARTS[name] else COVER
    return [*begin, *IN_PARTS[name]]


@pytest.fixture(scope="module", params=IN_PARTS)
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A command, and its dataset in several parts."""
    root = tmp_path_factory.mktemp("finished") / "dataset"
    arguments = command(request.param)
    assert command_line([*arguments, "--in-process", "--quiet", "--to", str(root)]) == 0
    assert parts_done(root) >= 4
    return arguments, root


@pytest.mark.long
@pytest.mark.parametrize(
    "how", [["--threads", "1"], ["--threads", "2"]], ids=["one thread", "two threads"]
)
def test_parts_are_the_same_bytes_however_they_are_made(how, finished, here, tmp_path) -> None:
    arguments, root = finished
    done = here(*arguments, *how, "--quiet", "--to", tmp_path / "again")
    assert done.code == 0, done
    assert data_digest(tmp_path / "again") == data_digest(root)


@pytest.mark.long
def test_an_interrupted_run_goes_on(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    copy = Path(shutil.copytree(root, tmp_path / "copy"))
    (copy / "manifest.json").unlink()
    for part in (1, 3):
        checkpoint(copy, part).unlink()
    for file in list((copy / "data").iterdir())[:1]:
        file.unlink()
    assert here("verify", copy).code == 4
    done = here(*arguments, "--in-process", "--quiet", "--to", copy)
    assert done.code == 0, done
    assert data_digest(copy) == data_digest(root)
    assert here("verify", copy, "--full").code == 0


@pytest.mark.long
def test_parts_hold_the_rows_of_the_whole(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    at = arguments.index("--rows-per-part")
    whole = [*arguments[:at], *arguments[at + 2 :], "--in-process", "--quiet"]
    assert here(*whole, "--to", tmp_path / "whole").code == 0
    assert parts_done(tmp_path / "whole") == 1
    one, parts = rows_of(tmp_path / "whole"), rows_of(root)
    assert sorted(map(str, one)) == sorted(map(str, parts))
    verified = here("verify", root, "--full")
    assert verified.code == 0, verified


def test_another_problem_is_not_written_into_it(finished, here: Enumino) -> None:
    _, root = finished
    other = [*TILINGS, "2x2", "--pieces", "domino"]
    assert str(root) in sentence(here(*other, "--in-process", "--to", root), 1)


def test_the_parts_one_by_one(finished, here: Enumino, tmp_path: Path) -> None:
    arguments, root = finished
    copy = tmp_path / "parts"
    planned = here("plan", *arguments[1:], "--to", copy)
    assert planned.code == 0, planned
    last = parts_done(root) - 1
    for part in (f"1-{last}", "0"):
        assert here("run", copy, "--part", part, "--quiet").code == 0
    assert here("commit", copy).code == 0
    assert data_digest(copy) == data_digest(root)
