"""The examples for batch systems, with a stand-in for SLURM: the same bytes, whatever happens."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests import fake_slurm
from tests.dataset_tools import COMMAND, PARTS, PATIENCE, ROWS_PER_PART, data_digest, parts_done
from tests.fake_slurm import COMPLETED, FAILED, OVER, Job

pytestmark = [pytest.mark.slow, pytest.mark.long]
ROOT = Path(__file__).parent.parent.parent
PROBLEM = COMMAND[1:]


@pytest.fixture
def slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder from which jobs are submitted; what still runs in the end is killed."""
    for name, value in fake_slurm.commands(tmp_path / "slurm").items():
        monkeypatch.setenv(name, value)
    commands = sysconfig.get_path("scripts")
    monkeypatch.setenv("PATH", os.environ["PATH"] + os.pathsep + commands)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    yield tmp_path / "work"
    for job in fake_slurm.jobs():
        fake_slurm.scancel([str(job.number)])
        job.signal_tasks(signal.SIGKILL)


def wait_for(job: Job) -> Job:
    deadline = time.monotonic() + PATIENCE
    while job.state not in OVER:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return job


def submit(root: Path, jobs: int, **environment: str) -> tuple[Job, Job]:
    """Submit as the example does, and wait; return the array and the commit."""
    before = {job.number for job in fake_slurm.jobs()}
    subprocess.run(
        [ROOT / "examples" / "slurm" / "submit.sh", root, *PROBLEM],
        env={**os.environ, "JOBS": str(jobs), **environment},
        check=True,
        timeout=PATIENCE,
    )
    numbers = sorted({job.number for job in fake_slurm.jobs()} - before)
    array, commit = (wait_for(Job(number)) for number in numbers)
    return array, commit


def test_an_array_makes_the_dataset(slurm: Path, digest: str) -> None:
    root = slurm / "polyominoes"
    array, commit = submit(root, jobs=3)
    assert (array.state, commit.state) == (COMPLETED, COMPLETED), [*slurm.iterdir()]
    assert array.exit_codes() == {"1a": 0, "2a": 0, "3a": 0}
    assert data_digest(root) == digest
    queue = subprocess.run(["squeue"], capture_output=True, text=True, check=True)
    assert queue.stdout == "JOBID ST\n"


def test_jobs_run_twice_at_once_and_are_killed(slurm: Path, digest: str) -> None:
    root = slurm / "polyominoes"
    array, commit = submit(root, 3, FAKE_SLURM_TWICE="1", FAKE_SLURM_KILL="0")
    assert {-signal.SIGKILL, 143} & set(array.exit_codes().values())
    if parts_done(root) < PARTS:
        assert commit.state == FAILED
        said = (slurm / f"enumino-commit-{commit.number}.log").read_text()
        assert f"lacks {PARTS - parts_done(root)} of {PARTS} parts: make them with" in said
    array, commit = submit(root, 3, FAKE_SLURM_TWICE="1")
    assert (array.state, commit.state) == (COMPLETED, COMPLETED)
    assert data_digest(root) == digest


EXAMPLE = ROOT / "examples" / "dask_jobqueue_slurm.py"
with_jobqueue = pytest.mark.skipif(  # which is not imported here: it takes SIGINT for itself
    not find_spec("dask_jobqueue"), reason="dask-jobqueue is not installed"
)


@with_jobqueue
def test_jobs_of_dask_jobqueue_make_the_dataset(slurm: Path, digest: str) -> None:
    example = Path(shutil.copy(EXAMPLE, slurm))
    root = slurm / "polyominoes"
    options = ["--rows-per-part", str(ROWS_PER_PART), "--interface", "lo", "--jobs", "2"]
    done = subprocess.run(
        [sys.executable, example, "--cells", "11", *options, "--to", root],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert data_digest(root) == digest
    assert len(fake_slurm.jobs()) == 2


@with_jobqueue
@pytest.mark.usefixtures("interrupts_heard")
def test_an_interrupt_of_the_driver_is_no_success() -> None:
    """By dask-jobqueue's own handler of SIGINT its exit code would be 0."""
    interrupted = f"""
import os, runpy, signal
runpy.run_path({str(EXAMPLE)!r})
os.kill(os.getpid(), signal.SIGINT)
"""
    done = subprocess.run(
        [sys.executable, "-c", interrupted], capture_output=True, timeout=PATIENCE, check=False
    )
    assert b"KeyboardInterrupt" in done.stderr
    assert done.returncode == -signal.SIGINT
