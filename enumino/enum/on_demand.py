"""A sequence of things that are too large, or too many, to be made before they are needed."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock
from typing import Any

KEPT_BYTES = 1 << 28
"""Of tables of trees that are kept once they are made."""


class MadeOnDemand(Sequence[Any]):
    """A sequence whose items are made when they are asked for; the last ones used are kept.

    Threads may share it: each item is made by one thread, and only those that want it wait.

    Parameters
    ----------
    length : int
    make : callable
        Makes the i-th item.
    capacity : int
        Sizes of the items kept, in all; the last one used is kept in any case.
    size_of : callable
        The size of an item: by default the bytes of its NumPy arrays, in tuples.
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
        with self.borrowed(index) as item:
            return item

    @contextmanager
    def borrowed(self, index: int) -> Iterator[Any]:
        """Give an item to one thread alone, until it has left the context."""
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
    """Bytes of the arrays of a kernel's tables or state."""
    if isinstance(made, tuple):
        return sum(_bytes_of(part) for part in made)
    return int(getattr(made, "nbytes", 0))
