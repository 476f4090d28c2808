"""A search for rows of tilings, which makes rows of the solutions of an engine.

An engine finds some thousand solutions, and `kernels.exact_cover.tiling_rows` makes rows of them,
so both stay in the cache. All these rows go into the same batch. A batch is full when it has no
room for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from enumino.enum.exact_cover import engines
from enumino.enum.kernels.exact_cover import tiling_rows
from enumino.enum.kernels.exact_cover._layouts import Tables, new_scratch
from enumino.objects.board import Board
from enumino.objects.lattice import SQUARE, Lattice

if TYPE_CHECKING:
    from enumino.enum.kernel import Kernel, State
    from enumino.enum.kernels.exact_cover._solutions import Columns
    from enumino.families.tilings.trees import Trees


@dataclass
class RowState:
    """The state of the search."""

    search: State  # state of the engine
    forced: npt.NDArray[np.int64]  # int64[...]: options that all solutions of the tree have
    # int64[...]: numbers of the symmetries that may map a solution to another one of the tree.
    among: npt.NDArray[np.int64]
    # int32[...]: numbers of the engine's options on the board, if they differ.
    numbers: npt.NDArray[np.int32] | None
    solutions: Columns  # solutions of the engine
    waiting: int  # solutions that are not in rows yet
    cursor: npt.NDArray[np.int64]  # int64[2]: whether all rows are made; nodes visited


class RowSearch:
    """The search that fills the columns of coverings; see `enumino.enum.kernel.Search`."""

    DONE, NODES = range(2)

    def __init__(self, kernel: Kernel, trees: Trees, tables: Tables, solutions: int) -> None:
        self._kernel, self._trees, self._tables = kernel, trees, tables
        self._solutions = solutions
        self._write, self._tally = (
            (tiling_rows.write_classes, tiling_rows.tally_classes)
            if trees.up_to
            else (tiling_rows.write_all, tiling_rows.tally_all)
        )
        self._scratch = new_scratch(tables)

    def new_state(self, tree: int) -> RowState:
        """Return a state for a tree."""
        case, tables = self._trees.cases[tree], self._trees.tables[tree]
        images = self._trees.images
        moving = [i for i, k in enumerate(images) if case.group is None or k in case.group]
        longest = engines.longest_solution(tables)
        return RowState(
            self._kernel.new_state(tables),
            np.array(case.forced, np.int64),
            np.array(moving, np.int64),
            self._trees.numbers(case),
            engines.new_columns(self._solutions, self._solutions * longest),
            waiting=0,
            cursor=np.zeros(2, np.int64),
        )

    def seek(self, state: RowState, prefix: npt.NDArray[np.int64]) -> int:
        """Enter a subtree."""
        state.waiting, state.cursor[:] = 0, 0
        return self._kernel.seek(state.search, prefix)

    def advance(
        self, state: RowState, out: tiling_rows.Columns, filled: int, max_nodes: int
    ) -> int:
        """Let the engine find solutions, and make rows of them if there is room for all."""
        if state.waiting == 0:
            self._find(state, max_nodes)
        if not self.is_full(state, out, filled):
            filled = self._write(*self._with_solutions(state, out, filled))
            state.waiting = 0
        self._note(state)
        return filled

    def tally(self, state: RowState, counts: npt.NDArray[np.int64], max_nodes: int) -> None:
        """Let the engine find solutions, and count their rows by symmetry class."""
        self._find(state, max_nodes)
        self._tally(*self._with_solutions(state, counts))
        state.waiting = 0
        self._note(state)

    def _with_solutions(self, state: RowState, *into: Any) -> tuple[Any, ...]:
        """Waiting solutions, the tables for their rows, and the columns of these."""
        return (
            self._tables,
            self._scratch,
            state.solutions.options,
            state.solutions.offsets,
            0,
            state.waiting,
            state.forced,
            state.among,
            *into,
        )

    def is_full(self, state: RowState, out: tiling_rows.Columns, filled: int) -> bool:
        """Return whether there is no room for the waiting solutions."""
        return filled + state.waiting > out.pieces.size

    def _find(self, state: RowState, max_nodes: int) -> None:
        """Let the engine find solutions, numbered as on the whole board."""
        solutions, numbers = state.solutions, state.numbers
        state.waiting = self._kernel.advance(state.search, state.solutions, 0, max_nodes)
        if numbers is not None:
            used = solutions.offsets[state.waiting]
            solutions.options[:used] = numbers[solutions.options[:used]]

    def _note(self, state: RowState) -> None:
        """Record the progress of the search in the cursor."""
        cursor = state.search.cursor
        state.cursor[self.NODES] = cursor[self._kernel.NODES]
        state.cursor[self.DONE] = cursor[self._kernel.DONE] and not state.waiting


def tables_of(board: Board, option_images: Mapping[int, npt.NDArray[np.int32]]) -> Tables:
    """Return the tables of a board, with the image of each option by the symmetries that count."""
    letters = [orientation.letter.encode() for orientation in board.orientations]
    sizes = np.array([len(letter) for letter in letters], np.uint8)
    glyphs = np.zeros((len(letters), 4), np.uint8)
    for glyph, letter in zip(glyphs, letters, strict=True):
        glyph[: len(letter)] = np.frombuffer(letter, np.uint8)
    codes = np.array(list(option_images), np.int64)
    landmark = board.landmark(option_images)
    images = np.array(list(option_images.values()), np.int32)
    return new_tables(
        len(board.region),
        board.starts,
        board.members,
        glyphs[board.orientation],
        sizes[board.orientation],
        board.region.images[codes],
        codes,
        images.reshape(len(codes), len(board)),
        board.region.lattice,
        at_piece=board.piece == landmark.piece,
        at_cell=[] if landmark.piece is not None else [landmark.cell],
    )


def new_tables(
    cells: int,  # cells of the region, n; they are numbered in row-major order
    # `starts`, `members`: int64[m + 1], int32[...]: the cells of option i are
    # ``members[starts[i]:starts[i + 1]]``, ascending. Options are sorted by first cell.
    starts: npt.NDArray[np.int64],
    members: npt.NDArray[np.integer],
    # `glyphs`, `glyph_sizes`: uint8[m, 4], uint8[m]: the UTF-8 bytes of the letter of each option's
    # orientation, and their number.
    glyphs: npt.NDArray[np.uint8],
    glyph_sizes: npt.NDArray[np.uint8],
    # `images`, `codes`: int64[g, n], int64[g]: the symmetries that count, without the identity;
    # with it they must be a group. Symmetry k takes cell i to ``images[k, i]`` and is image number
    # ``codes[k]``.
    images: npt.NDArray[np.int64],
    codes: npt.NDArray[np.int64],
    # int32[g, m]: the option that each symmetry takes each option to.
    option_images: npt.NDArray[np.int32],
    lattice: Lattice = SQUARE,  # which numbers the images and names the symmetry classes
    *,
    # `at_piece`, `at_cell`: bool[m], int64[...]: first comparison of images: the options of a
    # piece, and no cell; or else a cell.
    at_piece: npt.ArrayLike = (),
    at_cell: npt.ArrayLike = (0,),
) -> Tables:
    """Return the tables of a problem."""
    sources = np.argsort(images.reshape(codes.size, cells), axis=1)
    sizes = np.diff(starts)
    within = np.minimum(np.arange(sizes.max(initial=0)), sizes[:, np.newaxis] - 1)
    return Tables(
        limits=np.array([glyph_sizes.max(initial=1)], np.int64),
        cells=members[starts[:-1, np.newaxis] + within].astype(np.uint32),
        first=members[starts[:-1]].astype(np.uint32),
        glyphs=np.ascontiguousarray(glyphs, np.uint8),
        glyph_sizes=np.ascontiguousarray(glyph_sizes, np.uint8),
        codes=np.ascontiguousarray(codes, np.int64),
        sources=sources.astype(np.uint32),
        option_images=np.array(option_images, np.uint32).reshape(codes.size, starts.size - 1),
        subgroups=np.array(list(lattice.code_of), np.int64),
        classes=np.array(list(lattice.code_of.values()), np.int8),
        at_piece=np.array(at_piece, np.bool_),
        at_cell=np.array(at_cell, np.int64),
    )
