"""A dataset in an object store: a name appears when its upload has arrived whole, and not before.

Obstore's own calls, which repeat a request for a minute.
"""

from __future__ import annotations

import os
import re
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, TypeVar

import obstore
from obstore.exceptions import AlreadyExistsError, BaseError
from obstore.store import AzureStore, GCSStore, ObjectStore, S3Store

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.datasets.storage.disk import Readable, Unfinished
from enumino.datasets.storage.failures import disk_failure, object_failure
from enumino.errors import StorageError

if TYPE_CHECKING:
    from pyarrow.fs import FileSystem

Answer = TypeVar("Answer")

ONE_REQUEST = 1 << 26  # bytes up to which a file is uploaded by one request
RETRY_SECONDS = 60  # that a request may take with all its repetitions
REQUEST_SECONDS, CONNECT_SECONDS = 30, 5

METADATA = "169.254.169.254"  # where machines of a cloud ask for credentials
_VARIABLES = ("AWS_", "AZURE_", "GOOGLE_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")
_CREDENTIALS_OF_S3 = (
    "AWS_ACCESS_KEY_ID",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_SKIP_SIGNATURE",
)
_NO_BUCKET = re.compile("NoSuchBucket|ContainerNotFound|bucket does not exist")


@dataclass(frozen=True)
class Bucket:
    """A folder of a bucket; its methods are those of `Store`.

    It travels to other processes as its address.
    """

    local: ClassVar[bool] = False

    address: Address

    @property
    def store(self) -> ObjectStore:
        """Obstore's client, the same one for all folders as long as the environment is the same."""
        variables = ((k, v) for k, v in os.environ.items() if k.upper().startswith(_VARIABLES))
        whole = replace(self.address, folder="")
        try:
            return _client(whole, tuple(sorted(variables)))
        except (BaseError, OSError, ValueError):
            raise StorageError(
                f"{self.address.place} cannot be opened: set {CREDENTIALS[self.address.scheme]}, "
                "and remove settings that are not valid."
            ) from None

    @contextmanager
    def failures(self, what: str) -> Iterator[None]:
        """Raise a StorageError where we cannot do something, such as ``read x``."""
        try:
            yield
        except (BaseError, FileNotFoundError, NotImplementedError) as error:
            # The error's own words may hold keys.
            raise object_failure(what, self.address, error) from None

    def names(self, folder: str) -> list[str]:
        files, folders = self.listed(self.address.key(folder))
        return [*files, *folders]

    def sizes(self, folder: str) -> dict[str, int]:
        return self.listed(self.address.key(folder))[0]

    def size(self, name: str) -> int | None:
        found = _if_there(lambda: obstore.head(self.store, self.address.key(name)))
        return None if found is None else int(found["size"])

    def read(self, name: str) -> bytes | None:
        found = _if_there(lambda: obstore.get(self.store, self.address.key(name)))
        return None if found is None else bytes(found.bytes())

    def open(self, name: str, size: int | None) -> Readable:
        from enumino.datasets.storage.reading import RangeFile

        return RangeFile(self, self.address.key(name), size)

    def write(self, name: str, contents: bytes, *, exclusive: bool) -> bool:
        return self._upload(BytesIO(contents), name, "create" if exclusive else "overwrite")

    @contextmanager
    def create(self, name: str) -> Iterator[Unfinished]:
        """Give a local file without a name to write to, and upload it on leaving without an error.

        Nothing of it stays on the disk, however this process ends.
        """
        with ExitStack() as stack:
            with _local_failures():
                stream = stack.enter_context(tempfile.TemporaryFile(prefix="enumino-"))
                file = Unfinished(stream)
                yield file
                stream.seek(0)
            if not file.discarded:
                self._upload(stream, name, "overwrite")

    def delete(self, name: str) -> None:
        _if_there(lambda: obstore.delete(self.store, self.address.key(name)))

    def sweep(self) -> None:
        pass  # unfinished files have no name

    def free_bytes(self) -> int | None:
        return None

    def filesystem(self) -> FileSystem:
        from enumino.datasets.storage.reading import filesystem

        return filesystem(replace(self, address=replace(self.address, folder="")))

    def path(self, name: str) -> str:
        return f"{self.address.bucket}/{self.address.key(name)}"

    def listed(self, key: str) -> tuple[dict[str, int], list[str]]:
        """Return the sizes of the files in a folder, and the names of the folders in it."""
        found = obstore.list_with_delimiter(self.store, key or None)
        files = {
            each["path"].rpartition("/")[2]: int(each["size"])
            for each in found["objects"]
            if each["path"] != key  # some tools mark a folder by an empty file
        }
        return files, [path.rstrip("/").rpartition("/")[2] for path in found["common_prefixes"]]

    def _upload(self, source: BinaryIO, name: str, mode: Any) -> bool:
        """Upload a file; return False if it was to be created and there is one of that name."""
        key = self.address.key(name)
        try:
            several = None if mode == "overwrite" else False  # by several requests if it is large
            obstore.put(
                self.store, key, source, mode=mode, chunk_size=ONE_REQUEST, use_multipart=several
            )
        except AlreadyExistsError:
            return False
        return True


def _if_there(request: Callable[[], Answer]) -> Answer | None:
    """Return the answer to a request; None if the file is missing, but not if its bucket is."""
    try:
        return request()
    except FileNotFoundError as error:
        if _NO_BUCKET.search(str(error)):
            raise
        return None


@contextmanager
def _local_failures() -> Iterator[None]:
    """Name the folder for temporary files where the local disk refuses."""
    try:
        yield
    except OSError as error:
        what = "write temporary files (TMPDIR names another folder)"
        raise disk_failure(what, error) from error


@lru_cache(maxsize=32)
def _client(address: Address, _environment: tuple[tuple[str, str], ...]) -> ObjectStore:
    settings, endpoint = dict(address.settings), address.endpoint(os.environ)
    options: dict[str, Any] = {
        "client_options": {
            "timeout": timedelta(seconds=REQUEST_SECONDS),
            "connect_timeout": timedelta(seconds=CONNECT_SECONDS),
            "allow_http": (endpoint or "").startswith("http://"),
        },
        "retry_config": {
            "max_retries": 1000,  # time is the limit
            "retry_timeout": timedelta(seconds=RETRY_SECONDS),
        },
    }
    if address.scheme == "s3":
        _refuse_without_credentials(address)
        config: Any = {"disable_bulk_delete": True}  # some servers lack it
        if endpoint:
            config["endpoint"] = endpoint
        if "region" in settings:
            config["region"] = settings["region"]
        return S3Store(address.bucket, config=config, **options)
    if address.scheme == "gs":
        config = {"base_url": endpoint} if endpoint else {}
        return GCSStore(address.bucket, config=config, **options)
    config = {"account_name": settings["account"]} if "account" in settings else {}
    if endpoint:
        config["endpoint"] = endpoint
    return AzureStore(address.bucket, config=config, **options)


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
