"""The engine: the interface of a problem, kernels, and the partition of their search trees.

It imports neither files nor families.
"""
