"""An S3 server in this process that counts its requests, and lets chosen ones fail."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock, Thread
from typing import Any
from urllib.parse import urlsplit

from tests.localbucket_server import Handler, Server
from tests.object_servers import environment

NAME, KEY = "a-bucket", "not-to-be-told"
DENIED = b"<Error><Code>AccessDenied</Code><Message>not-to-be-told</Message></Error>"
# Called with the number of a request, from 1: "deny", "busy", "hang up", "silence", or "".
Fault = Callable[[int], str]


class FailingBucket(Server):
    """One bucket; `counts` has its requests by method, LIST apart."""

    def __init__(self, folder: Path) -> None:
        (folder / NAME).mkdir(parents=True)
        self.folder = folder / NAME
        super().__init__(("127.0.0.1", 0), type("_Failing", (_Failing,), {"data_root": folder}))
        self._lock = Lock()
        self.reset()

    def reset(self, fault: Fault = lambda number: "") -> None:
        """Count anew, and let these requests fail."""
        self.fault, self.counts = fault, Counter[str]()

    def befalls(self, method: str, path: str) -> str:
        """Count a request; return the fault that befalls it."""
        with self._lock:
            self.counts["LIST" if "list-type" in urlsplit(path).query else method] += 1
            return self.fault(self.counts.total())

    @property
    def root(self) -> str:
        """The URI of a folder in it."""
        return f"s3://{NAME}/set"

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a user to it."""
        keys = {"AWS_ACCESS_KEY_ID": KEY, "AWS_SECRET_ACCESS_KEY": KEY}
        return environment(f"http://127.0.0.1:{self.server_address[1]}") | keys


class _Failing(Handler):
    server: Any

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


@contextmanager
def failing_bucket(folder: Path) -> Iterator[FailingBucket]:
    """Run a server as long as it is needed."""
    with FailingBucket(folder) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
