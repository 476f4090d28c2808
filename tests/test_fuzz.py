"""Whatever is written into a control file, every verb ends with a result or with one sentence."""

from __future__ import annotations

import contextlib
import io
import json
import re
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import enumino
from enumino.cli import main as command_line
from enumino.datasets.documents import SEAL
from tests.fuzzing import EXAMPLES, mutations

pytestmark = pytest.mark.slow

PROBLEMS = {
    "polyominoes": enumino.Polyominoes(range(1, 7)),
    "tatami": enumino.Tatami("3x4", (0, 4), up_to_symmetry=True),
    "tilings": enumino.Tilings("3x4", "L-tromino, domino", up_to_symmetry=True),
    "cover": enumino.Covers(("queens", 5)),
    "trominoes": enumino.Trominoes(4, (1, 2)),
    "deficient": enumino.DeficientBoards(2, 2),
}


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A small dataset of each family."""
    roots = {}
    for name, problem in PROBLEMS.items():
        roots[name] = tmp_path_factory.mktemp("sound") / name
        enumino.enumerate_to(roots[name], problem, in_process=True)
    return roots


def edit(path: Path, random: Random) -> str:
    """Change one thing in a control file, sometimes under a new seal; say what."""
    text = path.read_text()
    if random.random() < 0.1:
        at, end = sorted(random.choices(range(len(text)), k=2))
        path.write_text(text[:at] + text[end:])
        return f"cut {at} to {end}"
    said = json.loads(text)
    what = mutations.edit(said, random)
    if SEAL in said and random.random() < 0.7:
        mutations.sealed_anew(said)
    path.write_text(json.dumps(said))
    return what


def outcome(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command_line(arguments)
    return code, out.getvalue(), err.getvalue()


@settings(
    max_examples=EXAMPLES or 60,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32 - 1))
def test_edited_control_files_give_no_tracebacks(
    seed: int, sound: dict[str, Path], tmp_path: Path
) -> None:
    random = Random(seed)
    name = random.choice(sorted(sound))
    root = tmp_path / "dataset"
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(sound[name], root)
    files = [root / "plan.json", root / "manifest.json", *root.glob("parts/*.json")]
    edited = random.choice(files)
    what = f"{name}, {edited.name}: {edit(edited, random)}"
    if random.random() < 0.3 and edited.name != "manifest.json":
        (root / "manifest.json").unlink()
    verbs = [["info"], ["show", "--limit", "3"], ["verify"], ["commit"], ["run", "--part", "0"]]
    verbs += [["show", "--svg", str(tmp_path / "page.svg")], ["verify", "--repair"]]
    for verb, *options in random.sample(verbs, 3):
        code, out, err = outcome(verb, str(root), *options)
        told = f"{what}\n{verb} {code}\n{err}"
        assert code in (0, 1, 2, 3, 4), told
        assert "Traceback" not in err, told
        assert all(c.isprintable() or c == "\n" for c in out + err), told
        complaints = [line for line in err.splitlines() if line.startswith("Error: ")]
        unusable = re.search(r"\b(json|problem of the dataset) is damaged|has lost", err)
        assert len(complaints) == (code in (1, 2, 4) or (code == 3 and bool(unusable))), told
        assert all(len(line) < 1500 for line in complaints), told
