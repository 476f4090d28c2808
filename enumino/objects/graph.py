"""Graphs: nodes with names, and edges between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError
from enumino.objects import graph_files
from enumino.objects.files import found_in, text_of
from enumino.words import plural, quoted

MOST_NODES = 2_000_000
MOST_EDGES = 20_000_000
MOST_LETTERS = 500_000_000  # of a file

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
            return cls.parse(text_of(path, MOST_LETTERS))

    @classmethod
    def parse(cls, text: str) -> Graph:
        r"""Return the graph of a text in one of the formats of `read`.

        >>> Graph.parse("a,b\nb,c\nd").names
        ('a', 'b', 'c', 'd')
        >>> Graph.parse("DqK")
        Graph of 5 nodes and 5 edges
        """
        return cls(*graph_files.parse(text))

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

    def to_json(self) -> dict[str, Any]:
        """Return the graph as JSON values: names only where they are not the numbers.

        >>> Graph(["a", "b", "c"], [(0, 2), (1, 2)]).to_json()
        {'nodes': 3, 'edges': '2;2;', 'names': ['a', 'b', 'c']}
        """
        starts = np.searchsorted(self.edges[:, 0], np.arange(len(self) + 1)).tolist()
        higher = [str(end) for end in self.edges[:, 1].tolist()]
        lists = (",".join(higher[a:b]) for a, b in pairwise(starts))
        found: dict[str, Any] = {"nodes": len(self), "edges": ";".join(lists)}
        if self.names != graph_files.numbers(len(self)):
            found["names"] = list(self.names)
        return found

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Graph:
        """Return the graph that `to_json` described."""
        nodes, lists = values["nodes"], values["edges"].replace(",", " ").replace(";", " -1 ")
        ends = np.fromstring(lists, np.int64, sep=" ")
        last = ends == -1  # at the end of the list of each node
        edges = np.stack([np.cumsum(last)[~last], ends[~last]], axis=1)
        return cls(values.get("names") or graph_files.numbers(nodes), edges)
