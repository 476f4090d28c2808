"""The same bytes, whoever makes them, in any number of runs, wherever they are stored."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client

import enumino
from enumino.datasets.commit import commit
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.enum.problem import Problem
from enumino.run.listing import make_parts
from enumino.run.planning import make_plan, share
from tests.dataset_tools import StopHereError, data_digest, parts_done, stop_after, worker_processes
from tests.object_server import Bucket

pytestmark = pytest.mark.slow

# The squares of 4x4.
BOARD = enumino.Graph(
    [str(k) for k in range(16)],
    [(k, k + 1) for k in range(16) if k % 4 < 3] + [(k, k + 4) for k in range(12)],
)
RUNS: dict[str, tuple[Problem, int]] = {
    "polyhexes": (enumino.Polyhexes(range(1, 9)), 100),
    "polycubes": (enumino.Polycubes(range(1, 8)), 50),
    "in a box": (enumino.Polyominoes(range(9, 17), "fixed", within="4x4"), 500),
    "symmetric": (enumino.Polyominoes(range(12, 18), symmetry="all,diag2,axis2"), 500),
    "filtered": (enumino.Polyominoes(range(1, 10), only="holes = 1"), 300),
    "kites": (enumino.LatticePolyforms(range(1, 8), lattice="kite"), 80),
    "subgraphs": (enumino.Subgraphs(BOARD, range(1, 6)), 80),
    "partitions": (enumino.Partitions("4x5", parts="3-4", sizes="4-8"), 200),
    "tilings of triangles": (enumino.Tilings("hexagon 3", "diamond", lattice="triangular"), 80),
    "tilings": (enumino.Tilings("4x9", "L-tromino, I-tromino"), 5000),
    "up to symmetry": (enumino.Tilings("5x6", "L-tromino, domino:0-3", up_to_symmetry=True), 5),
    "dancing links": (enumino.Tilings("4x6", "I-tromino, domino", engine="dancing-links"), 300),
    "tatami": (enumino.Tatami("5x6", (0, 4)), 50),
    "covers": (enumino.Covers("queens 9"), 30),
    "covers up to symmetry": (enumino.Covers("queens 9", up_to_symmetry=True), 3),
    "trominoes": (enumino.Trominoes(8), 8),
}
WRITTEN = 2


@pytest.fixture(scope="module")
def processes() -> Iterator[Client]:
    with worker_processes(2) as client:
        assert isinstance(client, Client)
        yield client


@pytest.mark.parametrize("name", RUNS)
def test_bytes_do_not_depend_on_who_makes_them(
    name: str, processes: Client, tmp_path: Path
) -> None:
    problem, rows_per_part = RUNS[name]

    def made(folder: str, **where: object) -> str:
        root = tmp_path / folder
        enumino.enumerate_to(root, problem, rows_per_part=rows_per_part, **where)  # type: ignore[arg-type]
        return data_digest(root)

    expected = made("one thread", threads=1)
    assert parts_done(tmp_path / "one thread") > WRITTEN
    assert made("four threads", threads=4) == expected
    assert made("two processes", client=processes) == expected
    with pytest.raises(StopHereError):
        made("stopped", threads=1, on_event=stop_after(WRITTEN))
    assert parts_done(tmp_path / "stopped") == WRITTEN
    assert made("stopped", threads=1) == expected
    root = tmp_path / "shares"
    store = open_store(root)
    plan = make_plan(store, problem, rows_per_part=rows_per_part)
    for number in (3, 1, 2):
        make_parts(store, problem, share(plan, number, 3), threads=1)
    commit(store)
    assert data_digest(root) == expected


def test_nor_on_where_they_are_kept(bucket: Bucket, processes: Client, tmp_path: Path) -> None:
    problem, rows_per_part = RUNS["polyhexes"]
    local = tmp_path / "local"
    enumino.enumerate_to(local, problem, threads=1, rows_per_part=rows_per_part)
    processes.run(os.environ.update, {**os.environ})  # the address and the keys of the bucket
    for folder, how in (("threads", {"threads": 2}), ("processes", {"client": processes})):
        root = f"{bucket.uri}/{folder}"
        enumino.enumerate_to(root, problem, rows_per_part=rows_per_part, **how)  # type: ignore[arg-type]
        assert data_digest(bucket.folder / folder) == data_digest(local)
        store = open_store(root)
        assert [*store.entries()] == [*open_store(local).entries()]
        store.delete(Plan.read(store).parts[1].file)
        enumino.enumerate_to(root, problem, rows_per_part=rows_per_part, **how)  # type: ignore[arg-type]
        assert enumino.verify(root).ok
