"""List the partitions of a graph into connected parts: rows and counts of their tree.

`growing_parts` has the search and its state. A partition compares with its images under symmetries
as a list of the parts of the vertices, where parts are numbered by first vertices; with UP_TO, the
smallest of the images is kept (R. C. Read, *Every one a winner*, Ann. Discrete Math. 2, 1978).

The number of spanning trees of a part is a determinant (Kirchhoff). It is kept for parts before the
growing one, which many rows share.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from enumino.arrays import I8, I32, I64, U8, U16
from enumino.enum.kernels.listing.growing_parts import (
    CHOICE,
    FIRST,
    KIND,
    KNOWN,
    OBJECT,
    PART,
    TAKEN,
    UP_TO,
    WEIGHT,
    State,
    Tables,
    enter_subtree,
    go_on,
    go_to_child,
    new_state,
)
from enumino.enum.kernels.shared.cursor import DONE, NO_SUCH_NODE, NODES, OWNED
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine
from enumino.enum.kernels.shared.symmetry import REJECTED
from enumino.enum.kernels.shared.walks import draw

__all__ = ["Columns", "State", "Tables", "advance", "is_full", "new_columns", "new_state",
           "seek_and_probe", "tally", "write_rows"]  # fmt: skip

WHOLE = 2.0**50  # numbers of spanning trees up to here are rounded
LARGE = 1e250  # products above it are taken apart


class Columns(NamedTuple):
    """Preallocated output."""

    owners: U16  # [n, rows], the part of each vertex
    # The numbers of vertices and the weights of the parts of row i, both ascending, are from
    # ``offsets[i]`` to ``offsets[i + 1]``.
    sizes: I32  # [items]
    weights: I64  # [items]
    offsets: I32  # [rows + 1]
    parts: I32  # [rows], and so all below
    cut_edges: I32
    log_trees: npt.NDArray[np.float64]
    symmetry: I8
    orbit: U8


def new_columns(rows: int, size: int) -> Columns:
    """Return columns for up to `rows` partitions of a graph of `size` vertices."""
    return Columns(
        owners=np.empty((size, rows), np.uint16),
        sizes=np.empty(rows * size, np.int32),
        weights=np.empty(rows * size, np.int64),
        offsets=np.zeros(rows + 1, np.int32),
        parts=np.empty(rows, np.int32),
        cut_edges=np.empty(rows, np.int32),
        log_trees=np.empty(rows),
        symmetry=np.zeros(rows, np.int8),
        orbit=np.ones(rows, np.uint8),
    )


@kernel
def is_full(state, out, filled):
    """Return whether there is no room for another partition."""
    return filled == out.parts.size


@subroutine
def log_trees(state, part):
    """Return the logarithm of the number of spanning trees of a part.

    By Kirchhoff's theorem, the number is a determinant: of the Laplacian matrix without a vertex.
    """
    starts, neighbours, owner = state.tables.starts, state.tables.neighbours, state.owner
    place, stack, matrix, size = state.place, state.stack, state.matrix, 0
    for vertex in range(state.parts[part, FIRST], owner.size):
        if owner[vertex] == part:
            place[vertex], stack[size] = size, vertex
            matrix[size, : size + 1] = 0.0
            matrix[: size + 1, size] = 0.0
            size += 1
    for row in range(1, size):
        vertex = stack[row]
        for i in range(starts[vertex], starts[vertex + 1]):
            if owner[neighbours[i]] == part:
                matrix[row, row] += 1.0
                matrix[row, place[neighbours[i]]] = -1.0
    found, product = 0.0, 1.0
    for pivot in range(1, size):
        product *= matrix[pivot, pivot]
        if product > LARGE:
            found, product = found + np.log(product), 1.0
        for row in range(pivot + 1, size):
            factor = matrix[row, pivot] / matrix[pivot, pivot]
            if factor != 0.0:
                for column in range(pivot + 1, size):
                    matrix[row, column] -= factor * matrix[pivot, column]
    return found + np.log(np.rint(product) if found == 0.0 and product < WHOLE else product)


@subroutine
def kept_by(state):
    """Return the symmetries that keep the partition, as bits, or REJECTED for a larger image.

    Partitions compare as lists of the parts of the vertices, numbered by first vertices.
    """
    owner, sources, number = state.owner, state.tables.sources, state.place
    found = np.int64(0)
    for image in range(sources.shape[0]):
        number[: state.cursor[PART] + 1] = -1
        parts, order = 0, 0
        for vertex in range(owner.size):
            part = owner[sources[image, vertex]]
            if number[part] < 0:
                number[part] = parts
                parts += 1
            order = number[part] - owner[vertex]
            if order != 0:
                break
        if order == 0:
            found |= np.int64(1) << state.tables.codes[image]
        elif order < 0 and state.tables.limits[UP_TO]:
            return np.int64(REJECTED)
    return found


@inlined
def class_of(tables, kept):
    """Return the symmetry class of a partition with some symmetries, given as bits."""
    at = 0
    while tables.subgroups[at] != kept:
        at += 1
    return tables.classes[at]


@inlined
def sort_in(values, start, end, value):
    """Put a value into ascending ``values[start:end]``, which has room behind its end."""
    while end > start and values[end - 1] > value:
        values[end] = values[end - 1]
        end -= 1
    values[end] = value


@inlined
def record(state, out, filled):
    """Write the partition as a row, unless another image represents it; return the rows filled."""
    tables, owner, cursor = state.tables, state.owner, state.cursor
    kept, parts, images = kept_by(state), cursor[PART] + 1, tables.sources.shape[0] + 1
    if kept == REJECTED:
        return filled
    out.symmetry[filled] = class_of(tables, kept)
    if tables.limits[UP_TO]:
        order = 1
        while kept != 0:
            kept &= kept - 1
            order += 1
        out.orbit[filled] = images // order
    cut, sizes = 0, state.place
    sizes[:parts] = 0
    for vertex in range(owner.size):
        out.owners[vertex, filled] = owner[vertex]
        sizes[owner[vertex]] += 1
        for i in range(tables.starts[vertex], tables.starts[vertex + 1]):
            cut += owner[tables.neighbours[i]] != owner[vertex]
    start = out.offsets[filled]
    for part in range(parts):
        sort_in(out.sizes, start, start + part, sizes[part])
        sort_in(out.weights, start, start + part, state.parts[part, WEIGHT])
    out.offsets[filled + 1] = start + parts
    out.parts[filled], out.cut_edges[filled] = parts, cut // 2
    for part in range(cursor[KNOWN], parts):
        state.trees[part] = log_trees(state, part)
    cursor[KNOWN] = parts
    found = 0.0
    for part in range(parts):
        found += state.trees[part]
    out.log_trees[filled] = found
    return filled + 1


@kernel
def advance(state, out, filled, max_nodes):
    """Write rows from `filled` on, for about `max_nodes` nodes; return the rows filled."""
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    cursor[NODES] += cursor[OWNED]
    cursor[OWNED] = 0
    while cursor[DONE] == 0 and cursor[NODES] < budget and filled < out.parts.size:
        if cursor[KIND] == CHOICE:
            cursor[NODES] += 1
            go_to_child(state, TAKEN)
        else:
            if cursor[KIND] == OBJECT:
                filled = record(state, out, filled)
            go_on(state)
    return filled


@kernel
def write_rows(state, owners, out):
    """Write partitions as rows: the part of each vertex, [n, rows]."""
    tables, cursor, parts = state.tables, state.cursor, state.parts
    for row in range(owners.shape[1]):
        cursor[PART], cursor[KNOWN] = -1, 0
        for vertex in range(owners.shape[0]):
            part = owners[vertex, row]
            if part > cursor[PART]:
                cursor[PART], parts[part, FIRST], parts[part, WEIGHT] = part, vertex, 0
            parts[part, WEIGHT] += tables.weights[vertex]
            state.owner[vertex] = part
        record(state, out, row)


@kernel
def tally(state, counts, max_nodes):
    """Add the partitions of about `max_nodes` nodes to int64[parts + 1, classes] `counts`.

    With one class, partitions are not told apart by their classes.
    """
    cursor = state.cursor
    budget = cursor[NODES] + max_nodes
    cursor[NODES] += cursor[OWNED]
    cursor[OWNED] = 0
    looks = counts.shape[1] > 1 or state.tables.limits[UP_TO] == 1
    while cursor[DONE] == 0 and cursor[NODES] < budget:
        if cursor[KIND] == CHOICE:
            cursor[NODES] += 1
            go_to_child(state, TAKEN)
        else:
            if cursor[KIND] == OBJECT:
                kept = kept_by(state) if looks else np.int64(0)
                if kept != REJECTED:
                    code = class_of(state.tables, kept) if counts.shape[1] > 1 else 0
                    counts[cursor[PART] + 1, code] += 1
            go_on(state)


@kernel
def seek_and_probe(state, prefix, walks, random):
    """Enter a subtree; return its children, and the nodes that random walks estimate, in all."""
    total = 0.0
    for _ in range(walks):
        if enter_subtree(state, prefix) == NO_SUCH_NODE:
            break
        nodes, product, kind = 1.0, 1.0, state.cursor[KIND]
        while kind == CHOICE:
            random, child, product, nodes = draw(random, 2, product, nodes)
            kind = go_to_child(state, child)
        total += nodes
    return enter_subtree(state, prefix), total
