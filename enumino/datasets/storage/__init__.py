"""The only place that touches files: a dataset's root on a disk or in an object store."""

from enumino.datasets.storage.address import Address, parsed, refuse_almost_uri
from enumino.datasets.storage.disk import WIP, WIP_MARKER, Readable, Unfinished
from enumino.datasets.storage.store import COPY_BYTES, Store, interrupt_requests

__all__ = [
    "COPY_BYTES",
    "WIP",
    "WIP_MARKER",
    "Address",
    "Readable",
    "Store",
    "Unfinished",
    "interrupt_requests",
    "parsed",
    "refuse_almost_uri",
]
