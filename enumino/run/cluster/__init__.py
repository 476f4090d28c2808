"""Dask: local threads or an existing cluster, and a bounded window of tasks on it.

The one package that imports Dask, besides the reader that gives Dask data frames. Its modules:
`clients` finds schedulers, `window` hands out tasks, `members` knows the workers, `worker` is what
they run, `versions` compares them, `upload` ships the package to those that lack it.
"""

from enumino.run.cluster.clients import (
    SETTINGS,
    Settings,
    connect,
    dashboard,
    local_client,
    reported_to,
    threads_of,
)
from enumino.run.cluster.window import dispatch

__all__ = [
    "SETTINGS",
    "Settings",
    "connect",
    "dashboard",
    "dispatch",
    "local_client",
    "reported_to",
    "threads_of",
]
