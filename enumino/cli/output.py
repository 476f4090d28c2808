"""All that commands print: results on stdout, sentences on stderr.

Messages, cells and titles hold any text; what is printed here has no control characters.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from enumino.errors import BROKEN_PIPE, MISMATCH, OK
from enumino.words import LONGEST_LINE, in_a_line, printable_lines

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.totals import Total

# Signs for terminals without Unicode.
PLAIN: dict[int, int | str] = {ord("✓"): "ok", ord("✗"): "WRONG"}
PLAIN |= str.maketrans("─│┌┐└┘├┤┬┴┼░·█▀▄╱╲", "-|+++++++++#.:'./\\")
LONGEST = 1200  # characters of a complaint


def show(text: str = "") -> None:
    """Print lines on stdout, with ticks and pictures that it can show."""
    lines = printable_lines(text)
    try:
        lines.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        lines = lines.translate(PLAIN)
    click.echo(lines)


def say(sentence: str, longest: int = LONGEST_LINE) -> None:
    """Print a sentence on stderr, if anybody reads it: work does not end with its reader."""
    with suppress(BrokenPipeError):
        click.echo(in_a_line(sentence, longest), err=True)


def complain(sentence: str) -> None:
    """Print a sentence on an error."""
    say(f"Error: {sentence}", LONGEST)


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1))


class UnlessUnread:
    """A context in which a command prints, whether its reader is still there or not."""

    code = OK  # of the command, if all else is well

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> bool:
        if broken := kind is BrokenPipeError:
            self.code = BROKEN_PIPE
        return broken


def exit_code(lines: list[Total], noun: str = "total") -> int:
    """Return the exit code for totals; complain if one differs from the published one."""
    if all(line.agrees is not False for line in lines):
        return OK
    complain(f"a {noun} differs from the published one (see above).")
    return MISMATCH


def counts_json(problem: dict[str, Any], lines: list[Total]) -> dict[str, Any]:
    """Return totals as JSON values: counts as decimal strings, since they outgrow doubles."""
    from enumino.published import TOTAL

    rows = [
        {
            **{k: v for k, v in line.flat().items() if (k, v) != ("symmetry", TOTAL)},
            "count": str(line.count),
            "oeis": line.oeis or None,
            "published": None if line.published is None else str(line.published),
        }
        for line in lines
    ]
    return {"problem": problem, "rows": rows}


def show_manifest(manifest: Manifest, further: dict[str, Any] | None) -> list[Total]:
    """Print and return the totals of a finished dataset.

    They are a table, or JSON with `further` values, if there are any.
    """
    from enumino.registry import rows_of

    lines = manifest.totals_of(rows_of(manifest.plan.problem))
    if further is None:
        show(lines.text())
    else:
        show_json({**counts_json(manifest.plan.problem, lines), **further})
    return lines
