"""From counts of invariant polyominoes to symmetry classes, by the names of their groups."""

from __future__ import annotations

from collections.abc import Mapping

from enumino.enum.symmetric_shapes import classes_from
from enumino.families.polyominoes.counting.orbit_graph import SUBJECTS
from enumino.objects.lattice import SQUARE, SymmetryClass


def symmetry_classes(fixed: int, invariant: Mapping[str, int]) -> dict[SymmetryClass, int]:
    """Count the free polyominoes of one size by their exact symmetry.

    Parameters
    ----------
    fixed : int
        All fixed polyominoes of that size.
    invariant : mapping of str to int
        Those invariant under each of the groups `orbit_graph.SYMMETRIES`, by name.

    Returns
    -------
    dict
        Free polyominoes by class.

    Raises
    ------
    ValueError
        When the counts cannot belong to polyominoes of one size.

    Examples
    --------
    The tetrominoes L (none), S (rotate), T (axis), I (axis2) and O (all):

    >>> counts = dict(Mcell=3, Medge=2, M45=1, R180C=0, R180E=3, R180V=1, R90C=0, R90V=1)
    >>> counts |= dict(D2C=0, D2E=1, D2V=1, X2C=0, X2V=1, D4C=0, D4V=1)
    >>> {str(name): number for name, number in symmetry_classes(19, counts).items() if number}
    {'none': 1, 'rotate': 1, 'axis': 1, 'axis2': 1, 'all': 1}
    """
    kept = {subject: int(invariant[name]) for name, subject in SUBJECTS.items()}
    return {
        SymmetryClass(name): number for name, number in classes_from(SQUARE, fixed, kept).items()
    }
