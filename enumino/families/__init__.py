"""The families of problems: one folder each; `enumino.registry` finds them."""
