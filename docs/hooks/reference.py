"""The reference, generated from the help texts of commands and the docstrings of public names.

MkDocs calls `on_page_markdown` for each page before it is rendered.
"""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

import click

import enumino
from enumino import cli
from enumino.cli.problems import Problems

COMMANDS, NAMES = "<!-- made of the commands -->", "<!-- made of the public names -->"
WIDTH = 78
GROUPS = {
    "Problems": (".problem",),
    "Datasets": (".dataset", ".listing", ".masks", ".verify"),
    "Counting": ("counts", ".searching"),
    "Samples": "enumino.samples",
    "Objects": ("enumino.objects.", ".exact_cover", ".graph"),
    "Errors and warnings": (".errors",),
}
"""Headings, and the prefixes or suffixes of the modules of their names."""
MEMBERS: dict[str, list[str]] = {
    "Problems": [],  # the members of a problem serve the engine
    "Dataset": ["columns", "totals", "counts", "problem", "path", "paths", "schema", "objects",
                "rows", "batches", "table", "arrow", "pandas", "polars", "sql", "sheet"],
}  # fmt: skip
"""The members shown of a group or a name: by default, all."""


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the marks by the reference."""
    if COMMANDS in markdown:
        return markdown.replace(COMMANDS, "\n".join(commands()))
    if NAMES in markdown:
        return markdown.replace(NAMES, "\n".join(names()))
    return markdown


def commands() -> Iterator[str]:
    """Yield a section for each verb, with the options that families add."""
    top = click.Context(cli.command, info_name="enumino", max_content_width=WIDTH)
    for verb in cli.VERBS:
        command = cli.command.get_command(top, verb)
        assert command is not None
        context = _context(command, verb, top)
        yield f"\n## enumino {verb}\n"
        yield from _help(command)
        if isinstance(command, Problems):
            yield from _families(command, context)
        else:
            yield from _options(command, context, set())


def _families(verb: Problems, context: click.Context) -> Iterator[str]:
    """Yield the options that all families of a verb share, then the options of each family."""
    found = {name: verb.get_command(context, name) for name in verb.list_commands(context)}
    families = {name: command for name, command in found.items() if command is not None}
    shared = set.intersection(*({str(p.name) for p in c.params} for c in families.values()))
    some = next(iter(families.values()))
    own = {str(p.name) for p in some.params} - shared
    yield "Options of every family:\n"
    yield from _options(some, _context(some, "FAMILY", context), own)
    for name, command in families.items():
        yield f"\n### enumino {context.info_name} {name}\n"
        yield from _help(command)
        yield from _options(command, _context(command, name, context), shared)
        if command.epilog:
            yield f"```text\n{command.epilog.splitlines()[-1].strip()}\n```\n"


def _context(command: click.Command, name: str, parent: click.Context) -> click.Context:
    return click.Context(command, info_name=name, parent=parent, max_content_width=WIDTH)


def _help(command: click.Command) -> Iterator[str]:
    """Yield the help text of a command; a paragraph after a backspace is shown literally."""
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        first, _, rest = paragraph.partition("\n")
        yield f"```text\n{rest}\n```\n" if first == "\b" else f"{paragraph}\n"


def _options(command: click.Command, context: click.Context, left_out: set[str]) -> Iterator[str]:
    """Yield the options of a command as the terminal shows them, except the ones left out."""
    rows = [
        record
        for parameter in command.get_params(context)
        if parameter.name not in left_out
        and "--help" not in parameter.opts
        and (record := parameter.get_help_record(context)) is not None
    ]
    if rows:
        formatter = click.HelpFormatter(width=WIDTH, max_width=WIDTH)
        formatter.write_dl(rows)
        yield f"```text\n{formatter.getvalue().rstrip()}\n```\n"


def names() -> Iterator[str]:
    """Yield a section for each group of public names, each name for mkdocstrings to explain."""
    homes = dict(enumino._HOMES)
    for heading, parts in GROUPS.items():
        yield f"\n## {heading}\n"
        for name, module in sorted(homes.items()):
            if module.startswith(parts) or module.endswith(parts):
                yield f"::: {module}.{name}\n"
                members = MEMBERS.get(heading, MEMBERS.get(name))
                if members is not None:
                    yield f"    options:\n      members: {members or 'false'}\n"
                del homes[name]
    assert not homes, f"no heading for {homes}"
