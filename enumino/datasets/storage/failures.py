"""Failures of disks and object stores as sentences: what could not be done, why, and the way out.

Messages of clients and servers are not repeated: they hold addresses that are signed, and keys.
"""

from __future__ import annotations

import errno
import os
import re
import tempfile
from contextlib import suppress
from dataclasses import dataclass

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.errors import KEPT, StorageError

TIMEOUT_VARIABLE = "ENUMINO_STORE_TIMEOUT"
METADATA = "169.254.169.254"  # where machines of a cloud ask for credentials

# Errors of a disk, often one of a network, that another attempt may not meet.
PASSING = {None, errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ETIMEDOUT, errno.ESTALE}

_FULL = {errno.ENOSPC, errno.EDQUOT}
_AGAIN = "and run the same command again"
_DISK = {
    errno.ENOSPC: f"No space is left to {{}}: free some {_AGAIN}; {KEPT}.",
    errno.EDQUOT: f"Your quota leaves no space to {{}}: free some {_AGAIN}; {KEPT}.",
    errno.EROFS: "Cannot {}: the file system is read-only; choose another folder, or make it "
    f"writable {_AGAIN}; {KEPT}.",
    errno.EACCES: f"Cannot {{}}: permission denied; have it granted {_AGAIN}, or choose another "
    f"folder; {KEPT}.",
    errno.ENOTDIR: "Cannot {}: there is a file where a folder should be; choose another folder.",
}
_DISK[errno.EPERM] = _DISK[errno.EACCES]


def disk_failure(what: str, error: OSError) -> StorageError:
    """Return what to raise if a disk refuses to do something: ``read /data/plan.json``."""
    if error.errno in _DISK:
        return StorageError(_DISK[error.errno].format(what))
    return StorageError(f"Cannot {what}: {one_line(error)}.", error.errno in PASSING)


def temporary_failure(error: OSError) -> StorageError:
    """Return what to raise if the local disk cannot hold what is to be uploaded."""
    folder = "any folder for temporary files"
    with suppress(OSError):
        folder = tempfile.gettempdir()
    way_out = f"set TMPDIR to another folder {_AGAIN}; {KEPT}."
    if error.errno in _FULL:
        return StorageError(
            f"No space is left in {folder}, where files are written before they are uploaded: "
            f"free some, or {way_out}"
        )
    return StorageError(
        f"Cannot write temporary files in {folder}: {one_line(error)}; {way_out}",
        error.errno in PASSING,
    )


def one_line(error: BaseException) -> str:
    """Return the first line of an error's own words."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error).strip().splitlines()[0].rstrip(".") if str(error).strip() else repr(error)


# Object stores. Codes of S3, Azure and Google, and what each of them means.

_NO_BUCKET = {"NoSuchBucket", "ContainerNotFound", "InvalidBucketName"}
_EXPIRED = {"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "RequestExpired"}
_UNKNOWN = {
    "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "InvalidClientTokenId",
    "AuthenticationFailed", "InvalidAuthenticationInfo",
}  # fmt: skip
_ELSEWHERE = {"PermanentRedirect", "AuthorizationHeaderMalformed", "IllegalLocationConstraint"}
_NO_SPACE = {"QuotaExceeded", "XMinioStorageFull", "StorageQuotaExceeded", "InsufficientCapacity"}
_PASSING = {408, 409, 425, 429}  # statuses besides those from 500 on
_UNSUPPORTED = 501

_STATUS = re.compile(r"status code: (\d{3})")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>|\"code\": ?\"(\w{1,60})\"")
_REPEATED = re.compile(r"after \d+ retries")
_BROKEN = re.compile(r"HttpError|HTTP error")


@dataclass(frozen=True)
class Refusal:
    """An error of a client; without a status there was no whole answer."""

    status: int | None
    code: str
    text: str

    @classmethod
    def of(cls, error: BaseException) -> Refusal:
        """Read an error's message, which is not for people: it may hold keys."""
        text = str(error)
        status, code = _STATUS.search(text), _CODE.search(text)
        return cls(int(status[1]) if status else None, code[1] or code[2] if code else "", text)

    @property
    def no_bucket(self) -> bool:
        """Whether the bucket does not exist."""
        return self.code in _NO_BUCKET or "bucket does not exist" in self.text

    @property
    def unsupported(self) -> bool:
        """Whether the server, or the client, does not support the request."""
        return self.status == _UNSUPPORTED or (
            self.status is None and "not supported" in self.text.lower()
        )

    @property
    def repeated(self) -> bool:
        """Whether the client has made the request several times by itself."""
        return _REPEATED.search(self.text) is not None

    @property
    def passes(self) -> bool:
        """Whether another attempt may succeed."""
        if self.unsupported or METADATA in self.text:
            return False
        if self.status is None:
            return _BROKEN.search(self.text) is not None
        # An upload that is not there any more was completed, and the answer was lost.
        return self.status in _PASSING or self.status >= 500 or self.code == "NoSuchUpload"


def object_failure(what: str, address: Address, error: Exception, limit: float) -> StorageError:
    """Return what to raise if a store refuses to do something within some seconds.

    What we could not do is in words, such as ``read s3://bucket/plan.json``; the error is the
    client's.
    """
    refusal = Refusal.of(error)
    if METADATA in refusal.text:
        return no_credentials(address)
    writes = what.startswith(("write ", "remove "))
    again = f"{_AGAIN}; {KEPT}." if writes else f"{_AGAIN}."
    if sentence := _way_out(refusal, what, address):
        return StorageError(f"{sentence}, {again}" if writes else f"{sentence}.")
    if refusal.status == 404:
        return StorageError(f"Cannot {what}: there is no such file.")
    if refusal.unsupported:
        return StorageError(
            f"Cannot {what}: {address.place} does not support it; choose another store."
        )
    if refusal.status is not None:
        answer = f"{refusal.status} {refusal.code}".strip()
        return StorageError(
            f"Cannot {what}: {address.place} answers {answer}; wait a moment {again}",
            refusal.passes,
        )
    return StorageError(f"Cannot {what}: {_silence(refusal, address, limit)}, {again}", True)


def no_credentials(address: Address) -> StorageError:
    """Return what to raise if there are no credentials for a store."""
    return StorageError(
        f"There are no credentials for {address.place}: set {CREDENTIALS[address.scheme]}."
    )


def _way_out(refusal: Refusal, what: str, address: Address) -> str | None:
    """The fault of a bucket or of our credentials, and what to do before another try."""
    place, variables = address.place, CREDENTIALS[address.scheme]
    if refusal.no_bucket:
        return f"There is no bucket {place}: make it, or correct its name"
    if refusal.code in _EXPIRED:
        return f"The credentials for {place} have expired: renew {variables}"
    if refusal.code in _UNKNOWN or refusal.status == 401:
        return f"The credentials for {place} are not valid there: set {variables}"
    if refusal.code in _ELSEWHERE or "incorrectly configured region" in refusal.text:
        return f"{place} lies in another region: set AWS_REGION to it"
    if refusal.code == "RequestTimeTooSkewed":
        return f"The clock of this machine is not that of {place}: set it right"
    if refusal.code in _NO_SPACE or refusal.status == 507:
        return f"No space is left in {place} to {what}: free some"
    if refusal.status == 403:
        return (
            f"Cannot {what}: access is denied; let the credentials for {place} list, read, write "
            "and delete there"
        )
    return None


def _silence(refusal: Refusal, address: Address, limit: float) -> str:
    """The reason that there was no answer, and the way out."""
    if "kind: Connect," in refusal.text:
        source = address.endpoint_source(os.environ)
        looked = f"the network and {source}" if source else "the network"
        return f"{address.place} cannot be reached; check {looked}"
    if "kind: Timeout" in refusal.text:
        return (
            f"{address.place} has not answered within {limit:g} s; wait a moment, or set "
            f"{TIMEOUT_VARIABLE} to more seconds"
        )
    return f"the connection to {address.place} broke off; wait a moment"
