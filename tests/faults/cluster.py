"""Faults of clusters, one after the other, on real schedulers and workers.

    python -m tests.faults.cluster [NAME ...]

Each fault is done to a run of some seconds, on processes of this machine. Then the run is resumed,
if the fault ended it, and its files are compared with those of a run without incident. The table
says what the command said, how long it took, and what was lost.
"""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

import enumino
from enumino.errors import EnuminoError
from enumino.run.events import Event, Notice, Resized, TaskFinished
from tests.cluster_tools import PATIENCE, ROOT, ProcessCluster, Slow, wait_until
from tests.dataset_tools import data_digest

CELLS = range(1, 11)
ROWS_PER_PART = 300
SECONDS = 0.2  # that each part takes at least
SIDE_BY_SIDE = 2  # clusters, which mostly wait


@dataclass
class Trial:
    """A run on a cluster, which something is done to, and what came of it."""

    cluster: ProcessCluster
    root: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)
    wait_seconds: float = 60.0  # other work may keep what starts waiting
    problem: Slow = field(default_factory=lambda: Slow(CELLS, seconds=SECONDS))
    after_parts: int = 5
    fault: Callable[[], object] = lambda: None
    events: list[Event] = field(default_factory=list)
    error: EnuminoError | None = None
    seconds: float = 0.0
    measured: str = ""

    @property
    def said(self) -> str:
        """The last words of the run: its error, or the last notice."""
        told = [event.sentence for event in self.events if isinstance(event, Notice)]
        words = str(self.error) if self.error else (told or ["nothing"])[-1]
        return words.splitlines()[0]

    def run(self) -> None:
        """Enumerate; do what is to be done after some parts."""
        started, parts = time.monotonic(), 0

        def listen(event: Event) -> None:
            nonlocal parts
            self.events.append(event)
            parts += isinstance(event, TaskFinished)
            if parts == self.after_parts and isinstance(event, TaskFinished):
                threading.Thread(target=self.fault, daemon=True).start()

        try:
            with self.cluster.client() as client:
                enumino.enumerate_to(
                    self.root,
                    self.problem,
                    client,
                    listen,
                    rows_per_part=ROWS_PER_PART,
                    wait_seconds=self.wait_seconds,
                )
        except EnuminoError as error:
            self.error = error
        self.seconds = time.monotonic() - started


Fault = Callable[[Trial], None]


def worker_killed(trial: Trial) -> None:
    trial.workers = trial.cluster.workers(2)
    trial.fault = trial.workers[0].kill
    trial.run()
    assert trial.error is None, trial.error
    assert "has left" in trial.said


def worker_stopped(trial: Trial) -> None:
    """It holds parts, and neither dies nor goes on."""
    trial.workers = trial.cluster.workers(2)
    trial.fault = lambda: os.kill(trial.workers[0].pid, signal.SIGSTOP)
    trial.run()
    assert trial.error is None, trial.error
    assert "is handed out again" in trial.said


def worker_retired(trial: Trial) -> None:
    trial.workers = trial.cluster.workers(2)

    def retire() -> None:
        with trial.cluster.client() as client:
            client.retire_workers(list(client.nthreads())[:1])

    trial.fault = retire
    trial.run()
    assert trial.error is None, trial.error


def workers_of_short_life(trial: Trial) -> None:
    """As under a walltime limit: they leave every few seconds, and come back."""
    options = ("--lifetime", "12s", "--lifetime-restart")
    for _ in range(2):
        trial.cluster.worker(*options, nanny=True)
    trial.run()
    assert trial.error is None, trial.error


def all_workers_replaced(trial: Trial) -> None:
    trial.workers = trial.cluster.workers(2)

    def replace() -> None:
        for process in trial.workers:
            process.kill()
        time.sleep(3)
        trial.cluster.worker()

    trial.fault = replace
    trial.run()
    assert trial.error is None, trial.error


def too_little_memory(trial: Trial) -> None:
    """Nannies kill the workers over each part, again and again."""
    trial.problem = Slow(CELLS, seconds=1.0, held_bytes=2_000_000_000)
    for _ in range(2):
        trial.cluster.worker("--memory-limit", "900MB", nanny=True)
    trial.run()
    assert "most likely out of memory" in str(trial.error)


def paused_by_memory(trial: Trial) -> None:
    """Workers that never begin, since the limit is below what Python takes."""
    for _ in range(2):
        trial.cluster.worker("--memory-limit", "20MB")
    wait_until(lambda: len(trial.cluster.addresses()) == 2)
    time.sleep(1)
    trial.wait_seconds = 4
    trial.run()
    assert "paused by the memory limit" in str(trial.error)


def copied_package(folder: Path, change: Callable[[Path], object]) -> str:
    """A copy of the package with some change, as a path for PYTHONPATH."""
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "enumino", folder / "enumino", ignore=ignored)
    change(folder / "enumino")
    return str(folder)


def other_version_joins(trial: Trial) -> None:
    """It gets no parts, and the run goes on."""
    trial.workers = trial.cluster.workers(1)

    def older(package: Path) -> None:
        text = (package / "__init__.py").read_text()
        (package / "__init__.py").write_text(
            text.replace(f'__version__ = "{enumino.__version__}"', '__version__ = "0.0.1"')
        )

    path = copied_package(trial.cluster.folder / "older", older)
    trial.fault = lambda: trial.cluster.worker(PYTHONPATH=f"{path}:{ROOT}")
    trial.problem = Slow(CELLS, seconds=0.6)
    trial.run()
    assert trial.error is None, trial.error
    assert "has enumino 0.0.1" in trial.said, trial.said
    assert "they get no parts" in trial.said


def other_code(trial: Trial) -> None:
    """The same version number, and another kernel."""

    def changed(package: Path) -> None:
        with (package / "enum" / "forest.py").open("a") as kernel:
            kernel.write("\n# changed\n")

    path = copied_package(trial.cluster.folder / "changed", changed)
    trial.cluster.workers(1, PYTHONPATH=f"{path}:{ROOT}")
    trial.run()
    assert "install the same on every worker" in str(trial.error)


def no_shared_folder(trial: Trial) -> None:
    """The worker writes to a disk of its own."""
    trial.cluster.workers(1, ENUMINO_TEST_OTHER_DISK=str(trial.cluster.folder / "other"))
    trial.run()
    assert "a folder that all workers share" in str(trial.error)
    assert not any(isinstance(event, TaskFinished) for event in trial.events)


def scheduler_lost(trial: Trial) -> None:
    trial.workers = trial.cluster.workers(2)
    trial.fault = trial.cluster.scheduler.kill
    trial.wait_seconds = 3
    trial.run()
    assert "There is no scheduler at" in str(trial.error)


def scheduler_restarted(trial: Trial) -> None:
    """It forgets everything, and workers end with it; other workers join the new one."""
    trial.workers = trial.cluster.workers(2)

    def restart() -> None:
        port = trial.cluster.address.rpartition(":")[2]
        trial.cluster.scheduler.kill()
        trial.cluster.scheduler.wait()
        time.sleep(2)
        trial.cluster.start_scheduler("--port", port)
        trial.cluster.worker()

    trial.fault = restart
    trial.run()
    assert trial.error is None, trial.error


def scheduler_stopped(trial: Trial) -> None:
    trial.workers = trial.cluster.workers(2)
    trial.fault = lambda: os.kill(trial.cluster.scheduler.pid, signal.SIGSTOP)
    trial.wait_seconds = 3
    trial.run()
    assert "does not answer" in str(trial.error)


def empty_at_first(trial: Trial) -> None:
    later = threading.Timer(3, trial.cluster.worker)
    later.start()
    trial.run()
    assert trial.error is None, trial.error
    assert "has no workers" in trial.said


def grown_from_1_to_8_threads(trial: Trial) -> None:
    """Seconds after the others have joined until all eight are busy."""
    trial.workers = trial.cluster.workers(1)
    trial.problem = Slow(CELLS, seconds=2.0)
    joined = threading.Event()
    busy: list[float] = []

    def grow() -> None:
        with trial.cluster.client() as client:
            for _ in range(7):
                trial.cluster.worker()
            client.wait_for_workers(8)
            joined.set()
            started = time.monotonic()
            while sum(map(bool, client.processing().values())) < 8:
                if time.monotonic() - started > PATIENCE:
                    return
                time.sleep(0.05)
            busy.append(time.monotonic() - started)

    trial.after_parts = 2
    trial.fault = grow
    trial.run()
    assert trial.error is None, trial.error
    assert joined.is_set()
    assert busy, "some threads had nothing to do"
    trial.measured = f"all 8 busy {busy[0]:.1f} s after the last one joined"
    assert max(event.threads for event in trial.events if isinstance(event, Resized)) == 8


def interrupted(trial: Trial) -> None:
    """Ctrl-C in the middle; then the cluster is used by somebody else."""
    trial.workers = trial.cluster.workers(2)

    def stop(event: Event) -> None:
        if isinstance(event, TaskFinished):
            raise KeyboardInterrupt

    with trial.cluster.client() as client:
        with suppress(KeyboardInterrupt):
            enumino.enumerate_to(
                trial.root, trial.problem, client, stop, rows_per_part=ROWS_PER_PART
            )
        started = time.monotonic()
        assert client.submit(len, "anybody").result(timeout=30) == 7
        trial.measured = f"free again after {time.monotonic() - started:.1f} s"
    trial.run()
    assert trial.error is None, trial.error


FAULTS: dict[str, Fault] = {
    fault.__name__: fault
    for fault in (
        worker_killed,
        worker_stopped,
        worker_retired,
        workers_of_short_life,
        all_workers_replaced,
        too_little_memory,
        paused_by_memory,
        other_version_joins,
        other_code,
        no_shared_folder,
        scheduler_lost,
        scheduler_restarted,
        scheduler_stopped,
        empty_at_first,
        grown_from_1_to_8_threads,
        interrupted,
    )
}


def reference(folder: Path) -> str:
    """The digest of the files of a run without incident."""
    root = folder / "reference"
    enumino.enumerate_to(
        root, enumino.Polyominoes(CELLS), in_process=True, rows_per_part=ROWS_PER_PART
    )
    return data_digest(root)


def torn(root: Path) -> int:
    """The number of files under a final name that cannot be read whole."""
    broken = 0
    for path in root.glob("data/*.parquet"):
        try:
            pq.read_table(path)
        except (OSError, ValueError):
            broken += 1
    return broken


def suffer(name: str, folder: Path, digest: str) -> dict[str, Any]:
    """Do one fault to a run, resume it, and return what came of it."""
    folder.mkdir(parents=True)
    root = folder / "polyominoes"
    with ProcessCluster(folder) as cluster:
        trial = Trial(cluster, root)
        FAULTS[name](trial)
    broken = torn(root)
    kept = len(list(root.glob("parts/*.json")))
    if not (root / "manifest.json").exists():
        enumino.enumerate_to(
            root, enumino.Polyominoes(CELLS), threads=1, rows_per_part=ROWS_PER_PART
        )
    whole = enumino.Polyominoes(CELLS).count().total
    rows = len(enumino.open_dataset(root))
    return {
        "fault": name,
        "ended": "error, resumed" if trial.error else "finished",
        "seconds": trial.seconds,
        "kept": kept,
        "lost": whole - rows,
        "torn": broken,
        "same": data_digest(root) == digest,
        "said": trial.measured or trial.said,
    }


def line(found: dict[str, Any]) -> str:
    return (
        f"{found['fault'].replace('_', ' '):<27} {found['ended']:<15} {found['seconds']:6.1f} "
        f"{found['kept']:6} {found['lost']:5} {found['torn']:5} "
        f"{'yes' if found['same'] else 'NO':<5} {found['said']}"
    )


def main(names: list[str]) -> int:
    wrong = 0
    logging.disable(logging.CRITICAL)  # Dask's own words: what matters reaches the run
    print(
        f"{'fault':<27} {'run':<15} {'s':>6} {'parts':>6} {'lost':>5} {'torn':>5} same  said",
        flush=True,
    )
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        digest = reference(folder)

        def tried(name: str) -> tuple[bool, str]:
            try:
                found = suffer(name, folder / name, digest)
            except AssertionError as error:
                return True, f"{name.replace('_', ' '):<27} WRONG: {error}"
            return bool(found["lost"] or found["torn"] or not found["same"]), line(found)

        with ThreadPoolExecutor(SIDE_BY_SIDE) as pool:
            for failed, printed in pool.map(tried, names or FAULTS):
                wrong += failed
                print(printed, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
