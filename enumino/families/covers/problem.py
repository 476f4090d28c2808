"""Exact covers: a problem of items and options -> an engine -> one solution a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from enumino.arguments import written
from enumino.enum.exact_cover import engines
from enumino.enum.exact_cover.engines import Cover, Engine
from enumino.enum.forest import HOPELESS, Forest, first_of
from enumino.enum.kernel import Kernel
from enumino.enum.problem import Expectation
from enumino.errors import ProblemError
from enumino.families.covers.columns import COVER_COLUMNS
from enumino.objects.cover import CoverProblem, ready_made, sudoku_cells
from enumino.parameters import checked_limit
from enumino.schema import Column
from enumino.words import quoted

if TYPE_CHECKING:
    import pyarrow as pa

    from enumino.enum.kernels.exact_cover._solutions import Columns

# Most option numbers in a batch, even if it has room for more rows.
BATCH_OPTIONS = 1 << 23
BYTES_PER_ROW = 12.0
NODES_PER_ROW = 20


@dataclass(frozen=True)
class Covers(Forest):
    """All solutions of an exact cover problem.

    Parameters
    ----------
    problem : CoverProblem or (str, int, ...)
        A problem, or the name of a ready-made one with its arguments: ``("queens", 8)``.
    engine : {"option-bitsets", "dancing-links"}, optional
        By default the one that suits the problem.
    limit : int, optional
        Most solutions: the first that the search finds.
    name : str
        Name of the problem in descriptions.

    Raises
    ------
    ProblemError
        If an item has no option (unless the problem is a ready-made one), or the engine cannot
        take the problem.

    Examples
    --------
    >>> Covers(("queens", 8)).count().total
    92
    """

    problem: CoverProblem
    recipe: tuple[str | int, ...] | None
    engine: Engine
    name: str
    limit: int | None
    family: ClassVar[str] = "cover"
    tree_version: ClassVar[int] = 1

    def __init__(
        self,
        problem: CoverProblem | Sequence[str | int],
        engine: Engine | None = None,
        limit: int | None = None,
        name: str = "a problem",
    ) -> None:
        recipe = None if isinstance(problem, CoverProblem) else _recipe(problem)
        made = problem if isinstance(problem, CoverProblem) else ready_made(*(recipe or ()))
        if recipe:
            if recipe[0] == "sudoku":
                recipe = "sudoku", sudoku_cells(str(recipe[1]))  # however it was written
            name = "a sudoku" if recipe[0] == "sudoku" else " ".join(map(str, recipe))
        if made.uncovered and not recipe:
            items = f"item{'s' if len(made.uncovered) > 1 else ''} {', '.join(made.uncovered[:3])}"
            more = ", ..." if len(made.uncovered) > 3 else ""
            raise ProblemError(
                f"No option covers {items}{more}, so that there is no solution: add options, or "
                "make what may stay uncovered secondary."
            )
        for field, value in (
            ("problem", made),
            ("recipe", recipe),
            ("name", written(name, "The name of a problem")),
            ("limit", checked_limit(limit, "solution")),
        ):
            object.__setattr__(self, field, value)
        chosen = engine or engines.choose(self._cover)
        engines.check(chosen, self._cover)
        object.__setattr__(self, "engine", chosen)

    @property
    def columns(self) -> tuple[Column, ...]:
        """The fields of a row."""
        return COVER_COLUMNS

    def to_json(self) -> dict[str, Any]:
        """Return the parameters as JSON values."""
        what = {"ready_made": list(self.recipe)} if self.recipe else self.problem.to_json()
        return {
            "family": self.family,
            "name": self.name,
            **what,
            "engine": self.engine,
            "limit": self.limit,
        }

    @classmethod
    def from_json(cls, parameters: dict[str, Any]) -> Covers:
        """Return the problem that `to_json` described."""
        recipe = parameters.get("ready_made")
        problem = tuple(recipe) if recipe else CoverProblem.from_json(parameters)
        limit, name = parameters.get("limit"), parameters.get("name", "a problem")
        return cls(problem, parameters.get("engine"), limit, name)

    def describe(self) -> str:
        """Return the problem in a few words.

        >>> Covers(("queens", 8)).describe()
        'exact covers of queens 8'
        """
        return f"{first_of(self.limit, 'exact cover')} of {self.name}"

    def options(self) -> dict[str, str]:
        """Return the options of the command line for the problem."""
        what = {"FILE": self.name}
        if self.recipe:
            name, *numbers = self.recipe
            what = {f"--{name}": " ".join(map(str, numbers))}
        limit = {} if self.limit is None else {"--limit": str(self.limit)}
        return {**what, "--engine": self.engine, **limit}

    def expect(self, nodes: float) -> Expectation:
        """Return rows (a guess from the nodes), and bytes and seconds for them."""
        rows = nodes / NODES_PER_ROW
        if self.limit is not None and rows > self.limit:
            rows, nodes = self.limit, self.limit * NODES_PER_ROW
        if self.limit is None and nodes > HOPELESS:
            raise ProblemError(
                f"Searching {self.describe()} would take more than a thousand years: "
                "--limit K finds the first K."
            )
        seconds = nodes / engines.NODES_PER_SECOND[self.engine]
        return Expectation(round(rows), round(nodes), round(rows * BYTES_PER_ROW), seconds)

    def __reduce__(self) -> Any:
        """Pickle a ready-made problem by its name, and any other as a whole."""
        return Covers, (self.recipe or self.problem, self.engine, self.limit, self.name)

    @property
    def _walk_cost(self) -> int:
        items = max(1, len(self.problem.primary))
        return engines.walk_cost(self.engine, items, items, len(self._cover.members))

    @property
    def _kernel(self) -> Kernel:
        return engines.kernel_of(self.engine)

    def _new_columns(self, rows: int) -> Columns:
        longest = max(1, engines.longest_solution(self._trees[0]))
        rows = max(1, min(rows, BATCH_OPTIONS // longest))
        return engines.new_columns(rows, rows * longest)

    def _records(self, columns: Columns, filled: int) -> pa.RecordBatch:
        from enumino.enum.records import Ragged, wrap

        return wrap(COVER_COLUMNS, {"options": Ragged(columns.options, columns.offsets)}, filled)

    def _new_counts(self, tree: int) -> npt.NDArray[np.int64]:
        return np.zeros(1, np.int64)

    def _key(self, tree: int, index: tuple[int, ...]) -> tuple[()]:
        return ()

    @cached_property
    def _cover(self) -> Cover:
        starts, members, colours = self.problem.arrays()
        return Cover(
            len(self.problem.primary),
            len(self.problem.items),
            starts,
            members.astype(np.int32),
            colours.astype(np.int32),
        )

    @cached_property
    def _trees(self) -> list[Any]:
        return [engines.tables_of(self.engine, self._cover)]


def _recipe(named: Any) -> tuple[str | int, ...]:
    """The name of a ready-made problem, and its arguments."""
    try:
        name, *arguments = [named] if isinstance(named, str) else named
        return str(name), *(each if isinstance(each, str) else index(each) for each in arguments)
    except (TypeError, ValueError) as error:
        raise ProblemError(
            f"{quoted(named)} is no problem: give a CoverProblem, or the name of a ready-made one "
            "with its numbers, as ('queens', 8)."
        ) from error
