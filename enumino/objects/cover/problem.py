"""Exact cover problems as values: items, options, colours; made in Python or read from files.

The terms are Knuth's (TAOCP 7.2.2.1). A *solution* is a set of options that contains every primary
item exactly once and every secondary item at most once, or several times in one colour. Options are
numbered from 0 in the order of the input, and solutions are lists of these numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from enumino.arguments import written
from enumino.errors import ProblemError
from enumino.objects.cover.formats import (
    Entry,
    PlainCover,
    check_names,
    first_repeated,
    load_array,
    parse_dlx,
    parse_json,
    parse_table,
    parse_text,
    read_text,
)
from enumino.words import plural, quoted

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, repr=False)
class CoverProblem:
    """An exact cover problem: items to be covered, and options that cover them.

    Parameters
    ----------
    primary : iterable of str
        Names of the items to be covered exactly once. Ties are broken in this order.
    secondary : iterable of str
        Names of the items to be covered at most once, or by options that agree on a colour.
    options : iterable of iterables of int or (int, str)
        The items of each option, numbered from 0 (primary before secondary), with a colour
        if there is one. An option without a primary item belongs to no solution.

    Raises
    ------
    ProblemError
        If there are no items, a name or an item of an option comes twice, an item does not
        exist, or a primary item has a colour.

    Examples
    --------
    >>> problem = CoverProblem("pqr", "xy", [[0, 1, 3, (4, "A")], [0, 2, 3, (4, "A")]])
    >>> problem
    <CoverProblem: 3 primary and 2 secondary items, 2 options>
    >>> problem.option_text(0)
    'p q x y:A'
    """

    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[tuple[Entry, ...], ...]

    def __init__(
        self,
        primary: Iterable[str],
        secondary: Iterable[str],
        options: Iterable[Iterable[int | Entry]],
    ) -> None:
        object.__setattr__(self, "primary", tuple(primary))
        object.__setattr__(self, "secondary", tuple(secondary))
        check_names(self.items)
        plain = [(item, "") for item in range(len(self.items))]  # each once, however often used
        checked = tuple(self._option(*numbered, plain) for numbered in enumerate(options))
        object.__setattr__(self, "options", checked)

    def _option(
        self, number: int, entries: Iterable[int | Entry], plain: list[Entry]
    ) -> tuple[Entry, ...]:
        """Check an option, and give every entry its colour."""
        items = len(plain)
        option = tuple(
            [
                plain[entry]
                if type(entry) is int and 0 <= entry < items
                else self._entry(number, entry)
                for entry in entries
            ]
        )
        if len({item for item, _ in option}) < len(option):
            twice = first_repeated(item for item, _ in option)
            raise ProblemError(
                f"Option {number} has item {quoted(self.items[twice])} twice: name it once."
            )
        return option

    def _entry(self, number: int, entry: Any) -> Entry:
        """Return an item of an option and its colour, or raise a ProblemError if it is invalid."""
        given, colour = entry if isinstance(entry, tuple) and len(entry) == 2 else (entry, "")
        try:
            item, colour = index(given), str(colour)
        except TypeError as error:
            raise ProblemError(
                "An option lists items by their numbers, or as (number, 'colour'), not "
                f"{quoted(entry)}."
            ) from error
        written(colour, f"A colour of option {number}")
        if not 0 <= item < len(self.items):
            raise ProblemError(
                f"Option {number} has item {item}: items are numbered 0 to "
                f"{len(self.items) - 1}, primary ones first."
            )
        if colour and item < len(self.primary):
            raise ProblemError(
                f"Option {number} gives the primary item {quoted(self.items[item])} the colour "
                f"{quoted(colour)}: only secondary items have colours."
            )
        return item, colour

    @classmethod
    def from_dlx(cls, text: str) -> CoverProblem:
        """Return the problem in Knuth's text format.

        Parameters
        ----------
        text : str
            Lines that start with ``|`` are comments. The first other line names the items, with
            a ``|`` before the secondary ones; each line after it is an option, whose secondary
            items may have colours: ``item:colour``.

        Raises
        ------
        ProblemError
            With the number of the line, if it cannot be read.

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
        return cls(*parse_dlx(text))

    @classmethod
    def from_matrix(cls, matrix: npt.ArrayLike, secondary: Iterable[int] = ()) -> CoverProblem:
        """Return the problem whose options are the rows of a 0/1 matrix.

        Parameters
        ----------
        matrix : array-like of shape (options, items)
        secondary : iterable of int
            Columns that stand for secondary items. Items are named by their column, from 0.

        Raises
        ------
        ProblemError
            If it is not a matrix of zeros and ones.

        Examples
        --------
        >>> CoverProblem.from_matrix([[1, 0, 1], [0, 1, 0]])
        <CoverProblem: 3 primary items, 2 options>
        """
        import numpy as np

        array = np.asarray(matrix)
        if array.ndim != 2 or array.shape[1] == 0 or array.dtype.kind not in "biuf":
            raise ProblemError(
                f"The matrix has shape {array.shape} and type {array.dtype}: give numbers in rows "
                "(options) and at least one column (item)."
            )
        wrong = np.argwhere((array != 0) & (array != 1))
        if len(wrong):
            row, column = wrong[0].tolist()
            raise ProblemError(
                f"The matrix has {array[row, column]} in row {row}, column {column}: "
                "an exact cover matrix has zeros and ones only."
            )
        columns = array.shape[1]
        second = set(secondary)
        if not second <= set(range(columns)):
            raise ProblemError(
                f"There is no column {min(second - set(range(columns)))} to be secondary: "
                f"columns are numbered 0 to {columns - 1}."
            )
        order = sorted(range(columns), key=lambda column: column in second)
        names, split = [str(column) for column in order], columns - len(second)
        rows, entries = np.nonzero(array[:, order])
        ends = np.searchsorted(rows, np.arange(len(array) + 1)).tolist()
        listed = entries.tolist()
        options = (listed[start:end] for start, end in itertools.pairwise(ends))
        return cls(names[:split], names[split:], options)

    @classmethod
    def from_subsets(
        cls,
        subsets: Iterable[Iterable[Hashable]],
        universe: Iterable[Hashable] = (),
        secondary: Iterable[Hashable] = (),
    ) -> CoverProblem:
        """Return the problem of covering a set by some of its subsets.

        Parameters
        ----------
        subsets : iterable of iterables
            The options. Elements are named by ``str`` and taken in sorted order.
        universe : iterable
            Elements to be covered even if no subset has them.
        secondary : iterable
            Elements to be covered at most once.

        Raises
        ------
        ProblemError
            If there are no elements, one comes twice in a subset, or two look the same.

        Examples
        --------
        >>> CoverProblem.from_subsets(["356", "147", "236", "14", "27", "457"]).primary
        ('1', '2', '3', '4', '5', '6', '7')
        """
        try:
            listed = [list(subset) for subset in subsets]
            second = set(secondary)
            first = set(universe).union(*listed) - second
        except TypeError as error:
            raise ProblemError(
                f"An exact cover takes subsets, each a list of numbers or text: {error}."
            ) from error
        primary, others = _sorted(first), _sorted(second)
        index = {element: item for item, element in enumerate(primary + others)}
        options = [sorted(index[element] for element in subset) for subset in listed]
        return cls(map(str, primary), map(str, others), options)

    @classmethod
    def read(cls, path: str | Path) -> CoverProblem:
        """Read a problem from a file.

        Parameters
        ----------
        path : str or Path
            ``.dlx``: Knuth's text format; ``.csv``: a 0/1 matrix, or the columns of each option;
            ``.txt``: one of these; ``.npy``: a 0/1 matrix; ``.json``: a list of subsets, or the
            output of `to_json`.

        Raises
        ------
        ProblemError
            If the suffix is another one, or the file cannot be read.
        """
        at = Path(path)
        with _named(path):
            match at.suffix.lower():
                case ".npy":
                    return cls.from_matrix(load_array(at))
                case ".csv":
                    return cls(*parse_table(read_text(at)))
                case ".dlx":
                    return cls.from_dlx(read_text(at))
                case ".txt":
                    return cls(*parse_text(read_text(at)))
                case ".json":
                    value = parse_json(read_text(at))
                    if isinstance(value, PlainCover):
                        return cls.of(value)
                    return cls.from_subsets(value)
        raise ProblemError(
            f"{path} has none of the suffixes .dlx, .txt (Knuth's format), .npy, .csv (a 0/1 "
            "matrix), .json (a list of subsets)."
        )

    def to_json(self) -> dict[str, Any]:
        """Return the problem as JSON values; an item without colour is its number alone."""
        found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self.plain))
        return found

    @property
    def plain(self) -> PlainCover:
        """The problem as plain values."""
        options = (tuple(entry if entry[1] else entry[0] for entry in o) for o in self.options)
        return PlainCover(self.primary, tuple(options), self.secondary)

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> CoverProblem:
        """Return the problem that `to_json` wrote."""
        try:
            return cls.of(msgspec.convert(parameters, PlainCover))
        except msgspec.ValidationError as error:
            raise ProblemError(
                "A cover problem in JSON has lists 'primary' and 'secondary' of names, and a list "
                f"'options' of lists of item numbers or [number, colour]: {error}."
            ) from error

    @classmethod
    def of(cls, plain: PlainCover) -> CoverProblem:
        """Return the problem of plain values."""
        return cls(map(str, plain.primary), map(str, plain.secondary), plain.options)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """All names, those of primary items first."""
        return self.primary + self.secondary

    @cached_property
    def uncovered(self) -> tuple[str, ...]:
        """Primary items that no option has; if there is one, there is no solution.

        >>> CoverProblem.from_subsets([[1, 2]], universe=[1, 2, 3]).uncovered
        ('3',)
        """
        seen = {item for option in self.options for item, _ in option}
        return tuple(name for item, name in enumerate(self.primary) if item not in seen)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours that occur, sorted; in `arrays` the first one is 1, the next 2, ..."""
        return tuple(sorted({colour for option in self.options for _, colour in option} - {""}))

    def arrays(self) -> tuple[npt.NDArray[np.int64], ...]:
        """Return the options as three read-only int64 arrays, for kernels.

        Returns
        -------
        starts : int64[options + 1]
            Option k has the entries ``starts[k]`` to ``starts[k + 1] - 1`` of the other two.
        members, colours : int64[entries]
            Item numbers, and colours: 0 for none, then from 1 on in the order of `colours`.
        """
        return self._arrays

    @cached_property
    def _arrays(self) -> tuple[npt.NDArray[np.int64], ...]:
        import numpy as np

        code = {"": 0} | {colour: number for number, colour in enumerate(self.colours, 1)}
        sizes = np.fromiter(map(len, self.options), np.int64, len(self.options))
        entries = itertools.chain.from_iterable(self.options)
        coded = np.fromiter(
            ((item, code[colour]) for item, colour in entries),
            np.dtype((np.int64, 2)),
            int(sizes.sum()),
        )
        arrays = (
            np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
            *np.ascontiguousarray(coded.T),
        )
        for array in arrays:
            array.flags.writeable = False
        return arrays

    def option_text(self, number: int) -> str:
        """Return an option in Knuth's format, if names have no blanks or colons."""
        names = self.items
        return " ".join(
            f"{names[item]}:{colour}" if colour else names[item]
            for item, colour in self.options[number]
        )

    def __repr__(self) -> str:
        second = f" and {len(self.secondary)} secondary" if self.secondary else ""
        return (
            f"<CoverProblem: {len(self.primary)} primary{second} item"
            f"{'' if len(self.items) == 1 else 's'}, {plural(len(self.options), 'option')}>"
        )


@contextmanager
def _named(path: str | Path) -> Iterator[None]:
    """Put the name of a file in front of the errors found in it."""
    try:
        yield
    except ProblemError as error:
        raise ProblemError(f"{path}: {error}") from error


def _sorted(elements: Iterable[Any]) -> list[Any]:
    """Return values in sorted order, or in another order that is the same in every run."""
    elements = list(elements)
    if any(isinstance(element, frozenset) for element in elements):
        raise ProblemError("Elements of subsets may not be sets: give numbers, strings or tuples.")
    try:
        return sorted(elements)
    except TypeError:
        return sorted(elements, key=lambda element: (type(element).__name__, repr(element)))
