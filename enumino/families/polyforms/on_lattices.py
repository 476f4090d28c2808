"""Polyforms on a lattice from a file: the lattice is a parameter of the problem."""

from __future__ import annotations

from functools import cache

from enumino.families.polyforms.families import ON_LATTICES, PolyformFamily
from enumino.families.polyforms.published import Sequences
from enumino.objects.lattice_files.definition import Definition, is_shipped

# Published numbers of the polyforms of shipped lattices, by name.
SEQUENCES = {"kite": Sequences("polykites", kinds={"free": "A057786"})}


@cache
def family_on(definition: Definition) -> PolyformFamily:
    """Return the family of the polyforms of a lattice, which goes by the name of ``polyforms``.

    Estimates come from the mean number of neighbours, d: the polyforms of the built-in lattices of
    the plane grow by 0.8 d + 0.7 a cell, within 7 %.
    """
    from enumino.objects.lattice_files.tiling import lattice_of  # needs NumPy

    lattice, name = lattice_of(definition), definition.name
    neighbours = sum(map(len, lattice.steps)) / lattice.sublattices
    return PolyformFamily(
        name=ON_LATTICES.name,
        problem=ON_LATTICES.problem,
        noun=definition.polyforms,
        summary=ON_LATTICES.summary,
        lattice=lattice,
        growth=0.8 * neighbours + 0.7,
        amplitude=0.3 * lattice.sublattices,
        sequences=SEQUENCES.get(name, _NONE) if is_shipped(definition) else _NONE,
    )


_NONE = Sequences("", kinds={})
