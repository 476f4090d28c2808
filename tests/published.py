"""The published tables of a family, by its folder."""

from enumino import published


def table(folder: str, name: str) -> list[dict[str, str]]:
    return published.table(f"enumino.families.{folder}.published", name)


def terms(folder: str, lattice: str = "") -> dict[str, dict[int, int]]:
    return published.terms(f"enumino.families.{folder}.published", lattice)


def numbers(folder: str, name: str) -> list[list[int]]:
    """All numbers of a table, row by row; its last column says where they are from."""
    return [[int(value) for value in list(row.values())[:-1]] for row in table(folder, name)]
