"""Places for datasets: a disk, or a bucket of a server."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol
from uuid import uuid4

from tests.object_servers import SERVERS, Bucket, environment, new_bucket, object_server_process

PLACES = ("disk", *SERVERS)
FOLDER = "data set"  # with a space, which keys may have
SHORT = {"ENUMINO_STORE_TIMEOUT": "2"}  # seconds for a request, and all tries of it
PATIENT = {"ENUMINO_STORE_TIMEOUT": "60"}  # where nothing is to fail, however busy the machine is


class Place(Protocol):
    """A place for datasets; `environment` is what a user sets to reach it."""

    name: str
    environment: dict[str, str]

    def fresh(self) -> str:
        """Return a root where nothing is."""

    def looked(self, root: str) -> Path:
        """Return a folder on disk that holds what is there now."""

    def uploads(self, root: str) -> list[str]:
        """Return the keys of uploads that were neither completed nor aborted, as far as known."""


class Disk:
    """Folders in a folder."""

    def __init__(self, folder: Path) -> None:
        self.name, self.environment = "disk", dict[str, str]()
        self.folder = folder

    def fresh(self) -> str:
        return str(self.folder / uuid4().hex)

    def looked(self, root: str) -> Path:
        return Path(root)

    def uploads(self, root: str) -> list[str]:
        return []


class Store:
    """A bucket for each dataset, reached by the server or by a proxy before it."""

    def __init__(self, name: str, server: str, folder: Path, proxy: str | None = None) -> None:
        self.name, self.server, self.folder = name, server, folder
        self.lists_uploads = "moto" in name  # which localbucket does not
        self.environment = {**environment(proxy or server), **PATIENT}
        self._contents: dict[str, bytes] = {}  # of objects that were looked at, by their ETag

    def fresh(self) -> str:
        return f"{new_bucket(self.server).uri}/{FOLDER}"

    def looked(self, root: str) -> Path:
        shutil.rmtree(self.folder, ignore_errors=True)
        return self._bucket(root).copy_to(self.folder, FOLDER, self._contents)

    def uploads(self, root: str) -> list[str]:
        return self._bucket(root).uploads() if self.lists_uploads else []

    def _bucket(self, root: str) -> Bucket:
        return Bucket(self.server, root.removeprefix("s3://").partition("/")[0])


@contextmanager
def places(kind: str, number: int) -> Iterator[list[Place]]:
    """Several of one of `PLACES`, for a while, each with a server of its own."""
    with TemporaryDirectory(prefix="enumino-faults-") as folder, ExitStack() as stack:
        homes = [Path(folder, str(each)) for each in range(number)]
        if kind == "disk":
            yield [Disk(home) for home in homes]
            return
        yield [
            Store(
                f"S3 {kind}",
                stack.enter_context(object_server_process(kind, home / "server")),
                home / "looked",
            )
            for home in homes
        ]
