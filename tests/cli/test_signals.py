"""SIGTERM and SIGHUP: one sentence, what is finished is kept, and an exit code for each signal."""

import re
import shlex
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.dataset_tools import Enumino, parts_done, python_command

pytestmark = pytest.mark.usefixtures("interrupts_heard")
# Seconds of work, of which nothing but the beginning is done.
PROBLEM = ["polyominoes", "--cells", "16", "--rows-per-part", "50000", "--quiet"]


def started(*arguments: str, root: Path, ignoring: str = "") -> subprocess.Popen[str]:
    """A run that has finished its first parts; a signal may be ignored from the beginning."""
    shell = ["bash", "-c", f'trap "" {ignoring}; exec "$@"', "bash"] if ignoring else []
    pipe = subprocess.PIPE
    command = [*shell, *python_command(*arguments)]
    process = subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)
    wait_for_parts(process, root, 3)
    return process


def wait_for_parts(process: subprocess.Popen[str], root: Path, number: int) -> None:
    while parts_done(root) < number:
        assert process.poll() is None
        time.sleep(0.01)


def check_end(process: subprocess.Popen[str], word: str, code: int) -> list[str]:
    """The process ends soon, with a sentence and the command to continue."""
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (code, "")
    first, command = err.splitlines()
    assert first.startswith(f"{word}: ")
    assert "parts finished and kept; to continue, run:" in first
    return shlex.split(command)


@pytest.mark.parametrize(
    ("number", "options", "word"),
    [
        (signal.SIGTERM, ["--threads", "1"], "Terminated"),
        pytest.param(signal.SIGTERM, ["--threads", "2"], "Terminated", marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, ["--processes", "2"], "Interrupted", marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, ["--threads", "1"], "Hung up", marks=pytest.mark.slow),
        pytest.param(signal.SIGINT, ["--threads", "2"], "Interrupted", marks=pytest.mark.slow),
    ],
)
def test_a_stopped_run_says_how_to_go_on(
    number: signal.Signals, options: list[str], word: str, tmp_path: Path
) -> None:
    arguments = ["enumerate", *PROBLEM, *options, "--to", str(tmp_path)]
    process = started(*arguments, root=tmp_path)
    kept = parts_done(tmp_path)
    for _ in range(1 if options == ["--threads", "2"] else 2):  # as timeout(1) and the impatient do
        process.send_signal(number)
        time.sleep(0.06)
    assert check_end(process, word, 128 + number) == ["enumino", *arguments]
    assert parts_done(tmp_path) >= kept


@pytest.mark.slow
def test_a_stopped_share_says_how_to_go_on(here: Enumino, tmp_path: Path) -> None:
    assert here("plan", *PROBLEM, "--to", tmp_path).code == 0
    arguments = ["run", str(tmp_path), "--share", "2/2", "--quiet"]
    process = started(*arguments, root=tmp_path)
    process.send_signal(signal.SIGTERM)
    assert check_end(process, "Terminated", 143) == ["enumino", *arguments]


@pytest.mark.slow
def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    """``nohup`` lets a process live on when its terminal is closed."""
    arguments = ["enumerate", *PROBLEM, "--threads", "1", "--to", str(tmp_path)]
    process = started(*arguments, root=tmp_path, ignoring="HUP")
    process.send_signal(signal.SIGHUP)
    wait_for_parts(process, tmp_path, parts_done(tmp_path) + 3)
    process.send_signal(signal.SIGTERM)
    check_end(process, "Terminated", 143)


QUERY = "select count(*) from range(10000000000000)"  # takes hours


@pytest.mark.parametrize("verb", ["sql", "count"])
def test_every_command_ends(verb: str, finished: Path) -> None:
    """Before or within its work, which a loaded machine begins late."""
    asked = [str(finished), QUERY] if verb == "sql" else ["polyominoes", "--cells=21", "--by=holes"]
    command = python_command(verb, *asked)
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert re.search(
        r"^(Error: Interrupted|Interrupted: nothing was kept.*)\.\n\Z", err, re.MULTILINE
    )
