"""Families in packages of their own: the example and the registry."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

import enumino
from enumino.cli.problems import options_of_family
from enumino.datasets.rows import Rows
from enumino.enum.problem import Problem
from enumino.registry import FOLDERS, Family, families
from tests.dataset_tools import Enumino, sentence

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "dyck-paths"
PAGE = (ROOT / "docs" / "adding-a-family.md").read_text(encoding="utf-8")
SHOWN_FILE = re.compile(r"^```(?:py|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN_RUN = re.compile(r"^```sh\n(enumino [^`]*)^```\n```\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Run = Callable[..., subprocess.CompletedProcess[str]]


def package(site: Path, name: str, entry_point: str) -> None:
    """The files of an installed package with an entry point in site-packages."""
    folder = site / f"{name}-0.1.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
    (folder / "entry_points.txt").write_text(f"[enumino.families]\n{name} = {entry_point}\n")


@pytest.fixture
def installed(here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Enumino]:
    """The command line in a folder, with the example."""
    package(tmp_path / "site", "dyck-paths", "dyck_paths:FAMILY")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLE)
    monkeypatch.syspath_prepend(tmp_path / "site")
    families.cache_clear()
    yield here
    families.cache_clear()


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Python in a process that has the example, and whatever else lies in ``site/``."""
    package(tmp_path / "site", "dyck-paths", "dyck_paths:FAMILY")
    found = os.pathsep.join(map(str, (ROOT, EXAMPLE, tmp_path / "site")))
    environment = {**os.environ, "PYTHONPATH": found, "PYTHONIOENCODING": "utf-8"}

    def run(*arguments: str, module: str = "enumino") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", module, *arguments],
            capture_output=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment,
            check=False,
        )

    return run


def test_the_page_shows_what_is_there() -> None:
    paths = [*EXAMPLE.rglob("*.py"), *EXAMPLE.rglob("*.toml")]
    files = [path.read_text(encoding="utf-8") for path in paths]
    shown = SHOWN_FILE.findall(PAGE)
    assert len(shown) > 5
    for excerpt in shown:
        assert any(excerpt in file for file in files), excerpt


@pytest.mark.slow
def test_the_page_followed_literally(installed: Enumino) -> None:
    commands = SHOWN_RUN.findall(PAGE)
    assert len(commands) == 2
    for command, shown in commands:
        done = installed(*shlex.split(command)[1:])
        assert done.code == 0, done
        printed = re.sub(r"\n\n19 rows, .*", "", done.out)  # sizes and seconds
        assert printed.rstrip() == shown.rstrip()


@pytest.mark.parametrize("interface", [Problem, Rows])
def test_the_page_names_every_method(interface: type) -> None:
    (section,) = re.findall(rf"^## `{interface.__name__}`\n(.*?)(?=^##+ )", PAGE, re.M | re.S)
    theirs = {*vars(interface), *getattr(interface, "__annotations__", {})}
    public = {name for name in theirs if not name.startswith("_")}
    assert public - set(re.findall(r"`(\w+)", section)) == set()


@pytest.mark.slow
def test_the_example_passes_its_own_tests(run: Run) -> None:
    settings = ("-p", "no:cacheprovider", "-c", str(EXAMPLE / "pyproject.toml"))
    done = run("-q", *settings, str(EXAMPLE), module="pytest")
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_every_verb_knows_a_family_of_another_package(installed: Enumino) -> None:
    def printed(*arguments: str) -> str:
        done = installed(*arguments)
        assert done.code == 0, (arguments, done)
        return done.out

    assert "dyck-paths" in printed("count", "--help")
    sizes = ("dyck-paths", "--ups", "1-6", "--quiet")
    assert "132 ✓  A000108" in printed("count", *sizes, "--bfile", "b.txt")
    printed("enumerate", *sizes, "--to", "whole")
    assert "recomputed" in printed("verify", "whole")
    assert "╱╲" in printed("show", "whole", "--where", "ups = 2")
    printed("show", "whole", "--svg", "sheet.svg")
    assert printed("export", "whole", "--as", "bfile").split()[-4:] == ["5", "42", "6", "132"]
    printed("plot", "whole", "growth", "-o", "growth.svg")
    printed("gallery", "whole", "-o", "gallery.html")
    assert "132" in printed("sql", "whole", "select count(*) as n from rows where ups = 6")
    printed("plan", "dyck-paths", "--ups", "5", "--to", "parts", "--quiet")
    printed("run", "parts")
    printed("commit", "parts")
    assert "5 up steps: 42 rows" in printed("info", "parts")
    refused = installed("enumerate", "dyck-paths", "--ups", "99", "--to", "e", "--quiet")
    assert sentence(refused, 2) == "Error: Dyck paths have 1 to 15 up steps here, not 99.\n"


def test_families_are_there_with_their_packages(run: Run, tmp_path: Path) -> None:
    """One that cannot be loaded is left out, and datasets of one that is gone are refused."""
    package(tmp_path / "site", "gone", "no_such_module:FAMILY")
    done = run("enumerate", "dyck-paths", "--ups", "3", "--to", "d", "--quiet")
    assert done.returncode == 0
    assert "no_such_module:FAMILY cannot be loaded" in done.stderr
    with pytest.raises(enumino.DatasetError, match=r"'dyck-paths': .*install the package"):
        enumino.open_dataset(tmp_path / "d")


def test_every_folder_is_a_family() -> None:
    folder = ROOT / "enumino" / "families"
    found = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert found == set(FOLDERS)


@pytest.mark.parametrize("family", families())
def test_what_a_family_names_is_there(family: Family) -> None:
    assert family.summary.endswith(".")
    assert options_of_family(family).options()
    assert {each.name for each in fields(family.parameters_class)} <= {
        each.name for each in fields(family.problem_class)
    }
