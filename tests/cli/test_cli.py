"""The command line: exit codes, errors of one sentence, JSON, and good manners in a pipe."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import enumino
from enumino.families.polyforms.families import POLYOMINOES
from tests.dataset_tools import (
    NONAMINOES,
    Enumino,
    Outcome,
    data_file,
    enumino_command,
    parts_done,
    python_command,
    sentence,
)
from tests.forger import edited


@pytest.mark.parametrize("arguments", [["enumerate"], ["plan"]])
def test_no_arguments_give_help(arguments: list[str], here: Enumino) -> None:
    outcome = here(*arguments)
    assert (outcome.out + outcome.err).startswith("Usage: enumino")
    assert "Error" not in outcome.err
    assert "\b" not in outcome.err
    assert "\\b" not in outcome.err


def test_a_huge_range_is_refused_without_writing_it_down() -> None:
    """In little memory: the range would fill 80 GB as a list."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30));"
        "from enumino.cli import main;"
        "sys.exit(main(['plan', 'polyominoes', '--cells', '1-9999999999']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = sentence(Outcome(done.returncode, done.stdout, done.stderr), 2)
    assert "The range has more than 10,000 sizes" in said


DAMAGES = {
    "cut": lambda path: os.truncate(path, path.stat().st_size // 2),
    "binary": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "a list": lambda path: path.write_text("[]"),
    "nothing in it": lambda path: path.write_text("{}"),
    "another version": edited(lambda said: said.update(format_version=99)),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_manifest_is_made_again(damage: str, here: Enumino, copied: Path) -> None:
    sound = (copied / "data").stat().st_mtime_ns
    DAMAGES[damage](copied / "manifest.json")
    for verb in ("verify", "show", "info"):
        code = 3 if verb == "verify" and damage != "another version" else 1
        assert "manifest.json" in sentence(here(verb, copied), code)
    if damage == "another version":
        return
    assert "manifest.json removed" in here("verify", copied, "--repair").err
    assert here("enumerate", *NONAMINOES, "--threads", "1", "--quiet", "--to", copied).code == 0
    assert here("verify", copied).code == 0
    assert (copied / "data").stat().st_mtime_ns == sound


@pytest.mark.parametrize("verb", [["enumerate", *NONAMINOES, "--to"], ["info"]])
def test_totals_as_json(verb: list[str], here: Enumino, finished: Path) -> None:
    outcome = here(*verb, finished, "--json")
    said = json.loads(outcome.out)
    assert said["problem"] == {"family": "polyominoes", "cells": "1-9", "kind": "free"}
    keys = {"cells", "kind", "symmetry", "count", "oeis", "published", "agrees"}
    assert all(set(row) | {"symmetry"} == keys for row in said["rows"])
    totals = {row["cells"]: row["count"] for row in said["rows"] if "symmetry" not in row}
    assert totals == {n: str(POLYOMINOES.published(n, "free").value) for n in range(1, 10)}


def test_plans_and_checks_as_json(here: Enumino, finished: Path, copied: Path) -> None:
    plan = json.loads(here("plan", *NONAMINOES, "--json").out)
    assert plan["parts"] == parts_done(finished)
    assert {"rows", "nodes", "bytes", "seconds"} <= set(plan["expected"])
    assert json.loads(here("verify", finished, "--json").out)["ok"] is True
    data_file(copied, 1).write_bytes(b"PAR1")
    outcome = here("verify", copied, "--json")
    said = json.loads(outcome.out)
    assert (outcome.code, said["ok"]) == (3, False)
    assert [check["name"] for check in said["checks"] if not check["ok"]] == ["parts"]
    (copied / "counts.parquet").unlink()
    assert here("verify", copied).code == 3


@pytest.mark.slow
@pytest.mark.parametrize("verb", [["show", "--limit", "3"], ["info"], ["verify"]])
def test_terminals_that_know_ascii_only(verb: list[str], copied: Path, tmp_path: Path) -> None:
    root = copied.rename(tmp_path / "polyominós")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = enumino_command(verb[0], root, *verb[1:], env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(root.name, "").isascii()


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose first word is ``enumino`` in bash; return its own exit code."""
    words = f"{shlex.join(python_command())} {command}; exit ${{PIPESTATUS[0]}}"
    return subprocess.run(["bash", "-c", words], capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    "verb", ["show --limit 1000", "info", "verify", "sql --csv 'select * from rows'"]
)
def test_a_reader_that_leaves_is_a_broken_pipe(verb: str, finished: Path) -> None:
    word, _, options = verb.partition(" ")
    done = shell(f"{word} {shlex.quote(str(finished))} {options} | true")
    assert done.returncode == 128 + signal.SIGPIPE
    assert "Error" not in done.stderr


@pytest.mark.parametrize("options", ["--quiet", "--quiet --json", "2>&1"])
def test_a_forged_dataset_is_one_whoever_reads_that(options: str, copied: Path) -> None:
    data_file(copied, 1).write_bytes(b"PAR1")
    assert shell(f"verify {shlex.quote(str(copied))} {options} | true").returncode == 3


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["2>&-", ">&- 2>&-", "2> >(true)"])
def test_a_run_needs_no_reader(streams: str, tmp_path: Path) -> None:
    """Of progress, which a run of some seconds reports."""
    done = shell(f"enumerate polyominoes --cells 1-15 --to {tmp_path}/x {streams}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "x" / "manifest.json").exists()


def test_a_full_disk_behind_a_pipe(finished: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = enumino_command("info", finished, capture_output=False, stdout=full, stderr=-1)
        heard = enumino_command("show", finished, capture_output=False, stdout=-1, stderr=full)
    sentence(Outcome(done.returncode, "", done.stderr), 1)
    assert (heard.returncode, bool(heard.stdout)) == (0, True)  # more rows are only mentioned


def test_an_output_closed_by_the_shell(finished: Path) -> None:
    command = shlex.join(python_command("info", str(finished)))
    done = subprocess.run(["bash", "-c", f"{command} >&-"], stderr=-1, check=True)
    assert done.stderr == b""


def test_the_module_is_the_command_and_sees_the_standard_enum() -> None:
    traced = [sys.executable, "-v", *python_command("--version")[1:]]
    done = subprocess.run(traced, capture_output=True, text=True, check=True)
    assert done.stdout == f"enumino, version {enumino.__version__}\n"
    assert len(re.findall("^import 'enum'", done.stderr, re.MULTILINE)) == 1
    assert f"{Path('enumino', 'enum')}{os.sep}" not in done.stderr
