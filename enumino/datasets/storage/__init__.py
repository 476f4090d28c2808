"""The only place that touches files: a dataset's root on a disk or in an object store."""

from enumino.datasets.storage.address import Address, parsed
from enumino.datasets.storage.backend import COPY_BYTES, Readable, Unfinished
from enumino.datasets.storage.disk import WIP, WIP_MARKER
from enumino.datasets.storage.store import Store

__all__ = [
    "COPY_BYTES",
    "WIP",
    "WIP_MARKER",
    "Address",
    "Readable",
    "Store",
    "Unfinished",
    "parsed",
]
