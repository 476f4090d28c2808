"""Speeds of searches on one core of a current server, for estimates of times.

``python -m benchmarks.speeds`` compares the estimates with this machine.
"""

# Nodes per second.
POLYFORMS, SYMMETRIC_POLYFORMS = 4e7, 3e6  # listed, files included
CELL_MASKS, OPTION_BITSETS, DANCING_LINKS, MEMO = 4e7, 7e6, 4e5, 2e6
SUBGRAPHS, LAYOUTS = 2e7, 2e7
CONNECTED_SETS, CONNECTED_CUBES, ORBIT_SETS = 3e8, 1.5e9, 2e7  # counted, closed levels included

# Per second.
POLYFORM_ROWS = 3e6
PIECES = 8e7  # of tilings, as letters or placements of rows
LETTERS = 1.5e8  # of tatami layouts
TROMINOES = 2e7
GRAPH_CELLS = 1.4e6  # of the box of an orbit graph
PAIRS = 1.2e6  # of cells, by a determinant
