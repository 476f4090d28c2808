"""The engine: problems, their kernels, and the partition of their search trees.

It knows nothing of files. (Inside the package so that the standard library's `enum` stays
what it is.)
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from enumino.enum.problem import Problem
from enumino.errors import ProblemError
from enumino.words import quoted

_HOMES = {  # family, and whether it is about all tilings of its boards
    ("polyominoes", False): "polyominoes.Polyominoes",
    ("tatami", False): "tatami.Tatami",
    ("tilings", False): "tilings.Tilings",
    ("cover", False): "covers.Covers",
    ("trominoes", False): "trominoes.Trominoes",
    ("trominoes", True): "deficient.DeficientBoards",
}


def problem_from_json(parameters: dict[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` described.

    >>> problem_from_json({"family": "polyominoes", "cells": [1, 8], "kind": "free"})
    Polyominoes(cells=range(1, 9), kind='free')
    """
    family, all_tilings = str(parameters.get("family")), bool(parameters.get("all_tilings"))
    if (family, all_tilings) not in _HOMES:
        raise ProblemError(
            f"This version knows no problem family {quoted(family)}: "
            "use the version of enumino that wrote it."
        )
    module, _, name = _HOMES[family, all_tilings].partition(".")
    problem: Problem = getattr(import_module(f"{__name__}.{module}"), name).from_json(parameters)
    return problem
