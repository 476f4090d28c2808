"""Published numbers of tatami layouts."""

from functools import cache

from enumino.published import Published, table, terms

# Tables and sequences without half mats, all layouts and up to symmetry; sequences of rooms with a
# short side of r, by long side, or half of it if r is odd.
RECTANGLES = {False: ("tatami_rectangles", "A068920"), True: ("tatami_incongruent", "A068926")}
BY_SHORT_SIDE = {
    False: {2: "A068921", 3: "A068922", 4: "A068923", 5: "A068924", 6: "A068925"},
    True: {2: "A068927", 3: "A068928", 4: "A068929", 5: "A068930", 6: "A068931"},
}
ANY_MONOMERS_BY_SIDE = {4: "A192090", 3: "A180970", 2: "A180965"}


def layouts(
    rows: int, cols: int, monomers: int | None = 0, *, up_to_symmetry: bool = False
) -> Published | None:
    """Return the published number of layouts of a room, or None if no sequence has it.

    The number of half mats is exact; None means any number.
    """
    low, high = sorted((rows, cols))
    if monomers == 0 and low * high % 2:
        return Published("parity", 0)
    found = _known().get((low, high, monomers, up_to_symmetry))
    if found is None and monomers == 0:
        (_, oeis), by_side = RECTANGLES[up_to_symmetry], BY_SHORT_SIDE[up_to_symmetry]
        return Published(by_side.get(low, oeis), None)
    return found


@cache
def _known() -> dict[tuple[int, int, int | None, bool], Published]:
    """Return all numbers by ascending sides, half mats, and whether up to symmetry."""
    found: dict[tuple[int, int, int | None, bool], Published] = {}
    for row in table(__name__, "tatami_monomers"):
        low, high = sorted(int(row[side]) for side in ("rows", "cols"))
        number = row["source"].split(";")[0].removeprefix("OEIS ")
        found[low, high, int(row["monomers"]), False] = Published(number, int(row["count"]))
    for n, value in terms(__name__)["A001787"].items():
        found[n, n, n, False] = Published("A001787", value)
    for up_to, (name, oeis) in RECTANGLES.items():
        for low, number in BY_SHORT_SIDE[up_to].items():
            for n, value in terms(__name__)[number].items():
                found[low, n * (1 + low % 2), 0, up_to] = Published(number, value)
        for row in table(__name__, name):
            sides = int(row["rows"]), int(row["cols"])
            found[*sides, 0, up_to] = Published(oeis, int(row["count"]))
    for side, number in ANY_MONOMERS_BY_SIDE.items():
        for n, value in terms(__name__)[number].items():
            found[min(side, n), max(side, n), None, False] = Published(number, value)
    return found
