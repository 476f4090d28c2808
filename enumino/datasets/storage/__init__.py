"""The only place that touches files: a dataset's root on a disk or in an object store."""

from __future__ import annotations

import os
from pathlib import Path

from enumino.datasets.storage.address import Address, parsed
from enumino.datasets.storage.disk import Disk
from enumino.datasets.storage.store import Store

__all__ = ["Address", "Store", "open_store", "parsed", "store_of"]


def open_store(root: str | os.PathLike[str] | Address) -> Store:
    """Return a dataset's root folder, which need not be there.

    The root is a folder, or a URI: ``file:///folder``, ``s3://bucket/folder``,
    ``gs://bucket/folder``, ``az://container/folder``. Credentials come from the environment, never
    from the URI; ``?endpoint_override=HOST:PORT&scheme=http&region=NAME`` may name another server.
    """
    at = root if isinstance(root, Address) else parsed(root)
    if isinstance(at, Path):
        return Disk(at)
    from enumino.datasets.storage.bucket import Bucket

    return Bucket(at)


def store_of(file: str | os.PathLike[str] | Address) -> tuple[Store, str]:
    """Return the folder that a file lies in, and its name there."""
    at = file if isinstance(file, Address) else parsed(file)
    return open_store(at.parent), at.name
