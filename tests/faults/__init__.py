"""Faults, all of them: fail or kill the k-th operation of a small run, for every k, then resume.

``python -m tests.faults`` runs every sweep and prints a table; ``--smoke`` takes a stride.
"""
