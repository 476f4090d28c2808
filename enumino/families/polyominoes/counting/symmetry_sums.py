"""From counts of invariant polyominoes to symmetry classes: Burnside's lemma and its refinement.

Let F(G) be the number of fixed polyominoes invariant under a concrete group G, summed over the
places its centre may have. Subtracting the larger groups leaves those with exactly the group G.
A free polyomino whose group has g elements has 8/g fixed images, and the groups that are alike
(two axis mirrors, two diagonal mirrors) share them out. Classes have the names of Redelmeier
(Discrete Mathematics 36, 1981, Table 3).
"""

from __future__ import annotations

from collections.abc import Mapping

from enumino.objects.lattice import SymmetryClass


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
    count = {name: int(number) for name, number in invariant.items()}
    mirror = count["Mcell"] + count["Medge"]
    diagonal = count["M45"]
    half_turn = count["R180C"] + 2 * count["R180E"] + count["R180V"]
    quarter_turn = count["R90C"] + count["R90V"]
    axes = count["D2C"] + 2 * count["D2E"] + count["D2V"]
    diagonals = count["X2C"] + count["X2V"]
    square = count["D4C"] + count["D4V"]

    # Fixed polyominoes with exactly one concrete group each.
    exactly = {
        "all": square,
        "rotate2": quarter_turn - square,
        "axis2": axes - square,
        "diag2": diagonals - square,
        "rotate": half_turn - quarter_turn - axes - diagonals + 2 * square,
        "axis": mirror - axes,
        "diag": diagonal - diagonals,
    }
    symmetric = sum(SymmetryClass(name).conjugates * number for name, number in exactly.items())
    exactly["none"] = int(fixed) - symmetric

    classes: dict[SymmetryClass, int] = {}
    for name in SymmetryClass:
        classes[name], remainder = divmod(name.conjugates * exactly[name], name.orbit("free"))
        if remainder or exactly[name] < 0:
            raise ValueError(
                f"{exactly[name]} fixed polyominoes with exactly the symmetry {name!r} are not "
                f"possible: give counts of one size (fixed = {fixed})."
            )
    return classes
