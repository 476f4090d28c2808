"""Whoever is interrupted in a large upload leaves no pieces in the bucket, which costs money."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from enumino.datasets.storage import Store, interrupt_requests, objects
from enumino.errors import StorageError, StorageWarning
from tests import fault_proxy as faults
from tests.cluster_tools import ProcessCluster, wait_until
from tests.fault_proxy import FaultProxy, Rule, fault_proxy, from_now_on
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
def proxy(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultProxy]:
    """A slow line to the bucket."""
    with fault_proxy(bucket.endpoint) as proxy:
        for name, value in proxy.environment.items():
            monkeypatch.setenv(name, value)
        proxy.latency = 0.3
        yield proxy


@pytest.fixture
def store(bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> Store:
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


@pytest.mark.parametrize("way", WAYS)
def test_a_command_that_is_ended_aborts_its_uploads(
    way: str, bucket: Bucket, proxy: FaultProxy
) -> None:
    options, worth = WAYS[way]
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        proxy.reset()
        root = f"{bucket.uri}/{number.name}"
        process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, worth, "enumerate", *PROBLEM, *options, "--to", root],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        wait_until(lambda: proxy.counts[faults.PUT_PART] > 2)
        process.send_signal(number)
        told, _ = process.communicate(timeout=60)
        assert process.returncode == code, told
        assert "Traceback" not in told
        assert "Warning" not in told
        assert proxy.counts[faults.ABORT] >= 1
        assert is_clean(bucket)


@pytest.mark.long
def test_a_worker_that_is_ended_aborts_its_uploads(
    bucket: Bucket, proxy: FaultProxy, tmp_path: Path
) -> None:
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


@pytest.mark.usefixtures("interrupts_heard")
@pytest.mark.parametrize("kind", [faults.INITIATE, faults.PUT_PART, faults.COMPLETE])
def test_an_upload_is_aborted_or_whole_whenever_it_is_interrupted(
    kind: str, store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    """While it begins, goes on, and ends."""

    def interrupt() -> None:
        wait_until(lambda: proxy.counts[kind] > 0)
        os.kill(os.getpid(), signal.SIGINT)

    proxy.reset()
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        write_large(store)
    thread.join()
    assert bucket.uploads() == []
    assert bucket.sizes() == ({"folder/large": 12 * PIECE} if kind == faults.COMPLETE else {})
    assert proxy.counts[faults.ABORT] == (kind != faults.COMPLETE)
    assert proxy.busiest <= objects.PIECES_AT_ONCE + 1


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
@pytest.mark.parametrize("fault", ["access denied", faults.HANG])
def test_an_upload_that_cannot_be_aborted_is_named(
    fault: str, store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enumino.datasets.storage.objects.DROP_SECONDS", 1.0)
    proxy.reset(Rule(fault, from_now_on(1), faults.ABORT))

    def interrupt() -> None:
        wait_until(lambda: proxy.counts[faults.PUT_PART] > 0)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    begun = time.monotonic()
    way_out = f"{bucket.name}/folder/large could not be dropped.*aws s3api abort-multipart-upload"
    with pytest.warns(StorageWarning, match=way_out), pytest.raises(KeyboardInterrupt):
        write_large(store)
    assert time.monotonic() - begun < 30
    assert bucket.uploads() == ["folder/large"]
