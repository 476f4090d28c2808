"""Large uploads in pieces, which cost money where they are left unfinished."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from enumino.datasets.storage import Store, interrupt_requests, objects
from enumino.errors import StorageError, StorageWarning
from tests import fault_proxy as faults
from tests.cluster_tools import ProcessCluster, wait_until
from tests.fault_proxy import FaultProxy, Rule, from_now_on
from tests.object_servers import Bucket

pytestmark = pytest.mark.slow

PIECE = 5_000  # bytes
SMALL_PIECES = f"""
from enumino.datasets.storage import objects
objects.ONE_REQUEST = objects.PIECE = {PIECE}
"""
COMMAND = f"""
import sys
{SMALL_PIECES}
from enumino.run import tasks
tasks.WORTH_A_CLIENT = float(sys.argv.pop(1))
from enumino.__main__ import main
main()
"""
PROBLEM = ["polyominoes", "--cells", "10", "--kind", "fixed", "--rows-per-part", "12000"]
WAYS = {  # options, and the seconds of work from which on Dask does it
    "in process": (["--in-process"], "4"),
    "threads": (["--threads", "2"], "1000"),
    "threads of Dask": (["--threads", "2"], "0"),
}


@pytest.fixture
def object_endpoint(moto_endpoint: str) -> str:
    """The server that lists unfinished uploads."""
    return moto_endpoint


@pytest.fixture
def slow_line(proxy: FaultProxy) -> FaultProxy:
    proxy.latency = 0.3
    return proxy


@pytest.fixture
def store(bucket: Bucket, slow_line: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> Store:
    for name in ("ONE_REQUEST", "PIECE"):
        monkeypatch.setattr(objects, name, PIECE)
    return Store(f"{bucket.uri}/folder")


def write_large(store: Store, pieces: int = 12) -> None:
    with store.create("large") as file:
        file.stream.write(os.urandom(PIECE * pieces))


def is_clean(bucket: Bucket) -> bool:
    """Whether no upload is unfinished, and whatever has a name is whole."""
    sizes = [size for key, size in bucket.sizes().items() if "/data/" in key]
    return bucket.uploads() == [] and all(size > 2 * PIECE for size in sizes)


@pytest.mark.parametrize(
    ("way", "number"),
    [
        ("in process", signal.SIGINT),
        pytest.param("threads", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("threads of Dask", signal.SIGINT, marks=pytest.mark.long),
        pytest.param("in process", signal.SIGTERM, marks=pytest.mark.long),
        pytest.param("threads", signal.SIGINT, marks=pytest.mark.long),
        pytest.param("threads of Dask", signal.SIGTERM, marks=pytest.mark.long),
    ],
)
def test_a_command_that_is_ended_aborts_its_uploads(
    way: str, number: signal.Signals, bucket: Bucket, slow_line: FaultProxy
) -> None:
    options, worth = WAYS[way]
    root = f"{bucket.uri}/folder"
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, worth, "enumerate", *PROBLEM, *options, "--to", root],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    wait_until(lambda: slow_line.counts[faults.PUT_PART] > 2)
    process.send_signal(number)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number], told
    assert "Traceback" not in told
    assert "Warning" not in told
    assert slow_line.counts[faults.ABORT] >= 1
    assert is_clean(bucket)


@pytest.mark.long
def test_a_worker_that_is_ended_aborts_its_uploads(
    bucket: Bucket, slow_line: FaultProxy, tmp_path: Path
) -> None:
    proxy = slow_line
    preload = tmp_path / "small_pieces.py"
    preload.write_text(SMALL_PIECES)
    with ProcessCluster(tmp_path) as cluster:
        for nanny in (False, True):
            proxy.reset()
            worker = cluster.worker("--preload", str(preload), threads=2, nanny=nanny)
            root = f"{bucket.uri}/{nanny}"
            command = ["enumerate", *PROBLEM, "--scheduler", cluster.address, "--to", root]
            driver = subprocess.Popen([sys.executable, "-m", "enumino", *command])
            wait_until(lambda: proxy.counts[faults.PUT_PART] > 2)
            worker.terminate()
            worker.wait(60)
            driver.terminate()
            driver.wait(60)
            wait_until(lambda: is_clean(bucket))


@contextmanager
def interrupted_when(reached: Callable[[], bool]) -> Iterator[None]:
    """Send us a Ctrl-C once that is so, which the block is to raise."""

    def interrupt() -> None:
        wait_until(reached)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        yield
    thread.join()


@pytest.mark.usefixtures("interrupts_heard")
def test_an_upload_is_aborted_or_whole_whenever_it_is_interrupted(
    store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    for kind in (faults.INITIATE, faults.PUT_PART, faults.COMPLETE):
        proxy.reset()
        with interrupted_when(lambda kind=kind: proxy.counts[kind] > 0):
            # Long enough that the interrupt comes before the end, even on a busy machine.
            write_large(store, 12 if kind == faults.COMPLETE else 100)
        assert bucket.uploads() == []
        assert bucket.sizes() == ({"folder/large": 12 * PIECE} if kind == faults.COMPLETE else {})
        assert proxy.counts[faults.ABORT] == (kind != faults.COMPLETE)
        assert proxy.busiest <= objects.PIECES_AT_ONCE + 1


@pytest.mark.usefixtures("interrupts_heard")
@pytest.mark.filterwarnings("ignore:The upload")
def test_ctrl_c_is_heard_while_a_server_says_nothing(
    store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upload that may have begun is named then."""
    monkeypatch.setattr(objects, "DROP_SECONDS", 1.0)
    for work in (write_large, lambda store: store.write_bytes("new", b""), Store.names):
        proxy.reset(Rule(faults.HANG, from_now_on(1)))
        begun = time.monotonic()
        with interrupted_when(lambda: proxy.counts[faults.ANY] > 0):
            work(store)
        assert time.monotonic() - begun < 10
        assert bucket.sizes() == {}


def test_uploads_of_some_threads_are_interrupted(
    store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    ended: dict[str, BaseException | None] = {}

    def write(name: str) -> None:
        try:
            with store.create(name) as file:
                file.stream.write(os.urandom(PIECE * 6))
            ended[name] = None
        except BaseException as error:
            ended[name] = error

    threads = [threading.Thread(target=write, args=(name,)) for name in ("one", "other")]
    for thread in threads:
        thread.start()
    wait_until(lambda: proxy.counts[faults.PUT_PART] > 1)
    interrupt_requests(threads[:1])
    for thread in threads:
        thread.join()
    assert isinstance(ended["one"], StorageError)
    assert ended["other"] is None
    assert bucket.sizes() == {"folder/other": 6 * PIECE}
    assert bucket.uploads() == []


@pytest.mark.usefixtures("interrupts_heard")
def test_an_upload_that_cannot_be_aborted_is_named(
    store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(objects, "DROP_SECONDS", 1.0)
    way_out = f"{bucket.name}/folder/large could not be dropped.*aws s3api abort-multipart-upload"
    for number, fault in enumerate(("access denied", faults.HANG), 1):
        proxy.reset(Rule(fault, from_now_on(1), faults.ABORT))
        with (
            pytest.warns(StorageWarning, match=way_out),
            interrupted_when(lambda: proxy.counts[faults.PUT_PART] > 0),
        ):
            write_large(store)
        assert bucket.uploads() == ["folder/large"] * number


def test_an_upload_that_fails_is_aborted(store: Store, bucket: Bucket, proxy: FaultProxy) -> None:
    proxy.latency = 0
    for kind, numbers in {faults.PUT_PART: range(1, 5), faults.COMPLETE: [1]}.items():
        for number in numbers:
            proxy.reset(Rule("access denied", {number}, kind))
            with pytest.raises(StorageError, match="access is denied"):
                write_large(store, pieces=4)
            assert bucket.uploads() == []
    assert bucket.sizes() == {}


@pytest.mark.parametrize("error", [RuntimeError("a hiccup"), KeyboardInterrupt()])
def test_a_writer_that_fails_begins_no_upload(
    error: BaseException, store: Store, proxy: FaultProxy
) -> None:
    proxy.reset()

    def write() -> None:
        with store.create("large") as file:
            file.stream.write(b"half of it")
            raise error

    with pytest.raises(type(error)):
        write()
    assert proxy.counts[faults.ANY] == 0


def test_a_large_file_is_uploaded_in_pieces_of_eight_mebibytes(
    bucket: Bucket, proxy: FaultProxy
) -> None:
    store = Store(f"{bucket.uri}/folder")
    contents = os.urandom(1 << 20) * 24 + b"the end"
    with store.create("large") as file:
        file.stream.write(contents)
    assert proxy.counts[faults.PUT_PART] > 2
    assert store.size("large") == len(contents)
    with store.open_input("large") as source:
        assert source.read() == contents
        source.seek(-3, os.SEEK_END)
        assert source.read(100) == b"end"
