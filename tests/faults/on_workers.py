"""With Dask and two worker processes: an operation of a worker, or of the driver, fails or kills.

Workers are long-lived, as those of a cluster are. Which of them does what differs from run to run,
so that operations are drawn by chance.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.dataset_tools import worker_processes
from tests.faults.clients import PATIENCE, Clients, Ending
from tests.faults.commands import on_cluster
from tests.faults.laws import Reference, torn
from tests.faults.operations import INTERRUPT, KILL, Fault
from tests.faults.sweep import Trial, judged, side_by_side

if TYPE_CHECKING:
    from distributed import Worker

WHERE = "disk, 2 workers"
WORKERS, CLUSTERS = 2, 2
CASES = 40
MOST = 70  # operations of a worker
OF_WORKERS = ("EIO", "ENOSPC", "EACCES", KILL)
OF_THE_DRIVER = ("EIO", KILL, INTERRUPT)


@dataclass(frozen=True)
class Case:
    """A fault of each worker's, or of the driver's, operation of that number."""

    action: str
    at: int
    driver: bool

    @property
    def kind(self) -> str:
        return "driver's" if self.driver else "worker's"

    def __str__(self) -> str:
        return f"{self.action} at the {self.kind} {self.at}"


def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
    """Try cases drawn by chance; the workers of a cluster meet one after the other."""
    chance = random.Random(seed)
    with TemporaryDirectory(prefix="enumino-faults-") as folder, ExitStack() as stack:
        clusters = [
            Cluster(stack.enter_context(worker_processes(WORKERS)), client, Path(folder, str(n)))
            for n, client in enumerate(running[: 1 if stride > CASES else CLUSTERS])
        ]
        reference, operations = clusters[0].reference()
        cases = []
        for _ in range(max(1, CASES // stride)):
            of_driver = chance.random() < len(OF_THE_DRIVER) / len(OF_THE_DRIVER + OF_WORKERS)
            action = chance.choice(OF_THE_DRIVER if of_driver else OF_WORKERS)
            at = chance.randrange(1, operations if of_driver else MOST)
            cases.append(Case(action, at, of_driver))
        return side_by_side(lambda where, case: where.attempt(case, reference), clusters, cases)


class Cluster:
    """Drivers and the workers that they share."""

    def __init__(self, dask: Any, driver: Clients, folder: Path) -> None:
        self.dask, self.driver, self.folder = dask, driver, folder
        self.address = dask.scheduler.address
        self.tried = 0

    def reference(self) -> tuple[Reference, int]:
        """The dataset without incident, and the number of the driver's operations."""
        root = self.folder / "reference"
        ending = self.run(root, Fault(str(root)))
        assert ending.done, ending
        return Reference.of(root), len(ending.kinds)

    def run(self, root: Path, fault: Fault | None = None, resumed: Ending | None = None) -> Ending:
        commands = on_cluster(root, self.address)
        return self.driver.run(resumed.resume(commands) if resumed else commands, fault)

    def attempt(self, case: Case, reference: Reference) -> Trial:
        self.tried += 1
        root = self.folder / f"case-{self.tried}"
        fault = Fault(str(root), case.action, case.at)
        self.dask.wait_for_workers(WORKERS, timeout=PATIENCE)
        self.dask.run(watch, asdict(Fault(str(root)) if case.driver else fault))
        endings = [self.run(root, fault if case.driver else None)]
        damaged = torn(root, reference)
        self.dask.wait_for_workers(WORKERS, timeout=PATIENCE)
        self.dask.run(watch, asdict(Fault(str(root))))
        endings.append(self.run(root, resumed=endings[0]))
        trial = judged(WHERE, case.kind, case, endings, damaged, root, reference)
        shutil.rmtree(root, ignore_errors=True)
        return trial


def watch(fault: dict[str, Any], dask_worker: Worker) -> None:
    """Let a fault befall the worker that runs this."""
    from tests.faults.operations import Operations

    found = getattr(dask_worker, "operations", None)
    if found:
        found.reset(Fault(**fault))
    else:
        dask_worker.operations = Operations(Fault(**fault))
        dask_worker.operations.install()
