"""The only place that touches files: a dataset's root on a disk or in an object store."""

from __future__ import annotations

import os
from pathlib import Path

from enumino.datasets.storage.address import parsed
from enumino.datasets.storage.disk import Disk
from enumino.datasets.storage.store import Store

__all__ = ["Store", "open_store", "parsed", "store_of"]


def open_store(root: str | os.PathLike[str]) -> Store:
    """Return a dataset's root folder, which need not be there.

    The root is a folder, or a URI: ``s3://bucket/folder``, ``gs://bucket/folder``,
    ``az://container/folder``. Credentials, and the names of other servers, come from the
    environment, never from the URI.
    """
    if isinstance(at := parsed(root), Path):
        return Disk(at)
    from enumino.datasets.storage.bucket import Bucket

    return Bucket(at)


def store_of(file: str | os.PathLike[str]) -> tuple[Store, str]:
    """Return the folder that a file lies in, and its name there."""
    folder, _, name = str(parsed(file)).rpartition("/")
    return open_store(folder or "/"), name
