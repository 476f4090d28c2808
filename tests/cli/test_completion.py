"""Completion in real shells: a word is begun, Tab is pressed, and the line is looked at."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGKILL
from time import monotonic

import pytest

LINES = {
    "enumino g": "enumino gallery",
    "enumino enumerate polyo": "enumino enumerate polyominoes",
    "enumino count polyominoes --ki": "enumino count polyominoes --kind",
    "enumino enumerate polyominoes --kind on": "enumino enumerate polyominoes --kind one-sided",
    "enumino count tilings --region 3x20 --pieces pent": (
        "enumino count tilings --region 3x20 --pieces pentominoes"
    ),
    "enumino count packings --lattice cubic --pieces som": (
        "enumino count packings --lattice cubic --pieces soma"
    ),
}
# Seconds before an answer counts as missing.
PATIENCE = 60.0
PROMPT = "<ready> "
START = {
    "bash": (
        ["--norc", "--noprofile", "-i"],
        'eval "$(_ENUMINO_COMPLETE=bash_source enumino)"',
    ),
    "zsh": (
        ["-f", "-i"],
        'autoload -U compinit; compinit -u -D; eval "$(_ENUMINO_COMPLETE=zsh_source enumino)"',
    ),
}


def missing(shell: str) -> str:
    return f"{shell} is missing: its completion was not tried (Debian: apt install {shell})"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A folder where `enumino` is a command, and no shell finds files of the user."""
    command = tmp_path / "bin" / "enumino"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m enumino "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {
        **os.environ,
        "PATH": f"{command.parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "HOME": str(tmp_path),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "TERM": "dumb",
    }


class Terminal:
    """A shell behind a terminal."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        )
        os.close(theirs)
        self._said = ""

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode())

    def wait_for(self, text: str) -> None:
        """Read until a text is there, and forget what came before it."""
        until = monotonic() + PATIENCE
        while text not in self._said:
            ready, _, _ = select.select([self._ours], [], [], max(0.0, until - monotonic()))
            assert ready, f"waited for {text!r} in {self._said!r}"
            self._said += os.read(self._ours, 4096).decode(errors="replace")
        self._said = self._said.partition(text)[2]

    def close(self) -> None:
        os.killpg(self._process.pid, SIGKILL)  # with what it has started
        self._process.wait()
        os.close(self._ours)


@pytest.fixture(params=START)
def terminal(request: pytest.FixtureRequest, environment: dict[str, str]) -> Iterator[Terminal]:
    shell = request.param
    if shutil.which(shell) is None:
        pytest.skip(missing(shell))
    arguments, source = START[shell]
    terminal = Terminal([shell, *arguments], environment)
    terminal.type(f"{source}; PS1='<''{PROMPT[1:]}'\n")
    yield terminal
    terminal.close()


@pytest.mark.long
def test_tab_completes_words(terminal: Terminal) -> None:
    for begun, whole in LINES.items():
        terminal.wait_for(PROMPT)  # zsh takes a Tab that comes too early for a letter
        terminal.type(begun)
        terminal.wait_for(begun)
        terminal.type("\t")
        terminal.wait_for(whole[len(begun) :])
        terminal.type("'\x01echo '=\n")  # the whole line is put between quotes, and told
        terminal.wait_for(f"\n={whole}")


@pytest.mark.long
def test_fish_completes_words(environment: dict[str, str]) -> None:
    if shutil.which("fish") is None:
        pytest.skip(missing("fish"))
    source = "_ENUMINO_COMPLETE=fish_source enumino | source"
    asked = [f"complete -C '{begun}'" for begun in LINES]
    done = subprocess.run(
        ["fish", "--no-config", "-c", "; echo; ".join([source, *asked])],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    told = [answer.split() for answer in done.stdout.split("\n\n")]
    assert [answer[0] for answer in told] == [whole.split()[-1] for whole in LINES.values()]
