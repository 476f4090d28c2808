"""An S3 server in this process: it counts its requests, and lets chosen ones fail."""

import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import localbucket
import pytest

NAME, KEY = "a-bucket", "not-to-be-told"
DENIED = b"<Error><Code>AccessDenied</Code><Message>not-to-be-told</Message></Error>"
# Called with the number of a request, from 1: "deny", "busy", "hang up", "silence", or "".
Fault = Callable[[int], str]

localbucket.MIN_PART_SIZE = 0  # pieces of any size, where S3 itself wants 5 MB


class Bucket(ThreadingHTTPServer):
    """One bucket, whose objects are the files of a folder; `counts` has requests by method."""

    daemon_threads = True
    request_queue_size = 256

    def __init__(self, folder: Path) -> None:
        (folder / NAME).mkdir(parents=True)
        self.folder = folder / NAME
        super().__init__(("127.0.0.1", 0), type("_Own", (_Handler,), {"data_root": folder}))
        self._lock = Lock()
        self.reset()

    def reset(self, fault: Fault = lambda number: "") -> None:
        """Count anew, and let these requests fail."""
        self.fault, self.counts = fault, Counter[str]()

    def befalls(self, method: str, path: str) -> str:
        """Count a request, LIST apart; return the fault that befalls it."""
        with self._lock:
            self.counts["LIST" if "list-type" in urlsplit(path).query else method] += 1
            return self.fault(self.counts.total())

    @property
    def uri(self) -> str:
        """The URI of the bucket."""
        return f"s3://{NAME}"

    @property
    def host(self) -> str:
        """The host and the port of the server."""
        return f"127.0.0.1:{self.server_address[1]}"

    @property
    def keys(self) -> set[str]:
        """The keys of all objects."""
        files = (path.relative_to(self.folder) for path in self.folder.rglob("*") if path.is_file())
        return {file.as_posix() for file in files if not file.name.startswith(".")}

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a user to it, without TLS."""
        return {
            "AWS_ENDPOINT_URL": f"http://{self.host}",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": KEY,
            "AWS_REGION": "us-east-1",
            "AWS_ALLOW_HTTP": "true",
        }


class _Handler(localbucket.S3Handler):
    server: Any
    wbufsize = 1 << 16  # answers in one piece: the second one would wait for the client's word
    disable_nagle_algorithm = True

    def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        fault = self.server.befalls(self.command, self.path)
        if fault in ("deny", "busy"):
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(403 if fault == "deny" else 503)
            self.send_header("content-length", str(len(DENIED)))
            self.end_headers()
            self.wfile.write(b"" if self.command == "HEAD" else DENIED)
        if fault == "silence":
            time.sleep(2)
        self.close_connection = self.close_connection or bool(fault)
        return not fault

    def _post_request(self, bucket: str, key: str) -> None:
        """Answer DeleteObjects, which clients send and localbucket does not know."""
        if key or "delete" not in self.query:
            super()._post_request(bucket, key)
            return
        answer = ElementTree.Element("DeleteResult", xmlns=localbucket.S3_NAMESPACE)
        for each in ElementTree.fromstring(self._read_body()).iterfind("{*}Object/{*}Key"):
            self._object_path(bucket, each.text or "").unlink(missing_ok=True)
            deleted = ElementTree.SubElement(answer, "Deleted")
            ElementTree.SubElement(deleted, "Key").text = each.text
        self._send_xml(answer)


@pytest.fixture
def bucket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bucket]:
    """An empty bucket, and the environment that leads to it."""
    with Bucket(tmp_path / "server") as bucket:
        for name, value in bucket.environment.items():
            monkeypatch.setenv(name, value)
        Thread(target=bucket.serve_forever, args=[0.02], daemon=True).start()
        yield bucket
        bucket.shutdown()
