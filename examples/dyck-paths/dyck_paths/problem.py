"""The search for Dyck paths, step by step."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import ClassVar

import pyarrow as pa

from dyck_paths.columns import COLUMNS
from dyck_paths.parameters import DyckParameters
from enumino.enum.problem import (
    BATCH_ROWS,
    LEAF,
    Batch,
    Expectation,
    Prefix,
    Tally,
    no_such_subtree,
)
from enumino.schema import Column, arrow_schema

PATHS_PER_SECOND, BYTES_PER_PATH = 2e5, 4.0


class DyckPaths(DyckParameters):
    """All Dyck paths with given numbers of up steps, and as many down steps.

    Parameters
    ----------
    ups : int or iterable of int
        Up steps: one number, or consecutive ones, from 1 to 15.

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
        low, high = self.sizes[0], self.sizes[-1]
        return f"Dyck paths with {low if low == high else f'{low} to {high}'} up steps"

    def branching(self, prefix: Prefix) -> int:
        """Return the number of sizes at the root, else of possible next steps; LEAF at the end."""
        if not prefix:
            return len(self.sizes)
        return len(_steps(*self._node(prefix))) or LEAF

    def probe(self, prefix: Prefix, probes: int, seed: int) -> float:
        """Estimate the paths of a subtree: the mean of products of branchings (Knuth 1975)."""
        if not prefix:
            return sum(self.probe((i,), probes, seed) for i in range(len(self.sizes)))
        chosen, total = random.Random(seed), 0
        for _ in range(probes):
            (ups, path), product = self._node(prefix), 1
            while steps := _steps(ups, path):
                product *= len(steps)
                path += chosen.choice(steps)
            total += product
        return total / probes

    def expect(self, nodes: float) -> Expectation:
        """Return what to expect: the nodes that are counted are the paths."""
        size, seconds = round(nodes * BYTES_PER_PATH), nodes / PATHS_PER_SECOND
        return Expectation(round(nodes), round(nodes), size, seconds)

    def count(self, prefix: Prefix = (), *, by_key: bool = True) -> Tally:
        """Count the paths of a subtree by their up steps and peaks."""
        found = Counter((ups, path.count("UD")) for ups, path in self._paths(prefix))
        return Tally(dict(found), found.total())

    def batches(self, prefixes: Sequence[Prefix], rows: int = BATCH_ROWS) -> Iterator[Batch]:
        """Yield the paths of the subtrees, at most `rows` at a time."""
        paths: list[tuple[int, str]] = []
        for prefix in prefixes:
            for path in self._paths(prefix):
                paths.append(path)
                if len(paths) == rows:
                    yield _batch(paths)
                    paths = []
        yield _batch(paths)

    def _node(self, prefix: Prefix) -> tuple[int, str]:
        """The up steps and the path to a node: the first child is a size, each other one a step."""
        number, *children = prefix
        if not 0 <= number < len(self.sizes):
            raise no_such_subtree(prefix)
        ups, path = self.sizes[number], ""
        for child in children:
            steps = _steps(ups, path)
            if not 0 <= child < len(steps):
                raise no_such_subtree(prefix)
            path += steps[child]
        return ups, path

    def _paths(self, prefix: Prefix) -> Iterator[tuple[int, str]]:
        """All paths of a subtree, with their up steps."""
        if prefix:
            yield from _below(*self._node(prefix))
        else:
            for ups in self.sizes:
                yield from _below(ups, "")


def _steps(ups: int, path: str) -> str:
    """The steps that may come next."""
    up, down = path.count("U"), path.count("D")
    return "U" * (up < ups) + "D" * (down < up)


def _below(ups: int, path: str) -> Iterator[tuple[int, str]]:
    steps = _steps(ups, path)
    if not steps:
        yield ups, path
    for step in steps:
        yield from _below(ups, path + step)


def _batch(paths: list[tuple[int, str]]) -> Batch:
    columns = {
        "ups": [ups for ups, _ in paths],
        "path": [path for _, path in paths],
        "peaks": [path.count("UD") for _, path in paths],
    }
    schema = arrow_schema(COLUMNS, in_flight=True)
    return Batch(pa.RecordBatch.from_pydict(columns, schema=schema), len(paths))
