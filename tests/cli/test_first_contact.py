"""First contact: the command alone, help with examples, completion, names."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from enumino import cli
from tests.cli.test_ways_out import COMMANDS
from tests.dataset_tools import Enumino
from tests.test_start_up import PROGRAM


def test_the_command_alone_says_where_to_begin(here: Enumino) -> None:
    done = here()
    assert (done.code, done.out, done.err) == (0, here("--help").out, "")
    assert max(map(len, done.out.split("\n"))) <= 100


def examples_in(text: str | None) -> list[str]:
    lines = (line.partition("   #")[0].strip() for line in (text or "").split("\n"))
    return [line for line in lines if line.startswith("enumino ")]


def parse(words: list[str]) -> None:
    """Parse a command as it would be run, without running it."""
    command: click.Command = cli.command
    context = cli.command.make_context("enumino", words)
    while isinstance(command, click.Group) and (given := [*context._protected_args, *context.args]):
        name, *rest = given
        found = command.get_command(context, name)
        assert found is not None, words
        command, context = found, found.make_context(name, rest, parent=context)


def test_every_command_shows_examples_that_parse(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for called, command in COMMANDS.items():
        examples = examples_in(command.help) + examples_in(command.epilog)
        assert examples, called
        shown = here(*called.split()[1:], "--help").out
        for example in examples:
            assert example in shown, (called, shown)
            parse(shlex.split(example)[1:])


def completions(words: str) -> tuple[list[str], set[str]]:
    """The completions of the last of some words in bash, and the large packages loaded."""
    environment = {
        **os.environ,
        "_ENUMINO_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    *told, loaded = done.stdout.splitlines()
    return told, set(loaded.split()[1:])


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("enumino g", ["plain,gallery"]),
        ("enumino enumerate polyo", ["plain,polyominoes"]),
        ("enumino count polyominoes --ki", ["plain,--kind"]),
        ("enumino enumerate polyominoes --kind o", ["plain,one-sided"]),
        ("enumino show some", ["file,some"]),
    ],
)
def test_shells_complete_words_without_large_packages(words: str, wanted: list[str]) -> None:
    assert completions(words) == (wanted, set())
