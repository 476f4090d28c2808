"""What is published about polyplets."""

from __future__ import annotations

from enumino.families.polyforms.published import Sequences

SEQUENCES = Sequences(
    package=__name__,
    kinds={"fixed": "A006770", "one-sided": "A030233", "free": "A030222"},
    achiral="A030234",
)
