"""Graphs: nodes with names, and edges between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.arguments import is_encodable
from enumino.errors import ProblemError
from enumino.objects import graph_files
from enumino.words import plural, quoted, size

MOST_NODES = 2_000_000
MOST_EDGES = 20_000_000
MOST_BYTES = 500_000_000  # of a file that is read

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
        self.names = _checked_names(names)
        ends = _checked_ends(edges)
        if len(self.names) == 2 and ends.shape == (2, 2) and 0 <= ends.min() <= ends.max() < 2:
            joined = bool((ends[:, 0] != ends[:, 1]).any())
            if (ends == ends.T).all() and joined != ends[0, 1]:
                raise ProblemError(
                    f"{ends.tolist()} may be pairs of nodes, or the matrix of a graph of two "
                    "nodes: name an edge once, and give the edges of a matrix as "
                    "`np.argwhere(matrix)`."
                )
        self.edges = self._simple(ends)
        if len(self.edges) > MOST_EDGES:
            raise ProblemError(
                f"The graph has {len(self.edges):,} edges: at most {MOST_EDGES:,} are searched."
            )

    def _simple(self, ends: Pairs) -> Pairs:
        """Return the edges without loops and repetitions, smaller ends first, in order."""
        others = ends[(ends < 0) | (ends >= len(self.names))]
        if others.size:
            raise ProblemError(
                f"An edge of the graph ends at node {others[0]}: nodes are 0 to "
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
            spaces; one name is a node without edges), graph6, sparse6, or JSON of NetworkX
            (``node_link_data`` or ``adjacency_data``).

        Raises
        ------
        ProblemError
            If the file cannot be read, holds no undirected graph, more than one, or may be read in
            two ways.
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
        """Return the graph that `to_json` described.

        Raises
        ------
        ProblemError
            If it describes none.
        """
        nodes = values["nodes"]
        names = tuple(values.get("names") or graph_files.numbers(min(nodes, MOST_NODES)))
        text = values["edges"]
        if not set(text) <= set("0123456789,;"):
            raise ProblemError("An edge of the graph does not end at a number.")
        ends = np.fromstring(text.replace(",", " ").replace(";", " -1 "), np.int64, sep=" ")
        last = ends == -1
        if len(names) != nodes or last.sum() != max(0, nodes - 1):
            raise ProblemError(f"The graph has other nodes than the {nodes:,} that were written.")
        return cls(names, np.stack([np.cumsum(last)[~last], ends[~last]], axis=1))


def _checked_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return different names that can be written."""
    listed = tuple(names)
    if len(listed) > MOST_NODES:
        raise ProblemError(
            f"The graph has {len(listed):,} nodes: at most {MOST_NODES:,} are searched."
        )
    for name in listed:
        if not isinstance(name, str) or not name or not is_encodable(name):
            raise ProblemError(f"A node of the graph has the name {quoted(name)}: write text.")
    if len(set(listed)) < len(listed):
        twice = Counter(listed).most_common(1)[0][0]
        raise ProblemError(f"Two nodes of the graph have the name {quoted(twice)}.")
    return listed


def _checked_ends(edges: Iterable[Sequence[int]] | npt.NDArray[np.integer[Any]]) -> Pairs:
    """Return the ends of edges, int64[m, 2], from pairs of integers and nothing else."""
    try:
        ends = edges if isinstance(edges, np.ndarray) else np.array(list(edges))
    except (TypeError, ValueError, OverflowError):
        ends = np.zeros(1, object)
    if ends.size == 0 and ends.ndim in (1, 2):
        return np.zeros((0, 2), np.int64)
    if ends.ndim != 2 or ends.shape[1] != 2 or ends.dtype.kind not in "iu":
        what = f"an array of {ends.dtype} {list(ends.shape)}" if ends.ndim == 2 else "other things"
        raise ProblemError(
            f"The edges of a graph are pairs of the numbers of its nodes, not {what}: leave out "
            "weights, and give the edges of a matrix as `np.argwhere(matrix)`."
        )
    if ends.max() > MOST_NODES:
        raise ProblemError(
            f"An edge of the graph ends at node {ends.max()}: at most {MOST_NODES:,} are searched."
        )
    return ends.astype(np.int64)
