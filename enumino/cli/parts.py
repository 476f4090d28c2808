"""The selection of parts of a plan: by numbers, or as a share of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from enumino.arguments import digits, range_of
from enumino.cli.options import Read
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.datasets.plan import Plan


class Share(NamedTuple):
    """The `number`-th of `shares` shares, counted from 1."""

    number: int
    shares: int


def _share(text: str) -> Share:
    """The share of ``3/100``: the third of a hundred shares."""
    match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", text)
    if match is None:
        raise ValueError(f"{quoted(text)} is not a share: write 3/100 for the third of 100")
    share = Share(*(digits(number, "The number") for number in match.groups()))
    if not 1 <= share.number <= share.shares:
        raise ProblemError(
            f"There is no share {share.number}/{share.shares}: shares are counted from 1, the "
            f"last one of {share.shares} is {share.shares}/{share.shares}."
            if share.shares
            else "There are no parts in 0 shares: write 3/100 for the third of 100."
        )
    return share


SHARE = Read("K/N", _share)
# Whole numbers and ranges of them: 3,17,40-52.
NUMBERS = Read("K|A-B,...", lambda text: tuple(map(range_of, text.split(","))))


def refuse_others(plan: Plan, root: str, numbers: Iterable[range]) -> None:
    """Raise a ProblemError if the plan has no part of one of the numbers."""
    last = len(plan.parts) - 1
    for asked in numbers:
        if asked[0] < 0 or asked[-1] > last:
            wrong = asked[0] if asked[0] < 0 else asked[-1]
            raise ProblemError(f"There is no part {wrong}: {root} has parts 0 to {last}.")
