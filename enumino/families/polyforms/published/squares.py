"""Published numbers of polyominoes, of which more is known than of other polyforms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from enumino.families.polyforms.published import PACKAGE, Sequences
from enumino.objects.lattice import SQUARE, Kind, SymmetryClass
from enumino.published import Published, table

POLYOMINOES: dict[Kind, str] = {"fixed": "A001168", "one-sided": "A000988", "free": "A000105"}
FREE_BY_SYMMETRY: dict[str, str] = {
    SymmetryClass.NONE: "A006749",
    SymmetryClass.ROTATE: "A006747",
    SymmetryClass.ROTATE2: "A144553",
    SymmetryClass.AXIS: "A006746",
    SymmetryClass.AXIS2: "A056877",
    SymmetryClass.DIAG: "A006748",
    SymmetryClass.DIAG2: "A056878",
    SymmetryClass.ALL: "A142886",
}
WITHOUT_HOLES: dict[Kind, str] = {"fixed": "A006724", "free": "A000104"}
FREE_WITHOUT_HOLES_BY_SYMMETRY: dict[str, str] = {
    SymmetryClass.ROTATE: "A056883",
    SymmetryClass.ROTATE2: "A357647",
    SymmetryClass.AXIS: "A056879",
    SymmetryClass.AXIS2: "A056880",
    SymmetryClass.DIAG: "A056881",
    SymmetryClass.DIAG2: "A056882",
    SymmetryClass.ALL: "A357648",
}
SEQUENCES_WITHOUT_HOLES = Sequences(
    "polyominoes", WITHOUT_HOLES, classes=FREE_WITHOUT_HOLES_BY_SYMMETRY
)
SEQUENCES = Sequences(
    "polyominoes",
    POLYOMINOES,
    achiral="A030227",
    classes=FREE_BY_SYMMETRY,
    without_holes=SEQUENCES_WITHOUT_HOLES,
)


def polyominoes(cells: int, kind: Kind, symmetry: str | None = None) -> Published:
    """Return the published number of polyominoes of a size, a kind and a symmetry class.

    A free polyomino of a class stands for ``orbit`` fixed ones, and for two one-sided ones if it
    is chiral.

    >>> polyominoes(8, "free")
    Published(oeis='A000105', value=369)
    >>> polyominoes(8, "one-sided", "rotate")
    Published(oeis='2*A006747', value=36)
    """
    if symmetry is None:
        return SEQUENCES.of_kind(cells, kind)
    known = SEQUENCES.of_class(cells, kind, SQUARE.class_named(symmetry))
    return known or Published("", None)


def polyominoes_without_holes(
    cells: int, kind: Kind, symmetry: str | None = None
) -> Published | None:
    """Return the published number without holes, or None if there is no sequence for it."""
    if symmetry is not None:
        return SEQUENCES_WITHOUT_HOLES.of_class(cells, kind, SQUARE.class_named(symmetry))
    return SEQUENCES_WITHOUT_HOLES.of_kind(cells, kind) if kind in WITHOUT_HOLES else None


def polyominoes_by(cells: int, kind: Kind, values: Mapping[str, int | str]) -> Published | None:
    """Return the published number with some values of columns, or None if no sequence has it.

    >>> polyominoes_by(8, "free", {"holes": 0, "symmetry": "axis"})
    Published(oeis='A056879', value=23)
    >>> polyominoes_by(8, "free", {"perimeter": 18})
    Published(oeis='A342243', value=255)
    >>> polyominoes_by(8, "fixed", {"height": 2, "width": 7})
    Published(oeis='A059678', value=24)
    """
    others = {name: value for name, value in values.items() if name != "symmetry"}
    symmetry = values.get("symmetry")
    if not others:
        return polyominoes(cells, kind, None if symmetry is None else str(symmetry))
    if others == {"holes": 0}:
        return polyominoes_without_holes(cells, kind, None if symmetry is None else str(symmetry))
    return _by_columns().get((cells, kind, frozenset(values.items())))


def polyominoes_in_box(kind: Kind, sides: tuple[int, ...], symmetry: str) -> Published | None:
    """Return the published number of polyominoes of all sizes with exactly this bounding box.

    The symmetry is a class, or ``total``.

    >>> polyominoes_in_box("free", (4, 5), "total")
    Published(oeis='A268371', value=21992)
    """
    return _in_boxes().get((kind, symmetry, *sorted(sides)))


@cache
def _in_boxes() -> dict[tuple[str | int, ...], Published]:
    """Return the published numbers by kind, symmetry class, and sides of the box, ascending."""
    return {
        (row["kind"], row["symmetry"], *sorted((int(row["height"]), int(row["width"])))): Published(
            row["oeis"], int(row["count"])
        )
        for row in table(PACKAGE, "polyominoes/polyominoes_in_boxes")
    }


@cache
def _by_columns() -> dict[tuple[int, str, frozenset[tuple[str, int | str]]], Published]:
    """Return the published numbers by one column, and by both sides of the box."""
    known: dict[tuple[int, str, frozenset[tuple[str, int | str]]], Published] = {}
    for row in table(PACKAGE, "polyominoes/polyominoes_by_column"):
        value: frozenset[tuple[str, int | str]] = frozenset({(row["column"], int(row["value"]))})
        known[int(row["cells"]), row["kind"], value] = Published(row["oeis"], int(row["count"]))
    for row in table(PACKAGE, "polyominoes/polyominoes_by_bounding_box"):
        oeis, sides = row["source"].removeprefix("OEIS "), (int(row["height"]), int(row["width"]))
        for height, width in {sides, sides[::-1]}:
            box: frozenset[tuple[str, int | str]] = frozenset(
                {("height", height), ("width", width)}
            )
            known[int(row["n"]), "fixed", box] = Published(oeis, int(row["count"]))
    return known
