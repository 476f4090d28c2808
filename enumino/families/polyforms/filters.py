"""Conditions on rows of polyforms that no search cuts."""

from __future__ import annotations

import re

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from enumino.datasets.queries.conditions import Condition
from enumino.datasets.queries.functions import of_schema
from enumino.families.polyforms.properties import FLAGS, Flags, derived_of
from enumino.objects.lattice import Lattice


class Filter:
    """The conditions on polyforms that no search cuts: on columns, and on symmetry classes."""

    def __init__(
        self,
        lattice: Lattice,
        schema: pa.Schema,
        only: str | None,
        symmetry: tuple[str, ...] | None,
    ) -> None:
        derived, words = derived_of(lattice), words_of(only or "") or ()
        # Names of properties alone need no DuckDB.
        self._properties = [each for each in derived if each.name in words]
        self._condition: Condition | None = None
        if only is not None and not (words and len(self._properties) == len(words)):
            known = {"symmetry": list(lattice.class_names)}
            self._condition = Condition(only, schema, of_schema(derived, schema), known)
        self._classes = None if symmetry is None else pa.array(symmetry)

    def chosen(self, rows: pa.RecordBatch) -> Flags:
        """Return which rows meet the conditions."""
        found = np.ones(rows.num_rows, bool)
        if self._condition is not None:
            found &= self._condition.chosen(rows)
        else:
            for each in self._properties:
                found &= each.of(rows).to_numpy(zero_copy_only=False)
        if self._classes is not None:
            names = pc.cast(rows.column("symmetry"), pa.string())
            found &= pc.is_in(names, self._classes).to_numpy(zero_copy_only=False)
        return found


def words_of(condition: str) -> frozenset[str] | None:
    """Return the properties that a condition asks for, or None if it is more than their names.

    >>> sorted(words_of("tree and convex")), words_of("tree and holes = 0")
    (['convex', 'tree'], None)
    """
    words = frozenset(re.split(r"\s+and\s+", condition.strip().lower()))
    return words if words <= FLAGS else None
