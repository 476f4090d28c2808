"""The selection of parts of a plan: by numbers, or as a share of all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from enumino.arguments import digits
from enumino.cli.options import Range
from enumino.errors import ProblemError
from enumino.words import quoted

if TYPE_CHECKING:
    from enumino.datasets.plan import Plan


class Numbers(click.ParamType[tuple[range, ...]]):
    """``3,17,40-52``: whole numbers and ranges of them."""

    name = "K|A-B,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[range, ...]:
        if isinstance(value, tuple):
            return value
        return tuple(Range().convert(piece, param, ctx) for piece in value.split(","))


class Share(NamedTuple):
    """The `number`-th of `shares` shares, counted from 1."""

    number: int
    shares: int


class ShareType(click.ParamType[Share]):
    """``3/100``: the third of a hundred shares."""

    name = "K/N"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> Share:
        if isinstance(value, Share):
            return value
        match = re.fullmatch(r"\s*(\d+)\s*/\s*(\d+)\s*", value)
        if match is None:
            self.fail(
                f"{quoted(value)} is not a share: write 3/100 for the third of 100", param, ctx
            )
        share = Share(*(digits(number, "The number") for number in match.groups()))
        if not 1 <= share.number <= share.shares:
            raise ProblemError(
                f"There is no share {share.number}/{share.shares}: shares are counted from 1, the "
                f"last one of {share.shares} is {share.shares}/{share.shares}."
                if share.shares
                else "There are no parts in 0 shares: write 3/100 for the third of 100."
            )
        return share


def refuse_others(plan: Plan, root: str, numbers: Iterable[range]) -> None:
    """Raise a ProblemError if the plan has no part of one of the numbers."""
    last = len(plan.parts) - 1
    for asked in numbers:
        if asked[0] < 0 or asked[-1] > last:
            wrong = asked[0] if asked[0] < 0 else asked[-1]
            raise ProblemError(f"There is no part {wrong}: {root} has parts 0 to {last}.")
