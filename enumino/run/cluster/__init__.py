"""Dask: local threads or an existing cluster, and the tasks of a run on it.

The one package that imports Dask, besides the reader that gives Dask data frames. Its modules:
`clients` finds schedulers, `window` hands tasks to Dask, `workers` knows who is there, `worker` is
what they run, `package` compares versions, and ships the sources to those that lack them.
"""

from enumino.run.cluster.clients import (
    connect,
    dashboard,
    local_client,
    reported_to,
    silence,
    threads_of,
)
from enumino.run.cluster.window import dispatch

__all__ = [
    "connect",
    "dashboard",
    "dispatch",
    "local_client",
    "reported_to",
    "silence",
    "threads_of",
]
