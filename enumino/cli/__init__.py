"""The command line: one module per verb, loaded when the verb is used."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable, Sequence
from errno import ENOMEM
from importlib import import_module

import click

import enumino
from enumino import words
from enumino.cli import signals
from enumino.cli.options import Group
from enumino.errors import FAILURE, OK, USAGE, EnuminoError, EnuminoWarning, OtherVersionsError

START = """\
enumino lists all polyominoes, tilings, tatami layouts or exact covers, one row each.

  enumino enumerate polyominoes --cells 1-10 --to polyominoes    # all 6,473, in a second or two
  enumino show polyominoes --where "cells = 5"                   # the twelve pentominoes
  enumino gallery polyominoes -o polyominoes.html                # a page for the browser

enumino --help lists all commands; enumino count --help describes one, with examples.\
"""

# Verb -> its summary in `enumino --help`, without importing its module.
VERBS = {
    "enumerate": "List every object of a problem into a dataset, or resume a listing.",
    "count": "Count objects without listing them, by size, kind and symmetry class.",
    "plan": "Divide a problem into parts for a batch system, or estimate its size and time.",
    "run": "Compute parts of a planned dataset.",
    "commit": "Assemble a dataset from its finished parts.",
    "verify": "Check files, rows and totals of a dataset; exit 3 if anything is wrong.",
    "show": "Draw objects of a dataset in the terminal, on a sheet, or on paper.",
    "plot": "Plot growth, symmetry classes, or perimeters and holes.",
    "sql": "Query a dataset in SQL, with functions for cells, drawings and pieces.",
    "export": "Write a dataset for another program, such as BurrTools, nauty or Sage.",
    "gallery": "Write an HTML page that shows and filters the rows of a dataset.",
    "dilates": "Find the polyominoes that tile their own dilate.",
    "compile": "Compile all kernels in advance.",
    "info": "Show the totals and columns of a dataset, and how to query it.",
}

# Modules of verbs that are named otherwise.
MODULES = {
    "dilates": "enumino.families.tilings.dilates",
}

NO_THREAD = "No more threads can be started: use fewer --threads; finished work is kept."
OUT_OF_MEMORY = (
    "Out of memory: use fewer --threads, a smaller problem or a machine with more memory; "
    "finished work is kept."
)


class _Verbs(Group):
    """A group whose commands live in modules of their own."""

    def summaries(self) -> dict[str, str]:
        return VERBS

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in VERBS:
            return None
        command: click.Command = import_module(MODULES.get(name, f"enumino.cli.{name}")).command
        return command


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(enumino.__version__, prog_name="enumino")
@click.pass_context
def command(ctx: click.Context) -> None:
    """List, count and draw polyominoes, tilings, tatami layouts and exact covers.

    \b
    enumino enumerate polyominoes --cells 1-12 --to polyominoes
    enumino verify polyominoes
    enumino show polyominoes --where "cells = 6 and symmetry = 'axis'"
    enumino count tilings --region 8x8 --pieces domino
    """  # noqa: D301
    if ctx.invoked_subcommand is None:
        click.echo(START)


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; errors are one sentence on stderr."""
    sys.set_int_max_str_digits(0)  # there are more tilings than 4,300 digits can tell
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", EnuminoWarning)
            warnings.showwarning = _warning_printer()
            return _run(arguments)
    except KeyboardInterrupt as interrupt:  # before or after click handles it
        return _interrupted(interrupt)


def _run(arguments: Sequence[str]) -> int:
    try:
        code = command.main(list(arguments), prog_name="enumino", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.Abort as error:
        if isinstance(error.__cause__, EOFError):
            _complain(f"The input ended too soon ({error.__cause__}): run the command again.")
            return FAILURE
        return _interrupted(error.__cause__)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return USAGE
    except click.UsageError as error:
        where = error.ctx.command_path if error.ctx else "enumino"
        message = _shortened(" ".join(error.format_message().split()), arguments)
        _complain(_with_help(message, f"`{where} --help`"))
        return error.exit_code
    except click.ClickException as error:
        _complain(_shortened(" ".join(error.format_message().split()), arguments))
        return error.exit_code
    except EnuminoError as error:
        message = str(error.args[0]) if error.args else ""
        _complain(_shortened(message, arguments, words.LONGEST_PATH))
        if isinstance(error, OtherVersionsError):
            click.echo(words.printable_lines(error.table), err=True)
        return error.exit_code
    except BrokenPipeError:  # the reader of our output has left, as head does
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.close()
        sys.stdout = None  # or Python would complain again at its end
        return OK
    except (MemoryError, OSError, RuntimeError) as error:
        if (sentence := _os_error_sentence(error)) is None:
            raise
        _complain(sentence)
        return FAILURE
    return code if isinstance(code, int) else OK


def _interrupted(interrupt: BaseException | None) -> int:
    """Complain of an interrupt, and return its exit code."""
    word, code = signals.word_and_exit_code(interrupt)
    _complain(f"{word}.")
    return code


def _with_help(message: str, command: str) -> str:
    """Return a complaint about a command, with the command that prints its help."""
    if message.endswith(("?", "?)")):  # did you mean another one?
        return f"{message} {command} tells more."
    return f"{message.rstrip('.')} (see {command})."


def _warning_printer() -> Callable[..., None]:
    """Return a function that prints each warning once, without its place in the code."""
    printed: set[str] = set()

    def show(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in printed:
            printed.add(str(message))
            click.echo(f"Warning: {words.in_a_line(str(message))}", err=True)

    return show


def _os_error_sentence(error: MemoryError | OSError | RuntimeError) -> str | None:
    """Return a sentence on a failure of the system; None for an error of the package."""
    if isinstance(error, RuntimeError):
        return NO_THREAD if "can't start new thread" in str(error) else None
    if isinstance(error, MemoryError) or error.errno == ENOMEM:
        return OUT_OF_MEMORY
    place = "" if error.filename is None else f"{error.filename}: "
    return f"{place}{words.reason(error)}."


def _shortened(message: str, arguments: Sequence[str], longest: int = words.LONGEST) -> str:
    """A message, with the arguments that it repeats cut short if they are longer than that."""
    values = {value for given in arguments for value in (given, given.partition("=")[2])}
    for value in sorted(values, key=len, reverse=True):
        if len(value) > longest:
            message = message.replace(repr(value), value).replace(value, words.quoted(value))
    return message


def _complain(sentence: str) -> None:
    click.echo(f"Error: {words.in_a_line(sentence)}", err=True)
