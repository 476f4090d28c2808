"""The only place that touches files: a dataset's root on a disk or in an object store."""

from enumino.datasets.storage.address import Address, parsed
from enumino.datasets.storage.disk import Readable, Unfinished
from enumino.datasets.storage.store import COPY_BYTES, Store

__all__ = [
    "COPY_BYTES",
    "Address",
    "Readable",
    "Store",
    "Unfinished",
    "parsed",
]
