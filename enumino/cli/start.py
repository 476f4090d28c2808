"""The text of ``enumino`` alone, groups of commands, and completion by shells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

START = """\
enumino lists all polyominoes, tilings, tatami layouts or exact covers, one row each.

  enumino enumerate polyominoes --cells 1-10 --to polyominoes    # all 6,473, in a second or two
  enumino show polyominoes --where "cells = 5"                   # the twelve pentominoes
  enumino gallery polyominoes -o polyominoes.html                # a page for the browser

enumino --help lists all commands; enumino count --help describes one, with examples.\
"""


# Similarity, at most 1, from which a word counts as a misspelling of another.
ALIKE = 0.8


@contextmanager
def naming_command(ctx: click.Context) -> Iterator[None]:
    """Let errors in options name their command."""
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise


class Group(click.Group):
    """A group of commands, loaded when used, that suggests the right one for a mistyped word."""

    def summaries(self) -> Mapping[str, str]:
        """Return a line on each command."""
        raise NotImplementedError

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(self.summaries())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the part of the help on the commands."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.summaries().items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that a word may become."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=summary)
            for name, summary in self.summaries().items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments before the command."""
        with naming_command(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            from difflib import get_close_matches

            near = get_close_matches(args[0], self.list_commands(ctx), 1, ALIKE)
            if not near:
                raise
            meant = f"{error.message.rstrip('.')}: did you mean {near[0]!r}?"
            raise click.UsageError(meant, error.ctx) from error


def folders(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Let the shell complete the name of a folder."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="dir")]
