"""Stable names for families in packages of their own: all that a family needs to import.

What is found here keeps its name and its meaning; other modules may change. The names load on
first use, so that the package of a family starts as fast as ours. `docs/adding-a-family.md` says
what a family must define.

>>> from enumino.plugin import Family, Problem, Rows
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from enumino.arguments import consecutive as consecutive
    from enumino.cli.problems import options_of as options_of
    from enumino.conditions import RowLimit as RowLimit
    from enumino.datasets.checks import Check as Check
    from enumino.datasets.checks import Fault as Fault
    from enumino.datasets.documents import Counts as Counts
    from enumino.datasets.facts import FactSet as FactSet
    from enumino.datasets.rows import Rows as Rows
    from enumino.datasets.totals import Total as Total
    from enumino.datasets.totals import against as against
    from enumino.drawing import texts_svg as texts_svg
    from enumino.enum.problem import BATCH_ROWS as BATCH_ROWS
    from enumino.enum.problem import LEAF as LEAF
    from enumino.enum.problem import Batch as Batch
    from enumino.enum.problem import Expectation as Expectation
    from enumino.enum.problem import Prefix as Prefix
    from enumino.enum.problem import Problem as Problem
    from enumino.enum.problem import Tally as Tally
    from enumino.enum.problem import no_such_subtree as no_such_subtree
    from enumino.errors import ProblemError as ProblemError
    from enumino.parameters import Given as Given
    from enumino.parameters import Json as Json
    from enumino.parameters import Natural as Natural
    from enumino.parameters import Option as Option
    from enumino.parameters import Parameters as Parameters
    from enumino.parameters import SizeRange as SizeRange
    from enumino.parameters import size_json as size_json
    from enumino.parameters import size_option as size_option
    from enumino.published import Published as Published
    from enumino.registry import Family as Family
    from enumino.run.laws import check_laws as check_laws
    from enumino.schema import Column as Column
    from enumino.schema import arrow_schema as arrow_schema

_HOMES = {
    "enumino.arguments": ["consecutive"],
    "enumino.cli.problems": ["options_of"],
    "enumino.conditions": ["RowLimit"],
    "enumino.datasets.checks": ["Check", "Fault"],
    "enumino.datasets.documents": ["Counts"],
    "enumino.datasets.facts": ["FactSet"],
    "enumino.datasets.rows": ["Rows"],
    "enumino.datasets.totals": ["Total", "against"],
    "enumino.drawing": ["texts_svg"],
    "enumino.enum.problem": [
        *("BATCH_ROWS", "Batch", "Expectation", "LEAF", "Prefix", "Problem", "Tally"),
        "no_such_subtree",
    ],
    "enumino.errors": ["ProblemError"],
    "enumino.parameters": [
        *("Given", "Json", "Natural", "Option", "Parameters", "SizeRange"),
        *("size_json", "size_option"),
    ],
    "enumino.published": ["Published"],
    "enumino.registry": ["Family"],
    "enumino.run.laws": ["check_laws"],
    "enumino.schema": ["Column", "arrow_schema"],
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [*sorted(_HOME_OF)]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'enumino.plugin' has no attribute '{name}'")
    return getattr(import_module(_HOME_OF[name]), name)
