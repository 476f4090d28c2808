"""What is published about polycubes."""

from __future__ import annotations

from enumino.families.polyforms.published import Sequences

CLASSES = {
    "I": "A376964",
    "A": "A376965",
    "B": "A376966",
    "C": "A376967",
    "D": "A376968",
    "E": "A376969",
    "F": "A376970",
    "G": "A376971",
    "H": "A376972",
    "J": "A376973",
    "K": "A376974",
    "BB": "A376975",
    "BC": "A376976",
    "BE": "A376977",
    "BF": "A376978",
    "CE": "A376979",
    "CK": "A376980",
    "EE": "A376981",
    "CD": "A376982",
    "FF": "A376983",
    "AE": "A376984",
    "BFF": "A376985",
    "CJ": "A376986",
    "EEE": "A376987",
    "EF": "A376988",
    "EFF": "A376989",
    "CF": "A376990",
    "BBC": "A376991",
    "AB": "A377127",
    "BD": "A377128",
    "CCC": "A377129",
    "DEE": "A377130",
    "R": "A377131",
}
"""Of free polycubes by Lunnon's letters (J. Mason, 2024)."""

SEQUENCES = Sequences(
    package=__name__,
    kinds={"fixed": "A001931", "one-sided": "A000162", "free": "A038119"},
    achiral="A007743",
    classes=CLASSES,
)
