"""Check the rows of a dataset by means that share nothing with the kernels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import pyarrow as pa


class Check(NamedTuple):
    """One thing that was verified, and how it came out."""

    name: str
    ok: bool
    detail: str


@dataclass(frozen=True)
class Fault:
    """What is wrong with a row, in words that go with the row's values."""

    what: str
    row: int


class Sums(Protocol):
    """Something that is summed over the rows, batch by batch, and has to come out right."""

    def add(self, batch: pa.RecordBatch) -> None:
        """Add the rows of a batch (its text columns of few values dictionary encoded)."""
        ...

    def check(self) -> Check:
        """Return whether the sums are right."""
        ...
