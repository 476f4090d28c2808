"""What an object store, its network, the local disk and a user's Ctrl-C may do to one operation."""

from __future__ import annotations

import errno
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from enumino.datasets.storage import Address, Store, objects
from enumino.datasets.storage.object_failures import object_failure
from enumino.errors import StorageError, StorageWarning
from tests import fault_proxy as faults
from tests.dataset_tools import together
from tests.fault_proxy import ANY, PUT, FaultProxy, Rule, fault_proxy, from_now_on
from tests.interrupting import interrupted
from tests.object_servers import Bucket

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
}
PASSING = ["500", "503", faults.RESET, faults.CUT_REQUEST, faults.CUT_ANSWER, faults.LOSE_ANSWER]
LASTING = {
    "no such bucket": "There is no bucket {}: make it",
    "expired token": "The credentials for {} have expired: renew AWS_ACCESS_KEY_ID",
    "access denied": "access is denied; let the credentials for {} list, read, write",
}
LARGE = 3 * objects.PIECE + 17
"""Bytes of a file that is uploaded in pieces."""


@pytest.fixture(params=["localbucket"])
def object_endpoint(request: pytest.FixtureRequest) -> str:
    """One server: what fails here fails before it."""
    return str(request.getfixturevalue(f"{request.param}_endpoint"))


@pytest.fixture
def proxy(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultProxy]:
    with fault_proxy(bucket.endpoint) as proxy:
        for name, value in {**proxy.environment, "ENUMINO_STORE_TIMEOUT": "3"}.items():
            monkeypatch.setenv(name, value)
        yield proxy


@pytest.fixture
def store(bucket: Bucket, proxy: FaultProxy) -> Store:
    bucket.write("folder/there", b"something")
    return Store(f"{bucket.uri}/folder")


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_passes_is_tried_again(
    operation: str, store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    work = OPERATIONS[operation]
    expected = work(store)
    for action in PASSING:
        bucket.delete("folder/new")
        bucket.write("folder/there", b"something")
        proxy.reset(Rule(action, {1}))
        assert work(store) == expected, action
        assert proxy.counts[ANY] <= 4


@pytest.mark.parametrize("operation", OPERATIONS)
def test_what_lasts_is_told_at_once(
    operation: str, store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    for action, sentence in LASTING.items():
        proxy.reset(Rule(action, from_now_on(1)))
        if operation == "look" and action != "access denied":  # such an answer gives no reason
            continue
        with pytest.raises(StorageError) as raised:
            OPERATIONS[operation](store)
        assert sentence.format(bucket.uri) in str(raised.value)
        assert not raised.value.transient
        assert raised.value.__suppress_context__
        assert "\n" not in str(raised.value)
        assert proxy.counts[ANY] < 5  # two files at once, and late ones of the last round


def test_a_server_that_keeps_failing_is_given_up(store: Store, proxy: FaultProxy) -> None:
    for action, sentence in {
        "503": "answers 503 SlowDown; wait a moment and run the same command again",
        faults.RESET: "the connection to s3://.* broke off",
    }.items():
        proxy.reset(Rule(action, from_now_on(1)))
        with pytest.raises(StorageError, match=sentence) as raised:
            store.names()
        assert raised.value.transient
        assert proxy.counts[ANY] > 3


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


def test_uploads_of_threads_go_side_by_side(store: Store, proxy: FaultProxy) -> None:
    proxy.latency = 0.3
    together(*[lambda n=name: store.write_bytes(n, b"contents") for name in "abcdefgh"])
    assert proxy.busiest == 8


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("ENUMINO_STORE_TIMEOUT", "1")
    with pytest.raises(StorageError, match="cannot be reached; check the network and AWS_ENDPOINT"):
        store.names()


def test_a_server_that_cannot_create_exclusively(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWS_CONDITIONAL_PUT", "disabled")
    for contents in (b"first", b"second"):
        with pytest.warns(StorageWarning, match=r"lacks If-None-Match\): start one run at a time"):
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


# Large files.


def write_large(store: Store, size: int = LARGE) -> None:
    with store.create("large") as file:
        file.stream.write(os.urandom(1000) * (size // 1000))


def test_a_large_file_is_uploaded_in_pieces(store: Store, proxy: FaultProxy) -> None:
    contents = os.urandom(1 << 20) * 24 + b"the end"
    with store.create("large") as file:
        file.stream.write(contents)
    assert proxy.counts[faults.PUT_PART] > 2
    assert store.size("large") == len(contents)
    with store.open_input("large") as source:
        assert source.read() == contents
        source.seek(-3, os.SEEK_END)
        assert source.read(100) == b"end"


@pytest.mark.parametrize("at", [1, 2, 3, 4, 5])
def test_a_large_upload_that_fails_leaves_nothing(
    at: int, store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    proxy.reset(Rule("access denied", {at}))
    with pytest.raises(StorageError, match="access is denied"):
        write_large(store)
    assert set(bucket.sizes()) == {"folder/there"}


@pytest.mark.parametrize("error", [RuntimeError("a hiccup"), KeyboardInterrupt()])
def test_a_writer_that_fails_leaves_nothing(
    error: BaseException, store: Store, bucket: Bucket, proxy: FaultProxy
) -> None:
    proxy.reset()

    def write() -> None:
        with store.create("large") as file:
            file.stream.write(b"half of it")
            raise error

    with pytest.raises(type(error)):
        write()
    assert proxy.counts[ANY] == 0
    assert set(bucket.sizes()) == {"folder/there"}


@pytest.mark.parametrize("object_endpoint", ["moto"], indirect=True)
@pytest.mark.usefixtures("interrupts_heard")
def test_ctrl_c_aborts_an_upload(
    store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy.latency = 0.2
    for name in ("ONE_REQUEST", "PIECE"):  # more pieces than are on their way at once
        monkeypatch.setattr(objects, name, 5 << 20)
    proxy.reset(Rule(faults.CALL_BEFORE, {2}, call=lambda: os.kill(os.getpid(), signal.SIGINT)))
    with pytest.raises(KeyboardInterrupt):
        write_large(store, 12 * objects.PIECE)
    assert set(bucket.sizes()) == {"folder/there"}
    assert bucket.uploads() == []


@pytest.mark.parametrize("size", [10, LARGE])
@pytest.mark.usefixtures("interrupts_heard")
def test_ctrl_c_is_heard_while_a_server_says_nothing(
    size: int, store: Store, bucket: Bucket, proxy: FaultProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENUMINO_STORE_TIMEOUT", "60")
    proxy.reset(Rule(faults.HANG, from_now_on(1)))
    ctrl_c = partial(os.kill, os.getpid(), signal.SIGINT)
    start = time.monotonic()
    with (
        pytest.raises(KeyboardInterrupt),
        interrupted(0.3, ctrl_c),
        store.create("large") as file,
    ):
        file.stream.write(bytes(size))
    assert time.monotonic() - start < 10
    assert set(bucket.sizes()) == {"folder/there"}


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
    """However a process ends: what is being written has no name."""
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
    "501 Not Implemented: ": "does not know how",
    "404 Not Found: <Code>NoSuchKey</Code>": "Cannot read it: there is no such file.",
    "418 I'm a teapot: ": "s3://bucket answers 418",
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_what_servers_answer_is_told_in_our_words(answer: str) -> None:
    said = f"Error performing GET http://host/bucket?X-Amz-Signature=AKIA - status code: {answer}"
    failure = object_failure("read it", Address("s3", "bucket"), OSError(said), 60)
    assert ANSWERS[answer] in str(failure)
    assert "AKIA" not in str(failure)
    assert not failure.transient


def test_a_machine_of_no_cloud_has_no_credentials() -> None:
    error = OSError("Error performing PUT http://169.254.169.254/latest/api/token - kind: Timeout")
    failure = object_failure("read it", Address("gs", "bucket"), error, 60)
    assert "no credentials for gs://bucket: set GOOGLE_APPLICATION_CREDENTIALS" in str(failure)
