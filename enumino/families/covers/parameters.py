"""The parameters of exact covers: see `enumino.parameters`."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

from msgspec import Meta

from enumino.arrays import I64
from enumino.errors import ProblemError
from enumino.families.covers.exact_cover import SUFFIXES, CoverProblem
from enumino.families.covers.puzzles import FORMS, PATTERN, images_of, puzzle, puzzle_or_file
from enumino.parameters import SEARCH, UP_TO_SYMMETRY, Parameters, checked_limit, option, row_limit
from enumino.words import quoted

UNNAMED = "a problem"
CoverEngine = Literal["option-bitsets", "dancing-links"]
METHODS: tuple[str, ...] = ("memo", "search")  # of counting

if TYPE_CHECKING:
    AnyCover = str | CoverProblem
else:  # in JSON no file is named
    AnyCover = Annotated[str, Meta(pattern=PATTERN)] | CoverProblem


@dataclass(frozen=True)
class CoverParameters(Parameters):
    """The parameters of exact covers."""

    family: ClassVar[str] = "cover"

    problem: AnyCover = option(
        "PROBLEM",
        f"PROBLEM is a file that ends in {', '.join(SUFFIXES)}, or {FORMS}. A count also takes "
        "sudokus FILE, with a sudoku on each line.",
    )
    engine: CoverEngine | None = option("--engine", SEARCH, None)
    up_to_symmetry: bool = option("--up-to-symmetry", UP_TO_SYMMETRY, False)
    limit: int | None = row_limit()
    name: str = UNNAMED

    def __post_init__(self) -> None:
        given, name = self.problem, self.name
        if isinstance(given, str):
            self._set(problem=puzzle_or_file(given))
            name = name if name != UNNAMED else self.puzzle or Path(given).name
        elif not isinstance(given, CoverProblem):
            raise ProblemError(
                f"{quoted(given)} is not a problem: give a CoverProblem, a file, or {FORMS}."
            )
        name = f"a {name[:6]}" if name.startswith(("sudoku ", "jigsaw ")) else name
        self._set(name=name, limit=checked_limit(self.limit, "solution"))
        if self.up_to_symmetry and not self.images:
            raise ProblemError("Only queens and langford have symmetries: omit --up-to-symmetry.")

    @property
    def puzzle(self) -> str:
        """The name and the numbers of a puzzle, or an empty text for other problems."""
        return self.problem if isinstance(self.problem, str) else ""

    @cached_property
    def images(self) -> dict[int, I64]:
        """The option that each option becomes under each symmetry that rows are compared under."""
        return images_of(self.puzzle) if self.up_to_symmetry else {}

    @cached_property
    def cover(self) -> CoverProblem:
        """The items and the options."""
        return puzzle(self.problem) if isinstance(self.problem, str) else self.problem
