"""The interface of the kernels that list objects: resumable searches.

A kernel walks a tree. Its *tables* hold the data of a problem that stay fixed; its *state* is the
position of the search, a named tuple of arrays that can be pickled between any two calls; its
*columns* are the preallocated arrays that rows are written to. Modules of `enumino.enum.kernels`
implement the protocol `Kernel`: their functions are its methods. A class may implement `Search`,
and make rows of what a kernel finds.

Invariants
----------
- The children of a prefix divide its subtree. Every node is counted in exactly one subtree of a
  complete set of prefixes, an inner node in the subtree of its first child: (3) and (3, 0) are
  counted in (3, 0, 0), not in (3, 1). So the subtree of (3, 0, 0) *owns* three nodes from the root
  to its own. Either entering it leaves the state at the last node that it does not own, from where
  the search goes down to BASE, to the next child and then to first children; or it leaves the state
  at the subtree's root, and OWNED is the number of owned nodes, which the search counts first.
- The cursor of a state begins with DEPTH, BASE, OWNED, DONE and NODES (`kernels.shared.cursor`).
- Rows come in an order that depends on the tables and the prefix alone; subtrees in the order of
  their prefixes, one after the other, are the whole search.
- Calls with any buffers and any numbers of nodes, with pickling between them, give the same rows
  and visit the same nodes.
- Functions that are compiled allocate nothing and release the GIL.
"""

from typing import Any, Literal, Protocol

Engine = Literal["cell-masks", "option-bitsets", "dancing-links"]  # for exact covers


class State(Protocol):
    """The position of a search: a named tuple of arrays, which only its kernel reads."""

    @property
    def cursor(self) -> Any:
        """Array int64[...]: the numbers of `kernels.shared.cursor`, then the kernel's own."""
        ...


class Traversal(Protocol):
    """A traversal of a tree, subtree by subtree."""

    def seek_and_probe(self, state: Any, prefix: Any, walks: int, random: Any) -> tuple[int, float]:
        """Enter a subtree, from any position of the search, and estimate its nodes.

        The estimate is Knuth's (*Estimating the efficiency of backtrack programs*, Math. Comp. 29,
        1975). Kernels take the walks since a walk in Python would cost a hundred times more, in the
        function that enters since it compiles in half the time of two functions.

        The `prefix`, int64[depth], has the child taken at each level; `walks` random walks lead
        from the root of the subtree to a leaf; `random`, uint64, is the state of the generator
        (`kernels.shared.walks`). The result is the number of children (LEAF for a subtree in one
        piece, NO_SUCH_NODE outside the tree), and the sum of the estimates of the walks.
        """
        ...


class Search(Traversal, Protocol):
    """A traversal that fills columns."""

    def advance(self, state: Any, out: Any, filled: int, max_nodes: int) -> int:
        """Continue the search, write rows to `out` from `filled` on; return the rows filled so far.

        It returns when the subtree is done, when the columns are full (`is_full`), or after about
        `max_nodes` nodes, so that progress is reported even where no rows are found.
        """
        ...

    def is_full(self, state: Any, out: Any, filled: int) -> bool:
        """Return whether another row might not fit."""
        ...


class Counting(Traversal, Protocol):
    """A traversal that counts objects."""

    def tally(self, state: Any, counts: Any, max_nodes: int) -> None:
        """Continue the search for about `max_nodes` nodes, and count objects without making rows.

        It adds to `counts`, int64[...], the numbers of objects by the key columns of the family.
        """
        ...


class Kernel(Search, Counting, Protocol):
    """A search that lists the leaves, or the nodes, of a tree, and counts them."""

    def new_state(self, tables: Any) -> State:
        """Return a state for a problem; `seek_and_probe` must be called first."""
        ...

    def new_columns(self, rows: int, size: int) -> Any:
        """Return columns for up to `rows` rows, whose lists, if any, have `size` items in all."""
        ...
