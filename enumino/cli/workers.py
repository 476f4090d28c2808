"""Options for threads and clusters, and the execution that they select."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

import click

from enumino.cli.options import Decorator, grouped, in_process, threads
from enumino.imports import on_import

if TYPE_CHECKING:
    from enumino.cli.progress import RunView
    from enumino.run.execution import Execution

_CLUSTER: list[Decorator] = [
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Run on this Dask cluster: tcp://HOST:PORT, tls://HOST:PORT, or config for the one "
        "that Dask's own configuration names.",
    ),
    click.option(
        "--scheduler-file",
        metavar="FILE",
        help="Run on the cluster whose scheduler wrote this file.",
    ),
    click.option(
        "--wait-for-workers",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="Give up after this many seconds without a worker.  [default: 300]",
    ),
    click.option("--upload", is_flag=True, help="Send enumino to workers that do not have it."),
    click.option(
        "--performance-report",
        metavar="FILE",
        help="Write Dask's performance report, as HTML.",
    ),
]


@dataclass(frozen=True)
class Workers:
    """Threads of this process or a cluster, as the options of a command select them."""

    threads: int | None
    in_process: bool
    scheduler: str | None  # address of a Dask cluster
    scheduler_file: str | None  # that its scheduler has written, instead
    wait_for_workers: float | None  # seconds
    upload: bool
    performance_report: str | None  # a file

    @contextmanager
    def execution(self, view: RunView, checkpoint: str | None = None) -> Iterator[Execution]:
        """Give the execution that the options select; in the end close its client, if it has one.

        The view shows the run, and that the scheduler is waited for.
        """
        from enumino.run import cluster
        from enumino.run.execution import WAIT_SECONDS, Execution

        wait = WAIT_SECONDS if self.wait_for_workers is None else self.wait_for_workers
        how = Execution(
            None, self.threads, self.in_process, wait, self.upload, checkpoint, view, processes=True
        )
        with on_import("distributed", cluster.silence):
            if self.scheduler is None and self.scheduler_file is None:
                yield how
                return
            client = cluster.connect(self.scheduler, self.scheduler_file, view.say, wait)
            with closing(client), cluster.reported_to(client, self.performance_report):
                yield replace(how, client=client)


workers = grouped("workers", Workers, [threads, *_CLUSTER, in_process])
PARAMETERS = tuple(field.name for field in fields(Workers))  # names of all these options
