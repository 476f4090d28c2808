"""Totals and checks as text for people and as JSON for programs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from enumino.errors import MISMATCH, OK
from enumino.published import TOTAL
from enumino.tables import Cell, as_text
from enumino.words import LONGEST_PATH

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.totals import Total


PLAIN = {ord("✓"): "ok", ord("✗"): "WRONG", ord("─"): "-"}


def unicode_output() -> bool:
    """Return whether stdout can show block characters and ticks."""
    try:
        "█✓".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def plain(text: str) -> str:
    """Return a text with ticks and rules that stdout can show."""
    return text if unicode_output() else text.translate(PLAIN)


def printed(
    rows: Sequence[Sequence[Cell]],
    widest: int = LONGEST_PATH,
    *,
    right: bool | Sequence[bool] = True,
    width: int | None = None,
) -> str:
    """Return rows as a table for stdout; see `as_text`."""
    if not unicode_output():
        rows = [[_plain_cell(cell) for cell in row] for row in rows]
    return plain(as_text(rows, widest, right=right, width=width))


def _plain_cell(cell: Cell) -> Cell:
    return plain(cell) if isinstance(cell, str) else [plain(line) for line in cell]


def fitted(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of text as tables that are no wider than the terminal."""
    return printed(rows, width=terminal_width())


def totals_table(lines: list[Total]) -> str:
    """Return totals by group (down) and symmetry class (across) beside the published totals."""
    from enumino.datasets.totals import totals_rows

    return fitted(totals_rows(lines))


def terminal_width() -> int | None:
    """Return the width of the terminal in characters; None if stdout is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def exit_code(lines: list[Total], noun: str = "total") -> int:
    """Return the exit code for totals; complain if one differs from the published one."""
    if all(line.agrees is not False for line in lines):
        return OK
    click.echo(f"Error: a {noun} differs from the published one (see above).", err=True)
    return MISMATCH


def counts_json(problem: dict[str, Any], lines: list[Total]) -> dict[str, Any]:
    """Return totals as JSON values: counts as decimal strings, since they outgrow doubles."""
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


def manifest_lines(manifest: Manifest) -> list[Total]:
    """Return the totals of a finished dataset."""
    from enumino.registry import rows_of

    return rows_of(manifest.plan.problem).totals(manifest.counts)


def echo_json(value: Any) -> None:
    """Print a value as JSON on stdout."""
    import json

    click.echo(json.dumps(value, indent=1))
