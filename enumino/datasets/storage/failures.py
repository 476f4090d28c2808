"""Failures of disks and object stores as sentences: what could not be done, why, and the way out.

Messages of clients and servers are not repeated: they hold addresses that are signed, and keys.
"""

from __future__ import annotations

import errno
import re

from enumino.datasets.storage.address import CREDENTIALS, Address
from enumino.errors import KEPT, StorageError
from enumino.words import reason

_AGAIN = f"and run the same command again; {KEPT}"
_FULL = (errno.ENOSPC, errno.EDQUOT)

_STATUS = re.compile(r"status code: (\d{3})|(\d{3}) [A-Z][A-Za-z ]+")
_CODE = re.compile(r"<Code>(\w{1,60})</Code>|\"code\": ?\"(\w{1,60})\"")


def disk_failure(what: str, error: OSError) -> StorageError:
    """Return what to raise if a disk refuses to do something: ``read /data/plan.json``."""
    mended = "free some space" if error.errno in _FULL else "mend that, or choose another folder"
    return StorageError(f"Cannot {what}: {reason(error)}; {mended}, {_AGAIN}.")


def object_failure(what: str, address: Address, error: Exception) -> StorageError:
    """Return what to raise if a store refuses: ``read s3://bucket/plan.json``, and what it said."""
    status, code = _STATUS.search(str(error)), _CODE.search(str(error))
    answer = " ".join(next(filter(None, found.groups())) for found in (status, code) if found)
    said = f"answers {answer}" if answer else "does not answer"
    if isinstance(error, NotImplementedError):
        said = "does not support it"
    return StorageError(
        f"Cannot {what}: {address.place} {said}; check bucket, credentials "
        f"({CREDENTIALS[address.scheme]}), region and network, {_AGAIN}."
    )
