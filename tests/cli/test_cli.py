"""The command line: exit codes, errors of one sentence, JSON, and good manners in a pipe."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import enumino
from enumino.cli import main as command_line
from enumino.datasets.storage.disk import Disk
from enumino.families.polyforms.families import POLYOMINOES
from tests.dataset_tools import (
    DAMAGES,
    PLAN_DAMAGES,
    RESULT_DAMAGES,
    Enumino,
    Outcome,
    checkpoint,
    data_file,
    enumino_command,
    enumino_process,
    parts_done,
    python_command,
    sentence,
)
from tests.looping import each

pytestmark = pytest.mark.slow
NONAMINOES = ["polyominoes", "--cells", "1-9", "--rows-per-part", "300"]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("finished") / "polyominoes"
    assert command_line(["enumerate", *NONAMINOES, "--in-process", "--to", str(root)]) == 0
    return root


@pytest.fixture
def copied(finished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(finished, tmp_path / "polyominoes"))


@pytest.fixture
def unfinished(copied: Path) -> Path:
    (copied / "manifest.json").unlink()
    checkpoint(copied, 3).unlink()
    return copied


# Bad parameters.


def test_a_huge_range_is_refused_without_writing_it_down() -> None:
    """In little memory: the range would fill 80 GB as a list."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30));"
        "from enumino.cli import main;"
        "sys.exit(main(['plan', 'polyominoes', '--cells', '1-9999999999']))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    said = sentence(Outcome(done.returncode, done.stdout, done.stderr), 2)
    assert "sizes of free ones go from 1 to 21" in said


@each(
    ("arguments", "complaint"),
    [
        (["enumerate", "polyominoes", "--cells", "3"], "--to"),
        (["enumerate", "polyominoes", "--to", "x"], "--cells"),
        (["plan", "tilings"], "Missing option '--region'"),
        (["plan", "tatami"], "Missing option '--room'"),
        (["enumerate", "polyominoes", "--cells", "3", "--to", "x", "--kind", "odd"], "'free'"),
        (["enumerate", "polyominoes", "--cells", "3", "--to", "x", "--threads", "0"], "--threads"),
        (["enumerat"], "No such command 'enumerat': did you mean 'enumerate'?"),
        (["count", "polyominos"], "did you mean 'polyominoes'? `enumino count --help` tells more"),
        (["enumerate", "hexominoes"], "No such command 'hexominoes' (see `enumino enumerate"),
        (["count", "polyominoes", "--cells"], "(see `enumino count polyominoes --help`)"),
        (["plan", "--status"], "(see `enumino plan --help`)"),
        (["show", "x", "--limits", "3"], "'--limit'"),
        (["show"], "DATASET"),
        (["info", "x", "--loud"], "--loud"),
    ],
)
def test_wrong_usage(arguments: list[str], complaint: str, here: Enumino) -> None:
    said = sentence(here(*arguments), 2)
    assert complaint in said
    assert "--help`" in said


@pytest.mark.parametrize("arguments", [["enumerate"], ["plan"]])
def test_no_arguments_give_help(arguments: list[str], here: Enumino) -> None:
    outcome = here(*arguments)
    assert (outcome.out + outcome.err).startswith("Usage: enumino")
    assert "Error" not in outcome.err
    assert "\b" not in outcome.err
    assert "\\b" not in outcome.err


# Bad folders.

TRIOMINOES = ["enumerate", "polyominoes", "--cells", "3", "--in-process", "--to"]


def test_a_folder_that_cannot_be_written(here: Enumino, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    for root in (tmp_path / "file", tmp_path / "file/below"):
        assert "a file where a folder should be" in sentence(here(*TRIOMINOES, root), 1)


@pytest.mark.parametrize("root", ["no://such/store", "\udcff", "", " "])
def test_a_folder_that_cannot_be(root: str, here: Enumino, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    sentence(here(*TRIOMINOES, root), 1)


def test_a_folder_that_holds_something_else(here: Enumino, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("42")
    assert "thesis.tex" in sentence(here(*TRIOMINOES, tmp_path), 1)


def test_a_folder_that_holds_another_problem(here: Enumino, finished: Path) -> None:
    said = sentence(here(*TRIOMINOES, finished), 1)
    assert "(--cells 1-9 instead of 3)" in said


def test_a_disk_that_is_too_small(here: Enumino, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(Disk, "free_bytes", lambda store: 10)
    for verb in ("enumerate", "plan"):
        arguments = [verb, *NONAMINOES, "--to", tmp_path]
        said = sentence(here(*arguments), 1)
        assert "has 10 bytes free: choose another disk, or use --force." in said
    assert here("plan", *NONAMINOES, "--force", "--to", tmp_path).code == 0


@pytest.mark.parametrize("verb", [["verify"], ["show"], ["info"], ["commit"], ["run", "--part=0"]])
def test_no_dataset(verb: list[str], here: Enumino, tmp_path: Path) -> None:
    for root in (tmp_path / "nothing", tmp_path):
        assert "holds no dataset" in sentence(here(verb[0], root, *verb[1:]), 1)


@pytest.mark.parametrize("verb", ["verify", "show", "info", "commit"])
def test_an_unfinished_dataset(verb: str, here: Enumino, unfinished: Path) -> None:
    expected = "lacks 1 of" if verb == "commit" else "run the same command again"
    assert expected in sentence(here(verb, unfinished), 4)


@pytest.mark.parametrize("part", ["8", "0-8", "-1", "99999"])
def test_parts_that_are_not_there(part: str, here: Enumino, unfinished: Path) -> None:
    last = len(json.loads((unfinished / "plan.json").read_text())["parts"]) - 1
    part = part.replace("8", str(last + 1))
    assert f"has parts 0 to {last}" in sentence(here("run", unfinished, "--part", part), 2)


def test_the_command_line_survives_its_verbs(here: Enumino, unfinished: Path) -> None:
    """The verb `run` is a module too: it must not take the function's place."""
    here("run", unfinished, "--part", "3")
    assert enumino.cli.main is command_line


# Damaged control files.


def in_another_process(*arguments: str | Path) -> Outcome:
    done = enumino_command(*arguments)
    return Outcome(done.returncode, done.stdout, done.stderr)


@pytest.mark.long
@pytest.mark.parametrize("damage", PLAN_DAMAGES)
def test_a_damaged_plan(damage: str, here: Enumino, unfinished: Path) -> None:
    """Wrong prefixes run in a process of their own, which they might crash."""
    PLAN_DAMAGES[damage](unfinished / "plan.json")
    run = in_another_process if "prefixes" in damage else here
    done = run("run", unfinished, "--part", "3")
    said = sentence(done, done.code)
    assert done.code in (1, 2)
    assert "plan.json" in said or "problem family" in said


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("verb", [["verify"], ["show"], ["info"]])
def test_a_damaged_manifest(verb: list[str], damage: str, here: Enumino, copied: Path) -> None:
    DAMAGES[damage](copied / "manifest.json")
    code = 3 if verb == ["verify"] and damage != "another version" else 1
    assert "manifest.json" in sentence(here(*verb, copied), code)


def test_a_damaged_manifest_is_removed_and_made_anew(here: Enumino, copied: Path) -> None:
    sound = (copied / "data").stat().st_mtime_ns
    (copied / "manifest.json").write_text("{")
    assert "verify" in sentence(here("verify", copied), 3)
    assert "manifest.json removed" in here("verify", copied, "--repair").err
    assert here("enumerate", *NONAMINOES, "--in-process", "--quiet", "--to", copied).code == 0
    assert here("verify", copied).code == 0
    assert (copied / "data").stat().st_mtime_ns == sound


@pytest.mark.parametrize("damage", ["removed", "emptied"])
def test_a_lost_file_is_told_and_made_anew(damage: str, here: Enumino, copied: Path) -> None:
    file = data_file(copied, 1)
    whole = file.read_bytes()
    file.unlink() if damage == "removed" else file.write_bytes(b"")
    shown = here("show", copied, "--limit", "100000")  # what can be read is drawn
    assert (shown.code, shown.err.count("\n")) == (1, 1)
    assert "is missing or damaged" in shown.err
    assert here("enumerate", *NONAMINOES, "--in-process", "--quiet", "--to", copied).code == 0
    assert file.read_bytes() == whole
    assert here("verify", copied).code == 0


@pytest.mark.parametrize("damage", RESULT_DAMAGES)
def test_a_damaged_checkpoint(damage: str, here: Enumino, unfinished: Path) -> None:
    """The part counts as missing, and is made anew."""
    RESULT_DAMAGES[damage](checkpoint(unfinished, 2))
    shutil.copy(checkpoint(unfinished, 1), checkpoint(unfinished, 3))
    assert "lacks 2 of" in (said := sentence(here("commit", unfinished), 4))
    assert "--part 2-3`" in said
    again = here("enumerate", *NONAMINOES, "--in-process", "--quiet", "--to", unfinished)
    assert again.code == 0, again


# Conditions.


@pytest.mark.parametrize(
    "condition",
    [
        "(((",
        "  ",
        "cells = 6; drop table dataset",
        "area = 6",
        "symmetry = axis",
        'symmetry = "axis"',
        "cells = 'six'",
        "symmetry = 3",
        "symmetry = cells",
        "symmetry + 1 = 2",
        "symmetry in ('axis', 3)",
        "cells in (1, 'a')",
        "cells between 1 and 'x'",
        "cells",
        "cells + 1",
        "'axis'",
    ],
)
def test_conditions_that_make_no_sense(condition: str, here: Enumino, finished: Path) -> None:
    sentence(here("show", finished, "--where", condition), 2)


def test_long_conditions_and_large_numbers_are_computed(here: Enumino, finished: Path) -> None:
    assert here("show", finished, "--where", "cells = 18446744073709551616").out == ""
    assert here("show", finished, "--where", "cells = 1 and " * 2000 + "cells = 1").out == "▀\n"


# What is printed.


@pytest.mark.parametrize("verb", [["enumerate", *NONAMINOES, "--to"], ["info"]])
def test_totals_as_json(verb: list[str], here: Enumino, finished: Path) -> None:
    outcome = here(*verb, finished, "--json")
    said = json.loads(outcome.out)
    assert said["problem"] == {"family": "polyominoes", "cells": [1, 9], "kind": "free"}
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
    assert [check["name"] for check in said["checks"] if not check["ok"]] == ["checksums"]


def test_a_lost_table_of_counts_is_noticed(here: Enumino, copied: Path) -> None:
    (copied / "counts.parquet").unlink()
    assert here("verify", copied).code == 3


def test_finished_datasets_say_so(here: Enumino, finished: Path) -> None:
    outcome = here("enumerate", *NONAMINOES, "--to", finished)
    assert outcome.code == 0
    assert "already finished, nothing to do" in outcome.out


@pytest.mark.long
@pytest.mark.parametrize("how", [["--in-process"], ["--threads", "2"]])
def test_quiet_is_quiet(how: list[str], tmp_path: Path) -> None:
    done = enumino_command("enumerate", *NONAMINOES, "--quiet", *how, "--to", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "1,285" in done.stdout


def test_results_and_progress_go_separate_ways(here: Enumino, tmp_path: Path) -> None:
    outcome = here("enumerate", *NONAMINOES, "--json", "--threads", "1", "--to", tmp_path)
    json.loads(outcome.out)
    assert "parts" in outcome.err


@pytest.mark.long
@pytest.mark.parametrize("verb", [["show", "--limit", "3"], ["info"], ["verify"]])
def test_terminals_that_know_ascii_only(verb: list[str], copied: Path, tmp_path: Path) -> None:
    root = copied.rename(tmp_path / "polyominós")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = enumino_command(verb[0], root, *verb[1:], env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.replace(root.name, "").isascii()


def test_an_svg_sheet(here: Enumino, finished: Path, tmp_path: Path) -> None:
    sheet, where = tmp_path / "sheet.svg", "cells < 6 and symmetry <> 'none' and holes < 1"
    outcome = here("show", finished, "--where", where, "--svg", sheet)
    assert (outcome.code, outcome.out) == (0, "")
    root = ElementTree.parse(sheet).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert where in "".join(root.itertext())
    sentence(here("show", finished, "--svg", tmp_path / "no/such/sheet.svg"), 1)


@pytest.mark.parametrize(
    ("option", "name"),
    [("pdf", "a.svg"), ("svg", "a.PNG"), ("png", "a.pdf"), ("svg", "a.jpg")],
)
def test_pictures_are_not_named_as_another_kind(
    option: str, name: str, here: Enumino, finished: Path, tmp_path: Path
) -> None:
    said = sentence(here("show", finished, f"--{option}", tmp_path / name), 2)
    assert f"--{option} writes .{option} files, so end its name in .{option}." in said
    assert not list(tmp_path.glob("a.*"))
    assert here("show", finished, f"--{option}", tmp_path / "sheet").code == 0


def test_a_png_sheet_of_too_many_pixels(here, finished: Path, tmp_path, monkeypatch) -> None:
    """Gigabytes of memory, for a picture that no program opens."""
    both = ["--png", tmp_path / "x.png", "--svg", tmp_path / "x.svg"]
    monkeypatch.setattr("enumino.drawing.page.MOST_PIXELS", 100_000)
    monkeypatch.setattr("enumino.cli.progress.PATIENCE", 1e6)  # no second passes
    said = sentence(here("show", finished, "--limit", "1000", *both), 2)
    fitting = re.search(
        r"1,000 pictures has .* pixels, more than the 100,000 .*--limit (\d+) f", said
    )
    assert 3 < int(fitting[1]) < 100
    assert not list(tmp_path.glob("x.*"))


def test_pictures_are_printed_as_they_are_read(here: Enumino, finished: Path) -> None:
    """However many are asked for, only a row of them is held."""
    some, whole = here("show", finished, "--limit", "40"), here("show", finished, "--limit", "9999")
    assert whole.out.startswith(some.out.rsplit("\n\n", 1)[0])
    assert (some.err, whole.err) == ("The first 40; more with --limit.\n", "")


@pytest.mark.long
@pytest.mark.parametrize("verb", [["show", "--limit", "1000"], ["info"], ["verify"]])
def test_readers_may_leave(verb: list[str], finished: Path) -> None:
    command = shlex.join(python_command(verb[0], str(finished), *verb[1:]))
    done = subprocess.run(
        ["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, check=True
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr in ("", "The first 1000; more with --limit.\n")


def test_a_full_disk_behind_a_pipe(finished: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = enumino_command("info", finished, capture_output=False, stdout=full, stderr=-1)
    sentence(Outcome(done.returncode, "", done.stderr), 1)


@pytest.mark.long
@pytest.mark.usefixtures("interrupts_heard")
@pytest.mark.parametrize("how", [["--in-process"], ["--threads", "2"]])
def test_an_interrupted_run_says_how_to_go_on(how: list[str], tmp_path: Path) -> None:
    root = tmp_path / "polyominoes"
    arguments = ["--cells", "15", "--rows-per-part", "30000", *how, "--quiet", "--to", str(root)]
    process = enumino_process("enumerate", "polyominoes", *arguments)
    while parts_done(root) < 3:
        assert process.poll() is None
        time.sleep(0.005)
    kept = parts_done(root)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    first, command = err.splitlines()
    assert first.startswith("Interrupted: ")
    assert "finished and kept" in first
    assert shlex.split(command) == ["enumino", "enumerate", "polyominoes", *arguments]
    assert parts_done(root) >= kept


# Starting.


def test_help_is_light() -> None:
    code = (
        "import sys; from enumino.cli import main; main(['--help']);"
        "heavy = {'numba', 'dask', 'distributed', 'pyarrow', 'rich'} & set(sys.modules);"
        "sys.exit(', '.join(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.startswith("Usage: enumino")
    assert done.stderr.strip() == ""


def test_the_module_is_the_command_and_sees_the_standard_enum() -> None:
    done = enumino_command("--version")
    assert (done.returncode, done.stdout) == (0, f"enumino, version {enumino.__version__}\n")
    traced = [sys.executable, "-v", *python_command("--version")[1:]]
    imports = subprocess.run(traced, capture_output=True, text=True, check=True).stderr
    loaded = [line for line in imports.splitlines() if line.startswith("import 'enum'")]
    assert len(loaded) == 1
    assert f"{Path('enumino', 'enum')}{os.sep}" not in imports
