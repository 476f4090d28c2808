"""Strips that copies of a polyomino fill, against searches with sets of cells."""

from __future__ import annotations

from enumino.enum.kernels.plane import strips
from enumino.enum.kernels.plane.strips import FOUND, FULL, LENGTH, NONE, TOO_LONG
from enumino.objects.lattice import SQUARE, Cell
from tests.naive_redelmeier import is_canonical, subtree

LONGEST = 6


def images_of(shape: list[Cell]) -> list[list[Cell]]:
    found = {SQUARE.moved(shape, element) for element in SQUARE.elements}
    return [[(row, column) for row, column in image] for image in sorted(found)]


def is_filled(images: list[list[Cell]], empty: set[Cell]) -> bool:
    """Whether copies fill a set of cells."""
    if not empty:
        return True
    column, row = min((c, r) for r, c in empty)
    for image in images:
        first = min((c, r) for r, c in image)
        copy = {(r + row - first[1], c + column - first[0]) for r, c in image}
        if copy <= empty and is_filled(images, empty - copy):
            return True
    return False


def profiles_after(
    images: list[list[Cell]], taken: frozenset[Cell], height: int
) -> set[frozenset[Cell]]:
    """The profiles after another one in a strip that tiles may reach beyond."""
    empty = [row for row in range(height) if (row, 0) not in taken]
    if not empty:
        return {frozenset((r, c - 1) for r, c in taken if c)}
    found = set()
    for image in images:
        for shift in range(height):
            within = [(c, r + shift) for r, c in image if r + shift < height]
            first, row = min(within, default=(0, -1))
            # What lies left of the first cell in the strip may overlap others.
            copy = {(r + shift, c - first) for r, c in image if c >= first}
            if row == empty[0] and not copy & taken:
                found |= profiles_after(images, taken | copy, height)
    return found


def closes(images: list[list[Cell]], height: int) -> bool:
    """Whether a strip can be filled from corner to corner."""
    known: set[frozenset[Cell]] = set()
    todo = [frozenset[Cell]()]
    while todo:
        for after in profiles_after(images, todo.pop(), height) - known:
            known.add(after)
            todo.append(after)
    return frozenset() in known


def shapes(size: int) -> list[list[Cell]]:
    return [list(shape) for shape in subtree((), size) if is_canonical(shape, "free")]


def filled(images: list[list[Cell]], height: int, most: int, *, odd: bool = False) -> int:
    """The shortest length of a strip that copies fill, found with pauses; 0 if there is none."""
    strip = strips.new_strip(images, height, height, odd, 1 << 8)
    while (result := strips.fill_strip(strip, most, 3)) == strips.PAUSED:
        pass
    assert result in (FOUND, NONE, TOO_LONG)
    return int(strip.registers[LENGTH]) if result == FOUND else 0


def test_shortest_rectangles_are_those_of_a_naive_search() -> None:
    for size in range(1, 5):
        for shape in shapes(size):
            images = images_of(shape)
            for height in range(1, 5):
                lengths = [
                    length
                    for length in range(1, LONGEST + 1)
                    if is_filled(images, {(r, c) for r in range(height) for c in range(length)})
                ]
                odd = [each for each in lengths if height * each // size % 2]
                for most in range(1, LONGEST + 1):
                    for known, is_odd in ((lengths, False), (odd, True)):
                        shortest = min((each for each in known if each <= most), default=0)
                        assert filled(images, height, most, odd=is_odd) == shortest, shape


def test_strips_along_a_side_close_where_those_of_a_naive_search_do() -> None:
    for size in range(1, 6):
        for shape in shapes(size):
            images = images_of(shape)
            reach = max(max(row for row, _ in image) for image in images)
            for height in (1, 2):
                strip = strips.new_strip(images, height, height + reach, False, 1 << 9)
                result = strips.fill_strip(strip, 1 << 20, 1 << 20)
                assert result == (FOUND if closes(images, height) else NONE), shape


def test_a_strip_may_be_full_or_too_long() -> None:
    images = images_of([(0, 0), (1, 0), (1, 1)])
    strip = strips.new_strip(images, 5, 5, True, 8)
    assert strips.fill_strip(strip, 20, 1000) == FULL
    strip = strips.new_strip(images, 5, 5, True, 1 << 10)
    assert strips.fill_strip(strip, 8, 1000) in (TOO_LONG, NONE)
    assert strips.fill_strip(strips.new_strip(images, 5, 5, True, 1 << 10), 9, 1000) == FOUND
