"""Published numbers of tatami layouts."""

from functools import cache

from enumino.published import Published, table, terms

# Sequences of rooms with a short side of r, by long side, or half of it if r is odd.
BY_SHORT_SIDE = {2: "A068921", 3: "A068922", 4: "A068923", 5: "A068924", 6: "A068925"}
INCONGRUENT_BY_SHORT_SIDE = {2: "A068927", 3: "A068928", 4: "A068929", 5: "A068930", 6: "A068931"}
ANY_MONOMERS_BY_SHORT_SIDE = {2: "A180965", 3: "A180970", 4: "A192090"}


def layouts(
    rows: int, cols: int, monomers: int | None = 0, *, up_to_symmetry: bool = False
) -> Published | None:
    """Return the published number of layouts of a room, or None if no sequence has it.

    The number of half mats is exact; None means any number.
    """
    low, high = sorted((rows, cols))
    if monomers == 0:
        return _dominoes(low, high, up_to_symmetry)
    if up_to_symmetry:
        return None
    if monomers is None:
        oeis = ANY_MONOMERS_BY_SHORT_SIDE.get(low) or ANY_MONOMERS_BY_SHORT_SIDE.get(high)
        length = high if low in ANY_MONOMERS_BY_SHORT_SIDE else low
        value = terms(__name__)[oeis].get(length) if oeis else None
        return Published(oeis, value) if oeis and value is not None else None
    if low == high == monomers:
        return Published("A001787", terms(__name__)["A001787"].get(low))
    return _with_monomers().get((low, high, monomers))


def _dominoes(low: int, high: int, up_to_symmetry: bool) -> Published:
    if low * high % 2:
        return Published("parity", 0)
    name = "tatami_incongruent" if up_to_symmetry else "tatami_rectangles"
    oeis = "A068926" if up_to_symmetry else "A068920"
    found = _rooms(name).get((low, high))
    if found is None:
        by_side = INCONGRUENT_BY_SHORT_SIDE if up_to_symmetry else BY_SHORT_SIDE
        if low in by_side:
            return Published(by_side[low], terms(__name__)[by_side[low]].get(high // (1 + low % 2)))
    return Published(oeis, found)


@cache
def _rooms(name: str) -> dict[tuple[int, int], int]:
    return {
        (int(row["rows"]), int(row["cols"])): int(row["count"]) for row in table(__name__, name)
    }


@cache
def _with_monomers() -> dict[tuple[int, int, int], Published]:
    found = {}
    squares = table(__name__, "tatami_square_n_monomers")
    for row in (*table(__name__, "tatami_monomers"), *squares):
        low, high = sorted(int(row.get(side) or row["n"]) for side in ("rows", "cols"))
        number = row["source"].split(";")[0].removeprefix("OEIS ")
        found[low, high, int(row["monomers"])] = Published(number, int(row["count"]))
    return found
