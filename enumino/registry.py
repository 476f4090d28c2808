"""The registry of all families of problems.

Each folder of `enumino.families` exports a ``FAMILY``, or several ``FAMILIES``, which import the
modules of the folder on demand. Other packages add families through the entry point
``enumino.families``.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from enumino.errors import DatasetError, EnuminoWarning
from enumino.words import quoted, reason

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows
    from enumino.enum.problem import Problem
    from enumino.parameters import Parameters

PACKAGE = "enumino.families"
FOLDERS = (
    "polyforms",
    "tatami",
    "tilings",
    "covers",
    "trominoes",
    "subgraphs",
    "partitions",
    "plane_tilings",
)
ENTRY_POINTS = "enumino.families"
SAMPLE = "sample"  # parameter of a sample of a problem, beside the parameters of the problem
BOARDS = "boards"  # parameter of tilings of several regions


@dataclass(frozen=True)
class Family:
    """A family of problems, whose classes are in modules of its package."""

    name: str  # of its subcommands, and of the family in plans
    summary: str  # one line for ``--help``
    package: str
    parameters_name: str  # of a subclass of `enumino.parameters.Parameters` in ``parameters.py``
    problem_name: str  # of a subclass of `enumino.enum.problem.Problem` in ``problem.py``
    rows_name: str  # of a subclass of `enumino.datasets.rows.Rows` in ``rows.py``
    example: str | None = None  # options of a small problem, for the help of subcommands
    # Parameters of small problems as JSON values, by name of the kernels that they compile.
    small_problems: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def module(self, name: str) -> ModuleType | None:
        """Return a module of the package, or None."""
        found = find_spec(f"{self.package}.{name}") is not None
        return import_module(f"{self.package}.{name}") if found else None

    @property
    def parameters_class(self) -> type[Parameters]:
        """The class of the parameters, without the search."""
        return getattr(self.module("parameters"), self.parameters_name)

    @property
    def problem_class(self) -> Any:
        """The class of the problems."""
        return getattr(self.module("problem"), self.problem_name)

    @property
    def rows_class(self) -> Callable[[Mapping[str, Any]], Rows]:
        """The class of the rows."""
        return getattr(self.module("rows"), self.rows_name)

    def small_counts(self) -> Mapping[str, Callable[[], object]]:
        """Return counts that compile further kernels, by name of the compiled kernels."""
        return {}


@cache
def families() -> tuple[Family, ...]:
    """Return all families: first the built-in families, then families of packages by name."""
    found: list[Family] = []
    for folder in FOLDERS:
        package = import_module(f"{PACKAGE}.{folder}")
        found += package.FAMILIES if hasattr(package, "FAMILIES") else [package.FAMILY]
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        try:
            found.append(entry.load())
        except Exception as error:  # packages may raise anything
            warnings.warn(
                f"The family of problems at {entry.value} cannot be loaded ({reason(error)}) and "
                "is left out: update or remove its package.",
                EnuminoWarning,
                stacklevel=2,
            )
    return tuple(found)


def family_of(parameters: Mapping[str, Any]) -> Family:
    """Return the family of a problem with some parameters, or raise a DatasetError."""
    name = parameters.get("family")
    found = next((family for family in families() if family.name == name), None)
    if found is None:
        raise DatasetError(
            f"This version has no problem family {quoted(name)}: use the version of enumino that "
            "wrote the dataset, or install the package of the family."
        )
    return found


def problem_from_json(parameters: Mapping[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` described."""
    if SAMPLE in parameters:
        kind = import_module("enumino.samples.sample").Sample
    elif BOARDS in parameters:
        kind = import_module("enumino.families.tilings.boards").Boards
    else:
        kind = family_of(parameters).problem_class
    return kind.from_json(parameters)


def rows_of(parameters: Mapping[str, Any]) -> Rows:
    """Return the description of the rows of a problem."""
    if SAMPLE in parameters:
        return import_module("enumino.samples.rows").rows_of_sample(parameters)
    return rows_class_of(parameters)(parameters)


def rows_class_of(parameters: Mapping[str, Any]) -> Callable[[Mapping[str, Any]], Rows]:
    """Return the class of the rows of a problem that is no sample."""
    if BOARDS in parameters:
        found: Any = import_module("enumino.families.tilings.board_rows").BoardRows
        return found
    return family_of(parameters).rows_class
