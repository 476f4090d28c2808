"""Settings of the whole suite."""

from __future__ import annotations

import gc
import logging
import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from hypothesis import settings

import enumino
from enumino.cli import main as command_line
from tests.dataset_tools import Enumino, Outcome
from tests.fuzzing import EXAMPLES
from tests.object_server import bucket  # noqa: F401 - a fixture

# Why tests were skipped, where a program that they look at is not installed.
MISSING = re.compile(r"\w+ is missing: [^'\"]*")

# Searches for garbage would look at all modules and tests again and again.
gc.set_threshold(50_000)

# Compilation makes first examples slow, and nothing here is timed. Where kernels run as plain
# Python, every line of them is to be seen once; compiled, they meet more examples.
FEW = 12 if numba.config.DISABLE_JIT else 15
settings.register_profile("enumino", deadline=None, derandomize=True, max_examples=FEW)
settings.load_profile("enumino")

if EXAMPLES:
    settings.register_profile("fuzz", deadline=None, max_examples=EXAMPLES)
    settings.load_profile("fuzz")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share",
        default="0/1",
        metavar="K/N",
        help="Of the slow tests, only those whose number is K modulo N.",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with slow tests, so that no worker is left alone with one in the end."""
    share, shares = map(int, config.getoption("--share", "0/1").split("/"))
    slow = [item for item in items if "slow" in item.keywords]
    chosen = slow[share::shares]
    config.hook.pytest_deselected(items=list({*slow} - {*chosen}))
    items[:] = chosen + [item for item in items if "slow" not in item.keywords]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly what was not tested, where a browser or a shell is missing."""
    skipped = [str(report.longrepr) for report in terminalreporter.getreports("skipped")]
    missing = sorted({found[0] for reason in skipped if (found := MISSING.search(reason))})
    if missing:
        terminalreporter.section("WARNING", yellow=True, bold=True)
        for reason in missing:
            terminalreporter.line(reason, yellow=True, bold=True)


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile the listing kernels first, so that no test sees it announced.

    Where bounds are checked, only laws of kernels run, and these announce nothing.
    """
    if numba.config.BOUNDSCHECK:
        return
    problem = enumino.Polyominoes(3)
    problem.probe((), 1, seed=1)
    problem.count()
    list(problem.batches([()]))


@pytest.fixture(scope="session", autouse=True)
def _no_waiting_for_disks() -> Iterator[None]:
    """Let nobody wait until a disk has written: only a power cut could tell the difference."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(os, "fsync", lambda descriptor: os.fstat(descriptor) and None)
        yield


@pytest.fixture(autouse=True)
def _quiet_dask(caplog: pytest.LogCaptureFixture) -> None:
    """Keep the scheduler's chatter out of failure reports."""
    caplog.set_level(logging.ERROR, logger="distributed")


@pytest.fixture
def interrupts_heard() -> Iterator[None]:
    """Hear SIGINT even where a shell started the tests in the background, which ignores it, and let
    runs hear SIGHUP even under nohup.
    """
    heard = {signal.SIGINT: signal.default_int_handler, signal.SIGHUP: signal.SIG_DFL}
    before = {number: signal.signal(number, handler) for number, handler in heard.items()}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def here(capfd: pytest.CaptureFixture[str]) -> Enumino:
    """The command line, run in this process."""

    def run(*arguments: str | Path) -> Outcome:
        capfd.readouterr()
        code = command_line([str(argument) for argument in arguments])
        return Outcome(code, *capfd.readouterr())

    return run
