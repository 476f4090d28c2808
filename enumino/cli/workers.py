"""Options for threads and clusters, and the execution that they select."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from enumino.cli.options import Decorator, in_process, threads
from enumino.errors import ProblemError
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
        help="Run on the cluster whose scheduler has written FILE.",
    ),
    click.option(
        "--wait-for-workers",
        type=click.FloatRange(min=0),
        metavar="SECONDS",
        help="Give a cluster up that has no worker for so long  [default: 300]",
    ),
    click.option("--upload", is_flag=True, help="Ship enumino to workers that lack it."),
    click.option(
        "--performance-report",
        metavar="FILE",
        help="Write what the cluster did, as HTML.",
    ),
]


@dataclass(frozen=True)
class Workers:
    """Threads of this process or a cluster, as the options of a command select them.

    Parameters
    ----------
    threads : int or None
    in_process : bool
    scheduler : str or None
        Address of a Dask cluster.
    scheduler_file : str or None
        A file that its scheduler has written, instead.
    wait_for_workers : float or None
        Seconds; by default `enumino.run.execution.WAIT_SECONDS`.
    upload : bool
    performance_report : str or None
        A file.
    """

    threads: int | None
    in_process: bool
    scheduler: str | None
    scheduler_file: str | None
    wait_for_workers: float | None
    upload: bool
    performance_report: str | None

    @contextmanager
    def execution(self, view: RunView, checkpoint: str | None = None) -> Iterator[Execution]:
        """Give the execution that the options select; in the end close its client, if it has one.

        Parameters
        ----------
        view : RunView
            Shows the run, and that the scheduler is waited for.
        checkpoint : str, optional
            Folder that remembers the finished tasks of a count.
        """
        from enumino.run import cluster
        from enumino.run.execution import WAIT_SECONDS, Execution

        self._check_conflicting_options()
        wait = WAIT_SECONDS if self.wait_for_workers is None else self.wait_for_workers
        how = Execution(None, self.threads, self.in_process, wait, self.upload, checkpoint, view)
        with on_import("distributed", cluster.silence):
            if self.scheduler is None and self.scheduler_file is None:
                yield how
                return
            with (
                closing(
                    cluster.connect(self.scheduler, self.scheduler_file, view.say, wait)
                ) as client,
                cluster.reported_to(client, self.performance_report),
            ):
                yield replace(how, client=client)

    def _check_conflicting_options(self) -> None:
        """Raise a ProblemError if options contradict each other."""
        if self.in_process and self.threads is not None:
            raise ProblemError("--in-process runs in one thread: leave out --threads.")
        clusters = [
            name
            for name, value in (
                ("--scheduler", self.scheduler),
                ("--scheduler-file", self.scheduler_file),
            )
            if value is not None
        ]
        if clusters and (self.threads is not None or self.in_process):
            raise ProblemError(
                f"{clusters[0]} runs on that cluster's workers: leave out --threads and "
                "--in-process."
            )
        ignored = [
            name
            for name, given in (
                ("--wait-for-workers", self.wait_for_workers is not None),
                ("--upload", self.upload),
                ("--performance-report", self.performance_report is not None),
            )
            if given
        ]
        if ignored and not clusters:
            raise ProblemError(
                f"{' and '.join(ignored)} would be ignored without a cluster: name one with "
                "--scheduler or --scheduler-file."
            )


def workers(action: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options for threads and clusters, as one argument ``workers``."""

    @wraps(action)
    def called(**values: Any) -> Any:
        chosen = {field.name: values.pop(field.name) for field in fields(Workers)}
        return action(workers=Workers(**chosen), **values)

    shown: Callable[..., Any] = called
    offered: list[Decorator] = [threads, *_CLUSTER, in_process]
    for option in reversed(offered):
        shown = option(shown)
    return shown


PARAMETERS = tuple(field.name for field in fields(Workers))  # names of all these options
