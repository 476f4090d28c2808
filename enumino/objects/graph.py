"""Graphs: nodes with names, and edges between them, as files of other programs hold them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arguments import is_encodable
from enumino.errors import ProblemError
from enumino.words import quoted, size

MOST_NODES = 2_000_000
MOST_EDGES = 20_000_000
MOST_BYTES = 500_000_000  # of a file that is read
GRAPH6 = ">>graph6<<"
# First lines of lists of edges that name the columns instead of nodes.
HEADS = {("source", "target"), ("from", "to"), ("u", "v"), ("i", "j"), ("node1", "node2")}

Pairs = npt.NDArray[np.int64]


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
        if len(self.names) > MOST_NODES:
            raise ProblemError(
                f"The graph has {len(self.names):,} nodes: at most {MOST_NODES:,} are searched."
            )
        if len(set(self.names)) < len(self.names):
            twice = Counter(self.names).most_common(1)[0][0]
            raise ProblemError(f"Two nodes of the graph have the name {quoted(twice)}.")
        if not all(self.names) or not is_encodable("".join(self.names)):
            wrong = next(name for name in self.names if not name or not is_encodable(name))
            raise ProblemError(f"A node of the graph has the name {quoted(wrong)}: write text.")
        ends = edges if isinstance(edges, np.ndarray) else np.array(list(edges))
        self.edges = self._simple(ends.astype(np.int64).reshape(-1, 2))
        if len(self.edges) > MOST_EDGES:
            raise ProblemError(
                f"The graph has {len(self.edges):,} edges: at most {MOST_EDGES:,} are searched."
            )

    def _simple(self, ends: Pairs) -> Pairs:
        """Return the edges without loops and repetitions, smaller ends first, in order."""
        if ends.size and not 0 <= ends.min() <= ends.max() < len(self.names):
            raise ProblemError(
                f"An edge of the graph ends at node {int(ends.max())}: nodes are 0 to "
                f"{len(self.names) - 1}."
            )
        low, high = ends.min(1, initial=MOST_NODES), ends.max(1, initial=0)
        keys = np.unique((low * len(self.names) + high)[low != high])
        return np.stack(np.divmod(keys, max(1, len(self.names))), axis=1)

    @classmethod
    def read(cls, path: str) -> Graph:
        """Return the graph of a file.

        Parameters
        ----------
        path : str
            A list of edges (two names on each line, separated by a comma, a semicolon, a tab or
            spaces; one name is a node without edges), graph6 (the first graph), or JSON of
            NetworkX (``node_link_data`` or ``adjacency_data``).

        Raises
        ------
        ProblemError
            If the file cannot be read, or holds no undirected graph.
        """
        try:
            length = Path(path).stat().st_size
            if length > MOST_BYTES:
                raise ProblemError(
                    f"{path} has {size(length)}: a graph is read up to {size(MOST_BYTES)}."
                )
            text = Path(path).read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise ProblemError(f"{path} is not a text file: give a list of edges.") from error
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "there is no such file"
            raise ProblemError(f"{path} cannot be read: {reason.lower()}.") from error
        try:
            return cls.parse(text)
        except ProblemError as error:
            raise ProblemError(f"{path}: {error}") from error

    @classmethod
    def parse(cls, text: str) -> Graph:
        r"""Return the graph of a text in one of the formats of `read`.

        >>> Graph.parse("a,b\nb,c\nd").names
        ('a', 'b', 'c', 'd')
        >>> Graph.parse("DqK")
        Graph of 5 nodes and 5 edges
        """
        stripped = text.strip()
        if not stripped:
            raise ProblemError("The file is empty: write an edge on each line.")
        if stripped[0] in "{[":
            return _from_networkx(stripped)
        lines = stripped.splitlines()
        if lines[0].startswith(GRAPH6) or _is_graph6(lines[0]):
            return _from_graph6(stripped.removeprefix(GRAPH6).split()[0])
        return _from_lines(lines)

    def __repr__(self) -> str:
        return f"Graph of {len(self.names):,} nodes and {len(self.edges):,} edges"

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

    def to_json(self) -> dict[str, Any]:
        """Return the graph as JSON values: names only where they are not the numbers.

        >>> Graph(["a", "b", "c"], [(0, 2), (1, 2)]).to_json()
        {'nodes': 3, 'edges': '2;2;', 'names': ['a', 'b', 'c']}
        """
        starts = np.searchsorted(self.edges[:, 0], np.arange(len(self) + 1)).tolist()
        higher = [str(end) for end in self.edges[:, 1].tolist()]
        lists = (",".join(higher[a:b]) for a, b in pairwise(starts))
        found: dict[str, Any] = {"nodes": len(self), "edges": ";".join(lists)}
        if self.names != _numbers(len(self)):
            found["names"] = list(self.names)
        return found

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Graph:
        """Return the graph that `to_json` described.

        Raises
        ------
        ProblemError
            If it describes none.
        """
        nodes = values["nodes"]
        names = tuple(values.get("names") or _numbers(min(nodes, MOST_NODES)))
        text = values["edges"]
        if not set(text) <= set("0123456789,;"):
            raise ProblemError("An edge of the graph does not end at a number.")
        ends = np.fromstring(text.replace(",", " ").replace(";", " -1 "), np.int64, sep=" ")
        last = ends == -1
        if len(names) != nodes or last.sum() != max(0, nodes - 1):
            raise ProblemError(f"The graph has other nodes than the {nodes:,} that were written.")
        return cls(names, np.stack([np.cumsum(last)[~last], ends[~last]], axis=1))


def _numbers(nodes: int) -> tuple[str, ...]:
    """Return the names of nodes that have none."""
    return tuple(map(str, range(nodes)))


def _from_lines(lines: Sequence[str]) -> Graph:
    """Read a list of edges."""
    numbers: dict[str, int] = {}
    edges: list[tuple[int, int]] = []
    for line, fields in enumerate(map(_fields, lines), 1):
        is_head = not numbers and tuple(map(str.lower, fields)) in HEADS
        if not fields or is_head:
            continue
        if len(fields) > 2:
            raise ProblemError(
                f"Line {line} has {len(fields)} names, and an edge has two: write one edge a line."
            )
        ends = [numbers.setdefault(name, len(numbers)) for name in fields]
        if len(ends) == 2:
            edges.append((ends[0], ends[1]))
    if not numbers:
        raise ProblemError("The file names no node: write an edge on each line.")
    if not edges and _looks_like_graph6(list(numbers)):
        raise ProblemError(
            "The file has no edges, and its first line is no graph in graph6, as the length does "
            "not follow from the first characters: restore the line, or write an edge on each one."
        )
    names = list(numbers)
    if all(name.isascii() and name.isdigit() and len(name) < 10 for name in names):
        order = sorted(range(len(names)), key=lambda at: int(names[at]))
        place = np.argsort(order)
        return Graph([names[at] for at in order], place[np.array(edges, np.int64).reshape(-1, 2)])
    return Graph(names, edges)


def _fields(line: str) -> list[str]:
    """Return the names on a line, whatever separates them; a comment has none."""
    text = line.split("#", 1)[0].strip()
    for separator in (",", ";", "\t"):
        if separator in text:
            return [field.strip().strip('"') for field in text.split(separator)]
    return text.split()


def _is_graph6(word: str) -> bool:
    """Whether a line can be a graph in graph6, whose length follows from its first bytes."""
    codes = [ord(letter) - 63 for letter in word]
    if len(codes) < 2 or not all(0 <= code < 64 for code in codes):
        return False
    nodes, head = _graph6_nodes(codes)
    return len(codes) == head + -(-nodes * (nodes - 1) // 12) and nodes > 1


def _looks_like_graph6(names: Sequence[str]) -> bool:
    """Whether nodes without edges are rather lines of graph6, the first of which is damaged."""
    alone = len(names) == 1 and len(names[0]) > 1 and all("?" <= c <= "~" for c in names[0])
    return alone or any(map(_is_graph6, names))


def _graph6_nodes(codes: Sequence[int]) -> tuple[int, int]:
    """Return the number of nodes, and of codes that give it (1, 4 or 8)."""
    if codes[0] < 63:
        return codes[0], 1
    digits, head = (codes[2:8], 8) if codes[1:2] == [63] else (codes[1:4], 4)
    nodes = 0
    for digit in digits:
        nodes = nodes * 64 + digit
    return nodes, head


def _from_graph6(word: str) -> Graph:
    """Read a graph in graph6 (B. D. McKay): the upper triangle by columns, six bits a letter."""
    codes = [ord(letter) - 63 for letter in word]
    if not codes or not all(0 <= code < 64 for code in codes):
        raise ProblemError("A graph in graph6 has the characters ? to ~ only.")
    nodes, head = _graph6_nodes(codes)
    pairs = nodes * (nodes - 1) // 2
    if len(codes) != head + -(-pairs // 6):
        raise ProblemError(f"A graph of {nodes:,} nodes in graph6 has another length than this.")
    data = np.array(codes[head:], np.uint8)
    bits = np.unpackbits(data[:, None], axis=1)[:, 2:].ravel()[:pairs]
    at = np.flatnonzero(bits)
    column = ((1 + np.sqrt(1 + 8 * at)) / 2).astype(np.int64)
    column -= column * (column - 1) // 2 > at
    column += (column + 1) * column // 2 <= at
    return Graph(_numbers(nodes), np.stack([at - column * (column - 1) // 2, column], axis=1))


def _from_networkx(text: str) -> Graph:
    """Read JSON of NetworkX: nodes and links, or nodes and the neighbours of each."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProblemError("The JSON of the graph is malformed: write it again.") from error
    if not isinstance(values, dict) or not isinstance(values.get("nodes"), list):
        raise ProblemError(
            "The JSON holds no graph: write networkx.node_link_data or adjacency_data."
        )
    if values.get("directed"):
        raise ProblemError("The graph is directed: write an undirected one, with to_undirected().")
    try:
        names = [_name(node) for node in values["nodes"]]
        numbers = {name: number for number, name in enumerate(names)}
        edges = [(numbers[a], numbers[b]) for a, b in _links(values, names)]
    except (KeyError, TypeError) as error:
        raise ProblemError(
            f"The JSON of the graph is incomplete ({quoted(str(error))}): its nodes have an id, "
            "its links a source and a target that are nodes."
        ) from error
    return Graph(names, edges)


def _links(values: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the ends of each edge."""
    if "adjacency" in values:
        pairs = zip(names, values["adjacency"], strict=False)
        yield from chain.from_iterable(((a, _name(b)) for b in near) for a, near in pairs)
        return
    for link in values["links"] if "links" in values else values["edges"]:
        yield _text(link["source"]), _text(link["target"])


def _name(node: Mapping[str, Any]) -> str:
    return _text(node["id"])


def _text(name: Any) -> str:
    """Return a name as text; lists are the tuples of NetworkX, such as (0, 1)."""
    if isinstance(name, str | int | float):
        return str(name)
    if isinstance(name, list):
        return ",".join(map(_text, name))
    raise TypeError(f"the name {quoted(name)}")
