"""Uniform samples of the objects of a problem, as datasets.

A sample is a problem (`sample.py`): its rows are the objects of drawn ranks (`ranks.py`), which a
`Ranked` order finds (`ranked.py`). By default, the subtrees of the search are counted, and those
with drawn objects are listed (`subtrees.py`). A family may have faster orders in its ``ranked.py``.
"""
