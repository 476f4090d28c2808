"""List polyominoes on workers that dask-jobqueue asks SLURM for.

    python examples/dask_jobqueue_slurm.py --cells 18 --jobs 20 --to /shared/polyominoes

Needs ``pip install 'enumino[jobqueue]'``. The folder must be one that all nodes share, or a URI of
an object store. The same command resumes an interrupted run. A queue, an account, a walltime and
the like come from the configuration of dask-jobqueue (``~/.config/dask/jobqueue.yaml``).
"""

import argparse
import signal
import sys

from distributed import Client

import enumino

on_interrupt = signal.getsignal(signal.SIGINT)
from dask_jobqueue import SLURMCluster  # noqa: E402

# dask-jobqueue lets Ctrl-C end a program with exit code 0, as if it had finished.
signal.signal(signal.SIGINT, on_interrupt)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cells", type=int, required=True, help="their largest size")
    parser.add_argument("--to", required=True, metavar="DIR", help="folder or URI of the dataset")
    parser.add_argument("--jobs", type=int, default=10, help="jobs with one worker each")
    parser.add_argument("--rows-per-part", type=int, help="rows aimed at in each file")
    parser.add_argument("--interface", help="network that the nodes share, such as ib0")
    options = parser.parse_args()

    problem = enumino.Polyominoes(range(1, options.cells + 1))
    with SLURMCluster(
        cores=1,
        memory="2GB",
        interface=options.interface,
        # A port of Dask lets anybody run programs: no dashboard, and see docs/large-runs.md.
        scheduler_options={"dashboard": False},
    ) as cluster:
        cluster.scale(jobs=options.jobs)
        with Client(cluster) as client:
            client.wait_for_workers(1)  # the others may come later
            manifest = enumino.enumerate_to(
                options.to, problem, client, rows_per_part=options.rows_per_part
            )
    sys.stdout.write(f"{manifest.rows:,} rows at {options.to}\n")


if __name__ == "__main__":
    main()
