"""The registry of all families of problems, with the modules of each.

Each folder of `enumino.families` exports a `Family`, or several as ``FAMILIES``, which import the
modules of the folder when they are needed. Other packages add families by the entry point
``enumino.families``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from enumino.errors import DatasetError, EnuminoWarning, ProblemError
from enumino.words import quoted, reason

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows
    from enumino.enum.problem import Problem

PACKAGE = "enumino.families"
FOLDERS = ("polyforms", "tatami", "tilings", "covers", "trominoes", "subgraphs", "plane_tilings")
ENTRY_POINTS = "enumino.families"


@dataclass(frozen=True)
class Family:
    """A family of problems, with the classes in the modules of its package.

    Modules have the same names in every family; those of the command line and of the compilation
    may be missing.

    Parameters
    ----------
    name : str
        Name of its subcommands.
    summary : str
        One line on its problems for ``--help``.
    package : str
    problem, rows : str
        Its `enumino.enum.problem.Problem` in ``problem.py``, and its `enumino.datasets.rows.Rows`
        in ``rows.py``.
    options : str, optional
        The module of its options on the command line; see `enumino.cli.problems`. With None, it
        has no subcommand.
    rehearsal : str, optional
        The ``"module:name"`` of calls without arguments by what they compile, which are made in
        processes side by side by ``enumino compile``.
    marks : mapping, optional
        Common parameters of its problems, as JSON values: by default, ``{"family": name}``.
    example : str, optional
        Options of a problem that takes a moment, for the help of its subcommands.
    """

    name: str
    summary: str
    package: str
    problem: str
    rows: str
    options: str | None = "options"
    rehearsal: str | None = "rehearsals:REHEARSALS"
    marks: Mapping[str, Any] | None = None
    example: str | None = None

    def holds(self, parameters: Mapping[str, Any]) -> bool:
        """Return whether these are parameters of one of its problems."""
        return all(parameters.get(name) == value for name, value in self.common.items())

    @property
    def common(self) -> Mapping[str, Any]:
        """Common parameters of its problems, as JSON values."""
        return {"family": self.name} if self.marks is None else self.marks

    def _load(self, where: str) -> Any:
        """Return a module of the package, or the object of a ``"module:name"``."""
        return _loaded(f"{self.package}.{where}")

    def _has(self, where: str | None) -> bool:
        """Return whether the package has the module of a ``"module:name"``."""
        if where is None:
            return False
        try:
            return find_spec(f"{self.package}.{where.partition(':')[0]}") is not None
        except ModuleNotFoundError:  # the package itself, which its options will name
            return False

    def problem_of(self, parameters: dict[str, Any]) -> Problem:
        """Return the problem that `Problem.to_json` described."""
        problem: Problem = self._load(f"problem:{self.problem}").from_json(parameters)
        return problem

    @property
    def label_types(self) -> Mapping[str, str]:
        """The Arrow types of the labels of its totals; see `enumino.datasets.rows.Rows`."""
        types: Mapping[str, str] = self._load(f"rows:{self.rows}").label_types
        return types

    def rows_of(self, parameters: dict[str, Any]) -> Rows:
        """Return the description of the rows of a problem for datasets."""
        rows: Rows = self._load(f"rows:{self.rows}")(parameters)
        return rows

    def rehearsals(self) -> Mapping[str, Callable[[], object]]:
        """Return the calls that compile its kernels, by what they compile."""
        return self._load(str(self.rehearsal)) if self._has(self.rehearsal) else {}

    def options_module(self) -> ModuleType:
        """Return the module of its options."""
        if self.options is None:
            raise LookupError(f"{self.name} has no options")
        module: ModuleType = self._load(self.options)
        return module


def _loaded(where: str) -> Any:
    """Return a module, or the object of a ``"package.module:name"``."""
    module, _, name = where.partition(":")
    try:
        loaded = import_module(module)
        return getattr(loaded, name) if name else loaded
    except (ImportError, AttributeError) as error:
        if module.startswith(f"{PACKAGE}."):
            raise
        raise ProblemError(
            f"The family of problems at {where} cannot be used ({reason(error)}): update or remove "
            "its package."
        ) from error


@cache
def families() -> tuple[Family, ...]:
    """Return all families: built-in ones first, then those of other packages by name.

    Warns
    -----
    EnuminoWarning
        If the family of a package cannot be loaded, or its name is taken. It is left out.

    >>> [family.name for family in families()][:3]
    ['polyominoes', 'polyhexes', 'polyiamonds']
    """
    found: list[Family] = []
    for folder in FOLDERS:
        package = import_module(f"{PACKAGE}.{folder}")
        found += package.FAMILIES if hasattr(package, "FAMILIES") else [package.FAMILY]
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            family = entry.load()
        except Exception as error:  # other packages may raise anything
            _leave_out(entry.value, f"cannot be loaded ({reason(error)})")
            continue
        if not isinstance(family, Family):
            _leave_out(entry.value, "is no enumino.registry.Family")
        elif family.name in {each.name for each in found}:
            _leave_out(entry.value, f"has the name {family.name}, which is taken")
        else:
            found.append(family)
    return tuple(found)


def _leave_out(where: str, reason: str) -> None:
    warnings.warn(
        f"The family of problems at {where} {reason}, and is left out: update or remove its "
        "package.",
        EnuminoWarning,
        stacklevel=4,
    )


def family_of(parameters: Mapping[str, Any]) -> Family | None:
    """Return the family of a problem that is given by its parameters, or None.

    If several families hold it, the result is the one with the most marks.

    >>> family_of({"family": "trominoes"}).name
    'trominoes'
    """
    holding = [family for family in families() if family.holds(parameters)]
    return max(holding, key=lambda family: len(family.common), default=None)


def problem_from_json(parameters: dict[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` described.

    >>> problem_from_json({"family": "polyominoes", "cells": [1, 8], "kind": "free"})
    Polyominoes(cells=range(1, 9), kind='free')
    """
    family = family_of(parameters)
    if family is None:
        raise ProblemError(_unknown(parameters))
    return family.problem_of(parameters)


def rows_of(parameters: dict[str, Any]) -> Rows:
    """Return the description of the rows of a problem for datasets.

    >>> rows_of({"family": "polyominoes", "cells": [1, 8], "kind": "free"}).drawn_from[:5]
    ('depth', 'height', 'width', 'mask', 'mask_hi')
    """
    family = family_of(parameters)
    if family is None:
        raise DatasetError(_unknown(parameters))
    return family.rows_of(parameters)


def _unknown(parameters: Mapping[str, Any]) -> str:
    return (
        f"This version knows no problem family {quoted(parameters.get('family'))}: "
        "use the version of enumino that wrote it, or install the package that has it."
    )
