"""First contact: the command alone, and help with examples."""

from __future__ import annotations

import shlex
from pathlib import Path

import click
import pytest

from enumino import cli
from tests.cli.test_ways_out import COMMANDS
from tests.dataset_tools import Enumino


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
