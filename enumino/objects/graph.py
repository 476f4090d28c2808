"""Graphs with named nodes; the suffix of a file says its format."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
import numpy.typing as npt

from enumino.arrays import I32, I64, U8
from enumino.errors import ProblemError
from enumino.objects.files import MOST_OF_LISTS, found_in, numbered_lines, table_rows, text_of
from enumino.words import plural, quoted

MOST_NODES = 2_000_000
MOST_EDGES = 20_000_000

Pairs = I64
Parsed = tuple[Sequence[str], Pairs]  # names of nodes, and the ends of edges, int64[m, 2]


class Graph:
    """A simple undirected graph.

    Loops and repeated edges are dropped.

    Parameters
    ----------
    names : sequence of str
        The nodes, numbered from 0.
    edges : int array [m, 2], or pairs of numbers
        The nodes at the ends of each edge.

    Raises
    ------
    ProblemError
        If two nodes have the same name, an end is not a node, or the graph is too large.

    Examples
    --------
    >>> Graph(["a", "b", "c"], [(0, 1), (1, 2), (2, 1)])
    Graph of 3 nodes and 2 edges
    """

    def __init__(
        self, names: Sequence[str], edges: Iterable[Sequence[int]] | npt.NDArray[np.integer[Any]]
    ) -> None:
        self.names = tuple(names)
        _check_nodes(len(self.names))
        for name in self.names:
            if not isinstance(name, str) or not name:
                raise ProblemError(f"A node of the graph has the name {quoted(name)}: write text.")
        for name, times in Counter(self.names).items():
            if times > 1:
                raise ProblemError(f"Two nodes of the graph have the name {quoted(name)}.")
        try:
            ends = edges if isinstance(edges, np.ndarray) else np.array(list(edges))
        except ValueError:  # lists of different lengths
            ends = np.zeros(1)
        if ends.size and (ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu"):
            raise ProblemError(
                "The edges of a graph are pairs of the numbers of its nodes: leave out weights, "
                "and give the edges of a matrix as `np.argwhere(matrix)`."
            )
        nodes = len(self.names)
        ends = np.sort(ends.reshape(-1, 2).astype(np.int64), axis=1)
        others = ends[(ends < 0) | (ends >= nodes)]
        if others.size:
            raise ProblemError(
                f"An edge of the graph ends at node {others[0]}: nodes are 0 to {nodes - 1}."
            )
        keys = np.unique((ends[:, 0] * nodes + ends[:, 1])[ends[:, 0] < ends[:, 1]])
        self.edges: Pairs = np.stack(np.divmod(keys, max(1, nodes)), axis=1)  # in order
        if len(keys) > MOST_EDGES:
            raise ProblemError(
                f"The graph has {len(keys):,} edges: at most {MOST_EDGES:,} are searched."
            )

    @classmethod
    def read(cls, path: str | Path) -> Graph:
        """Read a graph from a file.

        Parameters
        ----------
        path : str or Path
            ``.csv``, ``.tsv`` or ``.txt``: a list of edges, each line with two names, separated by
            a comma, a tab or blanks, or with the name of a node without edges; ``.json``: the
            ``node_link_data`` or ``adjacency_data`` of NetworkX, which GerryChain writes;
            ``.g6``: graph6; ``.s6``: sparse6.

        Raises
        ------
        ProblemError
            If the file has another suffix, cannot be read, holds no undirected graph or several
            graphs, or can be read in two ways.
        """
        suffix = Path(path).suffix.lower()
        if suffix not in READERS:
            raise ProblemError(f"{path} has none of the suffixes {', '.join(READERS)}.")
        with found_in(str(path)):
            return cls.parse(text_of(path, MOST_OF_LISTS), suffix)

    @classmethod
    def parse(cls, text: str, suffix: str) -> Graph:
        r"""Return the graph of a text in the format of a suffix; see `read`.

        >>> Graph.parse("a,b\nb,c\nd", ".csv").names
        ('a', 'b', 'c', 'd')
        >>> Graph.parse("DqK", ".g6")
        Graph of 5 nodes and 5 edges
        """
        return cls(*READERS[suffix](text))

    def __repr__(self) -> str:
        return f"Graph of {plural(len(self.names), 'node')} and {plural(len(self.edges), 'edge')}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self.names == other.names and np.array_equal(self.edges, other.edges)

    def __hash__(self) -> int:
        return hash((len(self.names), self.edges.tobytes()))

    def __len__(self) -> int:
        return len(self.names)

    @cached_property
    def adjacency(self) -> tuple[Pairs, I32]:
        """Starts int64[n + 1] and neighbours int32[2 m].

        The neighbours of v, ascending, are those from ``starts[v]`` to ``starts[v + 1]``.
        """
        ends = np.concatenate([self.edges, self.edges[:, ::-1]])
        ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
        starts = np.searchsorted(ends[:, 0], np.arange(len(self) + 1))
        return starts.astype(np.int64), ends[:, 1].astype(np.int32)

    def plain(self) -> PlainGraph:
        """Return the graph as values."""
        starts = np.searchsorted(self.edges[:, 0], np.arange(len(self) + 1)).tolist()
        higher = [str(end) for end in self.edges[:, 1].tolist()]
        lists = (",".join(higher[a:b]) for a, b in pairwise(starts))
        names = None if self.names == _numbers(len(self)) else self.names
        return PlainGraph(len(self), ";".join(lists), names)


class PlainGraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A graph as values: the later neighbours of each node, and names other than the numbers."""

    nodes: int
    edges: Annotated[str, msgspec.Meta(pattern=r"^[0-9,;]*\Z")]
    names: tuple[str, ...] | None = None

    def graph(self) -> Graph:
        """Return the graph with these values."""
        lists = self.edges.replace(",", " ").replace(";", " -1 ")
        ends = np.fromstring(lists, np.int64, sep=" ")
        last = ends == -1  # the ends of the lists of neighbours
        edges = np.stack([np.cumsum(last)[~last], ends[~last]], axis=1)
        return Graph(self.names or _numbers(self.nodes), edges)


def _from_lines(text: str) -> Parsed:
    """Read a list of edges with blanks between names and, as in NetworkX, attributes."""
    rows = []
    for number, line in numbered_lines(text, "#"):
        edge = line.partition(" {")[0] if line.rstrip().endswith("}") else line
        if "," in edge or ";" in edge:
            raise ProblemError(
                f"Line {number} has commas or semicolons, but names in .txt are separated by "
                "blanks: end the name of a file with commas in .csv."
            )
        rows.append((number, edge.split()))
    return _from_rows(rows, "blanks")


def _from_table(text: str, separator: str, between: str) -> Parsed:
    """Read a list of edges in CSV."""
    rows = list(table_rows(text, separator))
    for number, row in rows:
        if row[0].startswith("#"):
            raise ProblemError(f"Line {number} begins with #: CSV has no comments, leave it out.")
    return _from_rows(rows, between)


def _from_rows(numbered: Sequence[tuple[int, list[str]]], between: str) -> Parsed:
    """Return the graph of rows, each with the two names of an edge or with one name of a node."""
    wanted = f"write the two names of an edge on each line, with {between} between them"
    for number, row in numbered:
        if len(row) > 2:
            raise ProblemError(
                f"Line {number} names {plural(len(row), 'node')}: {wanted}, and no weights."
            )
    rows = _without_header([row for _, row in numbered])
    if not any(len(row) == 2 for row in rows):
        raise ProblemError(f"The graph has no edges: {wanted}.")
    names = [*dict.fromkeys(chain(*rows))]
    if all(map(_is_number, names)):
        names.sort(key=int)
    number_of = {name: k for k, name in enumerate(names)}
    edges = [(number_of[row[0]], number_of[row[1]]) for row in rows if len(row) == 2]
    return names, np.array(edges, np.int64)


def _without_header(rows: list[list[str]]) -> list[list[str]]:
    """Return rows without a first row ``source,target``; refuse other rows that may be headers.

    Words above numbers may name columns, and two numbers may be the numbers of nodes and edges.
    """
    first, others = (rows or [[]])[0], {*chain(*rows[1:])}
    is_header = first == ["source", "target"]
    if is_header and others.isdisjoint(first):
        return rows[1:]
    if others and all(map(_is_number, others)):
        numbers = [_is_number(name) for name in first]
        is_size = all(numbers) and first[1:] in ([], [str(len(rows) - 1)])
        is_header = not any(numbers) or (is_size and int(first[0]) >= len(others))
    if is_header:
        raise ProblemError(
            f"The first line, {quoted(' '.join(first))}, may be a header or part of the graph: "
            "leave it out, or move it to another line."
        )
    return rows


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10


def _decoded(text: str, form: str, mark: str = "") -> tuple[int, U8]:
    """Return the number of nodes and the further bits of a graph in graph6 or sparse6."""
    lines = [line.strip() for _, line in numbered_lines(text)]
    if len(lines) != 1:
        raise ProblemError(f"The file has {len(lines)} graphs: write one on a line of its own.")
    if len(lines[0].split()) > 1:
        raise ProblemError(
            f"{quoted(lines[0])} has a blank: {form} has neither blanks nor comments."
        )
    word = lines[0].removeprefix(f">>{form}<<")
    codes = [ord(letter) - 63 for letter in word.removeprefix(mark)]
    start, end = (0, 1) if codes[:1] != [63] else (2, 8) if codes[1:2] == [63] else (1, 4)
    is_whole = word.startswith(mark) and len(codes) >= end
    if not is_whole or not all(0 <= code < 64 for code in codes):
        raise ProblemError(f"The text is not a graph in {form}, or it is damaged.")
    nodes = 0
    for digit in codes[start:end]:
        nodes = nodes * 64 + digit
    _check_nodes(nodes)
    # The lowest six bits of each code.
    return nodes, np.unpackbits(np.array([codes[end:]], np.uint8).T, axis=1)[:, 2:].ravel()


def _from_graph6(text: str) -> Parsed:
    """Read graph6 (B. D. McKay): the upper triangle of the matrix, column by column."""
    nodes, bits = _decoded(text, "graph6")
    if not 0 <= bits.size - nodes * (nodes - 1) // 2 < 6:
        raise ProblemError("The graph in graph6 is damaged: its length does not fit its nodes.")
    at = np.flatnonzero(bits[: nodes * (nodes - 1) // 2])
    starts = np.arange(nodes) * np.arange(-1, nodes - 1) // 2  # of the columns
    column = np.searchsorted(starts, at, "right") - 1
    return _numbers(nodes), np.stack([at - starts[column], column], axis=1)


def _from_sparse6(text: str) -> Parsed:
    """Read sparse6 (B. D. McKay): steps to later nodes v, and edges to v."""
    nodes, bits = _decoded(text, "sparse6", ":")
    width = max(1, (nodes - 1).bit_length())
    items = bits[: bits.size // (width + 1) * (width + 1)].reshape(-1, width + 1)
    others = items[:, 1:].astype(np.int64) @ (1 << np.arange(width)[::-1])
    v, edges = 0, []
    for step, other in zip(items[:, 0].tolist(), others.tolist(), strict=True):
        v += step
        if v >= nodes or other >= nodes:  # the bits that fill the last letter
            break
        if other > v:
            v = other
        else:
            edges.append((other, v))
    return _numbers(nodes), np.array(edges, np.int64).reshape(-1, 2)


def _check_nodes(nodes: int) -> None:
    """Raise a ProblemError if there are too many nodes."""
    if nodes > MOST_NODES:
        raise ProblemError(f"The graph has {nodes:,} nodes: at most {MOST_NODES:,} are searched.")


def _numbers(nodes: int) -> tuple[str, ...]:
    """Return the numbers of nodes as names."""
    _check_nodes(nodes)
    return tuple(map(str, range(nodes)))


def _from_networkx(text: str) -> Parsed:
    """Read JSON of NetworkX or GerryChain: nodes, and links, edges or adjacency."""
    try:
        values = json.loads(text)
        directed = values.get("directed")
        names = [name_of(node["id"]) for node in values["nodes"]]
        place = {name: number for number, name in enumerate(names)}
        edges = [(place[one], place[other]) for one, other in _pairs(values, names)]
        "".join(names).encode()  # raises an error for an escape of half a character
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        where = ""
        if isinstance(error, json.JSONDecodeError):
            where = f" from line {error.lineno}, column {error.colno} on"
        raise ProblemError(
            f"The JSON is not a whole graph{where}: write networkx.node_link_data."
        ) from error
    if directed:
        raise ProblemError("The graph is directed: write it with to_undirected().")
    return names, np.array(edges, np.int64).reshape(-1, 2)


def _pairs(values: Any, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the ends of each edge."""
    if "adjacency" in values:
        for name, near in zip(names, values["adjacency"], strict=True):
            yield from ((name, name_of(each["id"])) for each in near)
        return
    for each in values["links"] if "links" in values else values["edges"]:
        yield name_of(each["source"]), name_of(each["target"])


def name_of(value: Any) -> str:
    """Return a name as text; NetworkX writes tuples such as (0, 1) as lists."""
    return ",".join(map(name_of, value)) if isinstance(value, list | tuple) else str(value)


READERS: dict[str, Callable[[str], Parsed]] = {
    ".csv": partial(_from_table, separator=",", between="a comma"),
    ".tsv": partial(_from_table, separator="\t", between="a tab"),
    ".txt": _from_lines,
    ".json": _from_networkx,
    ".g6": _from_graph6,
    ".s6": _from_sparse6,
}
