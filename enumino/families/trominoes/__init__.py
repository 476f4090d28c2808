"""Deficient boards, covered by L-trominoes: Golomb's construction (1954)."""

from enumino.registry import Family

FAMILY = Family(
    name="trominoes",
    summary="Boards with one cell missing, covered by L-trominoes.",
    example="--board 8 --missing 3,2",
    package=__name__,
    parameters_name="TrominoParameters",
    problem_name="Trominoes",
    rows_name="TrominoRows",
)
