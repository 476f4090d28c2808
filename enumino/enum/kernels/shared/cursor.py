"""The first numbers of every cursor, and two results of entering a subtree."""

# Depth of the current node; depth of the subtree's root, the length of the prefix; nodes, the root
# among them, that the subtree owns and that were not visited yet (`enumino.enum.kernel`); whether
# the search is done; nodes visited.
DEPTH, BASE, OWNED, DONE, NODES = range(5)

# Instead of a number of children.
LEAF = -1  # one piece: an object without descendants, or a dead end
NO_SUCH_NODE = -2  # the prefix leaves the tree
