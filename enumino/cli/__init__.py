"""The command line: modules of verbs, loaded when a verb is used."""

import errno
import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import click

import enumino
from enumino.cli import output
from enumino.cli.options import Group
from enumino.errors import BROKEN_PIPE, FAILURE, OK, USAGE, EnuminoError, EnuminoWarning
from enumino.words import quoted, reason

# Each verb with the module and the name of its command.
VERBS = {
    "enumerate": ("enumino.cli.enumerate", "command"),
    "sample": ("enumino.cli.sample", "command"),
    "show": ("enumino.cli.show", "command"),
    "gallery": ("enumino.cli.dataset", "gallery"),
    "sql": ("enumino.cli.sql", "command"),
    "shape": ("enumino.families.plane_tilings.options", "shape_command"),
    "info": ("enumino.cli.dataset", "info"),
    "verify": ("enumino.cli.dataset", "verify"),
    "count": ("enumino.cli.count", "command"),
    "plot": ("enumino.cli.dataset", "plot"),
    "export": ("enumino.cli.dataset", "export"),
    "plan": ("enumino.cli.plan", "command"),
    "run": ("enumino.cli.plan", "run"),
    "commit": ("enumino.cli.dataset", "commit"),
    "compile": ("enumino.cli.compile", "command"),
    "dilates": ("enumino.families.tilings.verbs", "dilates_command"),
}

OUT_OF_MEMORY = (
    "Out of memory: use fewer --threads, a smaller problem or a machine with more memory; "
    "finished work is kept."
)


class _Verbs(Group):
    """A group whose commands live in modules of their own."""

    def summaries(self) -> dict[str, str]:
        return {verb: _summary(*place) for verb, place in VERBS.items()}

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        module, command = VERBS.get(name, ("", ""))
        return getattr(import_module(module), command) if module else None


def _summary(module: str, command: str) -> str:
    """Return the first line of a verb's docstring from its source: importing all verbs is slow."""
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    source = Path(found.origin).read_text(encoding="utf-8")
    return source.partition(f"\ndef {command}(")[2].partition('"""')[2].partition("\n")[0]


HELP = """List all polyominoes, tilings, tatami layouts or exact covers, one row each.

    \b
    enumino enumerate polyominoes --cells 1-10 --to polyominoes    # all 6,473
    enumino show polyominoes --where "cells = 5"                   # the twelve pentominoes
    enumino gallery polyominoes -o polyominoes.html                # a page for the browser
    enumino count tilings --region 8x8 --pieces domino             # without rows
"""
command = click.version_option(enumino.__version__, prog_name="enumino")(
    _Verbs(help=HELP, context_settings={"help_option_names": ["-h", "--help"]})
)


def main(arguments: Sequence[str]) -> int:
    """Run the command line and return its exit code; errors are one sentence on stderr."""
    sys.set_int_max_str_digits(0)  # counts of tilings exceed Python's limit of 4,300 digits
    code: int | None = None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("default", EnuminoWarning)
            warnings.showwarning = _warn
            words = list(arguments) or ["--help"]
            code = command.main(words, prog_name="enumino", standalone_mode=False)
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as end:  # click turns a broken pipe into SystemExit(1)
        completed = isinstance(end, SystemExit) and not end.code  # completion of words for a shell
        return OK if completed else code or BROKEN_PIPE
    except Exception as error:
        if (ended := _message_of(error)) is None:
            raise
        sentence, code = ended
        if sentence:
            output.complain(sentence)
    return code if isinstance(code, int) else OK


def _message_of(error: Exception) -> tuple[str, int] | None:
    """Return the message and exit code for an error, or None if it is a bug of the package."""
    match error:
        case click.exceptions.NoArgsIsHelpError():
            click.echo(error.format_message(), err=True)
            return "", USAGE
        case click.ClickException():
            return _message_of_click(error), error.exit_code
        case EnuminoError():
            return (str(error.args[0]) if error.args else ""), error.exit_code
        case MemoryError() | OSError(errno=errno.ENOMEM):
            return OUT_OF_MEMORY, FAILURE
        case OSError():
            place = f"{error.filename}: " if error.filename else ""
            return f"{place}{reason(error)}.", FAILURE
        case UnicodeError():
            # Such as a surrogate, from bytes of an argument that are not UTF-8.
            return "A text is not valid Unicode, so no file can hold it: correct the text.", USAGE
    return None


def _message_of_click(error: click.ClickException) -> str:
    """Return the message of a click error on one line; a wrong usage names the help to read."""
    message = " ".join(error.format_message().split())
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return message
    if isinstance(error, click.NoSuchOption):
        message = _ways(error.option_name, error.ctx) or message
    return f"{message.rstrip('.')} (see `{error.ctx.command_path} --help`)."


def _ways(option: str, context: click.Context) -> str:
    """Return a message that names the verbs that take an unknown option, if there are any."""
    way, taking = f"No such option {quoted(option)}: ", []
    if option == "--dry-run":
        return f"{way}`enumino plan` without --to prints the expected size and time"
    if isinstance(context.command, click.Group):
        return ""
    _, _, *problem = context.command_path.split()
    for name in VERBS:
        found, words = command.get_command(context, name), ["enumino", name]
        if problem and isinstance(found, click.Group):
            found, words = found.get_command(context, problem[0]), [*words, problem[0]]
        if found and any(option in own.opts for own in found.params):
            taking.append(f"`{' '.join(words)}`")
    return f"{way}{' and '.join(taking[:3])} {'take' if taking[1:] else 'takes'} it" * bool(taking)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning without its place in the code."""
    output.say(f"Warning: {message}")
