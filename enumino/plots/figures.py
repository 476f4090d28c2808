"""Figures of numbers, drawn by matplotlib without a display and without its global state.

Axes show decimal logarithms, because counts outgrow floating-point numbers.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import cycle, pairwise
from math import log10, nan
from typing import TYPE_CHECKING, Any

from enumino.datasets.totals import Total
from enumino.errors import ProblemError, optional
from enumino.plots import numbers
from enumino.words import in_a_line, quoted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

SUFFIXES = (".svg", ".png", ".pdf")
SIZE = (8.0, 5.2)  # inches
DOTS = 150  # per inch of a PNG
MARKERS = "osD^vP*Xph<>"
LINES = ("-", "--", ":", "-.")
COLOUR_MAP = "viridis"  # its colours differ in lightness, and so also to colour-blind eyes
STYLE: dict[str, Any] = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 12,
    "font.size": 10,
    "grid.alpha": 0.3,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "enumino",  # equal figures are equal files
}


def growth(totals: Iterable[Total], title: str = "") -> Figure:
    """Return the totals by size, and their factors of growth from one size to the next.

    Parameters
    ----------
    totals : iterable of Total
        From `Dataset.totals` or a count.
    title : str

    Raises
    ------
    ProblemError
        If there is only one size.
    MissingExtraError
        If matplotlib is not installed.
    """
    sizes = numbers.sizes(totals)
    with _style():
        figure, (upper, lower) = _figure(title, rows=2)
        drawn = 0
        for (name, lines), marker in zip(sizes.series.items(), cycle(MARKERS), strict=False):
            some = [line for line in lines if line.total.count > 0]
            x = [line.size for line in some]
            each_once = len(set(x)) == len(x)
            style: dict[str, Any] = {
                "marker": marker,
                "markersize": 5,
                "linestyle": "-" if each_once else "none",
            }
            upper.plot(x, [log10(line.total.count) for line in some], label=_plain(name), **style)
            steps = [(a, b) for a, b in pairwise(some) if each_once and b.size == a.size + 1]
            factors = [b.total.count / a.total.count for a, b in steps]
            lower.plot([b.size for _, b in steps], factors, **style)
            drawn += bool(steps)
        ringed = _published(upper, sizes)
        _powers(upper.yaxis)
        upper.set_ylabel("how many")
        lower.set_ylabel("factor")
        if not drawn:
            lower.set_visible(False)
        bottom = lower if drawn else upper
        bottom.set_xlabel(_plain(sizes.axis))
        _whole_numbers(bottom.xaxis)
        if ringed or any(sizes.series):
            upper.legend()
    return figure


def _published(axes: Axes, sizes: numbers.Sizes) -> bool:
    """Circle totals that match published values; return whether any do."""
    agreeing = [line for line in sizes.lines if line.total.agrees and line.total.count]
    if agreeing:
        x = [line.size for line in agreeing]
        y = [log10(line.total.count) for line in agreeing]
        ring: dict[str, Any] = {"facecolors": "none", "edgecolors": "#555", "linewidths": 0.9}
        axes.scatter(x, y, s=75, zorder=3, label="as published", **ring)
    return bool(agreeing)


def classes(totals: Iterable[Total], title: str = "") -> Figure:
    """Return the numbers of objects by symmetry class and size.

    Raises
    ------
    ProblemError
        If the totals have no classes.
    MissingExtraError
        If matplotlib is not installed.
    """
    found = numbers.classes(totals)
    with _style():
        figure, (axes,) = _figure(title)
        if len(found.numbers) == 1:
            (by_class,) = found.numbers.values()
            _bars(axes, found.names, by_class)
            return figure
        # Successive classes differ in marker and line as well.
        looks = zip(
            found.names, _colours(len(found.names)), cycle(MARKERS), cycle(LINES), strict=False
        )
        for name, colour, marker, line in looks:
            counts = [by_class[name] for by_class in found.numbers.values()]
            y = [log10(count) if count else nan for count in counts]
            look: dict[str, Any] = {"color": colour, "marker": marker, "linestyle": line}
            axes.plot(list(found.numbers), y, markersize=6, label=name, **look)
        _powers(axes.yaxis)
        axes.set_xlabel(_plain(found.axis))
        axes.set_ylabel("how many")
        _whole_numbers(axes.xaxis)
        axes.legend(title="symmetry", bbox_to_anchor=(1.01, 1), loc="upper left")
    return figure


def _bars(axes: Axes, names: Sequence[str], by_class: Counter[str]) -> None:
    """Draw one labelled bar per class; a count of one stays visible."""
    places = range(len(names))
    lengths = [log10(by_class[name]) for name in names]
    axes.barh(places, [0.15 + length for length in lengths], color=_colours(len(names)), left=-0.15)
    for place, name, length in zip(places, names, lengths, strict=True):
        axes.annotate(
            f"{by_class[name]:,}", (length, place), (5, 0), textcoords="offset points", va="center"
        )
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.set_xlim(-0.15, 1.12 * max(lengths) + 0.3)
    _powers(axes.xaxis)
    axes.set_xlabel("how many")
    axes.grid(visible=False, axis="y")


def cells(totals: Iterable[Total], title: str = "") -> Figure:
    """Return the cells of a region of squares, coloured by the share of their most frequent option.

    The share is 1 where all tilings agree, and small where they differ most.

    Raises
    ------
    ProblemError
        If the totals are not the counts of tilings of one region by option.
    MissingExtraError
        If matplotlib is not installed.
    """
    shares = numbers.shares_of_cells(totals)
    with _style():
        figure, (axes,) = _figure(title)
        image = axes.imshow(shares, COLOUR_MAP, vmin=0, vmax=1)
        axes.set_axis_off()
        figure.colorbar(image, label="share of the most frequent placement")
    return figure


def written(figure: Figure, suffix: str) -> bytes:
    """Return a figure as the contents of a file with one of the `SUFFIXES`."""
    if suffix not in SUFFIXES:
        raise ProblemError(
            f"A plot cannot be written as {quoted(suffix)}: choose from {', '.join(SUFFIXES)}."
        )
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    contents = io.BytesIO()
    with _style():
        figure.savefig(contents, format=suffix[1:], dpi=DOTS, metadata=undated)
    return contents.getvalue()


def _style() -> Any:
    """Return a context with our settings of matplotlib."""
    return optional("matplotlib", "Plots need matplotlib", "enumino[plot]").rc_context(STYLE)


def _figure(title: str, rows: int = 1) -> tuple[Figure, list[Axes]]:
    """Return a figure with axes below each other that share their sizes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE, layout="constrained")
    heights = [2] + [1] * (rows - 1)
    below = figure.subplots(rows, sharex=True, squeeze=False, height_ratios=heights)
    axes = [row[0] for row in below]
    axes[0].set_title(_plain(title), loc="left")
    return figure, axes


def _plain(text: str) -> str:
    """Return a text as one line that matplotlib does not interpret."""
    return in_a_line(text).replace("$", r"\$")


def _colours(number: int) -> list[Any]:
    """Return colours from dark to light."""
    from matplotlib import colormaps

    return [colormaps[COLOUR_MAP](0.9 * i / max(1, number - 1)) for i in range(number)]


def _whole_numbers(axis: Axis) -> None:
    """Put labels at whole numbers only."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def _powers(axis: Axis) -> None:
    """Label an axis of logarithms with powers of ten."""
    from matplotlib.ticker import FuncFormatter

    _whole_numbers(axis)
    axis.set_major_formatter(FuncFormatter(lambda power, _: f"$10^{{{power:.0f}}}$"))
