"""As much of Azure Blob Storage as datasets need, in memory and on loopback."""

from __future__ import annotations

import base64
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import cast
from urllib.parse import parse_qs, unquote, urlsplit
from xml.etree import ElementTree
from xml.sax.saxutils import escape

DATE = "Thu, 01 Jan 2026 00:00:00 GMT"
CONTAINER = "container"


class AzureServer(ThreadingHTTPServer):
    """One container; `blobs` are its contents by name."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.blobs: dict[str, bytes] = {}
        self.blocks: dict[tuple[str, str], bytes] = {}
        self.lock = threading.Lock()

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead a user to it."""
        return {
            "AZURE_STORAGE_ACCOUNT_NAME": "account",
            "AZURE_STORAGE_ACCOUNT_KEY": base64.b64encode(b"a key").decode(),
            "AZURE_STORAGE_ENDPOINT": f"http://127.0.0.1:{self.server_address[1]}",
        }


@contextmanager
def azure_server() -> Iterator[AzureServer]:
    """A running server."""
    server = AzureServer()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def handle_any(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        at = urlsplit(self.path)
        self.query = {k: v[0] for k, v in parse_qs(at.query, keep_blank_values=True).items()}
        container, _, self.name = unquote(at.path).strip("/").partition("/")
        self.azure = cast(AzureServer, self.server)
        if container != CONTAINER:
            self._refuse(404, "ContainerNotFound")
        elif self.command == "POST":
            self._batch()
        elif not self.name:
            self._list()
        else:
            with self.azure.lock:
                {"PUT": self._put, "GET": self._get, "HEAD": self._get, "DELETE": self._delete}[
                    self.command
                ]()

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = handle_any  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _put(self) -> None:
        blobs, comp = self.azure.blobs, self.query.get("comp")
        if self.headers.get("If-None-Match") == "*" and self.name in blobs:
            self._refuse(409, "BlobAlreadyExists")
            return
        if comp == "block":
            self.azure.blocks[self.name, self.query["blockid"]] = self.body
        elif comp == "blocklist":
            ids = [str(each.text) for each in ElementTree.fromstring(self.body)]
            blobs[self.name] = b"".join(self.azure.blocks.pop((self.name, i)) for i in ids)
        else:
            blobs[self.name] = self.body
        self._answer(201)

    def _get(self) -> None:
        contents = self.azure.blobs.get(self.name)
        if contents is None:
            self._refuse(404, "BlobNotFound")
            return
        wanted = self.headers.get("x-ms-range") or self.headers.get("Range") or ""
        if match := re.fullmatch(r"bytes=(\d+)-(\d*)", wanted):
            start, end = int(match[1]), min(int(match[2] or 1 << 62) + 1, len(contents))
            told = {"Content-Range": f"bytes {start}-{end - 1}/{len(contents)}"}
            self._answer(206, contents[start:end], told)
        else:
            self._answer(200, contents)

    def _delete(self) -> None:
        if self.azure.blobs.pop(self.name, None) is None:
            self._refuse(404, "BlobNotFound")
        else:
            self._answer(202)

    def _batch(self) -> None:
        """Delete several blobs; each has an answer of its own."""
        answers = []
        for number, path in enumerate(re.findall(rb"^DELETE (\S+)", self.body, re.MULTILINE)):
            name = unquote(path.decode()).partition(f"/{CONTAINER}/")[2]
            known = self.azure.blobs.pop(name, None) is not None
            answers.append(
                "--batch\r\nContent-Type: application/http\r\n"
                f"Content-ID: {number}\r\n\r\n"
                f"HTTP/1.1 {'202 Accepted' if known else '404 The blob does not exist.'}\r\n"
                f"{'' if known else 'x-ms-error-code: BlobNotFound'}\r\n\r\n"
            )
        text = "".join(answers) + "--batch--\r\n"
        self._answer(202, text.encode(), {"Content-Type": "multipart/mixed; boundary=batch"})

    def _list(self) -> None:
        prefix, found, folders = self.query.get("prefix", ""), [], set()
        for name, contents in sorted(self.azure.blobs.items()):
            rest = name.removeprefix(prefix)
            if name.startswith(prefix) and "/" in rest:
                folders.add(prefix + rest.partition("/")[0] + "/")
            elif name.startswith(prefix):
                found.append(
                    f"<Blob><Name>{escape(name)}</Name><Properties><Last-Modified>{DATE}"
                    f"</Last-Modified><Etag>x</Etag><Content-Length>{len(contents)}"
                    "</Content-Length><Content-Type>x</Content-Type></Properties></Blob>"
                )
        found += [f"<BlobPrefix><Name>{escape(f)}</Name></BlobPrefix>" for f in sorted(folders)]
        blobs = f"<Blobs>{''.join(found)}</Blobs><NextMarker/>"
        self._answer(200, f"<EnumerationResults>{blobs}</EnumerationResults>".encode())

    def _refuse(self, status: int, code: str) -> None:
        self._answer(status, f"<Error><Code>{code}</Code><Message>x</Message></Error>".encode())

    def _answer(
        self, status: int, contents: bytes = b"", headers: dict[str, str] | None = None
    ) -> None:
        self.send_response(status)
        told = {"Content-Length": str(len(contents)), "Last-Modified": DATE, "ETag": "x"}
        for name, value in {**told, **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(contents)
