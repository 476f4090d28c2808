"""An HTTP proxy between an S3 client and its server that counts requests and makes some fail.

It passes requests on only when they have arrived whole, as S3 acts on whole requests only. What
befalls the k-th request of a kind is said by a `Rule`.
"""

from __future__ import annotations

import socket
import struct
import threading
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.object_servers import Bucket, environment

PATIENCE = 60  # seconds for an answer of the server
HOP_BY_HOP = {"connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade"}

PUT, PUT_PART, COPY, INITIATE, COMPLETE = (
    "put", "put part", "copy", "initiate", "complete",
)  # fmt: skip
ABORT, DELETE, GET, HEAD, LIST, OTHER = "abort", "delete", "get", "head", "list", "other"
# Kinds of requests; `ANY` in a rule means all of them.
ANY = "any"

# Answers of the proxy itself: status, code and message as S3 sends them.
REFUSALS = {
    "500": (500, "InternalError", "We encountered an internal error. Please try again."),
    "503": (503, "SlowDown", "Please reduce your request rate."),
    "no such bucket": (404, "NoSuchBucket", "The specified bucket does not exist"),
    "expired token": (400, "ExpiredToken", "The provided token has expired."),
    "access denied": (403, "AccessDenied", "Access Denied"),
}
# Connections that break: before the server has seen the request, after `Rule.after` bytes of its
# body, after `Rule.after` bytes of the answer's body, after the server has acted and before it is
# heard; or that stay open in silence until `FaultProxy.reset`, after `Rule.call` was called.
RESET, CUT_REQUEST, CUT_ANSWER, LOSE_ANSWER, HANG = (
    "reset", "cut request", "cut answer", "lose answer", "hang",
)  # fmt: skip
# `Rule.call` is called, and the connection breaks: before the server acts, or after it has.
CALL_BEFORE, CALL_AFTER = "call before", "call after"


@dataclass(frozen=True)
class Rule:
    """A fault of the requests of a kind whose numbers, from 1, are in `at`."""

    action: str
    at: Container[int]
    kind: str = ANY
    after: int | None = None  # bytes that pass before a cut; by default half of them
    call: Callable[[], object] = field(default=lambda: None)


@dataclass(frozen=True)
class For:
    """All numbers within some seconds from now: an outage that ends."""

    seconds: float
    begun: float = field(default_factory=time.monotonic)

    def __contains__(self, _: object) -> bool:
        return time.monotonic() < self.begun + self.seconds


def from_now_on(first: int) -> Container[int]:
    """All numbers from `first` on: for what does not pass, such as a bucket that vanishes."""
    return range(first, 1 << 60)


def kind_of(method: str, target: str, *, copies: bool = False) -> str:
    """Return the kind of a request, by what S3 does for it."""
    at = urlsplit(target)
    query = parse_qs(at.query, keep_blank_values=True)
    has_key = "/" in at.path.strip("/")
    if method == "GET" and ("list-type" in query or not has_key):
        return LIST
    if not has_key:
        return DELETE if "delete" in query else OTHER
    if "uploads" in query or "uploadId" in query:
        return {"POST": INITIATE if "uploads" in query else COMPLETE, "PUT": PUT_PART}.get(
            method, ABORT
        )
    return {"PUT": COPY if copies else PUT, "GET": GET, "HEAD": HEAD, "DELETE": DELETE}.get(
        method, OTHER
    )


class FaultProxy:
    """A proxy before `upstream`, an endpoint such as ``http://127.0.0.1:9000``, at any port."""

    def __init__(self, upstream: str, port: int = 0) -> None:
        at = urlsplit(upstream)
        self.upstream = (at.hostname or "", at.port)
        self.latency = 0.0  # seconds, added to each request
        self.requests: list[tuple[str, str]] = []  # kind and target of each, in order
        self.busiest = 0  # requests under way at once, at most
        self._rules: list[Rule] = []
        self._counts: Counter[str] = Counter()
        self._busy = 0
        self._lock = threading.Lock()
        self._passing = threading.Event()  # what lets those go on that hang
        self._server = _Server(("127.0.0.1", port), _Handler)
        self._server.proxy = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a user to the server by the proxy."""
        return environment(self.endpoint)

    @property
    def counts(self) -> Counter[str]:
        """The numbers of requests of each kind, and of `ANY`, since `reset`."""
        with self._lock:
            return Counter(self._counts)

    def reset(self, *rules: Rule) -> None:
        """Forget all requests, end those that hang, and follow these rules from now on."""
        with self._lock:
            self._rules = list(rules)
            self._counts.clear()
            self.requests.clear()
            self.busiest = self._busy
            self._passing.set()
            self._passing = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Break all connections, also those that hang."""
        self._passing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def hang(self) -> None:
        """Wait until the proxy stops, or is reset."""
        with self._lock:
            passing = self._passing
        passing.wait()

    @contextmanager
    def arrived(self, kind: str, target: str) -> Iterator[Rule | None]:
        """Count a request while it is under way; yields the first rule that holds for it."""
        with self._lock:
            self._counts[ANY] += 1
            self._counts[kind] += 1
            self.requests.append((kind, target))
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            rules = (r for r in self._rules if r.kind in (ANY, kind))
            found = next((r for r in rules if self._counts[r.kind] in r.at), None)
        try:
            yield found
        finally:
            with self._lock:
                self._busy -= 1


@contextmanager
def fault_proxy(upstream: str, port: int = 0) -> Iterator[FaultProxy]:
    """A running proxy."""
    proxy = FaultProxy(upstream, port)
    proxy.start()
    try:
        yield proxy
    finally:
        proxy.stop()


@pytest.fixture
def proxy(bucket: Bucket, monkeypatch: pytest.MonkeyPatch) -> Iterator[FaultProxy]:
    """A proxy before the server of the bucket, and the environment that leads to it."""
    with fault_proxy(bucket.endpoint) as proxy:
        for name, value in proxy.environment.items():
            monkeypatch.setenv(name, value)
        yield proxy


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 256
    proxy: FaultProxy

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: clients that go away are what this is for."""


class _ConnectionBrokenError(Exception):
    """The connection to the client is to be reset."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are written apart
    wbufsize = 1 << 16
    upstream: HTTPConnection | None = None

    def handle_any(self) -> None:
        proxy = cast(_Server, self.server).proxy
        kind = kind_of(self.command, self.path, copies="x-amz-copy-source" in self.headers)
        with proxy.arrived(kind, self.path) as rule:
            try:
                time.sleep(proxy.latency)
                self._follow(proxy, rule)
            except _ConnectionBrokenError:
                self._break()
            except (OSError, HTTPException):
                self._break()

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_any  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def finish(self) -> None:
        if self.upstream:
            self.upstream.close()
        with suppress(OSError):
            super().finish()

    def _follow(self, proxy: FaultProxy, rule: Rule | None) -> None:
        action = rule.action if rule else ""
        length = int(self.headers.get("Content-Length", 0))
        if rule and action == RESET:
            raise _ConnectionBrokenError
        if rule and action == CUT_REQUEST:
            self.rfile.read(length // 2 if rule.after is None else min(rule.after, length))
            raise _ConnectionBrokenError
        body = self.rfile.read(length)
        if rule and action == HANG:
            rule.call()
            proxy.hang()
            raise _ConnectionBrokenError
        if rule and action == CALL_BEFORE:
            rule.call()
            raise _ConnectionBrokenError
        if action in REFUSALS:
            self._refuse(*REFUSALS[action])
            return
        answer, contents = self._ask(proxy, body)
        if rule and action == CALL_AFTER:
            rule.call()
            raise _ConnectionBrokenError
        if action == LOSE_ANSWER:
            raise _ConnectionBrokenError
        self._head(answer)
        if self.command != "HEAD":
            if rule and action == CUT_ANSWER:
                self.wfile.write(
                    contents[: len(contents) // 2 if rule.after is None else rule.after]
                )
                self.wfile.flush()
                self._break(reset=False)
                return
            self.wfile.write(contents)
        self.wfile.flush()

    def _ask(self, proxy: FaultProxy, body: bytes) -> tuple[HTTPResponse, bytes]:
        """Ask the server, over a connection that lasts as long as the client's."""
        for fresh in (self.upstream is None, True):
            if fresh:
                if self.upstream:
                    self.upstream.close()
                self.upstream = HTTPConnection(*proxy.upstream, timeout=PATIENCE)
            assert self.upstream
            try:
                self.upstream.putrequest(
                    self.command, self.path, skip_host=True, skip_accept_encoding=True
                )
                for name, value in self.headers.items():
                    if name.lower() not in HOP_BY_HOP | {"expect"}:
                        self.upstream.putheader(name, value)
                self.upstream.endheaders(body or None)
                _acknowledge_at_once(self.upstream.sock)
                answer = self.upstream.getresponse()
                contents = answer.read()
                if answer.will_close:
                    self.upstream.close()
                    self.upstream = None
                return answer, contents
            except (OSError, HTTPException):
                if fresh:  # one that was kept may have been closed by the server meanwhile
                    raise
        raise AssertionError

    def _head(self, answer: HTTPResponse) -> None:
        self.send_response_only(answer.status, answer.reason)
        for name, value in answer.getheaders():
            if name.lower() not in HOP_BY_HOP | {"transfer-encoding", "content-length"}:
                self.send_header(name, value)
        size = answer.getheader("Content-Length")
        if size is not None:
            self.send_header("Content-Length", size)
        elif answer.status != 204:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()

    def _refuse(self, status: int, code: str, message: str) -> None:
        body = (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            f"<Error><Code>{code}</Code><Message>{message}</Message>"
            "<RequestId>4442587FB7D0A2F9</RequestId></Error>"
        ).encode()
        self.send_response_only(status)
        self.send_header("Content-Type", "application/xml")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.wfile.flush()

    def _break(self, *, reset: bool = True) -> None:
        """End the connection: with a reset, or as a server that goes away in the middle."""
        self.close_connection = True
        with suppress(OSError):
            if reset:
                linger = struct.pack("ii", 1, 0)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                self.connection.close()
                self.rfile.close()
            else:
                self.connection.shutdown(socket.SHUT_RDWR)


def _acknowledge_at_once(connection: socket.socket) -> None:
    """Spare servers that answer in two pieces the 40 ms that the first one may go unheard."""
    if hasattr(socket, "TCP_QUICKACK"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
