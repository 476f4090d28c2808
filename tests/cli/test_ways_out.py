"""Ways out that messages name exist, and lead in no circle; help has examples that parse."""

import ast
import re
import shlex
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import click
import pytest

import enumino
from enumino.cli import command
from enumino.errors import ProblemError
from enumino.families.tilings.problem import Tilings
from tests.dataset_tools import Enumino, sentence

SOURCES = sorted(Path(enumino.__file__).parent.rglob("*.py"))
OF_OTHERS = {"--help", "--scheduler-file", "--tiling"}  # of click, of Dask, of a command below show


def commands(
    group: click.Command, name: str = "enumino", above: click.Context | None = None
) -> Iterator[tuple[str, click.Command]]:
    """All commands, by what is typed."""
    yield name, group
    if isinstance(group, click.Group):
        context = click.Context(group, above, info_name=name.rpartition(" ")[2])
        for verb in group.list_commands(context):
            found = group.get_command(context, verb)
            assert found
            yield from commands(found, f"{name} {verb}", context)


def options_of(name: str) -> set[str]:
    """Options of a command, or of the commands of a group."""
    found = [c for told, c in COMMANDS.items() if told == name or told.startswith(f"{name} ")]
    return {option for one in found for parameter in one.params for option in parameter.opts}


COMMANDS = dict(commands(command))
ANY = options_of("enumino") | OF_OTHERS


def texts(path: Path) -> Iterator[str]:
    """The strings of a module, the pieces of one message together; what is filled in is `…`."""
    tree = ast.parse(path.read_text())
    joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    parts = {id(value) for node in joined for value in node.values}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "…" for v in node.values)
        elif (
            isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts
        ):
            yield node.value


@pytest.mark.slow
def test_options_and_commands_in_messages_exist() -> None:
    for text in chain.from_iterable(map(texts, SOURCES)):
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", text):
            assert option in ANY, text
        for told in re.findall(r"`(enumino [^`]+)`", text):
            assert_is_understood(told)


def assert_is_understood(told: str) -> None:
    words = told.split()
    known = [" ".join(words[:n]) for n in (3, 2) if " ".join(words[:n]) in COMMANDS]
    assert known, told
    assert set(re.findall(r"--[a-z][a-z-]+", told)) <= options_of(known[0]), told


def test_options_and_commands_in_the_makefile_exist() -> None:
    makefile = Path(enumino.__file__).parents[1] / "Makefile"
    told = re.findall(r"\$\(BIN\)/(enumino .+)", makefile.read_text())
    assert len(told) > 4
    for each_line in told:
        assert_is_understood(each_line)


@pytest.mark.parametrize(
    ("problem", "engine"),
    [(("12x12", "domino"), "cell-masks"), (("200x200", "domino"), "option-bitsets")],
)
def test_another_engine_that_is_named_takes_the_problem(problem, engine) -> None:
    with pytest.raises(ProblemError) as refused:
        Tilings(*problem, engine=engine)
    way = re.search(r"(leave out --engine)|use the engine ([a-z-]+)", str(refused.value))
    assert way
    assert Tilings(*problem, engine=way[2]).chosen_engine != engine


@pytest.mark.parametrize(
    ("arguments", "way"),
    [
        ("tilings --region 30x30 --pieces trominoes", r"take a (smaller|narrower) region"),
        ("tilings --region 30x30 --pieces trominoes --method search", "smaller region"),
        ("tatami --room 300x300 --monomers 2 --up-to-symmetry", "all together"),
    ],
)
def test_a_count_that_is_hopeless_leads_in_no_circle(arguments: str, way: str, here) -> None:
    """It swept, gave up, tried a search, and advised a sweep."""
    said = sentence(here("count", *arguments.split(), "-q"), 2)
    assert "count tilings" not in said
    assert re.search(way, said)


def test_counts_that_a_hopeless_listing_names_are_made(here: Enumino, tmp_path: Path) -> None:
    dominoes = ["tilings", "--region", "4x200", "--pieces", "domino"]
    said = sentence(here("enumerate", *dominoes, "-q", "--to", tmp_path / "x"), 2)
    assert "count them with `enumino count tilings`" in said
    assert here("count", *dominoes).code == 0


def test_the_command_alone_says_where_to_begin(here: Enumino) -> None:
    done = here()
    assert (done.code, done.out, done.err) == (0, here("--help").out, "")
    assert max(map(len, done.out.split("\n"))) <= 100


def examples_in(text: str | None) -> list[str]:
    lines = (line.partition("   #")[0].strip() for line in (text or "").split("\n"))
    return [line for line in lines if line.startswith("enumino ")]


def parse(words: list[str]) -> None:
    """Parse a command as it would be run, without running it."""
    found: click.Command = command
    context = found.make_context("enumino", words)
    while isinstance(found, click.Group) and (given := [*context._protected_args, *context.args]):
        name, *rest = given
        found = found.get_command(context, name)
        assert found is not None, words
        context = found.make_context(name, rest, parent=context)


def test_every_command_shows_examples_that_parse(
    here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for called, each in COMMANDS.items():
        examples = examples_in(each.help) + examples_in(each.epilog)
        assert examples, called
        shown = here(*called.split()[1:], "--help").out
        for example in examples:
            assert example in shown, (called, shown)
            parse(shlex.split(example)[1:])
