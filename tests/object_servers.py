"""Two S3 servers on loopback, from two hands: what passes on both is not a quirk of one.

Each runs in a process of its own for the whole session, without checking signatures. A test gets
a fresh `Bucket`, and in `Bucket.environment` what a user would set. A bucket is looked into by
plain HTTP, not by the client that is tested.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit
from uuid import uuid4
from xml.etree import ElementTree

import pytest

PATIENCE = 120  # seconds until a server answers: other work may keep it waiting
ATTEMPTS = 5  # at a port that another process may take first
SETTINGS = {
    "S3_UPLOAD_PART_MIN_SIZE": "256",  # bytes of a piece that moto takes; 5 MB else, as S3 does
    "MOTO_S3_DEFAULT_KEY_BUFFER_SIZE": "5000000",  # bytes that it keeps in memory; follows if unset
}
SIGNED = (
    "AWS4-HMAC-SHA256 Credential=an-access-key/20260101/us-east-1/s3/aws4_request, "
    "SignedHeaders=host, Signature=unchecked"
)

COMMANDS: dict[str, Callable[[int, Path], list[str]]] = {
    "moto": lambda port, _: ["-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)],
    "localbucket": lambda port, folder: ["-m", "tests.localbucket_server", str(folder), str(port)],
}
SERVERS = tuple(COMMANDS)


@dataclass(frozen=True)
class Bucket:
    """A bucket of a server, looked at from outside."""

    endpoint: str  # http://127.0.0.1:PORT
    name: str

    @property
    def uri(self) -> str:
        return f"s3://{self.name}"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a user to the server."""
        return environment(self.endpoint)

    def sizes(self, prefix: str = "") -> dict[str, int]:
        """The sizes in bytes of all objects whose keys begin so, by key."""
        found: dict[str, int] = {}
        more = {"list-type": "2", "prefix": prefix}
        while more:
            listing = request(self.endpoint, "GET", f"/{self.name}/?{urlencode(more)}")
            answer = ElementTree.fromstring(listing)
            for each in answer.iterfind("{*}Contents"):
                found[each.findtext("{*}Key", "")] = int(each.findtext("{*}Size", ""))
            token = answer.findtext("{*}NextContinuationToken")
            more = {**more, "continuation-token": token} if token else {}
        return found

    def read(self, key: str) -> bytes:
        return request(self.endpoint, "GET", f"/{self.name}/{quote(key)}")

    def write(self, key: str, contents: bytes) -> None:
        request(self.endpoint, "PUT", f"/{self.name}/{quote(key)}", contents)

    def copy_to(self, folder: Path, prefix: str) -> Path:
        """Copy all objects below a prefix into a folder on disk, to look at them there."""
        for key in self.sizes(f"{prefix}/"):
            path = folder / key.removeprefix(f"{prefix}/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(self.read(key))
        return folder


def environment(endpoint: str) -> dict[str, str]:
    """The usual variables that lead S3 clients to a server without TLS."""
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "an-access-key",
        "AWS_SECRET_ACCESS_KEY": "a-secret-key",
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
        "AWS_EC2_METADATA_DISABLED": "true",
    }


def request(endpoint: str, method: str, path: str, body: bytes = b"") -> bytes:
    """The answer's body; an OSError unless the server is content."""
    at = urlsplit(endpoint)
    connection = HTTPConnection(at.hostname or "", at.port, timeout=PATIENCE)
    try:
        connection.request(method, path, body, {"Authorization": SIGNED})
        answer = connection.getresponse()
        contents = answer.read()
    finally:
        connection.close()
    if answer.status >= 300:
        raise OSError(f"{method} {path}: {answer.status} {contents[:200]!r}")
    return contents


def new_bucket(endpoint: str) -> Bucket:
    """Make an empty bucket."""
    bucket = Bucket(endpoint, f"bucket-{uuid4().hex[:12]}")
    request(endpoint, "PUT", f"/{bucket.name}")
    return bucket


@contextmanager
def object_server_process(kind: str, folder: Path) -> Iterator[str]:
    """Run a server, one of `SERVERS`, in a process of its own; yields its endpoint."""
    for _ in range(ATTEMPTS):
        port = _free_port()
        process = subprocess.Popen(
            [sys.executable, *COMMANDS[kind](port, folder)],
            cwd=Path(__file__).parents[1],
            env={**os.environ, **SETTINGS},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # no Ctrl-C that is meant for a test
        )
        try:
            endpoint = f"http://127.0.0.1:{port}"
            if _answers(process, endpoint):
                yield endpoint
                return
        finally:
            process.kill()
            process.wait()
    raise RuntimeError(f"{kind} did not start on any of {ATTEMPTS} ports")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def _answers(process: subprocess.Popen[bytes], endpoint: str) -> bool:
    """Whether the server of this process lists its buckets, some time soon."""
    end = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < end:
        with suppress(OSError, HTTPException):
            request(endpoint, "GET", "/")
            return process.poll() is None
        time.sleep(0.05)
    return False


@pytest.fixture(scope="session", params=["localbucket"])
def object_endpoint(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """One server; laws ask for both."""
    with object_server_process(request.param, tmp_path_factory.mktemp("server")) as endpoint:
        yield endpoint


@pytest.fixture
def bucket(object_endpoint: str, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """A fresh bucket, and the environment that leads to it."""
    bucket = new_bucket(object_endpoint)
    for name, value in bucket.environment.items():
        monkeypatch.setenv(name, value)
    return bucket
