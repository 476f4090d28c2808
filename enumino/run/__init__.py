"""Listings and counts: a problem is planned, its parts are made, and the results are committed.

A run on a cluster, from the beginning to the end:

1. Whoever asks for the run has a client of Dask: ``--scheduler`` gets one from
   `cluster.connect`, a program passes its own. Without one, this machine works.
2. `planning` divides the problem into parts, once, and writes the plan. Jobs of a batch system make
   shares of its parts.
3. `runner.run_parts` looks which parts are done, and submits a task for each other part to the
   client's executor. The process that does so is the *driver*.
4. On a worker, `cluster._make_part` compares versions with those of the driver, and makes the part:
   `listing.run_part` writes the file of rows and then its checkpoint, `Count` its checkpoint, if
   there is a folder. Both return the result.
5. The driver receives results as they come, and reports from within parts as events of Dask. It
   tells events of its own (`events`) to whoever listens. Dask makes parts of lost workers again.
6. When all are there, the driver commits the dataset, or adds up the numbers.

Parts are made in the same way by threads of this process. `searching` has the counts by search;
`compilation` compiles all kernels.
"""
