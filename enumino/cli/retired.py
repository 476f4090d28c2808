"""Verbs and options that left before the first release, and the way out for each.

This module goes after the first release.
"""

VERBS = {
    "facts": "name properties in --where, --only, --by or --columns; plane-tilings lists how "
    "shapes tile the plane",
    "new-family": "copy the folder examples/dyck-paths",
    "packings": "tilings take any --lattice",
}

OPTIONS = {
    "--all-tilings": "enumino enumerate tilings --region 8x8 --without 3,2 --pieces L-tromino",
    "--ascii": "terminals without Unicode have pictures in ASCII without it",
    "--checkpoint": "--to DIR keeps the finished parts of a count, and its numbers",
    "--disconnected": "a piece may have several parts without it",
    "--explain": "count --dry-run prints the expected work",
    "--fault-free": "filter the rows of a listing",
    "--force": "a full disk ends a listing in one sentence, and finished parts are kept",
    "--in-plane": "pieces of cubes are turned in all ways, or in none with --no-rotations",
    "--in-process": "--threads 1 makes the parts in this process, without Dask",
    "--label": "--captions prints a column below each picture, as --captions address",
    "--memory": "counts take less than a gigabyte without it",
    "--method": "polyforms are counted in one way",
    "--no-crossings": "filter the rows of a listing",
    "--no-crossroads": "only tatami layouts know it",
    "--no-equal-neighbours": "filter the rows of a listing",
    "--no-pruning": "the layouts are the same; examples/scan_orders.py compares searches",
    "--numbered": "show draws the outlines of the pieces",
    "--oracle": "the tests compare layouts with the constraint model",
    "--order": "python examples/scan_orders.py ROOM",
    "--part": "enumino run makes all parts that are missing, or a share of them",
    "--performance-report": "use dask.distributed.performance_report",
    "--piece": 'a list of --pieces may go on, as "pentominoes, X:2"',
    "--published-fixed": "polyominoes are counted to 40 cells without it",
    "--queens": "enumino count cover queens 8",
    "--queries": "enumino info ends with them",
    "--scheduler-file": "--scheduler takes the file as well",
    "--sql": "name rows by --where, whose conditions may hold queries",
    "--stats": "python examples/scan_orders.py ROOM",
    "--symmetry": "filter the rows, as with --only \"symmetry = 'all'\"",
    "--upload": "install enumino on the workers",
    "--wait-for-workers": "start the workers first",
    "--without-holes": 'count by holes, as with --by holes, or filter with --only "holes = 0"',
    "--witness": "list plane-tilings, whose pictures are the witnesses",
    "--wrap": "list the tilings of the rectangle",
}
