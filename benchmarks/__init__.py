"""Benchmarks: medians of several runs, and ratios within one run."""
