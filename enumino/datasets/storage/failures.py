"""Failures of a disk as sentences: what could not be done, why, and the way out."""

from __future__ import annotations

import errno
import tempfile
from contextlib import suppress

from enumino.errors import KEPT, StorageError

PASSING = {None, errno.EIO, errno.EAGAIN, errno.EBUSY, errno.ETIMEDOUT, errno.ESTALE}
"""Errors of a disk, often one of a network, that another attempt may not meet."""

_WAYS_OUT = {
    errno.ENOSPC: f"No space is left to {{}}: free some and run the same command again; {KEPT}.",
    errno.EDQUOT: f"Your quota leaves no space to {{}}: free some and run the same command again; "
    f"{KEPT}.",
    errno.EROFS: f"Cannot {{}}: the file system is read-only; choose another folder, or make it "
    f"writable and run the same command again; {KEPT}.",
    errno.EACCES: f"Cannot {{}}: permission denied; have it granted and run the same command "
    f"again, or choose another folder; {KEPT}.",
}
_WAYS_OUT[errno.EPERM] = _WAYS_OUT[errno.EACCES]
_WAYS_OUT[errno.ENOTDIR] = (
    "Cannot {}: there is a file where a folder should be; choose another folder."
)


def disk_failure(what: str, error: OSError) -> StorageError:
    """Return what to raise if a disk refuses to do something: ``read /data/plan.json``."""
    if error.errno in _WAYS_OUT:
        return StorageError(_WAYS_OUT[error.errno].format(what))
    return StorageError(f"Cannot {what}: {one_line(error)}.", error.errno in PASSING)


def temporary_failure(error: OSError) -> StorageError:
    """Return what to raise if the local disk cannot hold what is to be uploaded."""
    folder = "any folder for temporary files"
    with suppress(OSError):
        folder = tempfile.gettempdir()
    way_out = f"set TMPDIR to another folder and run the same command again; {KEPT}."
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
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
