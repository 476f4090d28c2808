"""Real schedulers and workers as processes on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from distributed import Client

ROOT = Path(__file__).parent.parent
# Seconds before a cluster counts as hanging.
PATIENCE = 90.0


class ProcessCluster:
    """A scheduler and workers as processes; all are ended with the context."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder, self.environment = folder, environment
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> ProcessCluster:
        self.scheduler = self.start_scheduler()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """Start a scheduler at a free port, and wait until it listens."""
        file = self.folder / f"scheduler-{len(self.processes)}.json"
        process = self._start(
            "distributed.cli.dask_scheduler", "--no-dashboard", "--port", "0",
            "--scheduler-file", str(file),
        )  # fmt: skip
        wait_until(lambda: file.exists() and b"address" in file.read_bytes())
        self.scheduler_file = file
        self.address = json.loads(file.read_text())["address"]
        return process

    def worker(self) -> None:
        """Start a worker; it joins in its own time."""
        self._start(
            "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-dashboard",
            "--no-nanny", "--local-directory", str(self.folder),
        )  # fmt: skip

    def started_worker(self) -> None:
        """Start a worker, and wait until it is there."""
        self.worker()
        with Client(self.address, set_as_default=False) as client:
            wait_until(client.nthreads)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        settings = {"PYTHONPATH": str(ROOT), "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
        with (self.folder / f"process-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", module, "--host", "127.0.0.1", *arguments],
                env=os.environ | settings | self.environment,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


def wait_until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)
