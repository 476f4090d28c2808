"""Weights and coordinates of the vertices of a graph, from a table or from NetworkX's JSON."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import msgspec

from enumino.errors import ProblemError
from enumino.objects.files import MOST_OF_LISTS, found_in, table_rows, text_of
from enumino.objects.graph import Graph, name_of
from enumino.words import plural, quoted

MOST_WEIGHT = 10**15  # of all vertices together, exact as a float
MOST_DISTANCE = 1e12


class PlainVertices(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whole weights of vertices, and points (x, y) with y upwards, in the order of the graph."""

    weights: tuple[Annotated[int, msgspec.Meta(ge=0, le=MOST_WEIGHT)], ...] | None = None
    points: tuple[tuple[float, float], ...] | None = None

    def fits(self, order: int) -> bool:
        """Return whether these are values of some number of vertices."""
        return all(own is None or len(own) == order for own in (self.weights, self.points))


def read(path: str | Path, graph: Graph, weights: str | None) -> PlainVertices:
    """Read the weights in a column, and the columns x and y if all vertices have numbers there.

    A file with the suffix .json has the format of NetworkX or GerryChain; other files are CSV
    tables with the names in the first column. Raises a ProblemError for vertices or weights that
    are missing.
    """
    with found_in(str(path)):
        text = text_of(path, MOST_OF_LISTS)
        is_json = Path(path).suffix.lower() == ".json"
        rows: dict[str, Mapping[str, Any]]
        if is_json:  # the graph was read from the same text before
            rows = {name_of(node["id"]): node for node in json.loads(text)["nodes"]}
        else:
            rows = _of_table(text)
        for name in graph.names:
            if name not in rows:
                raise ProblemError(f"Vertex {quoted(name)} of the graph has no row: add it.")
        found = [rows[name] for name in graph.names]
        known = None if weights is None else _weights(graph.names, found, weights)
        return PlainVertices(known, _points(graph.names, found))


def _of_table(text: str) -> dict[str, Mapping[str, Any]]:
    """Return the rows of a table by the names in the first column."""
    rows = list(table_rows(text, ","))
    if not rows:
        raise ProblemError("The table of vertices is empty: its first line names the columns.")
    (_, header), *others = rows
    if len(set(header)) < len(header):
        raise ProblemError(f"Two columns have the same name: {quoted(','.join(header))}.")
    found: dict[str, Mapping[str, Any]] = {}
    for number, row in others:
        if len(row) != len(header):
            columns = plural(len(header), "column")
            raise ProblemError(f"Line {number} has {len(row)} values, but there are {columns}.")
        if row[0] in found:
            raise ProblemError(f"Line {number} is the second row of vertex {quoted(row[0])}.")
        found[row[0]] = dict(zip(header, row, strict=True))
    return found


def _weights(
    names: Sequence[str], rows: Sequence[Mapping[str, Any]], column: str
) -> tuple[int, ...]:
    """Return the weights in a column."""
    found = []
    for name, row in zip(names, rows, strict=True):
        if column not in row:
            others = ", ".join(map(str, row)) or "none"
            raise ProblemError(
                f"Vertex {quoted(name)} has no {quoted(column)}: its columns are {others}."
            )
        found.append(weight_of(row[column], name))
    return tuple(found)


def weight_of(value: Any, name: str) -> int:
    """Return a weight as an int; raise a ProblemError unless it is a whole number from 0 on."""
    try:
        number = float(value)
        is_whole = not isinstance(value, bool) and number.is_integer() and 0 <= number < MOST_WEIGHT
    except (TypeError, ValueError, OverflowError):
        is_whole = False
    if not is_whole:
        raise ProblemError(
            f"Vertex {quoted(name)} has the weight {quoted(value)}: weights are whole numbers from "
            "0 to 10^15; multiply decimals."
        )
    return int(number)


def _points(names: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return the coordinates, or None unless all vertices have some."""
    if not all(row.get(axis, "") not in ("", None) for row in rows for axis in "xy"):
        return None
    return tuple(
        (_coordinate(row["x"], name), _coordinate(row["y"], name))
        for name, row in zip(names, rows, strict=True)
    )


def _coordinate(value: Any, name: str) -> float:
    with suppress(TypeError, ValueError, OverflowError):
        if abs(number := float(value)) < MOST_DISTANCE:  # not if it is NaN
            return number
    raise ProblemError(
        f"Vertex {quoted(name)} has the coordinate {quoted(value)}: coordinates are numbers "
        "between -10^12 and 10^12."
    )
