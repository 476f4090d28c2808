"""System failures are one sentence, and input is repeated only in part."""

import errno
import os
import warnings
from pathlib import Path

import click
import pytest

from enumino import cli
from enumino.errors import CacheWarning, DatasetError, EnuminoError, StorageError
from tests.dataset_tools import Enumino, sentence
from tests.forger import TERMINAL, assert_harmless

# Failures that nobody below explains.


@pytest.mark.parametrize(
    ("error", "code", "told"),
    [
        (MemoryError(), 1, "Out of memory: use fewer --threads"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), 1, "Out of memory"),
        (OSError(errno.EMFILE, "Too many open files", "x.so"), 1, "x.so: Too many open files."),
        (OSError("Could not load libx.so.\nThis could mean"), 1, "Could not load libx.so."),
    ],
    ids=repr,
)
def test_failures_are_called_by_their_names(
    error: BaseException, code: int, told: str, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cli.click.Group, "invoke", fail)
    outcome = here("info", "x")
    assert (outcome.code, outcome.out) == (code, "")
    assert told in outcome.err
    assert outcome.err.strip().count("\n") == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ["x" * 5000],
        ["count", "polyominoes", "--cells", "9" * 5000],
        ["count", "polyominoes", "--cells", "5", "--kind", "k " * 3000],
        ["count", "polyominoes", "--cells", "5", f"--{'y' * 300}"],
        ["count", "polyominoes", "--cells", "5", "--to", "x" * 5000],
        ["count", "tilings", "--region", "z" * 5000, "--pieces", "domino"],
        ["info", "x" * 5000],
    ],
)
def test_long_input_is_not_echoed_whole(arguments: list[str], here: Enumino) -> None:
    outcome = here(*arguments)
    assert outcome.code in (1, 2)
    assert len(sentence(outcome, outcome.code)) < 1500


def test_limits_may_be_huge(here: Enumino, finished: Path) -> None:
    shown = here("show", finished, "--limit", "9" * 18)
    assert (shown.code, shown.err) == (0, "")
    counted = here("count", "cover", "queens", "6", "--limit", "9" * 18)
    assert counted.out.split()[-3:-1] == ["4", "✓"]


@pytest.mark.parametrize("text", [TERMINAL, "A" * 100_000])
@pytest.mark.parametrize(
    "kind", [EnuminoError, StorageError, DatasetError, click.UsageError, OSError]
)
def test_messages_are_one_printable_line(
    kind: type[Exception], text: str, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        warnings.warn(text, CacheWarning, stacklevel=1)
        raise kind(text)

    monkeypatch.setattr(cli.click.Group, "invoke", fail)
    said = here("info", "x").err
    assert_harmless(said, "error")
    assert [line.partition(":")[0] for line in said.splitlines()] == ["Warning", "Error"]
    assert len(said) <= 4000
