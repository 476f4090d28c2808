"""A stand-in for SLURM: sbatch, squeue and scancel that run jobs as processes of this machine.

`commands` makes the three commands in a folder, to be put first on the PATH. A job lives in a
folder of its own: what was submitted, the process groups of its tasks, their exit codes. Each
submission starts a process that waits for the jobs it depends on and then runs the tasks, two at
once. sbatch knows the options that it is written for, and refuses others, as SLURM does.

Two environment variables make life hard for jobs, when they are submitted:

- ``FAKE_SLURM_TWICE``: every task runs twice at once, as after a node was lost and came back.
- ``FAKE_SLURM_KILL``: a seed; every task of an array gets SIGTERM or SIGKILL at a random moment of
  its start.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

HOME = "FAKE_SLURM_HOME"
AT_ONCE = 2  # tasks
PATIENCE = 120.0  # seconds before a job is given up
MOMENTS = (0.2, 1.5)  # seconds after the start of a task in which it may be killed
FLAGS = ["--parsable", "--requeue"]
SETTINGS = [
    *("--array", "--dependency", "--job-name -J", "--output -o", "--error -e", "--time -t"),
    *("--cpus-per-task", "--mem", "--ntasks -n", "--open-mode", "--wrap"),
]
PENDING, RUNNING, COMPLETED, FAILED, CANCELLED = "PD", "R", "CD", "F", "CA"
OVER = {COMPLETED, FAILED, CANCELLED}


def commands(folder: Path) -> dict[str, str]:
    """Make the commands; return the environment that finds them."""
    (folder / "bin").mkdir(parents=True)
    (folder / "jobs").mkdir()
    for name in ("sbatch", "squeue", "scancel"):
        command = folder / "bin" / name
        command.write_text(f'#!/bin/sh\nexec {sys.executable} -P {__file__} {name} "$@"\n')
        command.chmod(0o755)
    return {"PATH": f"{folder}/bin{os.pathsep}{os.environ['PATH']}", HOME: str(folder)}


class Job:
    """A submitted job, and the folder that knows it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.folder = Path(os.environ[HOME], "jobs", str(number))

    @property
    def state(self) -> str:
        return (self.folder / "state").read_text()

    @state.setter
    def state(self, state: str) -> None:
        unfinished = self.folder / f"state.{os.getpid()}"
        unfinished.write_text(state)
        unfinished.rename(self.folder / "state")

    def exit_codes(self) -> dict[str, int]:
        """The exit codes of the tasks that have ended, by their numbers and attempts."""
        return {path.name[5:]: int(path.read_text()) for path in self.folder.glob("exit-*")}

    def signal_tasks(self, number: int) -> None:
        for path in self.folder.glob("group-*"):
            if not (self.folder / path.name.replace("group", "exit")).exists():
                signal_group(int(path.read_text()), number)


def jobs() -> list[Job]:
    return [Job(int(path.name)) for path in Path(os.environ[HOME], "jobs").iterdir()]


def signal_group(group: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, number)


# The commands.


def sbatch(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="sbatch", allow_abbrev=False)
    for names in SETTINGS:
        parser.add_argument(*names.split())
    for name in FLAGS:
        parser.add_argument(name, action="store_true")
    parser.add_argument("script", nargs="?")
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    given = parser.parse_args(arguments)
    if given.wrap is None:
        text = Path(given.script).read_text()
    else:
        text = f"#!/bin/sh\n{given.wrap}\n"
    said = [shlex.split(line[8:]) for line in text.splitlines() if line.startswith("#SBATCH ")]
    directives = parser.parse_args([word for words in said for word in words])
    asked = {name: getattr(given, name) or value for name, value in vars(directives).items()}
    if not text.startswith("#!"):
        parser.error("This does not look like a batch script")
    job = new_job()
    (job.folder / "script").write_text(text)
    (job.folder / "script").chmod(0o755)
    (job.folder / "asked").write_text(json.dumps({**asked, "arguments": given.arguments}))
    job.state = PENDING
    subprocess.Popen(
        [sys.executable, "-P", __file__, "controller", str(job.number)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=(job.folder / "controller.log").open("w"),
        start_new_session=True,
    )
    print(job.number if asked["parsable"] else f"Submitted batch job {job.number}")


def new_job() -> Job:
    number = 1
    while True:
        job = Job(number)
        try:
            job.folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return job


def squeue(arguments: list[str]) -> None:
    print("JOBID ST")
    for job in sorted(jobs(), key=lambda job: job.number):
        if job.state not in OVER:
            print(job.number, job.state)


def scancel(arguments: list[str]) -> None:
    for number in arguments:
        job = Job(int(number))
        job.state = CANCELLED
        job.signal_tasks(signal.SIGTERM)


# What runs a job.


def controller(arguments: list[str]) -> None:
    job = Job(int(arguments[0]))
    asked = json.loads((job.folder / "asked").read_text())
    if not depends_on(asked["dependency"]) and job.state == PENDING:
        job.state = CANCELLED
    if job.state != PENDING:
        return
    job.state = RUNNING
    tasks = task_numbers(asked["array"])
    attempts = "ab" if os.environ.get("FAKE_SLURM_TWICE") else "a"
    with ThreadPoolExecutor(AT_ONCE * len(attempts)) as pool:
        ends = [
            pool.submit(run_task, job, asked, task, attempt)
            for task in tasks
            for attempt in attempts
        ]
        codes = [end.result() for end in ends]
    if job.state == RUNNING:
        job.state = FAILED if any(codes) else COMPLETED


def depends_on(dependency: str | None) -> bool:
    """Wait for other jobs; return whether this one may run."""
    if not dependency:
        return True
    kind, *numbers = dependency.split(":")
    before = [Job(int(number)) for number in numbers]
    deadline = time.monotonic() + PATIENCE
    while any(job.state not in OVER for job in before) and time.monotonic() < deadline:
        time.sleep(0.05)
    states = {job.state for job in before}
    return states <= OVER if kind == "afterany" else states == {COMPLETED}


def task_numbers(array: str | None) -> list[int | None]:
    if not array:
        return [None]
    first, last = re.fullmatch(r"(\d+)-(\d+)(?:%\d+)?", array).groups()  # type: ignore[union-attr]
    return [*range(int(first), int(last) + 1)]


def run_task(job: Job, asked: dict, task: int | None, attempt: str) -> int:
    """Run the script once; return its exit code, or minus the signal that killed it."""
    if job.state == CANCELLED:
        return 1
    environment = {**os.environ, "SLURM_JOB_ID": str(job.number)}
    if task is not None:
        environment |= {"SLURM_ARRAY_JOB_ID": str(job.number), "SLURM_ARRAY_TASK_ID": str(task)}
    log = (asked["output"] or "slurm-%j.out").replace("%A", str(job.number))
    log = re.sub("%[jJ]", str(job.number), log).replace("%a", str(task))
    with Path(log).open("a") as output:
        process = subprocess.Popen(
            [job.folder / "script", *asked["arguments"]],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    name = f"{task}{attempt}"
    (job.folder / f"group-{name}").write_text(str(process.pid))
    code = watched(process, None if task is None else name)
    (job.folder / f"exit-{name}").write_text(str(code))
    return code


def watched(process: subprocess.Popen, name: str | None) -> int:
    """Wait for a task to end; kill one that has a name at a moment of its own, if that is asked."""
    if name and (seed := os.environ.get("FAKE_SLURM_KILL")):
        chance = random.Random(f"{seed} {name}")
        try:
            return process.wait(chance.uniform(*MOMENTS))
        except subprocess.TimeoutExpired:
            signal_group(process.pid, chance.choice([signal.SIGTERM, signal.SIGKILL]))
    try:
        return process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        signal_group(process.pid, signal.SIGKILL)
        return process.wait()


if __name__ == "__main__":
    verb, *rest = sys.argv[1:]
    {"sbatch": sbatch, "squeue": squeue, "scancel": scancel, "controller": controller}[verb](rest)
