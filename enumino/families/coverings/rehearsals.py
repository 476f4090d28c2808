"""Small problems, each of which compiles some of the kernels of tilings and packings."""

from __future__ import annotations

from enumino.enum.exact_cover.engines import Engine
from enumino.enum.kernels.matrices.covering_profiles import enlarged
from enumino.families.coverings.problem import Packings, Tilings
from enumino.families.coverings.profile_tables import ProfileTables


def list_by_masks() -> None:
    """Compile the engine of cell masks, and the kernels for rows of tilings."""
    list(_problem("cell-masks").batches([()]))


def list_classes() -> None:
    """Compile the kernels that make and count rows up to symmetry."""
    problem = Tilings("2x4", "domino", up_to_symmetry=True, engine="cell-masks")
    list(problem.batches([()]))
    problem.count()


def estimate_by_masks() -> None:
    """Compile the kernels that divide its search and count."""
    _estimate("cell-masks")


def list_by_bitsets() -> None:
    """Compile the engine of option bitsets."""
    list(_problem("option-bitsets").batches([()]))


def estimate_by_bitsets() -> None:
    """Compile the kernels that divide its search and count."""
    _estimate("option-bitsets")


def list_by_links() -> None:
    """Compile the engine of dancing links."""
    list(_problem("dancing-links").batches([()]))


def estimate_by_links() -> None:
    """Compile the kernels that divide its search and count."""
    _estimate("dancing-links")


def count_by_profiles() -> None:
    """Compile the tables of profiles."""
    tables = ProfileTables(2, 0, 1)
    tables.enter(0, {0: 1}, 0)
    tables.reflect(0, [0])
    tables.cover(0, [(1, (0, 0, 0, False))])
    for table in tables.tables.values():
        enlarged(table, tables.primes)


def _problem(engine: Engine) -> Tilings:
    return Tilings("2x4", "domino", engine=engine)


def _estimate(engine: Engine) -> None:
    problem = _problem(engine)
    problem.probe((), 1, seed=1)
    problem.count()
    problem.count(by_key=False)


def list_in_space() -> None:
    """Compile the engines and rows for pieces of cubes, where tilings have not compiled them."""
    for engine in ("option-bitsets", "dancing-links"):
        problem = Packings("cubic", "2x2x2", "dicube", engine=engine)
        list(problem.batches([()]))
        problem.count()


REHEARSALS = (
    list_by_masks,
    list_classes,
    list_by_bitsets,
    list_by_links,
    estimate_by_masks,
    estimate_by_bitsets,
    estimate_by_links,
    count_by_profiles,
    list_in_space,
)
