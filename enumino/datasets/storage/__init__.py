"""Access to all files of a dataset, on a disk or in an object store.

Addresses never contain credentials: a text that may be a URI is either valid or not repeated.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from enumino.datasets.storage.store import CREDENTIALS, MOST_BYTES, Disk, Store
from enumino.errors import StorageError
from enumino.words import LONGEST_PATH, quoted

__all__ = ["MOST_BYTES", "Store", "open_store", "parsed"]

_BUCKET = re.compile(r"[A-Za-z0-9$][A-Za-z0-9._-]{0,254}")
# A misspelt URI must not be taken for a path: messages about it would repeat its credentials.
_URI = re.compile(
    r".*://|\s*(?:s3a?|gc?s|az(?:ure)?|abfss?|wasbs?|https?|file)(?::|[/\\]{2})"
    r"|\s*[a-z][a-z0-9+.-]+:[/\\].*@",
    re.IGNORECASE | re.DOTALL,
)


def open_store(root: str | os.PathLike[str]) -> Store:
    """Open a dataset's root folder, a path or a URI; it need not exist."""
    if isinstance(at := parsed(root), Path):
        if os.path.realpath(at) == at.anchor:
            raise StorageError(f"{at} is the root of a file system: name a folder in it.")
        return Disk(at)
    from enumino.datasets.storage.bucket import Bucket

    return Bucket(at)


def parsed(root: str | os.PathLike[str]) -> str | Path:
    """Return the URI of a root without a trailing slash, or its absolute path."""
    text = os.fspath(root)
    if not text.strip():
        raise StorageError("The name of the folder is empty: name one, such as ./polyominoes.")
    if _URI.match(text):
        scheme, _, location = text.partition("://")
        bucket, *names = location.rstrip("/").split("/")
        if (
            scheme in CREDENTIALS
            and _BUCKET.fullmatch(bucket)
            and all(n.isprintable() and n not in ("", ".", "..") and "?" not in n for n in names)
        ):
            return f"{scheme}://{'/'.join([bucket, *names])}"
        raise StorageError(
            "A folder in an object store is s3://bucket/folder, gs://bucket/folder or "
            "az://container/folder, without //, .. and settings in the path: set "
            f"{CREDENTIALS.get(scheme, CREDENTIALS['s3'])}, and AWS_ENDPOINT_URL for another "
            "server; or write a path, with ./ before the name of a folder."
        )
    if "\0" in text or text != text.encode(errors="replace").decode():
        raise StorageError(
            f"{quoted(text, LONGEST_PATH)} is not a valid name of a folder: use printable "
            "characters."
        )
    # pathlib would remove the ./ of ./~ first.
    return Path(os.path.expanduser(text)).absolute()  # noqa: PTH111
