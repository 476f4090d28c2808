"""Graphs by name, graphs of cells, and files with a graph on each line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from inspect import signature
from itertools import combinations, islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from enumino.arguments import digits
from enumino.errors import ProblemError, optional
from enumino.objects.files import MOST_OF_LISTS, found_in, names_file, numbered_lines, text_of
from enumino.objects.graph import READERS, Graph, name_of
from enumino.objects.lattices import LATTICES
from enumino.objects.region import Region
from enumino.words import plural, quoted, reason

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMS = "grid RxC, king RxC, path N, cycle N, complete N, hypercube N, petersen"
MOST = 1_000_000  # nodes, or edges, of a graph with a name
LINES = (".g6", ".s6")  # files with a graph on each line
# Largest numbers for NetworkX: larger graphs fill the memory before anyone can measure them.
MOST_GIVEN, MOST_STEEP = 100, 10
STEEP = ("dorogovtsev_goltsev_mendes", "kneser", "mycielski", "sudoku")


def graphs_of(given: str | Path) -> list[Graph]:
    """Return the graph with a name, or the graphs in a file."""
    suffix = Path(given).suffix.lower()
    if suffix not in LINES:
        return [graph_of(given)]
    with found_in(str(given)):
        found = []
        for number, line in numbered_lines(text_of(given, MOST_OF_LISTS)):
            with found_in(f"Line {number}"):
                found.append(Graph.parse(line, suffix))
    return found or [Graph.read(given)]  # which refuses an empty file


def graph_of(given: str | Path) -> Graph:
    """Return the graph with a name, or the graph in a file."""
    if isinstance(given, Path) or Path(given).suffix.lower() in READERS or names_file(given):
        return Graph.read(given)
    word, *rest = given.split() or [""]
    lattice = LATTICES.get("square" if word == "grid" else word)
    if lattice is not None:
        return cells_of(Region.parse(" ".join(rest), lattice))
    numbers = [min(digits(each, "The number"), MOST + 1) for each in rest if each.isdecimal()]
    if len(numbers) < len(rest):
        raise ProblemError(f"There is no graph {quoted(given)}: write {FORMS}, or a file.")
    known = _known(word, numbers)
    if known is None:
        return _of_networkx(given, word.replace("-", "_"), numbers)
    nodes, pairs = known
    edges = [] if nodes > MOST else [*islice(pairs, MOST + 1)]
    if nodes < 1 or max(nodes, len(edges)) > MOST:
        raise ProblemError(
            f"The graph {quoted(given)} has no node, or more than {MOST:,} nodes or edges: give "
            "another number."
        )
    return Graph([*map(str, range(nodes))], edges)


def cells_of(region: Region) -> Graph:
    """Return the graph of the cells of a region in reading order, named by their coordinates."""
    if len(region) > MOST:
        raise ProblemError(
            f"{region.name} has {len(region):,} cells: a graph of cells has at most {MOST:,}."
        )
    number = {cell: at for at, cell in enumerate(region.cells)}
    near = ((at, region.lattice.neighbours(cell)) for cell, at in number.items())
    edges = [(at, number[other]) for at, own in near for other in own if other in number]
    names = [",".join(map(str, cell)) for cell in region.cells]
    return Graph(names, np.array(edges, np.int64).reshape(-1, 2))


def _known(word: str, numbers: Sequence[int]) -> tuple[int, Iterable[tuple[int, int]]] | None:
    """Return the number of nodes and the edges of a graph with a name, or None."""
    match word, list(numbers):
        case "path", [n]:
            return n, pairwise(range(n))
        case "cycle", [n] if n > 2:
            return n, pairwise([*range(n), 0])
        case "complete", [n]:
            return n, combinations(range(n), 2)
        case "hypercube", [n]:
            nodes = 1 << min(n, 60)
            return nodes, ((a, a | 1 << k) for a in range(nodes) for k in range(n) if ~a >> k & 1)
        case "petersen", []:
            edges = [((k, (k + 1) % 5), (k, k + 5), (k + 5, (k + 2) % 5 + 5)) for k in range(5)]
            return 10, [pair for own in edges for pair in own]
    return None


def _of_networkx(text: str, word: str, numbers: Sequence[int]) -> Graph:
    """Return the graph of a generator of NetworkX that takes whole numbers and draws none."""
    needed = f"{quoted(text)} is not one of {FORMS}, and the graphs of NetworkX need networkx"
    networkx = optional("networkx", needed, "networkx")
    make = getattr(networkx, f"{word}_graph", None)
    if make is None:
        names = [name.removesuffix("_graph") for name in dir(networkx) if name.endswith("_graph")]
        like = f" like {close[0]}" if (close := get_close_matches(word, names, 1)) else ""
        raise ProblemError(
            f"There is no graph {quoted(text)}: write {FORMS}, the name and numbers of a generator "
            f"of NetworkX{like}, or a file."
        )
    parameters = signature(make).parameters
    takes = [p for p in parameters.values() if p.default is p.empty or type(p.default) is int]
    takes = [p for p in takes if p.kind != p.VAR_KEYWORD]
    fewest = sum(p.default is p.empty and p.kind != p.VAR_POSITIONAL for p in takes)
    is_open = any(p.kind == p.VAR_POSITIONAL for p in takes)
    most = MOST_STEEP if word in STEEP else MOST_GIVEN
    try:
        if "seed" in parameters:
            raise ValueError("it is random, so write it into a file")
        if not fewest <= len(numbers) <= len(takes) and not is_open:
            raise ValueError(f"it takes {plural(len(takes), 'number')}")
        if max(numbers, default=0) > most:
            raise ValueError(f"its numbers go up to {most}, so write a larger one into a file")
        graph: Any = make(*numbers)
        if not graph:
            raise ValueError("it has no node")
        names = [name_of(node) for node in graph]
        place = {node: number for number, node in enumerate(graph)}
        return Graph(names, [(place[one], place[other]) for one, other, *_ in graph.edges])
    except Exception as error:  # generators check little
        raise ProblemError(f"NetworkX makes no graph {quoted(text)}: {reason(error)}.") from error


def side_by_side(graphs: Sequence[Graph]) -> Graph:
    """Return several graphs as one; a node is named ``1:a`` by its graph and its name.

    >>> side_by_side([Graph("ab", [(0, 1)]), Graph("a", [])]).names
    ('1:a', '1:b', '2:a')
    """
    names = [f"{number}:{name}" for number, each in enumerate(graphs, 1) for name in each.names]
    firsts: NDArray[Any] = np.cumsum([0, *map(len, graphs)])
    return Graph(names, np.concatenate([a.edges + k for a, k in zip(graphs, firsts, strict=False)]))
