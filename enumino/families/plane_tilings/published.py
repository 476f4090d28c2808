"""Published numbers of polyforms that tile the plane, by J. Myers, and of Heesch numbers."""

from __future__ import annotations

from enumino.families.polyforms.published import PACKAGE, Sequences
from enumino.objects.lattice import SQUARE, Lattice
from enumino.objects.lattices import HEXAGONAL, TRIANGULAR
from enumino.published import Published, table

# By lattice, the folder of the terms, and the sequence of each number in `rows.FIGURES`.
SEQUENCES = {
    SQUARE: (
        "polyominoes",
        {
            "all": "A000105",
            "translation": "A075198",
            "half-turn": "A075202",
            "translation or half-turn": "A075203",
            "isohedral, other": "A075204",
            "isohedral": "A075205",
            "anisohedral": "A075206",
            "tiles": "A054359",
            "none, without holes": "A054361",
            "none": "A054360",
        },
    ),
    HEXAGONAL: (
        "polyhexes",
        {
            "all": "A000228",
            "translation": "A075207",
            "half-turn": "A075211",
            "translation or half-turn": "A075212",
            "isohedral, other": "A075213",
            "isohedral": "A075214",
            "anisohedral": "A075215",
            "tiles": "A070766",
            "none, without holes": "A070768",
        },
    ),
    TRIANGULAR: (
        "polyiamonds",
        {
            "all": "A000577",
            "translation": "A075216",
            "half-turn": "A075220",
            "isohedral": "A075223",
            "anisohedral": "A075224",
            "tiles": "A071332",
            "none, without holes": "A071334",
        },
    ),
}


def published(lattice: Lattice, name: str, cells: int) -> Published | None:
    """Return the published number of free polyforms of a class.

    >>> published(SQUARE, "anisohedral", 9)
    Published(oeis='A075206', value=9)
    """
    folder, sequences = SEQUENCES.get(lattice, ("", {}))
    known = Sequences(folder).term(sequences.get(name), cells)
    if known or lattice not in (SQUARE, HEXAGONAL):
        return known
    rows = [row for row in table(PACKAGE, f"{folder}/heesch_numbers") if row["class"] == name]
    values = {int(row["cells"]): int(row["value"]) for row in rows}
    return Published(rows[0]["source"], values.get(cells)) if rows else None
