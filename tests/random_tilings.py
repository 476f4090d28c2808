"""Random periodic tilings of the plane, drawn in random coordinates, with symmetries of theirs."""

from collections.abc import Iterator
from itertools import product
from random import Random

from enumino.objects.lattice_files.definition import Definition, Symmetry

Pair = tuple[int, int]
Matrix = tuple[Pair, Pair]
Cells = list[tuple[Pair, ...]]

# The matrices that map the square grid to itself, and those of triangles in oblique coordinates.
SQUARE_GRID: list[Matrix] = [
    ((a, b), (c, d))
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if abs(a) + abs(b) == abs(c) + abs(d) == abs(a) + abs(c) == 1
]
TRIANGULAR_GRID: list[Matrix] = [
    ((a, b), (c, d))
    for a, b, c, d in product((-1, 0, 1), repeat=4)
    if abs(a * d - b * c) == 1
    and a * a + a * c + c * c == b * b + b * d + d * d == 1
    and abs(2 * a * b + 2 * c * d + a * d + b * c) == 1
    and 2 * a * b + 2 * c * d + a * d + b * c == 1
]


def applied(matrix: Matrix, point: Pair) -> Pair:
    """The product of a matrix and a point."""
    (a, b), (c, d) = matrix
    return a * point[0] + b * point[1], c * point[0] + d * point[1]


def random_tiling(random: Random) -> tuple[Definition, Definition]:
    """A tiling as it is, and the same with other periods, in other coordinates."""
    while True:
        periods, cells, grid = random.choice((rectangles, triangles))(random)
        found = list(symmetries(periods, cells, grid))
        kept = [each for each in found if random.random() < random.choice((0.2, 0.5, 1))]
        if len(cells) <= 12:
            break
    plain = definition(periods, cells, kept)
    return plain, disguised(random, plain)


def palindrome(random: Random, most: int) -> list[int]:
    """Lengths of intervals, the same backwards, or not."""
    half = [random.randint(1, 4) for _ in range(random.randint(1, most))]
    whole = random.choice((half, half + half[-2:0:-1], half + half[::-1]))
    return [2 * length for length in whole]


def rectangles(random: Random) -> tuple[list[Pair], Cells, list[Matrix]]:
    """Rows and columns of rectangles, some cut by a diagonal, in columns that lean."""
    heights, widths = palindrome(random, 4), palindrome(random, random.choice((1, 1, 2)))
    if random.random() < 0.2:
        widths = heights
    cut, lean, cells = random.random(), random.choice((0, 0, 0, 1)), []
    top = 0
    for height in heights:
        left = 0
        for width in widths:
            a, b = (top, left), (top, left + width)
            c, d = (top + height, left + width), (top + height, left)
            if random.random() < cut and random.random() < 0.5:
                turned = random.random() < 0.5
                cells += [(a, b, c), (a, c, d)] if turned else [(a, b, d), (b, c, d)]
            else:
                cells.append((a, b, c, d))
            left += width
        top += height
    return [(top, lean * widths[0] * (len(set(widths)) == 1)), (0, left)], cells, SQUARE_GRID


def triangles(random: Random) -> tuple[list[Pair], Cells, list[Matrix]]:
    """Triangles of the triangular grid, joined in pairs here and there."""
    height, width = random.choice(((1, 1), (1, 2), (2, 1), (2, 2), (1, 3)))
    joined, cells = random.choice((0, 0, 0.3, 1)), []
    for row, column in product(range(height), range(width)):
        a, b = (2 * row, 2 * column), (2 * row, 2 * column + 2)
        c, d = (2 * row + 2, 2 * column), (2 * row + 2, 2 * column + 2)
        if random.random() < joined:
            cells.append((a, b, d, c))
        else:
            cells += [(a, b, c), (b, d, c)]
    return [(2 * height, 0), (0, 2 * width)], cells, TRIANGULAR_GRID


def definition(periods: list[Pair], cells: Cells, kept: list[Symmetry]) -> Definition:
    """The contents of the file of a tiling."""
    return Definition(
        name="own",
        polyforms="polyowns",
        periods=tuple(periods),
        cells=tuple(cells),
        symmetries=tuple(kept),
    )


def symmetries(periods: list[Pair], cells: Cells, grid: list[Matrix]) -> Iterator[Symmetry]:
    """Turns and reflections of a grid that map a tiling to itself, each with a shift."""
    (a, b), (c, d) = periods
    area = a * d - b * c

    def place(point: Pair) -> Pair:
        row, column = point[0] * d - point[1] * c, a * point[1] - b * point[0]
        return row // area, column // area

    def normal(cell: list[Pair]) -> frozenset[Pair]:
        x, y = min((point[0] * d - point[1] * c, a * point[1] - b * point[0]) for point in cell)
        row, column = x // area, y // area
        return frozenset((u - row * a - column * c, v - row * b - column * d) for u, v in cell)

    own = {normal(list(cell)) for cell in cells}
    for matrix in grid:
        first = [applied(matrix, point) for point in cells[0]]
        for cell in cells:
            for corner in cell:
                shift = corner[0] - first[0][0], corner[1] - first[0][1]
                images = {
                    normal([_sum(applied(matrix, point), shift) for point in each])
                    for each in cells
                }
                if images == own and _maps(matrix, periods):
                    yield Symmetry(matrix, shift)
                    break
            else:
                continue
            break


def _maps(matrix: Matrix, periods: list[Pair]) -> bool:
    """Whether a matrix maps periods to translations by periods."""
    (a, b), (c, d) = periods
    area = a * d - b * c
    return all(
        (x * d - y * c) % area == 0 == (a * y - b * x) % area
        for x, y in (applied(matrix, period) for period in periods)
    )


def _sum(one: Pair, other: Pair) -> Pair:
    return one[0] + other[0], one[1] + other[1]


def disguised(random: Random, plain: Definition) -> Definition:
    """The same tiling with other periods, cells elsewhere, and in other coordinates."""
    one, other = plain.periods
    for _ in range(random.choice((0, 1, 3, 6))):
        times = random.choice((-2, -1, 1, 2))
        if random.random() < 0.5:
            one = one[0] + times * other[0], one[1] + times * other[1]
        else:
            other = other[0] + times * one[0], other[1] + times * one[1]
    if random.random() < 0.5:
        one, other = other, one
    cells = []
    for cell in plain.cells:
        row, column = random.randint(-2, 2), random.randint(-2, 2)
        by = row * one[0] + column * other[0], row * one[1] + column * other[1]
        cells.append(tuple([_sum(point, by) for point in cell]))
    random.shuffle(cells)
    # A shear of the coordinates by whole numbers, and its inverse.
    (a, b), (c, d) = ((1, 0), (0, 1))
    for _ in range(random.choice((0, 0, 2))):
        times = random.choice((-1, 1))
        (a, b), (c, d) = random.choice(
            (((a + times * c, b + times * d), (c, d)), ((a, b), (c + times * a, d + times * b)))
        )
    there: Matrix = ((a, b), (c, d))
    back: Matrix = ((d, -b), (-c, a))
    return definition(
        [applied(there, one), applied(there, other)],
        [tuple([applied(there, point) for point in cell]) for cell in cells],
        [
            Symmetry(_product(there, _product(each.matrix, back)), applied(there, each.shift))
            for each in plain.symmetries
        ],
    )


def _product(one: Matrix, other: Matrix) -> Matrix:
    columns = [applied(one, column) for column in zip(*other, strict=True)]
    return tuple(zip(*columns, strict=True))  # type: ignore[return-value]
