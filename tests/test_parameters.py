"""Parameters that are declared once: constructors, JSON, schemas and options follow from them."""

from __future__ import annotations

import inspect
from dataclasses import KW_ONLY, InitVar, dataclass
from typing import Annotated, Any, ClassVar, Literal

import click
import pytest
from click.testing import CliRunner

from enumino.cli.problems import options_of
from enumino.conditions import RowLimit
from enumino.errors import DatasetError, ProblemError
from enumino.families.tilings.parameters import TilingParameters
from enumino.parameters import (
    Chosen,
    Given,
    Json,
    Option,
    Parameters,
    fields_of,
    schema_of,
    values_of,
)


@dataclass(frozen=True)
class Walks(Parameters):
    """One field of each kind."""

    family: ClassVar[str] = "walks"
    named_first: ClassVar[tuple[str, ...]] = ("engine",)
    shown_last: ClassVar[tuple[str, ...]] = ("kind", "limit")

    steps: Annotated[
        Given[tuple[int, ...], str | tuple[int, ...]],
        Json(list[int], list, lambda value, _: tuple(value)),
        Option("--steps", "Their lengths.", prints=lambda steps: ",".join(map(str, steps))),
    ] = Given()
    twice: InitVar[
        Annotated[bool, Chosen("is_doubled"), Option("--twice", "Every step again.")]
    ] = False
    _: KW_ONLY
    kind: Annotated[
        Literal["free", "fixed"],
        Option("--free", "Free walks.", "free"),
        Option("--fixed", "Fixed walks.", "fixed"),
    ] = "free"
    crossing: Annotated[bool, Option("--no-crossing", "No walk crosses itself.")] = True
    engine: Annotated[
        Literal["slow", "fast"] | None,
        Json(optional=True),
        Chosen("chosen_engine"),
        Option("--engine", "How to search."),
    ] = None
    limit: RowLimit = None

    def __post_init__(self, twice: bool) -> None:
        given: Any = self.steps
        steps = tuple(map(int, given.split(","))) if isinstance(given, str) else given
        self._set(steps=steps * (1 + twice))

    @property
    def is_doubled(self) -> bool:
        half = len(self.steps) // 2
        return self.steps[:half] == self.steps[half:]

    @property
    def chosen_engine(self) -> str:
        return self.engine or "fast"


@click.command()
def command(**given: Any) -> None:
    asked = Walks(**values_of(Walks, given)).options()
    click.echo(" ".join(f"{flag} {text}".strip() for flag, text in asked.items()))


for option in options_of(Walks):
    command = option(command)


def test_the_constructor_has_the_fields_as_arguments() -> None:
    given = "(steps, twice=False, *, kind='free', crossing=True, engine=None, limit=None)"
    assert str(inspect.signature(Walks)) == given
    assert Walks("1,2") == Walks((1, 2)) == Walks(steps=(1, 2))
    assert Walks("1,2", True).steps == (1, 2, 1, 2)
    assert "steps=(1, 2), kind='free', crossing=True" in repr(Walks("1,2"))
    with pytest.raises(TypeError):
        Walks()
    with pytest.raises(TypeError):
        Walks("1", crosing=False)
    with pytest.raises(AttributeError):
        Walks("1").limit = 3  # type: ignore[misc]


def test_json_has_the_fields_in_their_order() -> None:
    walks = Walks("3,1", kind="fixed", limit=7)
    written = {
        "family": "walks",
        "steps": [3, 1],
        "kind": "fixed",
        "crossing": True,
        "engine": "fast",
        "limit": 7,
    }
    assert walks.to_json() == written
    assert list(walks.to_json()) == list(written)
    assert list(Walks("3").to_json())[-1] == "engine"
    again = Walks.from_json(written)
    assert again.to_json() == written
    assert Walks.read({**written, "later": 1}) == again
    del written["engine"], written["limit"]
    assert (Walks.from_json(written).engine, Walks.from_json(written).limit) == (None, None)


@pytest.mark.parametrize("key", ["steps", "kind", "crossing"])
def test_what_json_lacks_or_has_otherwise_is_reported(key: str) -> None:
    written = Walks("3,1").to_json()
    for damaged in ({**written, key: {}}, {k: v for k, v in written.items() if k != key}):
        for read in (Walks.read, Walks.from_json):
            with pytest.raises(DatasetError, match=rf"damaged \(.*{key}.*\): restore plan.json"):
                read(damaged)
    assert key in schema_of(Walks).__struct_fields__


@pytest.mark.parametrize(
    "line",
    [
        "--engine fast --steps 1,2 --free",
        "--engine slow --steps 1 --no-crossing --fixed --limit 2",
        "--engine fast --steps 1,1 --twice --free",
    ],
)
def test_options_of_a_problem_ask_for_it_again(line: str) -> None:
    given = line.replace("1,1 --twice", "1 --twice")
    done = CliRunner().invoke(command, given.split())
    assert done.output.strip() == line


def test_flags_of_one_field_exclude_each_other() -> None:
    with pytest.raises(ProblemError, match="--free and --fixed exclude each other: choose one"):
        values_of(Walks, {"free": True, "fixed": True})


def test_zero_is_a_value_like_others() -> None:
    assert values_of(TilingParameters, {"limit": 0, "each_once": False}) == {"limit": 0}
    assert values_of(TilingParameters, {"limit": None, "each_once": True}) == {"use": "each-once"}


def test_the_help_has_the_options_in_order() -> None:
    shown = CliRunner().invoke(command, ["--help"]).output
    flags = [word for word in shown.split() if word.startswith("--") and word != "--help"]
    asked = "--steps --twice --no-crossing --engine --free --fixed --limit"
    assert flags == asked.split()
    assert "[slow|fast]" in shown


def test_a_new_flag_is_one_field() -> None:
    base: Any = TilingParameters

    @dataclass(frozen=True, kw_only=True)
    class More(base):
        red: Annotated[bool, Option("--red", "Red pieces only.")] = False

    assert [each.name for each in fields_of(More)][:-1] == [each.name for each in fields_of(base)]
    made = More("2x2", "domino", red=True)
    plain = base("2x2", "domino")
    for each in (made, plain):
        object.__setattr__(each, "chosen_engine", "option-bitsets")
    assert made.to_json() == {**plain.to_json(), "red": True}
    assert made.options() == {**plain.options(), "--red": ""}
    assert More.read(made.to_json()).red
    assert values_of(More, {"red": True}) == {"red": True}
    assert len(options_of(More)) == len(options_of(base)) + 1
