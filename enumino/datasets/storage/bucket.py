"""A dataset in an object store: a name appears when its upload has arrived whole, and not before.

Obstore's own calls, which repeat a request for a minute.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import obstore
from fsspec.spec import AbstractBufferedFile, AbstractFileSystem
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import AzureStore, GCSStore, ObjectStore, S3Store

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.datasets.storage.store import AGAIN, Store, disk_failure
from enumino.errors import StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Answer = TypeVar("Answer")

BLOCK = 1 << 20  # bytes that are read at least: a request costs as much time as many of them
ONE_REQUEST = 1 << 26  # bytes up to which a file is uploaded by one request
CLIENT: Any = {
    "client_options": {
        "timeout": timedelta(seconds=30),
        "connect_timeout": timedelta(seconds=5),
        "allow_http": True,  # where an address says so
    },
    "retry_config": {
        "max_retries": 1000,
        "retry_timeout": timedelta(seconds=60),  # which is the limit
    },
}
METADATA = "169.254.169.254"  # where machines of a cloud ask for credentials
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
    """A folder of a bucket; it travels to other processes as its address."""

    local = False

    def __init__(self, address: Address) -> None:
        self.address, self.root, self.place = address, address.root, address.uri
        self.client  # noqa: B018 - which names what is missing at once

    def __reduce__(self) -> tuple[object, ...]:
        return Bucket, (self.address,)

    @property
    def client(self) -> ObjectStore:
        """Obstore's client, the same one as long as the environment is the same."""
        try:
            return _client(self.address, tuple(os.environ.items()))
        except (BaseError, OSError, ValueError):
            raise StorageError(
                f"{self.address.place} cannot be opened: set {CREDENTIALS[self.address.scheme]}, "
                "and remove settings that are not valid."
            ) from None

    @contextmanager
    def failures(self, verb: str, name: str = "") -> Iterator[None]:
        """Raise a StorageError where the store refuses, or the disk for temporary files."""
        try:
            yield
        except (BaseError, FileNotFoundError, NotImplementedError) as error:
            raise _refused(f"{verb} {self.uri(name)}", self.address, error) from None
        except OSError as error:
            if error.errno is None:
                raise  # no call of the system: pyarrow cannot make sense of the contents
            what = "write temporary files (TMPDIR names another folder)"
            raise disk_failure(what, error) from error

    def size(self, name: str) -> int | None:
        with self.failures("read", name):
            found = _if_there(lambda: obstore.head(self.client, name))
            return None if found is None else int(found["size"])

    def sizes(self, folder: str = "") -> dict[str, int | None]:
        with self.failures("list", folder):
            found = obstore.list_with_delimiter(self.client, folder or None)
        sizes: dict[str, int | None] = {
            path.rstrip("/").rpartition("/")[2]: None for path in found["common_prefixes"]
        }
        for each in found["objects"]:
            if each["path"] not in ("", folder):  # some tools mark a folder by an empty file
                sizes[each["path"].rpartition("/")[2]] = int(each["size"])
        return dict(sorted(sizes.items()))

    def read(self, name: str) -> bytes | None:
        with self.failures("read", name):
            found = _if_there(lambda: obstore.get(self.client, name))
            return None if found is None else bytes(found.bytes())

    def write(self, name: str, contents: bytes, *, exclusive: bool = False) -> bool:
        with self.failures("write", name):
            return self._upload(BytesIO(contents), name, "create" if exclusive else "overwrite")

    @contextmanager
    def create(self, name: str) -> Iterator[BinaryIO]:
        """Give a local file without a name, of which nothing stays on the disk."""
        with self.failures("write", name), tempfile.TemporaryFile(prefix="enumino-") as stream:
            yield stream
            stream.seek(0)
            self._upload(stream, name, "overwrite")

    def delete(self, name: str) -> None:
        with self.failures("remove", name):
            _if_there(lambda: obstore.delete(self.client, name))

    @property
    def filesystem(self) -> FileSystem:
        from pyarrow.fs import FSSpecHandler, PyFileSystem

        return PyFileSystem(FSSpecHandler(_Files(self.address)))

    def path(self, name: str) -> str:
        return name

    def _upload(self, source: BinaryIO, name: str, mode: Any) -> bool:
        """Upload a file; return False if it was to be created and there is one of that name."""
        several = None if mode == "overwrite" else False  # by several requests if it is large
        try:
            obstore.put(
                self.client, name, source, mode=mode, chunk_size=ONE_REQUEST, use_multipart=several
            )
        except AlreadyExistsError:
            return False
        return True


class _Files(AbstractFileSystem):  # type: ignore[misc]
    """The files of a bucket, to be read by pyarrow: obstore's own asks three times as often."""

    def __init__(self, address: Address) -> None:
        super().__init__()
        self.bucket = Bucket(address)

    def isfile(self, path: str) -> bool:
        return True  # or opening it says so, without another request

    def _open(self, path: str, **_: object) -> _File:
        return _File(self, path)


class _File(AbstractBufferedFile):  # type: ignore[misc]
    """A file that is read by ranges of bytes, at first its end, where Parquet keeps its footer."""

    def __init__(self, files: _Files, path: str) -> None:
        self.bucket, suffix = files.bucket, {"range": {"suffix": BLOCK}}
        with self.bucket.failures("read", path):
            try:
                answer = obstore.get(self.bucket.client, path, options=suffix)  # type: ignore[arg-type]
                size, self.tail = int(answer.meta["size"]), bytes(answer.bytes())
            except (BaseError, NotImplementedError):  # Azure reads no ends, an empty file has none
                size, self.tail = int(obstore.head(self.bucket.client, path)["size"]), b""
        super().__init__(files, path, block_size=BLOCK, size=size)

    def _fetch_range(self, start: int, end: int) -> bytes:
        begin = start - (self.size - len(self.tail))
        if begin >= 0:
            return self.tail[begin : begin + end - start]
        with self.bucket.failures("read", self.path):
            found = obstore.get_range(self.bucket.client, self.path, start=start, end=end)
        return bytes(found)


def _refused(what: str, address: Address, error: Exception) -> StorageError:
    """Return what to raise if a store refuses: ``read s3://bucket/plan.json``, and what it said.

    Messages of clients and servers are not repeated: they hold addresses that are signed, and keys.
    """
    status, code = _STATUS.search(str(error)), _CODE.search(str(error))
    answer = " ".join(next(filter(None, found.groups())) for found in (status, code) if found)
    said = f"answers {answer}" if answer else "does not answer"
    if isinstance(error, NotImplementedError):
        said = "does not support it"
    return StorageError(
        f"Cannot {what}: {address.place} {said}; check bucket, credentials "
        f"({CREDENTIALS[address.scheme]}), region and network, {AGAIN}."
    )


def _if_there(request: Callable[[], Answer]) -> Answer | None:
    """Return the answer to a request; None if the file is missing, but not if its bucket is."""
    try:
        return request()
    except FileNotFoundError as error:
        if _NO_BUCKET.search(str(error)):
            raise
        return None


@lru_cache(maxsize=32)
def _client(address: Address, _environment: tuple[tuple[str, str], ...]) -> ObjectStore:
    settings, prefix = address.settings(), address.folder or None
    endpoint: dict[str, Any] = {"endpoint": url} if (url := settings.get("endpoint")) else {}
    if address.scheme == "s3":
        _refuse_without_credentials(address)
        config: Any = {"disable_bulk_delete": True, **endpoint}  # some servers lack it
        if "region" in settings:
            config["region"] = settings["region"]
        return S3Store(address.bucket, prefix=prefix, config=config, **CLIENT)
    if address.scheme == "gs":
        config = {"base_url": url} if url else {}
        return GCSStore(address.bucket, prefix=prefix, config=config, **CLIENT)
    account = {"account_name": settings["account"]} if "account" in settings else {}
    config = {**account, **endpoint}
    return AzureStore(address.bucket, prefix=prefix, config=config, **CLIENT)


def _refuse_without_credentials(address: Address) -> None:
    """Raise a StorageError at once if there are no credentials, also none of a cloud machine."""
    if any(os.environ.get(variable) for variable in _CREDENTIALS_OF_S3):
        return
    if os.environ.get("AWS_EC2_METADATA_DISABLED", "").lower() != "true":
        with suppress(OSError), socket.create_connection((METADATA, 80), timeout=1):
            return
    raise StorageError(
        f"There are no credentials for {address.place}: set {CREDENTIALS[address.scheme]}."
    )
