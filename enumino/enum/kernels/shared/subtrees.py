"""Results of `seek`, of every kernel, for a subtree that has no children to visit."""

from __future__ import annotations

LEAF = -1  # one piece: an object without descendants, or a dead end
NO_SUCH_NODE = -2  # the prefix leaves the tree
