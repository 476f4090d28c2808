"""The engine: the interface of a problem, kernels, and the partition of their search trees.

It knows nothing of files, and names no family. (Inside the package so that the standard library's
`enum` stays what it is.)
"""
