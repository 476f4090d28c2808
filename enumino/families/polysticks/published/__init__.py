"""What is published about polysticks."""

from __future__ import annotations

from enumino.families.polyforms.published import Sequences

SEQUENCES = Sequences(
    package=__name__,
    kinds={"fixed": "A096267", "one-sided": "A151537", "free": "A019988"},
    with_holes="A348095",
)
