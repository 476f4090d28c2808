"""Bounds of time and memory for what reads strange files."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

MEMORY = 1 << 30


@contextmanager
def bounded(seconds: int = 2) -> Iterator[None]:
    """Raise an error after some seconds of processor time, or beyond one more gigabyte."""

    def stop(*_: Any) -> None:
        raise TimeoutError(f"takes {seconds} seconds")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    status = Path("/proc/self/statm")
    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        if status.exists():
            held = int(status.read_text().split()[0]) * resource.getpagesize()
            resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, hard))
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
