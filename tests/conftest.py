"""Settings of the whole suite, and shared fixtures: the command line, and small datasets."""

import gc
import json
import logging
import os
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from hypothesis import settings

import enumino
from enumino.cli import main as command_line
from enumino.cli import progress
from tests.dataset_tools import (
    PROBLEM,
    ROWS_PER_PART,
    Enumino,
    Listed,
    Outcome,
    data_digest,
    small_dataset,
)
from tests.fuzzing import EXAMPLES
from tests.object_server import bucket  # noqa: F401 - a fixture

# Why tests were skipped, where a program that they look at is not installed.
MISSING = re.compile(r"\w+ is missing: [^'\"]*")

# What pages and the package promise: all of it, in each share of the slow tests.
WHOLE = ("test_docs.py", "test_site.py", "test_packaging.py", "test_first_steps.py")

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
        help="Of most slow tests, only those whose number is K modulo N.",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with slow tests, so that no worker is left alone with one in the end."""
    share, shares = map(int, config.getoption("--share", "0/1").split("/"))
    slow = [item for item in items if "slow" in item.keywords]
    whole = [item for item in slow if item.path.name in WHOLE]
    chosen = whole + [item for item in slow if item not in whole][share::shares]
    config.hook.pytest_deselected(items=list({*slow} - {*chosen}))
    items[:] = chosen + [item for item in items if "slow" not in item.keywords]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a warning about tests that were skipped because a browser or a shell is missing."""
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
    """Skip waiting for the disk: only a power cut could reveal the difference."""
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


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep commands in this process from reporting progress, however loaded the machine is."""
    monkeypatch.setattr(progress, "PATIENCE", 3600.0)


@pytest.fixture
def here(capfd: pytest.CaptureFixture[str]) -> Enumino:
    """The command line, run in this process."""

    def run(*arguments: str | Path) -> Outcome:
        capfd.readouterr()
        code = command_line([str(argument) for argument in arguments])
        return Outcome(code, *capfd.readouterr())

    return run


@pytest.fixture
def listed(here: Enumino, tmp_path: Path) -> Listed:
    """Enumerate and verify; return the folder and the JSON that the command printed."""

    def run(*arguments: str | Path) -> tuple[Path, dict[str, Any]]:
        root = tmp_path / f"dataset-{len(list(tmp_path.iterdir()))}"
        done = here(*arguments, "--threads", "1", "--quiet", "--json", "--to", root)
        assert (done.code, done.err) == (0, ""), done
        verified = here("verify", root, "--full")
        assert verified.code == 0, verified
        assert "✗" not in verified.out
        return root, json.loads(done.out)

    return run


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of many parts, which tests only read."""
    root = tmp_path_factory.mktemp("finished") / "polyominoes"
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=ROWS_PER_PART)
    return root


@pytest.fixture(scope="session")
def dataset() -> enumino.Dataset:
    """A dataset of small polyominoes, which tests only read."""
    return enumino.open_dataset(small_dataset("polyominoes"))


@pytest.fixture(scope="session")
def digest(finished: Path) -> str:
    return data_digest(finished)


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    """A copy of the finished dataset, which tests may damage."""
    return Path(shutil.copytree(finished, tmp_path / "polyominoes"))


@pytest.fixture
def uncommitted(copied: Path) -> Path:
    """A copy without a manifest."""
    (copied / "manifest.json").unlink()
    return copied
