"""Every count and listing at its smallest sizes, and of problems without any solution.

What one method counts, all others count as well, and a listing has as many rows.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from enumino.objects.lattice import KINDS
from tests.dataset_tools import Enumino

Words = tuple[str, ...]
Numbers = dict[Words, int]
# The arguments of a problem, and the values of options of its counts that take the problem.
Case = tuple[Words, dict[str, Words]]

UP_TO = ((), ("--up-to-symmetry",))
COVERS = {
    "one option.dlx": "a\na\n",
    "twice.dlx": "a\na\na\n",
    "conflict.dlx": "a b c\na b\nb c\n",
    "matrix.csv": "1\n",
}


def polyforms(family: str) -> Iterator[Case]:
    for cells, kind in product(("1", "1-3"), KINDS):
        yield (family, "--cells", cells, "--kind", kind), {}


def tatami() -> Iterator[Case]:
    rooms = ("1x1", "1x2", "2x1", "2x2", "1x3", "1x1..2x2")
    for room, half_mats, up_to in product(rooms, ("0", "1", "any"), UP_TO):
        methods: Words = ("auto", "search")
        if not up_to:
            methods += ("transfer-matrix", *(("recurrence",) if half_mats == "0" else ()))
        yield ("tatami", "--room", room, "--monomers", half_mats, *up_to), {"--method": methods}


def covers() -> Iterator[Case]:
    ready = product(("queens", "langford", "subsets"), ("1", "2", "3", "4"))
    for cover, limit in product([*ready, *((name,) for name in COVERS)], ((), ("--limit", "1"))):
        methods = {} if limit else {"--method": ("memo", "search")}
        yield (
            ("cover", *cover, *limit),
            {"--engine": ("option-bitsets", "dancing-links"), **methods},
        )


def trominoes() -> Iterator[Case]:
    for board, missing in product(("2", "4"), ("0,0", "all")):
        yield ("trominoes", "--board", board, "--missing", missing), {}


LATTICES = ("polyhexes", "polyiamonds", "polyplets", "polycubes", "polysticks")
CASES = {
    **{name: [*polyforms(name)] for name in ("polyominoes", *LATTICES)},
    **{each.__name__: [*each()] for each in (tatami, covers, trominoes)},
}
COLUMNS = dict.fromkeys(("polyominoes", *LATTICES), ("symmetry", "height,perimeter"))


def counted(here: Enumino, *arguments: str) -> Numbers:
    """The numbers of a count that are not 0, by labels; the total only if it is the only line."""
    outcome = here("count", *arguments, "--json", "--quiet", "--threads", "1")
    assert outcome.code == 0, (arguments, outcome)
    rows = json.loads(outcome.out)["rows"]
    assert all(row.get("agrees") is not False for row in rows), (arguments, rows)
    labelled = {labels(row): int(row["count"]) for row in rows}
    most = max(map(len, labelled))
    return {key: number for key, number in labelled.items() if len(key) == most and number}


def labels(row: dict[str, Any]) -> Words:
    apart = ("count", "oeis", "published", "agrees")
    own = {name: value for name, value in row.items() if name not in apart and value is not None}
    if own.get("missing") == "all":  # the total of a board
        del own["missing"]
    return tuple(f"{name}={value}" for name, value in own.items())


def listed(here: Enumino, root: Path, *arguments: str) -> int:
    """The number of rows, listed and verified."""
    outcome = here("enumerate", *arguments, "--to", root, "--json", "--quiet", "--threads", "1")
    assert outcome.code == 0, (arguments, outcome)
    for verb in ("verify", "show"):
        assert here(verb, root).code == 0, (arguments, here(verb, root))
    rows = here("sql", root, "select count(*) as n from rows", "--json")
    return int(json.loads(rows.out)[0]["n"])


@pytest.mark.slow
@pytest.mark.parametrize("family", CASES)
def test_all_ways_count_what_is_listed(
    family: str, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in COVERS.items():
        Path(name).write_text(text)
    for number, (problem, options) in enumerate(CASES[family]):
        numbers = counted(here, *problem)
        for option, ways in options.items():
            for way in ways:
                assert counted(here, *problem, option, way) == numbers, (problem, way)
        assert here("count", *problem, "--dry-run").code == 0, problem
        for by in COLUMNS.get(family, ()):
            parts = counted(here, *problem, "--by", by)
            assert parts, (problem, by)
            assert sum(parts.values()) == sum(numbers.values()), (problem, by)
        assert listed(here, tmp_path / f"d{number}", *problem) == sum(numbers.values()), problem
