"""The laws that the engine and the datasets rely on, checked on one small problem."""

from __future__ import annotations

import json
import pickle
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from enumino.enum.problem import LEAF, Prefix, Problem, Tally
from enumino.errors import ProblemError
from enumino.schema import arrow_schema

if TYPE_CHECKING:
    from enumino.datasets.rows import Rows

MANY = 1 << 17
DIVISIONS = (1, 3, 20)


def check_laws(problem: Problem, rows: Rows | None = None) -> None:
    """Check the laws that the engine and the datasets rely on.

    Parameters
    ----------
    problem : Problem
        A problem of at most some thousand rows: it is listed about thirty times.
    rows : Rows, optional
        The description of its rows.

    Raises
    ------
    AssertionError
        If a law is broken; the message names it.
    """
    whole, nodes = _listed(problem, [()])
    _check_batches(problem, whole, nodes)
    _check_counts(problem, whole, nodes)
    _check_divisions(problem, whole)
    _check_travel(problem, whole)
    _check_probes(problem)
    _check_wrong_prefixes(problem)
    if rows is not None:
        _check_rows(problem, rows)


def _listed(
    problem: Problem, prefixes: Sequence[Prefix], size: int = MANY
) -> tuple[list[dict[str, Any]], int]:
    """Return the rows of subtrees, and the nodes visited for them."""
    schema, found, nodes = arrow_schema(problem.columns, in_flight=True), [], 0
    for batch in list(problem.batches(prefixes, size)):  # later batches leave earlier ones alone
        assert batch.records.schema.equals(schema), "a batch has the schema of the columns"
        assert batch.records.num_rows <= size, f"a batch has at most {size} rows"
        found += batch.records.to_pylist()
        nodes += batch.nodes
    return found, nodes


def _sorted(rows: Iterable[dict[str, Any]]) -> list[str]:
    return sorted(map(repr, rows))


def _check_batches(problem: Problem, whole: list[dict[str, Any]], nodes: int) -> None:
    for size in (1, 2, 7):
        found, visited = _listed(problem, [()], size)
        assert _sorted(found) == _sorted(whole), f"batches of {size} hold the same rows"
        assert visited == nodes, f"batches of {size} visit the same nodes"
    assert _listed(problem, [()])[0] == whole, "a listing has the same rows in the same order"


def _check_counts(problem: Problem, whole: list[dict[str, Any]], nodes: int) -> None:
    keys = [column.name for column in problem.columns if column.key]
    expected = Counter(tuple(row[key] for key in keys) for row in whole)
    tally = problem.count()
    counts = {key: count for key, count in tally.counts.items() if count}
    assert counts == expected, "count() is the number of rows by the key columns"
    assert tally.nodes == nodes, "count() visits the nodes that a listing visits"
    assert problem.count(by_key=False).total == len(whole), "count(by_key=False) is the total"


def _check_divisions(problem: Problem, whole: list[dict[str, Any]]) -> None:
    """Random subtrees are replaced by their children."""
    chosen = random.Random(7)
    for divisions in DIVISIONS:
        prefixes: list[Prefix] = [()]
        for _ in range(divisions):
            at = chosen.randrange(len(prefixes))
            children = problem.branching(prefixes[at])
            if children > 0:
                prefixes[at : at + 1] = [(*prefixes[at], child) for child in range(children)]
        law = f"the children of a prefix divide its subtree: {prefixes}"
        assert _sorted(_listed(problem, prefixes)[0]) == _sorted(whole), law
        singly = [row for prefix in prefixes for row in _listed(problem, [prefix])[0]]
        assert _sorted(singly) == _sorted(whole), law
        for by_key in (True, False):
            total = Tally()
            for prefix in prefixes:
                total += problem.count(prefix, by_key=by_key)
            assert total == problem.count(by_key=by_key), law


def _check_travel(problem: Problem, whole: list[dict[str, Any]]) -> None:
    maker: Any = type(problem)
    described = json.loads(json.dumps(problem.to_json()))
    for again in (maker.from_json(described), pickle.loads(pickle.dumps(problem))):
        assert again == problem, "a problem comes back from JSON and from pickle"
        assert hash(again) == hash(problem), "equal problems have one hash"
        assert again.to_json() == problem.to_json(), "to_json() undoes from_json()"
        assert again.describe() == problem.describe(), "equal problems have one description"
        assert _listed(again, [()])[0] == whole, "a problem that has travelled has the same rows"


def _check_probes(problem: Problem) -> None:
    estimate = problem.probe((), 300, seed=3)
    assert estimate == problem.probe((), 300, seed=3), "a probe depends on its seed alone"
    nothing = problem.branching(()) == 0
    assert (estimate == 0) == nothing, "a probe is 0 if and only if there is nothing to search"
    expected = problem.expect(estimate)
    assert expected.rows >= 0 <= expected.bytes, "what is expected is not negative"
    assert expected.seconds >= 0, "what is expected is not negative"


def _check_wrong_prefixes(problem: Problem) -> None:
    beyond = max(problem.branching(()), 0)
    if problem.branching(()) == LEAF:
        return
    for prefix in ((beyond,), (-1,), (0,) * 60):
        for ask in (problem.branching, problem.count, lambda at: list(problem.batches([at]))):
            try:
                ask(prefix)
            except ProblemError:
                continue
            raise AssertionError(f"a prefix that is not in the tree is refused: {prefix}")


def _check_rows(problem: Problem, rows: Rows) -> None:
    names = [column.name for column in problem.columns]
    assert set(rows.identity) & set(names), "identity names columns"
    pictures: list[str] = []
    for batch in problem.batches([()]):
        records: pa.RecordBatch = batch.records
        middle = records.slice(records.num_rows // 2, 3)
        for some in (records, middle, records.slice(0, 0)):
            assert list(rows.faults(some)) == [], "the rows of a search have no faults"
        for row in records.slice(0, 20).to_pylist():
            thing = rows.object_of({name: row[name] for name in rows.drawn_from if name in row})
            pictures.append(rows.picture(thing))
            assert rows.sheet([thing], "title").svg.startswith("<svg"), "a sheet is an SVG page"
    counts = problem.count().counts
    broken = [check for check in rows.laws(counts) if not check.ok]
    assert not broken, f"the totals keep the laws of the family: {broken}"
    differing = [line for line in rows.totals(counts) if line.agrees is False]
    assert not differing, f"the totals are the published ones: {differing}"
