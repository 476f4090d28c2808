"""The proxy does to requests what its rules say, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPException, IncompleteRead
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests import fault_proxy as faults
from tests.cluster_tools import wait_until
from tests.fault_proxy import FaultProxy, Rule, from_now_on, kind_of
from tests.object_servers import Bucket, new_bucket, request

CONTENTS = bytes(range(256)) * 40


@pytest.fixture(scope="module")
def upstream(localbucket_endpoint: str) -> Bucket:
    return new_bucket(localbucket_endpoint)


@pytest.fixture
def proxy(upstream: Bucket) -> Iterator[FaultProxy]:
    with faults.fault_proxy(upstream.endpoint) as proxy:
        yield proxy


@pytest.fixture
def proxied(proxy: FaultProxy, upstream: Bucket) -> Bucket:
    return replace(upstream, endpoint=proxy.endpoint)


def test_both_servers_keep_objects(bucket: Bucket) -> None:
    bucket.write("a folder/one & two", CONTENTS)
    bucket.write("other", b"")
    assert bucket.sizes() == {"a folder/one & two": len(CONTENTS), "other": 0}
    assert bucket.sizes("a ") == {"a folder/one & two": len(CONTENTS)}
    assert bucket.read("a folder/one & two") == CONTENTS
    bucket.delete("other")
    assert list(bucket.sizes()) == ["a folder/one & two"]


def test_a_bucket_is_copied_to_disk(bucket: Bucket, tmp_path: Path) -> None:
    bucket.write("root/data/part", CONTENTS)
    bucket.write("rooted", CONTENTS)
    folder = bucket.copy_to(tmp_path / "copy", "root")
    assert (folder / "data/part").read_bytes() == CONTENTS
    assert len(list(folder.rglob("*"))) == 2


def test_requests_pass_and_are_counted(proxy: FaultProxy, proxied: Bucket) -> None:
    proxied.write("one", CONTENTS)
    assert proxied.read("one") == CONTENTS
    assert proxied.sizes("one") == {"one": len(CONTENTS)}
    proxied.delete("one")
    assert proxy.counts == {"put": 1, "get": 1, "list": 1, "delete": 1, faults.ANY: 4}
    proxy.reset()
    assert not proxy.counts


def test_kinds_of_requests() -> None:
    for method, target, kind in (
        ("PUT", "/b/k", faults.PUT),
        ("PUT", "/b/k?partNumber=1&uploadId=x", faults.PUT_PART),
        ("POST", "/b/k?uploads", faults.INITIATE),
        ("POST", "/b/k?uploads=", faults.INITIATE),
        ("POST", "/b/k?uploadId=x", faults.COMPLETE),
        ("DELETE", "/b/k?uploadId=x", faults.ABORT),
        ("DELETE", "/b/k", faults.DELETE),
        ("POST", "/b?delete", faults.DELETE),
        ("GET", "/b/folder/k", faults.GET),
        ("HEAD", "/b/k", faults.HEAD),
        ("GET", "/b?list-type=2&prefix=a%2F", faults.LIST),
        ("GET", "/b/?uploads", faults.LIST),
        ("GET", "/", faults.LIST),
        ("HEAD", "/b", faults.OTHER),
        ("PUT", "/b", faults.OTHER),
    ):
        assert kind_of(method, target) == kind


@pytest.mark.parametrize("action", faults.REFUSALS)
def test_a_refusal_never_reaches_the_server(
    action: str, proxy: FaultProxy, proxied: Bucket, upstream: Bucket
) -> None:
    proxy.reset(Rule(action, {2}, faults.PUT))
    proxied.write(f"{action} 1", CONTENTS)
    with pytest.raises(OSError, match=faults.REFUSALS[action][1]):
        proxied.write(f"{action} 2", CONTENTS)
    proxied.write(f"{action} 3", CONTENTS)
    assert set(upstream.sizes(action)) == {f"{action} 1", f"{action} 3"}


def test_what_lasts_befalls_all_that_follow(proxy: FaultProxy, proxied: Bucket) -> None:
    proxied.write("lasting", CONTENTS)
    proxy.reset(Rule("no such bucket", from_now_on(2)))
    proxied.sizes()
    for _ in range(3):
        with pytest.raises(OSError, match="NoSuchBucket"):
            proxied.read("lasting")


@pytest.mark.parametrize(
    ("action", "arrives"),
    [
        (faults.RESET, False),
        (faults.CUT_REQUEST, False),
        (faults.LOSE_ANSWER, True),
        (faults.CALL_BEFORE, False),
        (faults.CALL_AFTER, True),
    ],
)
def test_connections_break(
    action: str, arrives: bool, proxy: FaultProxy, proxied: Bucket, upstream: Bucket
) -> None:
    calls: list[int] = []
    proxy.reset(Rule(action, {1}, call=lambda: calls.append(len(upstream.sizes(action)))))
    with pytest.raises(ConnectionError):
        proxied.write(action, CONTENTS)
    assert (action in upstream.sizes()) == arrives
    assert calls == ([int(arrives)] if "call" in action else [])


@pytest.mark.parametrize("after", [None, 0, 1])
def test_an_answer_is_cut(after: int | None, proxy: FaultProxy, proxied: Bucket) -> None:
    proxied.write("cut", CONTENTS)
    proxy.reset(Rule(faults.CUT_ANSWER, {1}, after=after))
    with pytest.raises(IncompleteRead) as raised:
        proxied.read("cut")
    assert len(raised.value.partial) == (len(CONTENTS) // 2 if after is None else after)
    assert proxied.read("cut") == CONTENTS


def test_a_request_that_hangs_ends_with_the_proxy(upstream: Bucket) -> None:
    with faults.fault_proxy(upstream.endpoint) as proxy:
        proxy.reset(Rule(faults.HANG, {1}))
        ended = threading.Event()

        def ask() -> None:
            with pytest.raises((ConnectionError, HTTPException)):
                request(proxy.endpoint, "GET", f"/{upstream.name}?{urlencode({'list-type': 2})}")
            ended.set()

        asking = threading.Thread(target=ask)
        asking.start()
        wait_until(lambda: bool(proxy.counts))
        assert not ended.wait(0.05)
        assert proxy.busiest == 1
    asking.join(10)
    assert ended.is_set()
