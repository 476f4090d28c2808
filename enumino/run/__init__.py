"""Listings and counts: a problem is planned, its parts are made, and the results are committed.

To be read in this order:

- `planning`: a problem is divided into parts, once, and the parts into shares of jobs;
- `listing`: the parts of a dataset are made and committed; `counting`: those of a count, and
  `searching`, those of a count by search;
- `runner`: parts are made by an executor: this thread, a pool of threads, or Dask;
- `cluster`: Dask, here or elsewhere, as an executor;
- `events` and `progress`: what a run tells, and how far it is.
"""
