"""Check the rows of a dataset by means that share nothing with the kernels."""

from dataclasses import dataclass
from typing import NamedTuple


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
