"""Addresses follow from the shape and lead back to it; the OEIS has the codes of polyominoes."""

from itertools import product

import pytest

from enumino.errors import ProblemError
from enumino.objects.addresses import DIGITS, address_of, cell_of, number_of
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import HEXAGONAL, LATTICES
from enumino.objects.polyform import Polyform, free_polyforms

SIZES = {"square": 7, "king": 5, "hexagonal": 6, "triangular": 8, "cubic": 5, "stick": 5}
every = pytest.mark.parametrize("lattice", LATTICES.values(), ids=str)
# OEIS A246521 (J. Mason): free polyominoes of 1 to 6 cells.
A246521 = [
    *(1, 3, 7, 11, 15, 23, 27, 30, 75),
    *(31, 47, 62, 79, 91, 94, 143, 181, 182, 188, 406, 1099),
    *(63, 95, 111, 126, 159, 175, 183, 189, 190, 207, 219, 221, 222, 252, 347, 350, 378, 407),
    *(413, 476, 504, 1103, 1115, 1118, 1227, 1244, 2127, 2229, 2230, 2236, 2292, 2451, 2454),
    *(2460, 33867),
]


def shapes(lattice: Lattice) -> list[Polyform]:
    sizes = range(1, SIZES[lattice.name] + 1)
    return [shape for cells in sizes for shape in free_polyforms(cells, lattice)]


def test_codes_of_polyominoes_are_the_published_ones() -> None:
    found = [sorted(shape.code for shape in free_polyforms(n, SQUARE)) for n in range(1, 7)]
    assert [code for codes in found for code in codes] == A246521


@every
def test_an_address_leads_back_to_the_shape(lattice: Lattice) -> None:
    for shape in shapes(lattice):
        there = Polyform.from_address(shape.address.upper(), lattice)
        assert there in shape.images()
        assert there.address == shape.address


@pytest.mark.slow
@every
def test_images_share_an_address_and_other_shapes_do_not(lattice: Lattice) -> None:
    known = shapes(lattice)
    assert len({shape.address for shape in known}) == len(known)
    for shape in known:
        assert {image.address for image in shape.images()} == {shape.address}


@every
def test_cells_are_numbered_diagonal_by_diagonal(lattice: Lattice) -> None:
    units = product(range(7), repeat=lattice.dimensions)
    count = lattice.sublattices
    cells = [(*unit[:-1], unit[-1] * count + k) for unit in units for k in range(count)]

    def place(cell: tuple[int, ...]) -> tuple[int, ...]:
        unit = (*cell[:-1], cell[-1] // count)
        sums = [sum(unit[: k + 1]) for k in range(len(unit))]
        return (*reversed(sums), cell[-1] % count)

    whole = [cell for cell in sorted(cells, key=place) if place(cell)[0] < 7]
    assert [number_of(lattice, cell) for cell in whole] == list(range(len(whole)))
    assert [cell_of(lattice, number) for number in range(len(whole))] == whole


def test_addresses_of_a_size_are_ordered_by_length_and_as_text() -> None:
    codes = [1, 31, 32, 75, 1023, 1024, 33867]
    texts = [address_of(code) for code in codes]
    assert sorted(texts, key=lambda text: (len(text), text)) == texts
    assert sorted(DIGITS) == list(DIGITS)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("", "is not an address"),
        ("2i", "is not an address"),
        ("1" * 3000, "is not an address: write up to 2,000 digits"),
        ("5", "has the address 3"),
        ("9", "fall into 2 parts"),
    ],
)
def test_other_texts_are_refused(address: str, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        Polyform.from_address(address)
    with pytest.raises(ProblemError):
        Polyform.from_address(address if address not in ("5", "9") else "m", HEXAGONAL)
