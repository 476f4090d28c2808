"""A sequence whose items are made on first use; the most recent ones are kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

KEPT_BYTES = 1 << 28  # tables of trees kept in memory, 256 MiB


class LazyItems(Sequence[Any]):
    """A sequence of items that are made on first use; the most recently used are kept.

    Threads may share it: one thread makes an item, and only threads that need this item wait.

    Items of the total size `capacity` are kept, the last one used always; the size of an item is by
    default the bytes of the NumPy arrays in its tuples.
    """

    def __init__(
        self,
        length: int,
        make: Callable[[int], Any],
        capacity: int = KEPT_BYTES,
        size_of: Callable[[Any], int] | None = None,
    ) -> None:
        self._length, self._make, self._capacity = length, make, capacity
        self._size_of = size_of or _bytes_of
        self._made: OrderedDict[int, Any] = OrderedDict()
        self._size = 0
        self._lock = Lock()
        self._locks: dict[int, Lock] = {}  # one an item

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: Any) -> Any:
        with self.exclusive(index) as item:
            return item

    @contextmanager
    def exclusive(self, index: int) -> Iterator[Any]:
        """Hold an item for one thread alone while the context lasts."""
        if not 0 <= index < self._length:
            raise IndexError(index)
        with self._lock:
            lock = self._locks.setdefault(index, Lock())
        with lock:
            yield self._kept_or_made(index)

    def _kept_or_made(self, index: int) -> Any:
        with self._lock:
            if index in self._made:
                self._made.move_to_end(index)
                return self._made[index]
        item = self._make(index)
        with self._lock:
            self._made[index] = item
            self._size += self._size_of(item)
            while self._size > self._capacity and len(self._made) > 1:
                self._size -= self._size_of(self._made.popitem(last=False)[1])
        return item


def _bytes_of(made: Any) -> int:
    """Return the bytes of the arrays in a kernel's tables or state."""
    if isinstance(made, tuple):
        return sum(_bytes_of(part) for part in made)
    return int(getattr(made, "nbytes", 0))
