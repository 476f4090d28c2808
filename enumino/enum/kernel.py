"""The contract of the kernels that list objects: a resumable search, as a module of verbs.

A kernel walks a tree. Its *tables* say what is fixed for a problem; its *state* is where the search
stands, a named tuple of arrays that can be pickled between any two calls; its *columns* are the
preallocated arrays that rows are written to. Modules of `enumino.enum.kernels` follow this
protocol as they are: their functions are the methods.

Invariants
----------
- The children of a prefix divide its subtree. Every node is in exactly one subtree of a complete
  set of prefixes: an inner node above the cut goes with its first child, so that the subtree of a
  prefix that ends in zeros has the ancestors that these zeros lead from.
- Rows come in an order that depends on the tables and the prefix alone; subtrees in the order of
  their prefixes, one after the other, are the whole search.
- Calls with any buffers and any numbers of nodes, with pickling between them, give the same rows
  and visit the same nodes.
- Verbs that are compiled allocate nothing and release the GIL.
"""

from __future__ import annotations

from typing import Any, Protocol


class State(Protocol):
    """Where a search stands: a named tuple of arrays, which only its kernel reads."""

    @property
    def cursor(self) -> Any:
        """Array int64[...]: a few numbers, whose places the kernel names (DONE, NODES, ...)."""
        ...


class Search(Protocol):
    """What fills columns, subtree by subtree: a kernel, or one whose finds are made into rows."""

    DONE: int
    """Where ``state.cursor`` says whether the subtree is exhausted."""

    NODES: int
    """Where it counts the nodes visited since `seek`."""

    def seek(self, state: Any, prefix: Any) -> int:
        """Enter a subtree, from wherever the search stands.

        Parameters
        ----------
        state : State
        prefix : int64[depth]
            The child taken at each level, from the root.

        Returns
        -------
        int
            The number of children; LEAF if the subtree is one piece, a leaf or a dead end;
            NO_SUCH_NODE if the prefix leaves the tree.
        """
        ...

    def advance(self, state: Any, out: Any, filled: int, max_nodes: int) -> int:
        """Go on with the search, and write the rows that are found.

        It returns when the subtree is done, when the columns are full, or when about `max_nodes`
        nodes were visited, so that a barren stretch reports too.

        Parameters
        ----------
        state : State
        out : Columns
            Rows before `filled` are left as they are.
        filled : int
            Where the next row goes; not if the columns `is_full`.
        max_nodes : int

        Returns
        -------
        int
            The rows filled now.
        """
        ...

    def is_full(self, state: Any, out: Any, filled: int) -> bool:
        """Whether `advance` writes no other row, for it might not fit."""
        ...


class Counting(Protocol):
    """What counts what it finds, subtree by subtree."""

    DONE: int
    NODES: int

    def tally(self, state: Any, counts: Any, max_nodes: int) -> None:
        """Go on with the search, and count what is found without making rows.

        Parameters
        ----------
        state : State
        counts : int64[...]
            What is found is added to it, by the key columns of the family.
        max_nodes : int
            Of this call, or about so many.
        """
        ...


class Kernel(Search, Counting, Protocol):
    """A search that lists the leaves, or the nodes, of a tree, counts them, and estimates it."""

    DEPTH: int
    """Where ``state.cursor`` says how deep the search stands."""

    BASE: int
    """Where it says how deep the root of the subtree is: the length of the prefix."""

    def new_state(self, tables: Any) -> State:
        """Return a state for a problem; `seek` must come before any other verb."""
        ...

    def new_columns(self, rows: int, size: int) -> Any:
        """Return columns for up to `rows` rows.

        Letters or options, of which rows have different numbers, are `size` in all rows together;
        the longest row has to fit.
        """
        ...

    def probe(self, state: Any, prefix: Any, probes: int, random: Any) -> float:
        """Estimate the nodes of a subtree by random walks from its root.

        D. E. Knuth, *Estimating the efficiency of backtrack programs*, Math. Comp. 29 (1975). It is
        a verb of the kernel because a walk from Python would cost a hundred times more. The state
        stands anywhere afterwards.

        Parameters
        ----------
        state : State
        prefix : int64[depth]
        probes : int
            Number of walks, whose mean is returned.
        random : uint64
            The state of the generator, from `enumino.enum.kernels._random.mixed`.
        """
        ...
