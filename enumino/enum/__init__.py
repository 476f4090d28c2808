"""The engine: problems, their kernels, and the partition of their search trees.

It knows nothing of files. (Inside the package so that the standard library's `enum` stays
what it is.)
"""

from __future__ import annotations

from typing import Any

from enumino.enum.problem import Problem
from enumino.errors import ProblemError


def problem_from_json(parameters: dict[str, Any]) -> Problem:
    """Return the problem that `Problem.to_json` described.

    >>> problem_from_json({"family": "polyominoes", "cells": [1, 8], "kind": "free"})
    Polyominoes(cells=range(1, 9), kind='free')
    """
    if parameters.get("family") == "polyominoes":
        from enumino.enum.polyominoes import Polyominoes

        return Polyominoes.from_json(parameters)
    raise ProblemError(
        f"This version knows no problem family {parameters.get('family')!r}: "
        "use the version of enumino that wrote it."
    )
