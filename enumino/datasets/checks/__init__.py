"""Check the rows of a dataset by means that share nothing with the kernels."""

from typing import NamedTuple


class Check(NamedTuple):
    """One thing that was verified, and how it came out."""

    name: str
    ok: bool
    detail: str
