"""Checks of the rows of a dataset by code independent of the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import pyarrow as pa


class Check(NamedTuple):
    """One verification and its result."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True)
class Fault:
    """A fault of a row: a phrase for messages, and the number of the row."""

    what: str
    row: int


class Sums(Protocol):
    """A check by sums over the rows, which are added batch by batch."""

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch; text columns of few values are dictionary encoded."""
        ...

    def check(self) -> Check:
        """Return the result: whether the sums are right."""
        ...
