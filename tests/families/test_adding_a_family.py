"""The family that docs/adding-a-family.md adds in a package of its own; and the registry."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import enumino
from enumino.enum.problem import LEAF, Prefix, Problem
from enumino.registry import FOLDERS, Family, families
from tests.looping import each

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "dyck-paths"
PAGE = (ROOT / "docs" / "adding-a-family.md").read_text(encoding="utf-8")
SHOWN_FILE = re.compile(r"^```(?:py|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN_RUN = re.compile(r"^```sh\n(.*?)^```\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Run = Callable[..., subprocess.CompletedProcess[str]]


def package(site: Path, name: str, entry_point: str) -> None:
    """What an installed package with an entry point leaves in site-packages."""
    folder = site / f"{name}-0.1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
    (folder / "entry_points.txt").write_text(f"[enumino.families]\n{name} = {entry_point}\n")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """The command line in a process that has the example, and whatever else lies in ``site/``."""
    package(tmp_path / "site", "dyck-paths", "dyck_paths:FAMILY")
    paths = [str(ROOT), str(EXAMPLE), str(tmp_path / "site")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "enumino", *arguments],
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment,
            check=False,
        )

    return run


def dyck_paths(monkeypatch: pytest.MonkeyPatch, ups: int) -> Problem:
    monkeypatch.syspath_prepend(EXAMPLE)
    from dyck_paths.problem import DyckPaths

    return DyckPaths(ups)


def listed(problem: Problem, prefixes: list[Prefix]) -> list[str]:
    batches = problem.batches(prefixes, 7)
    return [path for batch in batches for path in batch.records.column("path").to_pylist()]


def test_the_page_shows_what_is_there() -> None:
    paths = [*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.toml")]
    files = [path.read_text(encoding="utf-8") for path in paths]
    shown = SHOWN_FILE.findall(PAGE)
    assert len(shown) > 5
    for excerpt in shown:
        assert any(excerpt in file for file in files), excerpt


def test_the_page_followed_literally(run: Run) -> None:
    commands = SHOWN_RUN.findall(PAGE)
    assert len(commands) == 3
    for command, shown in commands:
        done = run(*shlex.split(command)[1:])
        assert done.returncode == 0, done.stderr
        printed = re.sub(r"\n\n14 rows, .*", "", done.stdout)  # sizes and seconds
        assert printed.rstrip() == shown.rstrip()


def test_every_other_verb_knows_the_family(run: Run) -> None:
    assert "dyck-paths" in run("count", "--help").stdout
    assert "16,796 ✓  A000108" in run("count", "dyck-paths", "--ups", "10", "--quiet").stdout
    assert run("plan", "dyck-paths", "--ups", "5", "--to", "d", "--quiet").returncode == 0
    assert run("run", "d", "--part", "0").returncode == 0
    assert run("commit", "d").returncode == 0
    assert "Dyck paths with 5 up steps: 42 rows" in run("info", "d").stdout
    assert run("show", "d", "--svg", "d.svg").returncode == 0
    refused = run("enumerate", "dyck-paths", "--ups", "99", "--to", "e")
    assert refused.returncode == 2
    assert refused.stderr == "Error: Dyck paths have 1 to 15 up steps here, not 99.\n"


def test_without_the_package_its_datasets_are_refused_by_name(run: Run, tmp_path: Path) -> None:
    assert run("enumerate", "dyck-paths", "--ups", "3", "--to", "d", "--quiet").returncode == 0
    with pytest.raises(enumino.DatasetError, match=r"'dyck-paths': .*install the package"):
        enumino.open_dataset(tmp_path / "d")


def test_a_family_that_cannot_be_used_is_left_out(run: Run, tmp_path: Path) -> None:
    package(tmp_path / "site", "gone", "no_such_module:FAMILY")
    package(tmp_path / "site", "other", "dyck_paths.options:problem")
    (tmp_path / "site" / "unfinished.py").write_text(
        "from enumino.registry import Family\n"
        "FAMILY = Family('unfinished', 'Nothing yet.', 'gone', 'P', 'R')\n"
    )
    package(tmp_path / "site", "unfinished", "unfinished:FAMILY")
    package(tmp_path / "site", "twice", "enumino.families.tatami:FAMILY")
    done = run("count", "dyck-paths", "--ups", "3", "--quiet")
    assert done.returncode == 0
    assert "no_such_module:FAMILY cannot be loaded" in done.stderr
    assert "is no enumino.registry.Family" in done.stderr
    assert "has the name tatami, which is taken" in done.stderr
    refused = run("count", "unfinished")
    assert refused.returncode == 2
    assert (
        "The family of problems at gone.options cannot be used (No module named 'gone')"
        in refused.stderr
    )


@pytest.mark.parametrize("ups", range(1, 7))
def test_the_paths_are_those_of_a_naive_list(ups: int, monkeypatch: pytest.MonkeyPatch) -> None:
    words = map("".join, product("UD", repeat=2 * ups))
    naive = [
        word
        for word in words
        if word.count("U") == ups
        and all(word[:i].count("D") <= word[:i].count("U") for i in range(2 * ups))
    ]
    problem = dyck_paths(monkeypatch, ups)
    assert sorted(listed(problem, [()])) == sorted(naive)
    assert problem.count().total == len(naive)
    assert abs(problem.probe((), 2000, 1) / len(naive) - 1) < 0.1


@given(st.lists(st.integers(0, 1000), max_size=12))
def test_the_children_of_a_prefix_divide_its_subtree(choices: list[int]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        problem = dyck_paths(monkeypatch, 5)
        prefixes: list[Prefix] = [()]
        for choice in choices:
            at = choice % len(prefixes)
            children = problem.branching(prefixes[at])
            if children != LEAF:
                prefixes[at : at + 1] = [(*prefixes[at], child) for child in range(children)]
        assert listed(problem, prefixes) == listed(problem, [()])


# The registry.


def test_every_folder_is_a_family() -> None:
    folder = ROOT / "enumino" / "families"
    found = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert found == set(FOLDERS)


@each("family", families())
def test_what_a_family_names_is_there(family: Family) -> None:
    assert family.summary.endswith(".")
    if family.options is not None:
        assert family.options_module().OPTIONS
        assert callable(family.options_module().problem)
    assert family.label_types is not None
    command = family.count_command()
    assert command is None or command.name == family.name
