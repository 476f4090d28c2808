"""Graphs: nodes with names, and edges between them.

Texts of graphs are lists of edges, graph6, sparse6 and JSON of NetworkX; all else is refused.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError
from enumino.objects.files import MOST_OF_LISTS, found_in, text_of
from enumino.words import plural, quoted

MOST_NODES = 2_000_000
MOST_EDGES = 20_000_000

Pairs = npt.NDArray[np.int64]
Parsed = tuple[Sequence[str], Pairs]  # names of nodes, and ends int64[m, 2] of edges

# First lines of lists of edges that name the columns instead of nodes.
HEADS = (["source", "target"], ["from", "to"], ["u", "v"], ["node1", "node2"])
SEPARATORS = "\t;,"
# Other formats, some of whose lines could be edges, by their marks.
OTHERS = {
    "digraph6": r"\A(?:&\S+$|>>digraph6<<)",
    "XML, such as GraphML": r"\A<",
    "Pajek": r"\A\*\s*[a-z]",
    "Matrix Market, METIS or KONECT": r"\A%",
    "GML": r"^\s*graph\s*\[",
    "DOT": r"\A(?:strict|graph|digraph)\b[^\n{]*\{|\s-[->]\s",
    "lists of neighbours": r"^[^\s#,;]+:(\s|$)",
    "one of others": r"\A[*&;(\[]|\A>>|[\[{]\s*$",
}


class Graph:
    """A simple undirected graph.

    Loops and repeated edges are dropped.

    Parameters
    ----------
    names : sequence of str
        The nodes, in the order of their numbers from 0.
    edges : int array [m, 2], or pairs of numbers
        The ends of each edge.

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
        for name, times in Counter(self.names).items():
            if not isinstance(name, str) or not name:
                raise ProblemError(f"A node of the graph has the name {quoted(name)}: write text.")
            if times > 1:
                raise ProblemError(f"Two nodes of the graph have the name {quoted(name)}.")
        ends = edges if isinstance(edges, np.ndarray) else np.array(list(edges))
        ends = ends.astype(np.int64) if ends.size == 0 else ends
        if ends.size and (ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu"):
            raise ProblemError(
                "The edges of a graph are pairs of the numbers of its nodes: leave out weights, "
                "and give the edges of a matrix as `np.argwhere(matrix)`."
            )
        nodes = len(self.names)
        others = ends[(ends < 0) | (ends >= nodes)]
        if others.size:
            raise ProblemError(
                f"An edge of the graph ends at node {others[0]}: nodes are 0 to {nodes - 1}."
            )
        ends = np.sort(ends.reshape(-1, 2).astype(np.int64), axis=1)
        keys = np.unique((ends[:, 0] * nodes + ends[:, 1])[ends[:, 0] < ends[:, 1]])
        self.edges: Pairs = np.stack(np.divmod(keys, max(1, nodes)), axis=1)  # in order
        if len(keys) > MOST_EDGES:
            raise ProblemError(
                f"The graph has {len(keys):,} edges: at most {MOST_EDGES:,} are searched."
            )

    @classmethod
    def read(cls, path: str) -> Graph:
        """Return the graph of a file.

        Parameters
        ----------
        path : str
            A list of edges (two names on each line, separated by a comma, a semicolon, a tab or
            spaces; one name is a node without edges), graph6, sparse6, or JSON of NetworkX
            (``node_link_data``).

        Raises
        ------
        ProblemError
            If the file cannot be read, holds no undirected graph, more than one, or may be read in
            two ways.
        """
        with found_in(path):
            return cls.parse(text_of(path, MOST_OF_LISTS))

    @classmethod
    def parse(cls, text: str) -> Graph:
        r"""Return the graph of a text in one of the formats of `read`.

        >>> Graph.parse("a,b\nb,c\nd").names
        ('a', 'b', 'c', 'd')
        >>> Graph.parse("DqK")
        Graph of 5 nodes and 5 edges
        """
        return cls(*_parsed(text))

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
    def adjacency(self) -> tuple[Pairs, npt.NDArray[np.int32]]:
        """Starts int64[n + 1] and neighbours int32[2 m]: those of v are ascending, from
        ``starts[v]`` to ``starts[v + 1]``.
        """
        ends = np.concatenate([self.edges, self.edges[:, ::-1]])
        ends = ends[np.lexsort((ends[:, 1], ends[:, 0]))]
        starts = np.searchsorted(ends[:, 0], np.arange(len(self) + 1))
        return starts.astype(np.int64), ends[:, 1].astype(np.int32)

    def plain(self) -> PlainGraph:
        """Return the graph as values.

        >>> Graph(["a", "b", "c"], [(0, 2), (1, 2)]).plain()
        PlainGraph(nodes=3, edges='2;2;', names=('a', 'b', 'c'))
        """
        starts = np.searchsorted(self.edges[:, 0], np.arange(len(self) + 1)).tolist()
        higher = [str(end) for end in self.edges[:, 1].tolist()]
        lists = (",".join(higher[a:b]) for a, b in pairwise(starts))
        names = None if self.names == _numbers(len(self)) else self.names
        return PlainGraph(len(self), ";".join(lists), names)


class PlainGraph(msgspec.Struct, frozen=True, omit_defaults=True):
    """A graph as values: the later neighbours of each node, and names if they are not numbers."""

    nodes: int
    edges: str
    names: tuple[str, ...] | None = None

    def graph(self) -> Graph:
        """Return the graph."""
        lists = self.edges.replace(",", " ").replace(";", " -1 ")
        ends = np.fromstring(lists, np.int64, sep=" ")
        last = ends == -1  # at the end of the list of each node
        edges = np.stack([np.cumsum(last)[~last], ends[~last]], axis=1)
        return Graph(self.names or _numbers(self.nodes), edges)


def _parsed(text: str) -> Parsed:
    """Return the names and edges of a graph, in a format that the text itself shows."""
    text = text.strip()
    if text.startswith("{"):
        return _from_networkx(text)
    said = re.match(r">>(graph6|sparse6)<<", text)
    word = text[said.end() :].strip() if said else text
    lines = word.splitlines()
    if len(lines) > 1 and all(map(_is_a_graph, lines)):
        raise ProblemError(f"There are {len(lines)} graphs, and one is read: leave one line.")
    if said or (not re.search(r"\s", word) and _is_a_graph(word)):
        codes = _codes(word.removeprefix(":"))
        is_sparse = said[1] == "sparse6" if said else word.startswith(":")
        return _from_sparse6(codes) if is_sparse else _from_graph6(codes)
    for name, marks in OTHERS.items():
        if re.search(marks, text, re.MULTILINE | re.IGNORECASE):
            raise _unread(name)
    return _from_lines(lines)


def _unread(name: str) -> ProblemError:
    return ProblemError(
        f"The graph is in a format that is not read, {name}: write a list of edges, graph6, "
        "sparse6, or JSON of NetworkX."
    )


def _from_lines(lines: Sequence[str]) -> Parsed:
    """Read a list of edges: two names a line, or one of a node without edges."""
    # Comments, and the attributes that NetworkX writes last, are left out.
    texts = [re.split(r"(?:^|\s)#|(?<=\S)[\s,;]+\{.*\}$", line, maxsplit=1)[0] for line in lines]
    separator = next((s for s in SEPARATORS if any(s in text for text in texts)), " ")
    parts = texts if separator != " " else [" ".join(text.split()) for text in texts]
    reader = csv.reader(parts, delimiter=separator, skipinitialspace=True, strict=True)
    rows: list[list[str]] = []
    try:
        for row in reader:
            names = [name.strip() for name in row]
            if len(names) > 2 or (len(names) == 1 and not set(names[0]).isdisjoint(SEPARATORS)):
                raise ProblemError(
                    f"Line {reader.line_num} names {plural(len(names), 'node')}: write two names "
                    f"a line without weights, with one separator in the whole file."
                )
            if any(names):
                rows.append(names)
    except csv.Error as error:
        raise ProblemError(f"Line {reader.line_num} cannot be read: {error}.") from error
    head, others = (rows or [[]])[0], {*chain(*rows[1:])}
    if [*map(str.lower, head)] in HEADS:
        del rows[0]
    elif others and all(map(_is_number, others)):
        if not any(map(_is_number, head)):
            del rows[0]
        elif separator == " " and all(map(_is_number, head)) and _is_metis(parts):
            raise _unread("METIS")
        elif head[1:] == [str(len(rows) - 1)] and int(head[0]) >= len(others) and texts == [*lines]:
            raise ProblemError(
                f"The first line may be an edge, or say that there are {head[1]} edges: leave it "
                "out, or write `source target` above it."
            )
    if not any(len(row) == 2 for row in rows):
        raise ProblemError("The graph has no edges: write the two names of an edge on each line.")
    names = [*dict.fromkeys(chain(*rows))]
    if all(map(_is_number, names)):
        names.sort(key=int)
    number = {name: k for k, name in enumerate(names)}
    edges = [(number[row[0]], number[row[1]]) for row in rows if len(row) == 2]
    return names, np.array(edges, np.int64)


def _is_metis(lines: Sequence[str]) -> bool:
    """Return whether the numbers of nodes and edges come first, then the neighbours of each."""
    head, *rest = (list(map(int, line.split())) for line in lines)
    near = {(v, w) for v, row in enumerate(rest, 1) for w in row}
    mutual = near == {(w, v) for v, w in near}
    return len(head) == 2 and len(rest) <= head[0] and len(near) == 2 * head[1] > 0 and mutual


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10


def _codes(word: str) -> list[int]:
    """Return the six bits of each character; none if one has others."""
    codes = [ord(letter) - 63 for letter in word.strip()]
    return codes if all(0 <= code < 64 for code in codes) else []


def _nodes(codes: Sequence[int]) -> tuple[int, Sequence[int]]:
    """Return the number of nodes, which the first 1, 4 or 8 codes give, and the other codes."""
    start, end = (0, 1) if codes[0] < 63 else (2, 8) if codes[1:2] == [63] else (1, 4)
    nodes = 0
    for digit in codes[start:end]:
        nodes = nodes * 64 + digit
    return nodes, codes[end:]


def _is_a_graph(word: str) -> bool:
    """Return whether a line is a graph in sparse6, which begins with a colon, or graph6."""
    codes = _codes(word.removeprefix(":"))
    return bool(codes) if word.startswith(":") else _has_length(codes)


def _has_length(codes: Sequence[int]) -> bool:
    """Return whether codes are as many as a graph in graph6 has."""
    nodes, rest = _nodes(codes) if codes else (0, [])
    return nodes > 1 and len(rest) == -(-nodes * (nodes - 1) // 12)


def _from_graph6(codes: Sequence[int]) -> Parsed:
    """Read a graph in graph6 (B. D. McKay): the upper triangle by columns, six bits a letter."""
    if not _has_length(codes):
        raise ProblemError("The graph in graph6 is damaged: its length does not fit its nodes.")
    nodes, rest = _nodes(codes)
    at = np.flatnonzero(_bits(rest)[: nodes * (nodes - 1) // 2])
    starts = np.arange(nodes) * np.arange(-1, nodes - 1) // 2  # of the columns
    column = np.searchsorted(starts, at, "right") - 1
    return _numbers(nodes), np.stack([at - starts[column], column], axis=1)


def _from_sparse6(codes: Sequence[int]) -> Parsed:
    """Read a graph in sparse6 (B. D. McKay): steps to a later node v, or edges from it."""
    nodes, rest = _nodes(codes) if codes else (1 << 33, [])
    if nodes > 1 << 32:
        raise ProblemError("The graph in sparse6 is damaged: it has no number of nodes.")
    width, bits = max(1, (nodes - 1).bit_length()), _bits(rest)
    items = bits[: bits.size // (width + 1) * (width + 1)].reshape(-1, width + 1)
    others = items[:, 1:].astype(np.int64) @ (1 << np.arange(width)[::-1])
    v, edges = 0, []
    for step, other in zip(items[:, 0].tolist(), others.tolist(), strict=True):
        v += step
        if v >= nodes or other >= nodes:  # the last bits fill a letter
            break
        if other > v:
            v = other
        else:
            edges.append((other, v))
    return _numbers(nodes), np.array(edges, np.int64).reshape(-1, 2)


def _bits(codes: Sequence[int]) -> npt.NDArray[np.uint8]:
    found: npt.NDArray[np.uint8] = np.unpackbits(np.array(codes, np.uint8)[:, None], axis=1)[:, 2:]
    return found.ravel()


def _check_nodes(nodes: int) -> None:
    """Raise a ProblemError for more nodes than are searched."""
    if nodes > MOST_NODES:
        raise ProblemError(f"The graph has {nodes:,} nodes: at most {MOST_NODES:,} are searched.")


def _numbers(nodes: int) -> tuple[str, ...]:
    """Return the names of nodes that have none."""
    _check_nodes(nodes)
    return tuple(map(str, range(nodes)))


def _from_networkx(text: str) -> Parsed:
    """Read JSON of NetworkX: nodes and links, which are called edges as well."""
    try:
        values = json.loads(text)
        directed = values.get("directed")
        names = [_name(node["id"]) for node in values["nodes"]]
        place = {name: number for number, name in enumerate(names)}
        links = values["links"] if "links" in values else values["edges"]
        edges = [(place[_name(each["source"])], place[_name(each["target"])]) for each in links]
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as error:
        raise ProblemError(
            f"The JSON holds no whole graph ({quoted(str(error))}): write networkx.node_link_data."
        ) from error
    if directed:
        raise ProblemError("The graph is directed: write it with to_undirected().")
    return names, np.array(edges, np.int64).reshape(-1, 2)


def _name(value: Any) -> str:
    """Return a name as text; lists are the tuples of NetworkX, such as (0, 1)."""
    return ",".join(map(_name, value)) if isinstance(value, list) else str(value)
