"""Figures, never tests: medians of several runs, ratios within one run."""
