"""The engine: problems, their kernels, and the partition of their search trees.

It knows nothing of files. (Inside the package so that the standard library's `enum` stays
what it is.)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from enumino.enum.problem import Problem
from enumino.errors import ProblemError

_HOMES = {
    "polyominoes": "Polyominoes",
    "tatami": "Tatami",
    "tilings": "Tilings",
    "cover": "Covers",
    "trominoes": "Trominoes",
}


def problem_from_json(parameters: dict[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` described.

    >>> problem_from_json({"family": "polyominoes", "cells": [1, 8], "kind": "free"})
    Polyominoes(cells=range(1, 9), kind='free')
    """
    family = parameters.get("family")
    if family not in _HOMES:
        raise ProblemError(
            f"This version knows no problem family {family!r}: "
            "use the version of enumino that wrote it."
        )
    module = import_module(f"{__name__}.{'covers' if family == 'cover' else family}")
    problem: Problem = getattr(module, _HOMES[family]).from_json(parameters)
    return problem
