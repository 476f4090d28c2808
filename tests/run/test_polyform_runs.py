"""Polyforms and others: the same bytes by one thread, two, a cluster, and after a stop."""

from __future__ import annotations

import signal
import time
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

import enumino
from enumino.enum.problem import Problem
from enumino.run.events import Event, PartFinished
from tests.dataset_tools import data_digest, enumino_command, enumino_process, parts_done

pytestmark = pytest.mark.slow

# The squares of 4x4.
BOARD = enumino.Graph(
    [str(k) for k in range(16)],
    [(k, k + 1) for k in range(16) if k % 4 < 3] + [(k, k + 4) for k in range(12)],
)
RUNS: dict[str, tuple[Problem, int]] = {
    "polyhexes": (enumino.Polyhexes(range(1, 9)), 100),
    "polyiamonds": (enumino.Polyiamonds(range(1, 11), "one-sided"), 100),
    "polyplets": (enumino.Polyplets(range(1, 7), "fixed"), 300),
    "polycubes": (enumino.Polycubes(range(1, 8)), 50),
    "polysticks": (enumino.Polysticks(range(1, 8)), 80),
    "in a box": (enumino.Polyominoes(range(9, 17), "fixed", within="4x4"), 500),
    "symmetric": (enumino.Polyominoes(range(16, 22), symmetry="all,diag2,axis2"), 200),
    "filtered": (enumino.Polyominoes(range(1, 10), only="holes = 1"), 300),
    "kites": (enumino.LatticePolyforms(range(1, 8), lattice="kite"), 80),
    "subgraphs": (enumino.Subgraphs(BOARD, range(1, 6)), 80),
    "packings": (enumino.Tilings("hexagon 3", "diamond", lattice="triangular"), 80),
    "tilings": (enumino.Tilings("4x9", "L-tromino, I-tromino"), 5000),
    "up to symmetry": (enumino.Tilings("5x6", "L-tromino, domino:0-3", up_to_symmetry=True), 5),
    "dancing links": (enumino.Tilings("4x6", "I-tromino, domino", engine="dancing-links"), 300),
    "cover": (enumino.Covers(("queens", 9)), 30),
}


class StopHereError(Exception):
    pass


@pytest.mark.long
@pytest.mark.parametrize("name", RUNS)
def test_bytes_do_not_depend_on_who_makes_them(name: str, tmp_path: Path) -> None:
    problem, rows_per_part = RUNS[name]
    stopped = []

    def stop_after_two(event: Event) -> None:
        if isinstance(event, PartFinished):
            stopped.append(event)
            if len(stopped) == 2:
                raise StopHereError

    def made(folder: str, **where: object) -> str:
        root = tmp_path / folder
        enumino.enumerate_to(root, problem, rows_per_part=rows_per_part, **where)  # type: ignore[arg-type]
        return data_digest(root)

    expected = made("one thread", in_process=True)
    assert parts_done(tmp_path / "one thread") > 4
    assert made("two threads", threads=2) == expected
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0"
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        assert made("cluster", client=client) == expected
    with pytest.raises(StopHereError):
        made("stopped", in_process=True, on_event=stop_after_two)
    assert parts_done(tmp_path / "stopped") == 2
    assert made("stopped", in_process=True) == expected


@pytest.mark.long
@pytest.mark.parametrize(
    "problem", ["polysticks --cells 1-10", "polyominoes --cells 17-21 --symmetry axis,diag"]
)
def test_a_killed_run_is_resumed(problem: str, tmp_path: Path) -> None:
    command = ["enumerate", *problem.split(), "--rows-per-part", "2000"]
    root, whole = tmp_path / "killed", tmp_path / "whole"
    process = enumino_process(*command, "--threads", "2", "--to", root)
    while process.poll() is None and parts_done(root) < 5:
        time.sleep(0.005)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    for folder in (root, whole):
        assert enumino_command(*command, "--threads", "2", "--to", folder).returncode == 0
    assert data_digest(root) == data_digest(whole)
