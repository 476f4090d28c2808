"""Whatever fails or ends a run, on a disk or on an S3 server, the resumed dataset is the same."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

import enumino
from enumino.datasets.documents import MANIFEST
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from tests.dataset_tools import Enumino, together
from tests.laws.struck import Run, Striker, fail
from tests.object_server import KEY, Bucket

PROBLEM, ROWS_PER_PART = enumino.Polyominoes(range(1, 8)), 40
COMMAND = [
    "enumerate", "polyominoes", "--cells", "1-7", "--rows-per-part", str(ROWS_PER_PART),
    "--threads", "1", "--quiet", "--to",
]  # fmt: skip
# Of all operations every so many fail, and fewer end the process; ENUMINO_STRIDE=1 for all.
STRIDE = int(os.environ.get("ENUMINO_STRIDE", "7"))
OF_A_RUN = {"seconds"}  # entries that differ from run to run

Files = dict[str, object]


def files_in(root: Path) -> Files:
    """The contents of all files by name; documents without entries that differ from run to run."""
    return {
        str(path.relative_to(root)): {
            key: value for key, value in json.loads(path.read_text()).items() if key not in OF_A_RUN
        }
        if path.suffix == ".json"
        else path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


def check_whole(root: Path, reference: Files) -> None:
    """Each file under its final name is whole, and a manifest comes last."""
    found = files_in(root)  # where all documents can be read
    assert MANIFEST not in found or found.keys() == reference.keys()
    assert all(found[name] == reference[name] for name in found if name.startswith("data/"))


def check_end(code: int, err: str) -> None:
    """A run ends well, or with one sentence, which holds no keys; or it was killed."""
    assert code in (0, 1, -signal.SIGKILL), err
    if code == 1:
        assert err.startswith("Error: "), err
        assert err.count("\n") == 1, err
        assert KEY not in err


def check_resumed(root: str, files: Path, reference: Files) -> None:
    """The same command makes the same dataset."""
    if files.exists():
        check_whole(files, reference)
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=ROWS_PER_PART)
    found = files_in(files)
    card = "README.md"  # which names the place
    assert found.keys() == reference.keys()
    assert all(found[name] == reference[name] for name in found if name != card)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Files:
    root = tmp_path_factory.mktemp("reference") / "set"
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=ROWS_PER_PART)
    return files_in(root)


def test_every_operation_on_a_disk_fails(reference: Files, tmp_path: Path, here: Enumino) -> None:
    root, striker = tmp_path / "set", Striker()
    for at in range(1 + STRIDE // 2, 10_000, STRIDE):
        shutil.rmtree(root, ignore_errors=True)
        striker.aim(str(root), at, fail)
        done = here(*COMMAND, root)
        seen = striker.seen
        striker.aim("", 0, fail)
        check_end(done.code, done.err)
        check_resumed(str(root), root, reference)
        if seen < at:
            break
    assert at > 60


def test_every_operation_on_a_disk_is_the_last(reference: Files, tmp_path: Path) -> None:
    root = tmp_path / "set"
    for at in range(1 + STRIDE, 10_000, 4 * STRIDE):
        shutil.rmtree(root, ignore_errors=True)
        code, err = Run([*COMMAND, str(root)], root, at).end()
        check_end(code, err)
        check_resumed(str(root), root, reference)
        if code == 0:
            break
    assert at > 60


@pytest.mark.parametrize("how", ["deny", "busy", "hang up"])
def test_every_request_fails(how: str, reference: Files, bucket: Bucket, here: Enumino) -> None:
    for at in range(1 + STRIDE // 2, 10_000, STRIDE):
        shutil.rmtree(bucket.folder / "set", ignore_errors=True)
        bucket.reset(lambda number, at=at: how if number == at else "")
        done = here(*COMMAND, f"{bucket.uri}/set")
        seen = bucket.counts.total()
        bucket.reset()
        check_end(done.code, done.err)
        check_resumed(f"{bucket.uri}/set", bucket.folder / "set", reference)
        if seen < at:
            break
    assert at > 25


def test_every_request_is_the_last(reference: Files, bucket: Bucket) -> None:
    for at in range(1 + STRIDE, 10_000, 4 * STRIDE):
        shutil.rmtree(bucket.folder / "set", ignore_errors=True)
        bucket.reset(lambda number, at=at: "silence" if number >= at else "")
        run = Run([*COMMAND, f"{bucket.uri}/set"], bucket.folder)
        while run.process.is_alive() and bucket.counts.total() < at:
            time.sleep(0.01)
        run.process.kill()
        ended = run.end()
        seen = bucket.counts.total()
        bucket.reset()
        check_end(*ended)
        check_resumed(f"{bucket.uri}/set", bucket.folder / "set", reference)
        if seen < at:
            break
    assert at > 25


def test_runs_at_once_make_one_dataset(reference: Files, tmp_path: Path) -> None:
    root = tmp_path / "set"
    for run in [Run([*COMMAND, str(root)], root) for _ in range(3)]:
        check_end(*run.end())
    check_resumed(str(root), root, reference)


@pytest.mark.parametrize("place", ["disk", "server"])
def test_of_runs_that_divide_otherwise_one_wins(place: str, bucket: Bucket, tmp_path: Path) -> None:
    root = f"{bucket.uri}/set" if place == "server" else str(tmp_path / "set")

    def run(rows_per_part: int) -> int:
        try:
            enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=rows_per_part)
        except enumino.DatasetError as error:
            return 0 if "has parts of" in str(error) else -1
        return rows_per_part

    finished = together(*[lambda rows=rows: run(rows) for rows in (60, 100, 60, 150)])
    (divided,) = {rows for rows in finished if rows}
    assert Plan.read(open_store(root)).rows_per_part == divided
    assert enumino.verify(root).ok


def test_a_server_that_refuses_for_good_is_one_sentence(bucket: Bucket, here: Enumino) -> None:
    bucket.reset(lambda number: "deny" if number > 5 else "")
    done = here(*COMMAND, f"{bucket.uri}/set")
    check_end(done.code, done.err)
    assert "answers 403 AccessDenied; check bucket, credentials" in done.err
    bucket.reset()
    missing = here(*COMMAND, "s3://another-bucket/set")
    check_end(missing.code, missing.err)
    assert "answers 404 NoSuchBucket; check bucket" in missing.err
