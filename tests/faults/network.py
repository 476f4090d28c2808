"""The network between two worker processes and an object store: cut for a while, or for good.

The driver reaches the store without a proxy, so that only its workers meet what the proxy does.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests import fault_proxy as faults
from tests.dataset_tools import worker_processes
from tests.fault_proxy import ANY, FaultProxy, Rule, fault_proxy
from tests.faults.clients import PATIENCE, Clients, Ending
from tests.faults.commands import on_cluster
from tests.faults.laws import Reference, torn
from tests.faults.places import SHORT, Store
from tests.faults.sweep import Sweep, Trial, judged, side_by_side
from tests.object_servers import SERVERS, object_server_process

WORKERS, NETWORKS = 2, 2
CASES = 20
FOR_GOOD = 1 << 30
# Requests that fail, one after the other.
LENGTHS = (1, 10, FOR_GOOD)
# Faults of requests; calls kill all workers at once.
ACTIONS = (
    "500",
    "expired token",
    faults.RESET,
    faults.HANG,
    faults.CUT_REQUEST,
    faults.CUT_ANSWER,
    faults.LOSE_ANSWER,
    faults.CALL_BEFORE,
    faults.CALL_AFTER,
)


@dataclass(frozen=True)
class Case:
    """A fault of the requests of the workers, from the one of that number on."""

    action: str
    at: int
    length: int

    def __str__(self) -> str:
        length = "for good" if self.length == FOR_GOOD else f"{self.length} times"
        return f"{self.action} from request {self.at} on, {length}"


def sweep_of(server: str) -> Sweep:
    """Cuts before one of `SERVERS`."""

    def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
        chance = random.Random(seed)
        with TemporaryDirectory(prefix="enumino-faults-") as folder, ExitStack() as stack:
            networks = [
                Network.begun(server, Path(folder, str(number)), client, stack)
                for number, client in enumerate(running[: 1 if stride > CASES else NETWORKS])
            ]
            reference, requests = networks[0].reference()
            cases = []
            for _ in range(max(1, CASES // stride)):
                at, length = chance.randrange(1, requests + 1), chance.choice(LENGTHS)
                cases.append(Case(chance.choice(ACTIONS), at, length))
            return side_by_side(lambda where, case: where.attempt(case, reference), networks, cases)

    return sweep


SWEEPS = {f"network-{server}": sweep_of(server) for server in SERVERS}


class Network:
    """A store, the workers behind a proxy, and a driver beside it."""

    def __init__(self, store: Store, proxy: FaultProxy, dask: Any, driver: Clients) -> None:
        self.store, self.proxy, self.dask, self.driver = store, proxy, dask, driver

    @classmethod
    def begun(cls, server: str, folder: Path, driver: Clients, stack: ExitStack) -> Network:
        """Start all of a network; the stack ends it."""
        endpoint = stack.enter_context(object_server_process(server, folder / "server"))
        proxy = stack.enter_context(fault_proxy(endpoint))
        dask = stack.enter_context(worker_processes(WORKERS, {**proxy.environment, **SHORT}))
        store = Store(f"S3 {server}, {WORKERS} workers", endpoint, folder / "looked")
        return cls(store, proxy, dask, driver)

    def reference(self) -> tuple[Reference, int]:
        """The dataset without incident, and the number of the workers' requests."""
        root = self.store.fresh()
        ending = self.run(root)
        assert ending.done, ending
        return Reference.of(self.store.looked(root)), self.proxy.counts[ANY]

    def run(self, root: str, resumed: Ending | None = None) -> Ending:
        """Wait for the workers, and enumerate, or resume."""
        self.dask.wait_for_workers(WORKERS, timeout=PATIENCE)
        commands = on_cluster(root, self.dask.scheduler.address)
        given = resumed.resume(commands) if resumed else commands
        return self.driver.run(given, None, self.store.environment)

    def attempt(self, case: Case, reference: Reference) -> Trial:
        """Run while the network is cut, resume without a cut, and judge."""
        root = self.store.fresh()
        self.dask.wait_for_workers(WORKERS, timeout=PATIENCE)
        workers = list(self.dask.run(os.getpid).values())

        def kill() -> None:
            for pid in workers:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)

        befallen = range(case.at, case.at + case.length)
        self.proxy.reset(Rule(case.action, befallen, call=kill))
        endings = [self.run(root)]
        damaged = torn(self.store.looked(root), reference)
        self.proxy.reset()
        endings.append(self.run(root, endings[0]))
        folder = self.store.looked(root)
        return judged(self.store.name, "network", case, endings, damaged, folder, reference)
