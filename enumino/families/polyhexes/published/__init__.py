"""What is published about polyhexes."""

from __future__ import annotations

from enumino.families.polyforms.published import Sequences

SEQUENCES = Sequences(
    package=__name__,
    kinds={"fixed": "A001207", "one-sided": "A006535", "free": "A000228"},
    achiral="A030225",
    with_holes="A038144",
)
