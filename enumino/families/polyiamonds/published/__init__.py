"""What is published about polyiamonds."""

from __future__ import annotations

from enumino.families.polyforms.published import Sequences

SEQUENCES = Sequences(
    package=__name__,
    kinds={"fixed": "A001420", "one-sided": "A006534", "free": "A000577"},
    achiral="A030223",
    with_holes="A070764",
)
