"""Totals and checks as text for people and as JSON for programs."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from enumino.errors import MISMATCH, OK
from enumino.published import TOTAL
from enumino.words import LONGEST_PATH, in_a_line

if TYPE_CHECKING:
    from enumino.datasets.manifest import Manifest
    from enumino.datasets.totals import Total


GAP = "  "  # between columns
NUMERALS = set("0123456789, ✓✗")


def unicode_output() -> bool:
    """Return whether stdout can show block characters and ticks."""
    try:
        "█✓".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def tick(ok: bool | None) -> str:
    """Return a mark for right, wrong, or nothing to compare with."""
    if ok is None:
        return ""
    if unicode_output():
        return "✓" if ok else "✗"
    return "ok" if ok else "WRONG"


def counts_table(lines: list[Total]) -> str:
    """Return totals by group (down) and symmetry class (across) beside the published totals.

    The mark in the last column is that of the total; classes have one where they differ.
    """
    from enumino.datasets.totals import Total, grid

    names, *groups = grid(lines)
    marked = [
        any(isinstance(cell, Total) and cell.is_wrong_class for cell in column)
        for column in zip(*groups, strict=True)
    ]
    rows = [[*map(str, names), "published"]]
    for group in groups:
        total = next(cell for cell in reversed(group) if isinstance(cell, Total))
        known = "" if total.published is None else f"{total.published:,}"
        rows.append([*map(_cell, group, marked), f"{known} {tick(total.agrees)}"])
    each = [[cell.oeis if isinstance(cell, Total) else "" for cell in group] for group in groups]
    sources = each[-1]
    if any(sources) and all(source in ("", *sources) for row in each for source in row):
        rows.append([*sources, ""])
    return aligned(_compared(rows, len(names)))


def _cell(cell: Total | str, marked: bool) -> str:
    """A label or a number, with room for a mark if a number of its column has one."""
    if isinstance(cell, str):
        return cell
    mark = f" {tick(False)}" if marked else ""
    return f"{cell.count:,}{mark if cell.is_wrong_class else ' ' * len(mark)}"


def numbers_table(lines: list[Total]) -> str:
    """Return totals one a line, beside the published ones."""
    from enumino.datasets.totals import grid

    names, *_ = grid(lines)
    return _labelled(lines, [str(name) for name in names[:-1] if name != TOTAL], "all")


def statistics_table(lines: list[Total]) -> str:
    """Return totals by the labels that vary, one a line, beside the published ones."""
    from enumino.datasets.totals import label_names

    first, *others = label_names(lines)
    vary = [name for name in others if len({line.labels.get(name) for line in lines}) > 1]
    return _labelled(lines, [first, *vary])


def _labelled(lines: list[Total], names: list[str], missing: str = TOTAL) -> str:
    rows = [[*names, "count", "published", ""]]
    for line in lines:
        known = "" if line.published is None else f"{line.published:,} {tick(line.agrees)}"
        values = [str(line.labels.get(name, missing)) for name in names]
        rows.append([*values, f"{line.count:,}", known, line.oeis if known else ""])
    return aligned(_compared(rows, len(names) + 1))


def _compared(rows: list[list[str]], first: int) -> list[list[str]]:
    """Return a table without its columns from `first` on, published numbers, if all are empty."""
    if any("".join(row[first:]).strip() for row in rows[1:]):
        return rows
    return [row[:first] for row in rows]


def aligned(rows: list[list[str]]) -> str:
    """Return rows of text in right-aligned columns, the first row underlined.

    What is wider than the terminal is divided into tables one below the other, each of which
    begins with the first column. Names may be untrusted: they are kept within their lines.
    """
    rows = [[_shown(text) for text in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n\n".join(_table(rows, widths, columns) for columns in _fitting(widths))


def _shown(text: str) -> str:
    """A number as it is, however long; a name in a line."""
    return text if set(text) <= NUMERALS else in_a_line(text, LONGEST_PATH)


def _fitting(widths: list[int]) -> list[list[int]]:
    """The numbers of the columns of each table, as many as fit on the terminal."""
    most = terminal_width()
    tables = [[0]]
    for column in range(1, len(widths)):
        wide = sum(widths[i] + len(GAP) for i in tables[-1]) + widths[column]
        if most is not None and wide > most and tables[-1] != [0]:
            tables.append([0])
        tables[-1].append(column)
    return tables


def terminal_width() -> int | None:
    """Return the width of the terminal in characters; None if stdout is not a terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def _table(rows: list[list[str]], widths: list[int], columns: list[int]) -> str:
    lines = [GAP.join(row[i].rjust(widths[i]) for i in columns) for row in rows]
    rule = ("─" if unicode_output() else "-") * max(map(len, lines))
    return "\n".join([lines[0].rstrip(), rule, *(line.rstrip() for line in lines[1:])])


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

    return rows_of(manifest.problem).totals(manifest.counts)


def duration(seconds: float) -> str:
    """Return a length of time for people.

    >>> duration(0.4), duration(75), duration(9000), duration(9e8)
    ('under a second', '75 s', '2 h 30 min', '29 years')
    """
    if seconds < 1:
        return "under a second"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7200:
        return f"{seconds / 60:.0f} min"
    if seconds < 2 * 86400:
        return f"{seconds // 3600:.0f} h {seconds % 3600 / 60:.0f} min"
    if seconds < 2 * 365.25 * 86400:
        return f"{seconds / 86400:.0f} days"
    years = seconds / 365.25 / 86400
    return f"{years:,.1f} years" if years < 10 else f"{years:,.0f} years"


def echo_json(value: Any) -> None:
    """Print a value as JSON on stdout."""
    import json

    click.echo(json.dumps(value, indent=1))
