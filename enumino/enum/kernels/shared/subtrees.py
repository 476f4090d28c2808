"""What `seek` of every kernel says of a subtree that has no children to visit."""

from __future__ import annotations

LEAF = -1
"""It is one piece: an object without descendants, or a dead end."""

NO_SUCH_NODE = -2
"""The prefix leaves the tree."""
