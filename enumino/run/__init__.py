"""Listings and counts: a problem is planned, its parts are made, and the results are committed.

A run on a cluster takes these steps:

1. The caller has a client of Dask, for ``--scheduler`` from `cluster.connect`.
2. `planning` divides the problem into parts, and writes the plan. Jobs of a batch system make
   shares of the parts.
3. `runner.run_parts` finds the missing parts, and submits a task per missing part to the executor
   of the client. Its process is the *driver*.
4. On a worker, `cluster._make_part` compares versions with the versions of the driver, and makes
   the part: `listing.run_part` writes the file of rows and then the checkpoint; a `Count` writes
   the checkpoint if there is a folder. Both return the result.
5. The driver receives results as they arrive, and progress of running parts as events of Dask. It
   passes `events` to its listener. Dask makes the parts of lost workers again.
6. When all parts are finished, the driver commits the dataset or adds up the counts.

Threads of this process make parts in the same way. `searching` has the counts by search;
`compilation` compiles all kernels.
"""
