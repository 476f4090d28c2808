"""Output of commands: results on stdout, sentences on stderr.

Messages, cells and titles may hold any text, and are printed without control characters.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from enumino.errors import MISMATCH, OK
from enumino.words import LONGEST_LINE, in_a_line, printable_lines

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.totals import Total

# Replacements for terminals without Unicode.
PLAIN: dict[int, int | str] = {ord("✓"): "ok", ord("✗"): "WRONG"}
PLAIN |= str.maketrans("─│┌┐└┘├┤┬┴┼░·█▀▄╱╲", "-|+++++++++#.:'./\\")
LONGEST = 1200  # characters of an error message
ERASE = "\x1b[2K\x1b[G"  # the line of a terminal, whose cursor goes back to its start


def show(text: str = "") -> None:
    """Print lines on stdout, with characters that its encoding has."""
    lines = printable_lines(text)
    try:
        lines.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        lines = lines.translate(PLAIN)
    click.echo(lines)


def on_terminal() -> bool:
    """Return whether stderr is a terminal that can draw a bar."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def draw(bar: str) -> None:
    """Draw a bar in place of the last one on a terminal; an empty bar only erases the last one."""
    line = bar[: shutil.get_terminal_size().columns - 1]
    with suppress(OSError):
        click.echo(f"{ERASE}{line}", nl=False, err=True)


def say(sentence: str, longest: int = LONGEST_LINE) -> None:
    """Print a sentence on stderr if that is possible: work does not end with its reader."""
    line = in_a_line(sentence, longest)
    with suppress(OSError, ValueError):  # the latter if stderr is closed
        click.echo(f"{ERASE}{line}" if on_terminal() else line, err=True)


def complain(sentence: str) -> None:
    """Print an error message."""
    say(f"Error: {sentence}", LONGEST)


def show_json(value: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(value, indent=1))


def exit_code(lines: list[Total], noun: str = "total") -> int:
    """Return the exit code for totals; complain if a total differs from the published value."""
    if all(line.agrees is not False for line in lines):
        return OK
    complain(f"a {noun} differs from the published one (see above).")
    return MISMATCH


def counts_json(problem: dict[str, Any], lines: list[Total]) -> dict[str, Any]:
    """Return totals as JSON values, with decimal strings for counts, which outgrow doubles."""
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
    """Print totals of a dataset as a table, or as JSON with `further` values; return them."""
    from enumino.registry import rows_of

    lines = manifest.totals_of(rows_of(manifest.plan.problem))
    if further is None:
        show(lines.text())
    else:
        show_json({**counts_json(manifest.plan.problem, lines), **further})
    return lines
