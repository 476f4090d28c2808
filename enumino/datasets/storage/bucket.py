"""A dataset in an object store, where a file appears when its upload is complete.

Obstore repeats failed requests for a minute. A warning says that an answer takes long.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from glob import escape
from io import BytesIO
from threading import Timer
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import obstore
from fsspec.spec import AbstractBufferedFile, AbstractFileSystem
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import AzureStore, GCSStore, ObjectStore, S3Store

from enumino.datasets.storage.store import AGAIN, CREDENTIALS, MOST_BYTES, Store, disk_failure
from enumino.errors import EnuminoWarning, StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Answer = TypeVar("Answer")

PATIENCE = 5.0  # seconds until a warning
UPLOADED = 1 << 20  # bytes that a connection should upload per second
BLOCK = 1 << 20  # bytes per read at least, since the latency of a request is long
ONE_REQUEST = 1 << 26  # bytes of the largest file that one request uploads
CLIENT: Any = {
    "client_options": {
        "timeout": timedelta(seconds=30),
        "connect_timeout": timedelta(seconds=5),
        "allow_http": True,  # if the environment names such a server
    },
    "retry_config": {
        "max_retries": 1000,
        "retry_timeout": timedelta(seconds=60),  # takes effect before max_retries
    },
}
STORES: dict[str, Any] = {"s3": S3Store, "gs": GCSStore, "az": AzureStore}
METADATA = "169.254.169.254"  # the server of credentials for machines of a cloud
_CREDENTIALS_OF_S3 = (
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_SKIP_SIGNATURE",
)
_STATUS = re.compile(r"status code: (\d{3})|(\d{3}) [A-Z][A-Za-z ]+")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>|\"code\": ?\"(\w{1,60})\"")
_NO_BUCKET = re.compile("NoSuchBucket|ContainerNotFound|bucket does not exist")


class Bucket(Store):
    """A folder of a bucket; pickled as its URI."""

    local = False

    def __init__(self, root: str) -> None:
        self.root = root
        self.client  # noqa: B018 - raises an error for missing credentials

    def __reduce__(self) -> tuple[object, ...]:
        return Bucket, (self.root,)

    @property
    def client(self) -> ObjectStore:
        """Obstore's client for the current environment."""
        return _client(self.root, tuple(os.environ.items()))

    @contextmanager
    def failures(self, verb: str, name: str = "") -> Iterator[None]:
        try:
            yield
        except (BaseError, FileNotFoundError, NotImplementedError) as error:
            raise _refused(f"{verb} {self.uri(name)}", self.root, error) from None
        except OSError as error:
            if error.errno is None:
                raise  # no system call failed: pyarrow cannot decode the contents
            what = "write temporary files (TMPDIR names another folder)"
            raise disk_failure(what, error) from error

    @contextmanager
    def answering(self, verb: str, name: str = "", uploaded: int = 0) -> Iterator[None]:
        """Turn failures of a request into StorageErrors, and warn of a request that takes long."""
        seconds = PATIENCE + uploaded // UPLOADED
        what = f"not answered for {seconds:g} seconds ({verb} {self.uri(name)})"
        told = f"The store has {what}: requests that fail are repeated for a minute."
        late = Timer(seconds, warnings.warn, [told, EnuminoWarning])
        late.daemon = True
        late.start()
        try:
            with self.failures(verb, name):
                yield
        finally:
            late.cancel()

    def size(self, name: str) -> int | None:
        with self.answering("read", name):
            found = _if_there(lambda: obstore.head(self.client, name))
            return None if found is None else int(found["size"])

    def entries(self, folder: str = "") -> dict[str, int | None]:
        with self.answering("list", folder):
            found = obstore.list_with_delimiter(self.client, folder or None)
        sizes: dict[str, int | None] = {path.rstrip("/"): None for path in found["common_prefixes"]}
        sizes |= {each["path"]: int(each["size"]) for each in found["objects"]}
        # Some tools create an empty file with the name of a folder.
        names = (each for each in sorted(sizes) if each not in ("", folder))
        return {name: sizes[name] for name in names if "/." not in f"/{name}"}

    def read(self, name: str) -> bytes | None:
        with self.answering("read", name):
            found = _if_there(lambda: obstore.get(self.client, name))
            if found is None:
                return None
            contents = bytearray()
            for block in found.stream():
                contents += block
                if len(contents) > MOST_BYTES:
                    break
            return bytes(contents)

    def write(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        with self.answering("write", name, len(contents)):
            return self._upload(BytesIO(contents), name, "create" if exclusive else "overwrite")

    @contextmanager
    def create(self, name: str) -> Iterator[BinaryIO]:
        """Yield an unnamed temporary file, and upload it when the block ends."""
        with self.failures("write", name), tempfile.TemporaryFile(prefix="enumino-") as stream:
            yield stream
            size = stream.seek(0, os.SEEK_END)
            stream.seek(0)
            with self.answering("write", name, size):
                self._upload(stream, name, "overwrite")

    def delete(self, name: str) -> None:
        with self.answering("remove", name):
            _if_there(lambda: obstore.delete(self.client, name))

    @property
    def filesystem(self) -> FileSystem:
        from pyarrow.fs import FSSpecHandler, PyFileSystem

        return PyFileSystem(FSSpecHandler(_Files(self, "bucket", {})))

    def path(self, name: str) -> str:
        return name

    def duckdb_patterns(self, connection: Any, sizes: Mapping[str, int]) -> list[str]:
        protocol = f"bucket{len(connection.list_filesystems())}"
        connection.register_filesystem(_Files(self, protocol, sizes))
        return [f"{protocol}://{escape(name)}" for name in sizes]

    def _upload(self, source: BinaryIO, name: str, mode: Any) -> bool:
        """Upload a file; return False if `mode` is ``create`` and the file exists."""
        several = None if mode == "overwrite" else False  # None: several requests for a large file
        try:
            obstore.put(
                self.client, name, source, mode=mode, chunk_size=ONE_REQUEST, use_multipart=several
            )
        except AlreadyExistsError:
            return False
        return True


class _Files(AbstractFileSystem):  # type: ignore[misc]
    """The files of a bucket for pyarrow, and for DuckDB, which names them ``protocol://name``.

    For DuckDB, a pyarrow dataset in their place could block: pyarrow starts its scanner without
    releasing Python's global lock, and the scanner's threads need the lock to read a file.
    """

    cachable = False  # an instance belongs to its bucket

    def __init__(self, bucket: Bucket, protocol: str, sizes: Mapping[str, int]) -> None:
        super().__init__()
        self.bucket, self.protocol, self.sizes = bucket, protocol, sizes

    def isfile(self, path: str) -> bool:
        return True  # opening a missing file fails; a check would need another request

    def glob(self, path: str, **_: object) -> list[str]:
        return [path]

    def size(self, path: str) -> int:
        return self.sizes[path.removeprefix(f"{self.protocol}://")]

    def modified(self, path: str) -> datetime:
        return datetime.fromtimestamp(0, UTC)  # files of a finished dataset do not change

    def _open(self, path: str, **_: object) -> _File:
        name = path.removeprefix(f"{self.protocol}://")
        return _File(self, name, self.sizes.get(name))


class _File(AbstractBufferedFile):  # type: ignore[misc]
    """A file that is read in ranges of bytes, by default starting with the footer of Parquet."""

    def __init__(self, files: _Files, path: str, size: int | None = None) -> None:
        self.bucket, self.tail = files.bucket, b""
        if size is None:
            with self.bucket.answering("read", path):
                size = self._read_tail(path)
        super().__init__(files, path, block_size=BLOCK, size=size)

    def _read_tail(self, path: str) -> int:
        """Keep the last block of the file, and return the file's size."""
        suffix: Any = {"range": {"suffix": BLOCK}}
        try:
            answer = obstore.get(self.bucket.client, path, options=suffix)
            self.tail = bytes(answer.bytes())
            return int(answer.meta["size"])
        except (BaseError, NotImplementedError):  # from Azure, or for an empty file
            return int(obstore.head(self.bucket.client, path)["size"])

    def _fetch_range(self, start: int, end: int) -> bytes:
        begin = start - (self.size - len(self.tail))
        if begin >= 0:
            return self.tail[begin : begin + end - start]
        with self.bucket.answering("read", self.path):
            found = obstore.get_range(self.bucket.client, self.path, start=start, end=end)
        return bytes(found)


def _refused(what: str, root: str, error: Exception) -> StorageError:
    """Return the error for a failed operation, such as ``read s3://bucket/plan.json``.

    Messages of clients and servers are not repeated, since they contain signed addresses and keys.
    """
    status, code = _STATUS.search(str(error)), _CODE.search(str(error))
    answer = " ".join(next(filter(None, found.groups())) for found in (status, code) if found)
    said = f"answers {answer}" if answer else "does not answer"
    return StorageError(
        f"Cannot {what}: the store {said}; check bucket, credentials "
        f"({CREDENTIALS[root[:2]]}), region and network, {AGAIN}."
    )


def _if_there(request: Callable[[], Answer]) -> Answer | None:
    """Return the response, or None if the file does not exist. Raises if the bucket is missing."""
    try:
        return request()
    except FileNotFoundError as error:
        if _NO_BUCKET.search(str(error)):
            raise
        return None


@lru_cache(maxsize=32)
def _client(root: str, _environment: tuple[tuple[str, str], ...]) -> ObjectStore:
    """Return a client for a folder. Raises a StorageError if there are no credentials."""
    scheme, _, location = root.partition("://")
    bucket, _, folder = location.partition("/")
    config: Any = {"disable_bulk_delete": True} if scheme == "s3" else None  # not on all servers
    missing = scheme == "s3" and not any(map(os.environ.get, _CREDENTIALS_OF_S3))
    if missing:  # machines of a cloud get them from a server
        with suppress(OSError), socket.create_connection((METADATA, 80), timeout=1):
            missing = False
    if not missing:
        with suppress(BaseError, OSError, ValueError):
            made: ObjectStore = STORES[scheme](
                bucket, prefix=folder or None, config=config, **CLIENT
            )
            return made
    raise StorageError(f"There are no valid credentials for {root}: set {CREDENTIALS[scheme]}.")
