"""``enumino show``: draw objects of a dataset."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from enumino.cli import options, pictures
from enumino.cli.options import Command, Option, Whole, verb
from enumino.cli.output import say
from enumino.cli.problems import options_of_family
from enumino.errors import OK, ProblemError
from enumino.registry import Family, families
from enumino.words import in_a_line, plural

if TYPE_CHECKING:
    from enumino.datasets.dataset import Dataset
    from enumino.datasets.rows import Rows
    from enumino.objects.tiling import Placed

MANY = 40  # pictures
LONGEST_CAPTION = 200
NUMBERS, NAME = "numbers", "name"  # a caption that is not a column; the column of names


class _Show(Command):
    """A command whose first argument may also be a family of problems, with its options."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **more: Any,
    ) -> click.Context:
        """Return the context of the command, or of another command for problems and drawings."""
        if any(word.partition("=")[0] == "--tiling" for word in args):
            (tilings,) = (each for each in families() if each.name == "tilings")
            module: Any = tilings.module("verbs")
            return module.drawn_command(tilings).make_context(info_name, args, parent, **more)
        family = next((each for each in families() if args[:1] == [each.name]), None)
        if family is None or not self._describes(family, args[1:]):
            return super().make_context(info_name, args, parent, **more)
        from enumino.cli.sample import drawing_command

        if not any(word.startswith(("--random", "--rank", "--help", "-h")) for word in args):
            raise ProblemError(
                f"To draw all objects, use `enumino enumerate {family.name}` with --to DIR, then "
                "`enumino show DIR`; --random N draws N objects without a dataset."
            )
        drawing = drawing_command(options_of_family(family), "--random")
        return drawing.make_context(f"{info_name} {family.name}", args[1:], parent, **more)

    def _describes(self, family: Family, words: list[str]) -> bool:
        """Return whether words describe a problem: its own options, or its name."""
        ours = {flag for option in self.params for flag in option.opts}
        flags = {flag for option in options_of_family(family).options() for flag in option.opts}
        named = bool(words) and not words[0].startswith("-")
        return named or any(word.partition("=")[0] in flags - ours for word in words)


@verb(
    options.dataset,
    options.where,
    Option("--limit N", f"Draw at most N rows.  [default: {MANY}]", Whole(1)),
    Option(
        "--random [N]",
        f"Draw a random sample of N rows, {MANY} by default.",
        Whole(1),
        is_flag=False,
        flag_value=MANY,
    ),
    Option(
        "--seed N",
        "Seed of the random sample.  [default: 0]",
        Whole(0, (1 << 64) - 1),
        default=0,
    ),
    Option(
        "--captions WHAT",
        "Caption of each picture: names, numbers, or a column such as perimeter.",
    ),
    *pictures.SHEETS,
    Option("--puzzle", "Draw the empty board and the pieces to cut out, instead of tilings."),
    Option(
        "--hints N",
        "With --puzzle, place N pieces of a tiling, the only solution with them if possible.",
        Whole(1),
    ),
    cls=_Show,
)
def command(
    dataset: str,
    where: str | None,
    random: int | None,
    seed: int,
    limit: int | None,
    title: str | None,
    captions: str | None,
    puzzle: bool,
    hints: int | None,
    **files: Any,
) -> int:
    """Draw objects of a dataset in the terminal, on a sheet, or on paper.

    \b
    enumino show polyominoes --where "cells = 6 and symmetry = 'axis'"
    enumino show polyominoes --where "address = '2b'" --captions perimeter
    enumino show polyominoes --where "cells = 10" --random 12 --seed 1
    enumino show boxes --where "piece_at(layout, 0, 0) = 'I'"
    enumino show polyominoes --where "cells = 6" --svg hexominoes.svg
    enumino show polyominoes --where "cells = 5" --pdf pentominoes.pdf --captions names
    enumino show boxes --puzzle --pdf puzzle.pdf --hints 2
    enumino show tilings --region 8x8 --pieces domino --random 6    # draws a sample
    enumino show --tiling answer.txt --region 6x10 --pieces pentominoes    # checks a drawing
    """  # noqa: D301
    from enumino.datasets.dataset import open_dataset

    limit = min(random or sys.maxsize, limit or random or MANY)
    opened = open_dataset(dataset)
    title = title or opened.title_of(where)
    if hints and not puzzle:
        raise ProblemError("--hints places pieces on the board of a puzzle: add --puzzle.")
    if puzzle:
        _draw_puzzle(opened, hints or 0, where, title, files)
        return OK
    row_kind = opened.row_kind
    needed = opened.drawn_from
    if captions == "names":
        named = any(each.name == NAME for each in row_kind.derived())
        captions = NAME if named else NUMBERS
    if captions not in (None, NUMBERS, *needed):
        needed.append(str(captions))
    if random is None:
        rows = opened.rows(where, needed)
    else:
        _, batches = opened.sampled(where, limit, seed, needed)
        rows = chain.from_iterable(batch.to_pylist() for batch in batches)
    shown = _captioned(row_kind, islice(rows, limit), captions)
    if not pictures.draw_all(row_kind, shown, title, files):
        say(opened.why_empty(where))
    elif next(rows, None) is not None:
        say(f"Only the first {plural(limit, 'row')}; --limit draws more.")
    return OK


def _draw_puzzle(
    opened: Dataset, number: int, where: str | None, title: str, files: dict[str, Any]
) -> None:
    """Draw the board, with a number of hints, and the other pieces."""
    from enumino.drawing.paper import pages_of
    from enumino.drawing.puzzle import puzzle_pages

    row_kind, name = opened.row_kind, ""
    if boards := row_kind.boards:
        name = next((str(row["board"]) for row in opened.rows(where, ["board"])), "")
        if where is None or name not in boards:
            other = (name or min(boards)).replace("'", "''")
            way = f"choose one, as --where \"board = '{other}'\""
            raise ProblemError(f"--puzzle draws one of the {len(boards):,} boards: {way}.")
        row_kind = boards[name]
    board, worksheet = row_kind.board, row_kind.worksheet
    if not (board or worksheet) or not any(files[name] for name in pictures.FILES):
        raise ProblemError(
            "--puzzle takes tilings of one region, sudokus, jigsaws, queens or langford, and "
            "writes a file: name it with --pdf, --png or --svg."
        )
    ignored = ["limit", "random", "captions", *([] if number or boards else ["where"])]
    if unused := options.named(ignored):
        advice = ", or add --hints 2" if unused == ["--where"] else ""
        raise ProblemError(
            f"--puzzle draws a board instead of rows: leave out {unused[0]}{advice}."
        )
    placed: Sequence[Placed] = []
    if board is None:
        if number:
            raise ProblemError("--hints places pieces of tilings: leave it out.")
        pages_on = partial(pages_of, row_kind.drawn([worksheet]), title)
        pictures.write_pages(pages_on, title, **files)
        return
    if number:
        from enumino.datasets.hints import hints_of

        placed, is_unique = hints_of(opened, number, where, name)
        found = "Only one" if is_unique else "More than one"
        listed = "tiling" if opened.has_all and not name else "listed tiling"
        others = "" if is_unique else "; --where places pieces of another"
        say(f"{found} {listed} has the {plural(len(placed), 'placed piece')}{others}.")
    pages_on = partial(puzzle_pages, board, title, hints=placed)
    pictures.write_pages(pages_on, title, **files)


def _captioned(
    row_kind: Rows, rows: Iterable[dict[str, Any]], captions: str | None
) -> Iterator[tuple[Any, str]]:
    """Yield the object of each row with its caption, which may be empty."""
    for number, row in enumerate(rows, 1):
        thing = row_kind.object_of(row)
        value = row.get(captions) if captions else ""
        caption = str(number if value is None else value)
        yield thing, in_a_line(caption, LONGEST_CAPTION)
