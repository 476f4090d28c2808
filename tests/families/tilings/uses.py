"""The uses of pieces as arguments of `Tilings`."""

from __future__ import annotations

USES: dict[str, dict[str, bool]] = {
    "any": {},
    "at-most-once": {"at_most_once": True},
    "each-once": {"each_once": True},
}
