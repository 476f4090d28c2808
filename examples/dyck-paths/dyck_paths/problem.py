"""Dyck paths with n up and n down steps: the search, step by step."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pyarrow as pa

from dyck_paths.columns import COLUMNS
from dyck_paths.parameters import DyckParameters
from enumino.enum.problem import BATCH_ROWS, LEAF, Batch, Expectation, Prefix, Tally
from enumino.errors import ProblemError
from enumino.schema import Column, arrow_schema

PATHS_PER_SECOND, BYTES_PER_PATH = 2e5, 4.0


class DyckPaths(DyckParameters):
    """All Dyck paths with as many up steps as down steps.

    Parameters
    ----------
    ups : int
        Up steps, 1 to 15.

    Raises
    ------
    ProblemError
        For other numbers.
    """

    tree_version: ClassVar[int] = 1

    @property
    def columns(self) -> tuple[Column, ...]:
        return COLUMNS

    def describe(self) -> str:
        return f"Dyck paths with {self.ups} up steps"

    def branching(self, prefix: Prefix) -> int:
        """Return the number of steps that may come next; LEAF at the end of a path."""
        return len(self._steps(self._path(prefix))) or LEAF

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the paths of a subtree: the mean of products of branchings (Knuth 1975)."""
        chosen, total = random.Random(seed), 0
        for _ in range(probes):
            path, product = self._path(prefix), 1
            while steps := self._steps(path):
                product *= len(steps)
                path += chosen.choice(steps)
            total += product
        return total / probes

    def expect(self, nodes: float) -> Expectation:
        """Return what to expect: the nodes that are counted are the paths."""
        size, seconds = round(nodes * BYTES_PER_PATH), nodes / PATHS_PER_SECOND
        return Expectation(round(nodes), round(nodes), size, seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the paths of a subtree by their peaks."""
        found = Counter((path.count("UD"),) for path in self._paths(self._path(prefix)))
        return Tally(dict(found), found.total())

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the paths of the subtrees, at most `rows` at a time."""
        paths: list[str] = []
        for prefix in prefixes:
            for path in self._paths(self._path(prefix)):
                paths.append(path)
                if len(paths) == rows:
                    yield _batch(paths)
                    paths = []
        yield _batch(paths)

    def _path(self, prefix: Prefix) -> str:
        """The path to a node: a prefix has the number of the child taken at each step."""
        path = ""
        for child in prefix:
            steps = self._steps(path)
            if not 0 <= child < len(steps):
                raise ProblemError(f"The prefix {prefix} names no subtree of this problem.")
            path += steps[child]
        return path

    def _steps(self, path: str) -> str:
        """The steps that may come next."""
        ups, downs = path.count("U"), path.count("D")
        return "U" * (ups < self.ups) + "D" * (downs < ups)

    def _paths(self, path: str) -> Iterator[str]:
        steps = self._steps(path)
        if not steps:
            yield path
        for step in steps:
            yield from self._paths(path + step)


def _batch(paths: list[str]) -> Batch:
    columns = {"path": paths, "peaks": [path.count("UD") for path in paths]}
    schema = arrow_schema(COLUMNS, in_flight=True)
    return Batch(pa.RecordBatch.from_pydict(columns, schema=schema), len(paths))
