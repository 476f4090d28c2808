"""Real schedulers and workers as processes on loopback, and problems whose parts take time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import enumino
from enumino.enum.problem import Batch, Prefix

ROOT = Path(__file__).parent.parent
# Seconds before a cluster counts as hanging.
PATIENCE = 90.0


@dataclass(frozen=True)
class Slow(enumino.Polyominoes):
    """Polyominoes whose parts take some time, and memory, as large ones would.

    The rows are those of the problem that it is; its parameters do not tell it apart.
    """

    seconds: float = 0.2
    held_bytes: int = 0

    def to_json(self) -> dict[str, Any]:
        return enumino.Polyominoes(self.cells, self.kind).to_json()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """On a worker; some have a disk of their own, as the environment says."""
        vars(self).update(state)
        if other := os.environ.get("ENUMINO_TEST_OTHER_DISK"):
            _write_to(other)

    def batches(self, prefixes: Sequence[Prefix], rows: int = 1 << 17) -> Iterator[Batch]:
        held = bytearray(os.urandom(1) * self.held_bytes)
        for batch in super().batches(prefixes, rows):
            for _ in range(max(1, round(self.seconds / 0.05))):
                time.sleep(0.05)
                yield Batch(batch.records.slice(0, 0), 0)
            yield batch
        del held


def _write_to(folder: str) -> None:
    """Let all datasets of this process lie elsewhere, as if its disk were another one."""
    from enumino.datasets.storage.disk import Disk

    begin = Disk.__init__
    Disk.__init__ = lambda self, _: begin(self, Path(folder))  # type: ignore[method-assign]


class ProcessCluster:
    """A scheduler and workers as processes; all are ended with the context."""

    def __init__(self, folder: Path, protocol: str = "tcp", **environment: str) -> None:
        self.folder, self.protocol, self.environment = folder, protocol, environment
        self.processes: list[subprocess.Popen[bytes]] = []
        self.address = ""
        self._logs = 0

    def __enter__(self) -> ProcessCluster:
        self.scheduler = self.start_scheduler()
        return self

    def __exit__(self, *_: object) -> None:
        for process in self.processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)  # its nanny's worker, too
            process.wait()

    def start_scheduler(self, *options: str) -> subprocess.Popen[bytes]:
        """Start a scheduler, at a free port if none is given, and wait until it listens."""
        file = self.folder / f"scheduler-{len(self.processes)}.json"
        process = self._start(
            "distributed.cli.dask_scheduler",
            *("--host", "127.0.0.1", "--no-dashboard", "--port", "0"),
            *("--scheduler-file", str(file), "--protocol", self.protocol, *options),
        )
        wait_until(lambda: file.exists() and b"address" in file.read_bytes())
        self.scheduler_file = file
        self.address = json.loads(file.read_text())["address"]
        return process

    def worker(
        self, *options: str, threads: int = 1, nanny: bool = False, python: str = sys.executable,
        flags: Sequence[str] = (), **environment: str,
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        """Start a worker; it joins in its own time."""
        return self._start(
            "distributed.cli.dask_worker",
            self.address,
            *("--nthreads", str(threads), "--no-dashboard", "--host", "127.0.0.1"),
            *("--nanny" if nanny else "--no-nanny", *options),
            *("--local-directory", str(self.folder)),
            python=python,
            flags=flags,
            **environment,
        )

    def workers(self, count: int, **options: Any) -> list[subprocess.Popen[bytes]]:
        """Start some workers, and wait until all are there."""
        before = len(self.addresses())
        started = [self.worker(**options) for _ in range(count)]
        wait_until(lambda: len(self.addresses()) >= before + count)
        return started

    def addresses(self) -> dict[str, int]:
        """The workers that the scheduler knows, and their process ids."""
        with self.client() as client:
            return {} if not client.nthreads() else client.run(os.getpid)

    @contextmanager
    def client(self) -> Iterator[Any]:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            yield client

    def _start(
        self, module: str, *arguments: str, python: str = sys.executable,
        flags: Sequence[str] = (), **environment: str,
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        self._logs += 1
        with (self.folder / f"process-{self._logs}.log").open("wb") as log:
            process = subprocess.Popen(
                [python, *flags, "-m", module, *arguments],
                env={
                    **os.environ,
                    "PYTHONPATH": str(ROOT),
                    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
                    **self.environment,
                    **environment,
                },
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
            )
        self.processes.append(process)
        return process


def wait_until(holds: Callable[[], object], seconds: float = PATIENCE) -> float:
    """Wait until something holds; return how many seconds it took."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < seconds, "it never came"
        time.sleep(0.05)
    return time.monotonic() - started
