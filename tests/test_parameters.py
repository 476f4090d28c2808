"""Parameters are plain values: constructors, JSON, checks and options follow from the fields."""

import json
import pickle
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, Literal

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from enumino.arguments import consecutive
from enumino.cli.problems import options_of
from enumino.errors import DamagedError, ProblemError
from enumino.parameters import Parameters, Sizes, option, row_limit, sizes_text


@dataclass(frozen=True)
class Walks(Parameters):
    """One field of each kind."""

    family: ClassVar[str] = "walks"

    steps: Sizes = option("--steps N|A-B", "Their lengths.")
    starts: tuple[str, ...] = option("--start R,C", "Where they begin; repeatable.", ())
    _: KW_ONLY
    kind: Literal["free", "fixed"] = option("--kind", "Which walks are the same.", "free")
    crossing: bool = option("--no-crossing", "No walk crosses itself.", True)
    closed: bool = option("--closed", "Walks return.", False)
    engine: Literal["slow", "fast"] | None = option("--engine", "How to search.", None)
    limit: int | None = row_limit()
    name: str = "walks"

    def __post_init__(self) -> None:
        self._set(steps=sizes_text(self.steps))
        if self.closed and consecutive(self.steps)[0] < 2:
            raise ProblemError("A closed walk has two steps at least.")


def test_json_is_what_was_said() -> None:
    walks = Walks("1-3", ("0,0",), kind="fixed", crossing=False, limit=7)
    written = {
        "family": "walks",
        "steps": "1-3",
        "starts": ["0,0"],
        "kind": "fixed",
        "crossing": False,
        "limit": 7,
        "name": "walks",
    }
    assert list(walks.to_json().items()) == list(written.items())
    plain = {"family": "walks", "steps": "3", "kind": "free", "name": "walks"}
    assert Walks(3).to_json() == plain
    for one in (walks, Walks(3), replace(walks, steps=2, closed=True)):
        for again in (Walks.from_json(one.to_json()), pickle.loads(pickle.dumps(one))):
            assert again == one
            assert hash(again) == hash(one)
            assert again.to_json() == json.loads(json.dumps(one.to_json()))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"steps": 3}, r"expected `str`, got `int` - at `\$\.steps`"),
        ({"steps": None}, "expected `str`"),
        ({"steps": "three"}, "'three' is not a number or a range: write 8 or 1-12"),
        ({"kind": "other"}, "invalid enum value 'other'"),
        ({"crossing": "no"}, "expected `bool`"),
        ({"closed": True}, "a closed walk has two steps at least"),
    ],
)
def test_json_that_describes_nothing_is_reported(change: dict[str, Any], said: str) -> None:
    with pytest.raises(DamagedError, match=rf"damaged \({said}.*\): restore plan.json"):
        Walks.from_json({**Walks("1").to_json(), **change})
    with pytest.raises(DamagedError, match="missing required field `steps`"):
        Walks.from_json({"family": "walks"})


def test_the_help_has_the_options_in_order() -> None:
    command = click.Command("walks", params=options_of(Walks))
    shown = CliRunner().invoke(command, ["--help"]).output
    flags = [word for word in shown.split() if word.startswith("--") and word != "--help"]
    asked = "--steps --start --kind --no-crossing --closed --engine --limit"
    assert flags == asked.split()
    for part in ("[slow|fast]", "--steps N|A-B", "[required]", "[default: free]"):
        assert part in shown


@given(st.integers(0, 50), st.integers(0, 9))
def test_sizes_as_text_are_the_same_sizes(lowest: int, more: int) -> None:
    sizes = range(lowest, lowest + more + 1)
    assert consecutive(sizes_text(sizes)) == sizes
