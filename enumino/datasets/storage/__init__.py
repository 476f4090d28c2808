"""Access to all files of a dataset, on a disk or in an object store."""

from enumino.datasets.storage.store import MOST_BYTES, Store, open_store, parsed

__all__ = ["MOST_BYTES", "Store", "open_store", "parsed"]
