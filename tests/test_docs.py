"""README and docs are followed: all commands of a page, in their order.

The README is pasted into a shell, literally. The commands of the other pages are plain ones, and
run in this process, which need not load Python and its libraries again for each.
What a page shows below a block, or tells in a comment that begins with a number, must be printed.
Blocks of Python are run by doctest. A block that no test machine can run says so, and why, in a
comment above it: ``<!-- not run: needs a cluster -->``.
"""

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.dataset_tools import Enumino

ROOT = Path(__file__).parent.parent
README, *OTHERS = PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md"))]
PICTURES = ROOT / "docs" / "pictures"
# ``py`` and ``toml`` show files of examples, which have tests of their own.
LANGUAGES = {"sh", "sql", "python", "py", "toml", ""}
OPERATORS = set("();<>|&")  # of a shell
PATIENCE = 600  # seconds before a page counts as hanging
FENCED = re.compile(
    r"(?:^<!-- not run: (?P<why>[^\n]+) -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$(?P<between>\s*)",
    re.MULTILINE | re.DOTALL,
)


class Block(NamedTuple):
    """A fenced block of a page, and the output that the page shows below it."""

    language: str
    text: str
    not_run: str | None
    shown: str | None


def blocks_of(page: Path) -> list[Block]:
    found = list(FENCED.finditer(page.read_text(encoding="utf-8")))
    blocks = []
    for block, following in zip_longest(found, found[1:]):
        is_output = following is not None and following["language"] == ""
        below = is_output and block.end() == following.start()
        shown = following["text"] if below and block["language"] in ("sh", "sql") else None
        blocks.append(Block(block["language"], block["text"], block["why"], shown))
    return blocks


def as_shell(block: Block) -> str:
    """The commands of a block; a query is put to DuckDB."""
    if block.language == "sh":
        return block.text
    query = "import duckdb, sys; print(*duckdb.sql(sys.argv[1]).fetchall(), sep='\\n')"
    return f"{shlex.join([sys.executable, '-c', query, block.text])}\n"


def numbers_claimed(block: Block) -> list[str]:
    """The numbers that comments begin with: ``# 92; diagonals are secondary items``."""
    return re.findall(r" # (\d[\d,]*\d|\d)\b", block.text) if block.language == "sh" else []


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("page", PAGES)
def test_no_block_escapes_the_tests(page: Path) -> None:
    for block in blocks_of(page):
        assert block.language in LANGUAGES, block
        assert (block.language == "python") == (">>> " in block.text), block
        assert not block.text.startswith("$ "), f"no prompts, so that it can be pasted: {block}"


def test_files_that_pages_name_are_there() -> None:
    folders = ("enumino", "tests", "benchmarks", "examples")
    there = [f"/{file.relative_to(ROOT)}" for each in folders for file in (ROOT / each).rglob("*")]
    for page in (*PAGES, ROOT / "CONTRIBUTING.md"):
        for name in re.findall(r"`([\w/]+\.py)`", page.read_text(encoding="utf-8")):
            assert any(file.endswith(f"/{name}") for file in there), f"{page.name}: {name}"


def run_blocks(page: Path) -> list[Block]:
    """The blocks of commands and queries that a test can run."""
    return [b for b in blocks_of(page) if b.language in ("sh", "sql") and not b.not_run]


def commands_of(block: Block) -> list[list[str]]:
    """The words of each command, as a shell would split them; nothing but plain commands."""
    commands, begun = [], ""
    for line in block.text.splitlines(keepends=True):
        begun += line
        lexer = shlex.shlex(begun, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        try:
            command = list(lexer)
        except ValueError:
            continue  # a quotation goes on in the next line
        begun = ""
        if command:
            assert not any(set(word) <= OPERATORS for word in command if word), command
            assert command[0] == "enumino", f"only the README may do more in a shell: {command}"
            commands.append(command[1:])
    assert not begun, block
    return commands


def check_output(block: Block, output: str) -> None:
    """A block prints what it claims and shows."""
    for number in numbers_claimed(block):
        assert number in output.split(), f"{block.text}\n{output}"
    if block.shown is not None:
        assert words(output).endswith(words(block.shown)), f"{block.text}\n{output}"


@pytest.mark.slow
def test_the_readme_followed_literally(tmp_path: Path) -> None:
    blocks = run_blocks(README)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    script = tmp_path / "page.sh"
    mark = "=== the next block of the page ==="
    script.write_text("".join(f"echo '{mark}'\n{as_shell(block)}" for block in blocks))
    commands = sysconfig.get_path("scripts")
    environment = os.environ | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}",
    }
    environment.pop("COLUMNS", None)
    done = subprocess.run(
        ["bash", "-e", script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    outputs = done.stdout.split(f"{mark}\n")[1:]
    assert done.returncode == 0, f"{blocks[len(outputs) - 1].text}\n{done.stderr}"
    for block, output in zip(blocks, outputs, strict=True):
        check_output(block, output)


def check_pictures(made: Path) -> None:
    """Pictures that commands of a page have made are those that the page shows, as files."""
    for picture in PICTURES.glob("*.svg"):
        drawn = made / picture.name
        if drawn.exists() and "Matplotlib" not in picture.read_text(encoding="utf-8"):
            assert drawn.read_bytes() == picture.read_bytes(), picture.name


@pytest.mark.slow
@pytest.mark.parametrize("page", [*filter(run_blocks, OTHERS)], ids=lambda page: page.name)
def test_the_commands_of_a_page(
    page: Path, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)
    for block in run_blocks(page):
        if block.language == "sql":
            duckdb = pytest.importorskip("duckdb")
            output = "\n".join(map(str, duckdb.sql(block.text).fetchall()))
        else:
            done = [here(*command) for command in commands_of(block)]
            assert all(outcome.code == 0 for outcome in done), (block.text, done)
            output = "".join(outcome.out for outcome in done)
        check_output(block, output)
    check_pictures(tmp_path)


# Scripts of the examples that count twice, which pages show with sizes that take minutes: a smaller
# size, and the last line.
SCRIPTS = {
    "rectangle_terms.py A230031 --terms 41": "40 117",
    "scan_orders.py 6x6": "pruned: 2 layouts, 65 nodes",
    "constraint_model.py 3x4 4x5": "4x5 HHVVHVHVHH HVHVVVVVHH VHHVHVVHHH",
}


@pytest.mark.parametrize("command", SCRIPTS)
def test_scripts_that_count_twice(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    script, *arguments = command.split()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [script, *arguments])
    runpy.run_path(str(ROOT / "examples" / script), run_name="__main__")
    assert capsys.readouterr().out.splitlines()[-1] == SCRIPTS[command]


def test_the_pictures_of_trominoes_are_those_that_a_script_draws(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "examples" / "draw_trominoes.py"))
    script["main"](tmp_path)
    assert len(list(tmp_path.iterdir())) == 5
    check_pictures(tmp_path)
