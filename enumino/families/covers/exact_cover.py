"""Exact cover problems as values, made in Python or read from files.

The terms are Knuth's (TAOCP 7.2.2.1). A *solution* is a set of options that contains every primary
item exactly once, or as often as its bounds say, and every secondary item at most once, or several
times in one colour. Options are numbered from 0 in the order of the input, and a solution lists the
numbers of its options.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from enumino.arrays import I64
from enumino.errors import ProblemError
from enumino.families.covers import formats
from enumino.families.covers.formats import Entry
from enumino.objects.files import MOST_OF_LISTS, found_in, text_of
from enumino.words import plural, quoted

PARSERS = {
    ".dlx": formats.parse_dlx,
    ".ec": formats.parse_sized,
    ".csv": formats.parse_csv,
    ".txt": formats.parse_text,
}
SUFFIXES = (*PARSERS, ".json")

if TYPE_CHECKING:
    Names = Sequence[str]
    Options = Sequence[Sequence[int | Entry]]
    Bounds = Sequence[tuple[int, int]]
else:  # in JSON
    Names = tuple[str | int | float, ...]
    Options = tuple[tuple[int | Entry, ...], ...]
    Bounds = tuple[tuple[int, int], ...]


@dataclass(frozen=True, repr=False)
class CoverProblem:
    """An exact cover problem: items, and options that cover them.

    Parameters
    ----------
    primary : sequence of str
        Names of the items to be covered exactly once, or as often as `bounds` says. Searches
        break ties in this order.
    secondary : sequence of str
        Names of the items that are covered at most once, or by options that agree on a colour.
    options : sequence of sequences of int or (int, str)
        The items of each option, numbered from 0 (primary items first), or pairs of an item and a
        colour. An option without a primary item belongs to no solution.
    bounds : sequence of (int, int), optional
        The fewest and the most times that each primary item is covered.

    Raises
    ------
    ProblemError
        If there are no items, a name or an item of an option is repeated, an item does not exist,
        a primary item has a colour, or bounds are out of range.

    Examples
    --------
    >>> problem = CoverProblem("pqr", "xy", [[0, 1, 3, (4, "A")], [0, 2, 3, (4, "A")]])
    >>> problem
    <CoverProblem: 3 primary and 2 secondary items, 2 options>
    >>> problem.option_text(0)
    'p q x y:A'
    """

    primary: Names
    secondary: Names = ()
    options: Options = ()
    bounds: Bounds = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "primary", tuple(map(str, self.primary)))
        object.__setattr__(self, "secondary", tuple(map(str, self.secondary)))
        if not self.items:
            raise ProblemError("The problem has no items: name at least one.")
        if len(set(self.items)) < len(self.items):
            twice = next(name for name, times in Counter(self.items).items() if times > 1)
            raise ProblemError(f"The problem has the item {quoted(twice)} twice: name it once.")
        if "" in self.items:
            raise ProblemError("The problem has the item '', which a text file cannot hold.")
        checked = [self._option(number, option) for number, option in enumerate(self.options)]
        object.__setattr__(self, "options", tuple(checked))
        object.__setattr__(self, "bounds", self._checked_bounds())

    def _checked_bounds(self) -> tuple[tuple[int, int], ...]:
        """Return the bounds of all primary items, or none if each item is covered once."""
        given = tuple((index(fewest), index(most)) for fewest, most in self.bounds)
        if given and len(given) != len(self.primary):
            raise ProblemError(
                f"There are {plural(len(given), 'pair')} of bounds for "
                f"{plural(len(self.primary), 'primary item')}: give each item a pair."
            )
        for name, (fewest, most) in zip(self.primary, given, strict=False):
            if not 0 <= fewest <= most < 1 << 31 or most == 0:
                raise ProblemError(
                    f"The item {quoted(name)} cannot be covered {fewest} to {most} times: the "
                    "first bound is at least 0, the second at least 1, and the first is not larger."
                )
        return given if set(given) - {(1, 1)} else ()

    def _option(self, number: int, entries: Iterable[Any]) -> tuple[int | Entry, ...]:
        """Return an option as numbers of items, or pairs of a number and a colour."""
        found: dict[int, int | Entry] = {}
        for entry in entries:
            try:
                given, colour = entry if isinstance(entry, tuple) else (entry, "")
                item, colour = index(given), str(colour)
            except (TypeError, ValueError) as error:
                raise ProblemError(
                    "An option lists items by their numbers, or as (number, 'colour'), not "
                    f"{quoted(entry)}."
                ) from error
            if not 0 <= item < len(self.items):
                raise ProblemError(
                    f"Option {number} has item {item}: items are numbered 0 to "
                    f"{len(self.items) - 1}, primary items first."
                )
            if colour and item < len(self.primary):
                raise ProblemError(
                    f"Option {number} gives the primary item {quoted(self.items[item])} the "
                    f"colour {quoted(colour)}: only secondary items have colours."
                )
            if item in found:
                raise ProblemError(
                    f"Option {number} has item {quoted(self.items[item])} twice: name it once."
                )
            found[item] = (item, colour) if colour else item
        return tuple(found.values())

    @classmethod
    def from_dlx(cls, text: str) -> CoverProblem:
        """Return the problem in Knuth's text format.

        Parameters
        ----------
        text : str
            Lines that start with ``|`` are comments. The first other line names the items, with
            a ``|`` before the secondary items; each later line is an option, whose secondary items
            may have colours: ``item:colour``. Bounds precede the name of a primary item:
            ``2:3|item`` for two or three times, ``2|item`` for two times.

        Raises
        ------
        ProblemError
            If a line cannot be read; the message names the line or the option.

        Examples
        --------
        >>> CoverProblem.from_dlx('''
        ... | the example of Algorithm C
        ... p q r | x y
        ... p q x y:A
        ... p r x:A y
        ... p x:B
        ... q x:A
        ... r y:B
        ... ''')
        <CoverProblem: 3 primary and 2 secondary items, 5 options>
        """
        return cls(*formats.parse_dlx(text))

    @classmethod
    def from_matrix(cls, matrix: npt.ArrayLike) -> CoverProblem:
        """Return the problem whose options are the rows of a 0/1 matrix.

        Parameters
        ----------
        matrix : array-like of shape (options, items)
            Items are named by their columns, from 0.

        Raises
        ------
        ProblemError
            If the rows have different lengths or values other than 0 and 1.

        Examples
        --------
        >>> CoverProblem.from_matrix([[1, 0, 1], [0, 1, 0]])
        <CoverProblem: 3 primary items, 2 options>
        """
        try:
            array = np.asarray(matrix)
        except ValueError as error:
            raise ProblemError("The rows of a matrix have different lengths.") from error
        is_matrix = array.ndim == 2 and array.shape[1] > 0 and array.dtype.kind in "biuf"
        if not is_matrix or not np.isin(array, (0, 1)).all():
            raise ProblemError(
                f"A matrix of shape {array.shape} and type {array.dtype} is not a list of options: "
                "give zeros and ones, a row per option and a column per item."
            )
        names = list(map(str, range(array.shape[1])))
        return cls(names, (), [np.flatnonzero(row).tolist() for row in array])

    @classmethod
    def from_subsets(cls, subsets: Iterable[Iterable[Hashable]]) -> CoverProblem:
        """Return the problem of covering a set with some of its subsets.

        Parameters
        ----------
        subsets : iterable of iterables
            The options. Items are the elements in sorted order, named by ``str``.

        Raises
        ------
        ProblemError
            If there are no elements, a subset repeats an element, or two elements have one name.

        Examples
        --------
        >>> CoverProblem.from_subsets(["356", "147", "236", "14", "27", "457"]).primary
        ('1', '2', '3', '4', '5', '6', '7')
        """
        try:
            listed = [list(subset) for subset in subsets]
            elements: list[Any] = list(set().union(*listed))
        except TypeError as error:
            raise ProblemError(
                f"An exact cover takes subsets, each a list of numbers or text: {error}."
            ) from error
        if any(isinstance(element, frozenset) for element in elements):
            raise ProblemError("Elements of subsets may not be sets: give numbers, text or tuples.")
        try:
            elements.sort()
        except TypeError:  # an order that is the same in every run
            elements.sort(key=lambda element: (type(element).__name__, repr(element)))
        number = {element: item for item, element in enumerate(elements)}
        return cls(elements, (), [sorted(number[each] for each in subset) for subset in listed])

    @classmethod
    def read(cls, path: str | Path) -> CoverProblem:
        """Read a problem from a file.

        Parameters
        ----------
        path : str or Path
            ``.dlx``: Knuth's text format; ``.ec``: the numbers of items and options first;
            ``.csv`` or ``.txt``: a 0/1 matrix, separated by commas or blanks; ``.json``: a list of
            subsets.

        Raises
        ------
        ProblemError
            If the file has another suffix or cannot be read.
        """
        suffix = Path(path).suffix.lower()
        if suffix not in SUFFIXES:
            raise ProblemError(f"{path} has none of the suffixes {', '.join(SUFFIXES)}.")
        with found_in(str(path)):
            text = text_of(path, MOST_OF_LISTS)
            if suffix == ".json":
                return cls.from_subsets(formats.parse_json(text))
            return cls(*PARSERS[suffix](text))

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The names of all items, primary items first."""
        return (*self.primary, *self.secondary)

    @cached_property
    def arrays(self) -> tuple[I64, ...]:
        """The options as three int64 arrays: starts, members and colours.

        Option k has the entries ``starts[k]`` to ``starts[k + 1] - 1`` of the other arrays: the
        numbers of its items, and their colours, 0 for none, others from 1 in sorted order.
        """
        entries = [entry for option in self.options for entry in option]
        pairs = [entry if isinstance(entry, tuple) else (entry, "") for entry in entries]
        colours = sorted({"", *(colour for _, colour in pairs)})
        code = {colour: number for number, colour in enumerate(colours)}
        return (
            np.cumsum([0, *map(len, self.options)], dtype=np.int64),
            np.array([item for item, _ in pairs], np.int64),
            np.array([code[colour] for _, colour in pairs], np.int64),
        )

    def option_text(self, number: int) -> str:
        """Return an option in Knuth's format."""
        return " ".join(
            self.items[entry] if isinstance(entry, int) else f"{self.items[entry[0]]}:{entry[1]}"
            for entry in self.options[number]
        )

    def __repr__(self) -> str:
        second = f" and {len(self.secondary)} secondary" if self.secondary else ""
        items = f"{len(self.primary)} primary{second} item{'s' if self.items[1:] else ''}"
        return f"<CoverProblem: {items}, {plural(len(self.options), 'option')}>"


def of_names(
    primary: Sequence[str], options: Iterable[Iterable[str]], secondary: Sequence[str] = ()
) -> CoverProblem:
    """Return the problem whose options list items by name; unknown names are left out."""
    items = {name: item for item, name in enumerate([*primary, *secondary])}
    numbered = [[items[name] for name in option if name in items] for option in options]
    return CoverProblem(primary, secondary, numbered)
