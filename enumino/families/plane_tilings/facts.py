"""The facts about a shape: columns, properties, and how copies tile the plane."""

from typing import Any, NamedTuple

from enumino.errors import ProblemError
from enumino.families.plane_tilings.columns import VERDICT
from enumino.families.plane_tilings.periods import tiles_the_plane
from enumino.families.plane_tilings.rows import PlaneTilingRows
from enumino.families.plane_tilings.shapes import GivenShapes, addresses_of
from enumino.families.polyforms.properties import derived_of
from enumino.objects.addresses import DIGITS
from enumino.objects.lattice import Lattice
from enumino.objects.piece_names import find
from enumino.objects.polyform import Polyform
from enumino.words import quoted


class Facts(NamedTuple):
    """A shape, its values by name, and how copies tile, as a sentence and in characters."""

    shape: Polyform
    values: dict[str, Any]
    sentence: str = ""
    tiling: str = ""


def facts_of(text: str, lattice: Lattice) -> Facts:
    """Return the facts of a shape that is drawn, or has an address or a name.

    Addresses have small letters here, because capitals are names of pieces, such as ``F``.

    >>> from enumino.objects.lattice import SQUARE
    >>> known = facts_of("##./.##", SQUARE).values
    >>> known["name"], known["address"], known["symmetry"], known["tiling"]
    ('S4', 'y', 'rotate', 'translation')
    """
    pieces = find(text.strip(), lattice) if {*text} - {*DIGITS} else ()
    addresses = addresses_of(lattice, pieces[0].shape if len(pieces) == 1 else text)
    if len(addresses) > 1:
        raise ProblemError(f"{quoted(text)} has {len(addresses)} shapes: draw one shape.")
    shape = Polyform.from_address(addresses[0], lattice)
    tiles = tiles_the_plane(lattice)
    source: Any = GivenShapes(lattice, [shape])
    if tiles:
        from enumino.families.plane_tilings.problem import PlaneTilings

        source = PlaneTilings(shape=shape.address, lattice=lattice)
    rows = next(each.records for each in source.batches([()], 1) if each.records.num_rows)
    (row,) = rows.to_pylist()
    own = {each.name: each.of(rows)[0].as_py() for each in derived_of(lattice)}
    ends = {each.name: row.pop(each.name) for each in VERDICT if each.name in row}
    found = {"lattice": lattice.name, **row, **own, **ends}
    values = {name: found.pop(name) for name in ("name", "address", "code")} | found
    if not tiles:
        return Facts(shape, values)
    family = PlaneTilingRows(source.to_json())
    verdict = {**row, **ends}
    return Facts(shape, values, family.sentence(verdict), family.picture(family.object_of(verdict)))
