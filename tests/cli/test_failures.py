"""System failures are one sentence, and input is repeated only in part."""

import errno
import os
import warnings
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from enumino import cli
from enumino.errors import CacheWarning, DatasetError, EnuminoError, StorageError
from tests.dataset_tools import Enumino, Outcome, sentence
from tests.forger import TERMINAL, assert_harmless


@pytest.fixture
def failing(here: Enumino, monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception], Outcome]:
    """A command that fails with an error that nobody below explains."""

    def run(error: Exception, *warned: str) -> Outcome:
        def fail(*_: object, **__: object) -> None:
            for text in warned:
                warnings.warn(text, CacheWarning, stacklevel=1)
            raise error

        monkeypatch.setattr(cli.click.Group, "invoke", fail)
        return here("info", "x")

    return run


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "Out of memory: use fewer --threads"),
        (OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)), "Out of memory"),
        (OSError(errno.EMFILE, "Too many open files", "x.so"), "x.so: Too many open files."),
        (OSError("Could not load libx.so.\nThis could mean"), "Could not load libx.so."),
    ],
    ids=repr,
)
def test_failures_are_called_by_their_names(error: Exception, told: str, failing) -> None:
    assert told in sentence(failing(error), 1)


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
def test_messages_are_one_printable_line(kind: type[Exception], text: str, failing) -> None:
    said = failing(kind(text), text).err
    assert_harmless(said, "error")
    assert [line.partition(":")[0] for line in said.splitlines()] == ["Warning", "Error"]
    assert len(said) <= 4000
