"""One operation on an object store: what the store, its network and the local disk may do to it."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from enumino.datasets.storage import Address, Store, objects
from enumino.datasets.storage.failures import object_failure
from enumino.errors import StorageError, StorageWarning
from tests import fault_proxy as faults
from tests.dataset_tools import Enumino, Outcome, together
from tests.fault_proxy import ANY, PUT, FaultProxy, For, Rule, fault_proxy, from_now_on
from tests.object_servers import Bucket

PIECE = 5_000  # bytes


def write_in_pieces(store: Store) -> int | None:
    with store.create("large") as file:
        file.stream.write(os.urandom(4 * PIECE + 17))
    return store.size("large")


OPERATIONS: dict[str, Callable[[Store], object]] = {
    "list": lambda store: store.sizes("data"),
    "look": lambda store: store.size("there"),
    "read": lambda store: store.read_bytes("there"),
    "read what is not there": lambda store: store.read_if_there("nowhere"),
    "read some": lambda store: list(store.read_each(["there", "nowhere"])),
    "open": lambda store: store.opened("there").read(),
    "write": lambda store: store.write_bytes("new", b"contents"),
    "write first": lambda store: store.write_bytes("new", b"contents", exclusive=True),
    "write second": lambda store: store.write_bytes("there", b"another", exclusive=True),
    "delete": lambda store: store.delete("there"),
    "write in pieces": write_in_pieces,
}
PASSING = ["500", "503", faults.RESET, faults.CUT_REQUEST, faults.CUT_ANSWER, faults.LOSE_ANSWER]
LASTING = {
    "no such bucket": "There is no bucket {}: make it",
    "expired token": "The credentials for {} have expired: renew AWS_ACCESS_KEY_ID",
    "access denied": "access is denied; let the credentials for {} list, read, write",
}


@pytest.fixture
def object_endpoint(localbucket_endpoint: str) -> str:
    """One server: what fails here fails before it."""
    return localbucket_endpoint


@pytest.fixture
def store(bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.setenv("ENUMINO_STORE_TIMEOUT", "3")
    for name in ("ONE_REQUEST", "PIECE"):
        monkeypatch.setattr(objects, name, PIECE)
    bucket.write("folder/there", b"something")
    return Store(f"{bucket.uri}/folder")


def test_what_passes_is_tried_again(store: Store, bucket: Bucket, proxy: FaultProxy) -> None:
    for name, work in OPERATIONS.items():
        expected = work(store)
        for action in PASSING:
            bucket.delete("folder/new")
            bucket.write("folder/there", b"something")
            proxy.reset(Rule(action, {1}))
            assert work(store) == expected, (name, action)
            assert proxy.counts[ANY] <= (4 if name != "write in pieces" else 10), (name, action)


def test_what_lasts_is_told_at_once(store: Store, bucket: Bucket, proxy: FaultProxy) -> None:
    for name, work in OPERATIONS.items():
        for action, sentence in LASTING.items():
            proxy.reset(Rule(action, from_now_on(1)))
            if name == "look" and action != "access denied":  # such an answer gives no reason
                continue
            with pytest.raises(StorageError) as raised:
                work(store)
            assert sentence.format(bucket.uri) in str(raised.value), name
            assert not raised.value.transient
            assert raised.value.__suppress_context__
            assert "\n" not in str(raised.value)
            assert proxy.counts[ANY] < 5  # two files at once, and late ones of the last round


def test_an_outage_within_the_time_limit_passes(
    store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = [*OPERATIONS.values()]
    monkeypatch.setenv("ENUMINO_STORE_TIMEOUT", "4")
    for action in ("503", faults.RESET, faults.CUT_ANSWER, faults.LOSE_ANSWER):
        stores = [Store(f"{bucket.uri}/{action}/{number}") for number in range(2 * len(works))]
        for number in range(len(stores)):
            bucket.write(f"{action}/{number}/there", b"something")
        expected = [work(one) for work, one in zip(works, stores, strict=False)]
        proxy.reset(Rule(action, For(1.5)))
        found = together(
            *[partial(*each) for each in zip(works, stores[len(works) :], strict=True)]
        )
        assert found == expected, action


def test_a_server_that_keeps_failing_is_given_up_when_the_time_is_over(
    store: Store, proxy: FaultProxy
) -> None:
    for action, sentence in {
        "503": "answers 503 SlowDown; wait a moment and run the same command again",
        faults.RESET: "the connection to s3://.* broke off",
        faults.HANG: "has not answered within 3 s",
    }.items():

        def end_in_time(work: Callable[[Store], object], sentence: str = sentence) -> None:
            begun = time.monotonic()
            with pytest.raises(StorageError, match=sentence) as raised:
                work(store)
            assert raised.value.transient
            assert time.monotonic() - begun >= 3
            assert time.monotonic() - begun < 10

        proxy.reset(Rule(action, from_now_on(1)))
        works = [OPERATIONS[name] for name in OPERATIONS if name != "look" or action != "503"]
        together(*[partial(end_in_time, work) for work in works])
        proxy.reset()


@pytest.mark.long
def test_a_run_goes_on_after_a_server_was_away_for_a_while(
    bucket: Bucket, here: Enumino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real outage, with the time limit that users have."""
    problem = ["polyominoes", "--cells", "8", "--rows-per-part", "60", "--in-process"]
    with fault_proxy(bucket.endpoint) as before:
        for name, value in before.environment.items():
            monkeypatch.setenv(name, value)
    port = int(before.endpoint.rpartition(":")[2])
    ended: list[Outcome] = []
    run = threading.Thread(
        target=lambda: ended.append(here("enumerate", *problem, "--to", f"{bucket.uri}/folder"))
    )
    run.start()
    time.sleep(20)
    with fault_proxy(bucket.endpoint, port):
        run.join()
    assert ended[0].code == 0, ended[0].err


def test_silence_ends_and_delays_nobody_else(store: Store, proxy: FaultProxy) -> None:
    proxy.reset(Rule(faults.HANG, from_now_on(1), PUT))
    ended: list[float] = []

    def write() -> None:
        with pytest.raises(StorageError, match="has not answered within 3 s") as raised:
            store.write_bytes("new", b"contents")
        assert raised.value.transient
        ended.append(time.monotonic())

    def read() -> None:
        for _ in range(20):
            store.read_bytes("there")
        assert not ended

    start = time.monotonic()
    together(write, read)
    assert ended[0] - start < 10


def failure_of(work: Callable[[], object]) -> str:
    with pytest.raises(StorageError) as raised:
        work()
    return str(raised.value)


def test_silence_is_announced_before_it_ends(
    store: Store, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enumino.datasets.storage.client.NOTICE_SECONDS", 0.5)
    proxy.reset(Rule(faults.RESET, For(1)))
    with pytest.warns(StorageWarning, match="for 0.5 s: enumino retries for 3 s"):
        assert store.read_bytes("there") == b"something"


def test_uploads_of_threads_go_side_by_side(store: Store, proxy: FaultProxy) -> None:
    proxy.latency = 0.3
    together(*[lambda n=name: store.write_bytes(n, b"contents") for name in "abcdefgh"])
    assert proxy.busiest == 8


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """The message names what led us there."""
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ENUMINO_STORE_TIMEOUT", "0.5")
    elsewhere = Store(f"{store.root}?endpoint_override=127.0.0.1:9&scheme=http")
    for other, source in ((store, "AWS_ENDPOINT_URL,"), (elsewhere, "the endpoint_override of")):
        with pytest.raises(StorageError, match=f"reached; check the network and {source}"):
            other.names()
    assert "finished parts" in (failed := failure_of(lambda: store.write_bytes("new", b"")))
    assert "finished parts" not in failure_of(store.names), failed


def test_a_server_that_cannot_create_exclusively(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_CONDITIONAL_PUT", "disabled")
    for contents in (b"first", b"second"):
        with pytest.warns(
            StorageWarning, match=r"lacks If-None-Match\): start only one run at a time"
        ):
            written = store.write_bytes("new", contents, exclusive=True)
        assert written == (contents == b"first")
    assert store.read_bytes("new") == b"first"


def test_one_of_several_writers_is_the_first(store: Store) -> None:
    for name in "abcde":
        texts = [os.urandom(100) for _ in range(4)]
        written = together(
            *[lambda t=text, n=name: store.write_bytes(n, t, exclusive=True) for text in texts]
        )
        assert written.count(True) == 1
        assert store.read_bytes(name) == texts[written.index(True)]


# The local disk.


def test_a_full_local_disk_is_not_the_fault_of_the_store(store: Store) -> None:
    folder = tempfile.gettempdir()
    with pytest.raises(StorageError, match=f"No space is left in {folder}.*TMPDIR") as raised:
        with store.create("new"):
            raise OSError(errno.ENOSPC, "No space left on device")
    assert not raised.value.transient


def test_a_missing_folder_for_temporary_files(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(StorageError, match=r"nowhere: No such file.*set TMPDIR to another"):
        with store.create("new"):
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="files that are open have names there")
def test_nothing_stays_on_the_local_disk(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An unfinished file has no name, so it is gone however a process ends."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with store.create("new") as file:
        file.stream.write(b"contents")
        assert os.listdir(tmp_path) == []
    assert store.read_bytes("new") == b"contents"


# Answers that no server here gives.

ANSWERS = {
    "403 Forbidden: <Code>InvalidAccessKeyId</Code><AWSAccessKeyId>AKIA</AWSAccessKeyId>": (
        "The credentials for s3://bucket are not valid there: set AWS_ACCESS_KEY_ID"
    ),
    "403 Forbidden: <Code>SignatureDoesNotMatch</Code>": "are not valid there",
    "401 Unauthorized: ": "are not valid there",
    "403 Forbidden: <Code>RequestTimeTooSkewed</Code>": "The clock of this machine",
    "301 Moved: <Code>PermanentRedirect</Code>": "lies in another region: set AWS_REGION",
    "400 Bad Request: <Code>AuthorizationHeaderMalformed</Code>": "lies in another region",
    "507 Insufficient Storage: <Code>XMinioStorageFull</Code>": "No space is left in s3://bucket",
    "403 Forbidden: <Code>QuotaExceeded</Code>": "No space is left in s3://bucket",
    "501 Not Implemented: ": "does not support it",
    "404 Not Found: <Code>NoSuchKey</Code>": "Cannot read it: there is no such file.",
    "418 I'm a teapot: ": "s3://bucket answers 418",
}


def test_what_servers_answer_is_told_in_our_words() -> None:
    for answer, sentence in ANSWERS.items():
        said = f"Error performing GET http://host/b?X-Amz-Signature=AKIA - status code: {answer}"
        failure = object_failure("read it", Address("s3", "bucket"), OSError(said), 60)
        assert sentence in str(failure)
        assert "AKIA" not in str(failure)
        assert not failure.transient


def test_a_machine_of_no_cloud_has_no_credentials() -> None:
    error = OSError("Error performing PUT http://169.254.169.254/latest/api/token - kind: Timeout")
    failure = object_failure("read it", Address("gs", "bucket"), error, 60)
    assert "no credentials for gs://bucket: set GOOGLE_APPLICATION_CREDENTIALS" in str(failure)
