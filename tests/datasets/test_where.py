"""Conditions mean what they mean in SQL."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import enumino
from enumino.errors import QueryError

# Only a text by itself is compared with the classes.
OF_CLASS_NONE = [
    "symmetry = 'no' || 'ne'",
    "lower('NONE') = symmetry",
    "symmetry in ('none', 'a' || 'b')",
    "symmetry || 'e' = 'nonee'",
    "symmetry = 'none' and 'rot' <> 'symmetry = ''rot'''",
]
# Conditions, and the rows that they choose.
CONDITIONS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "cells = 6 and symmetry = 'axis'": lambda r: r["cells"] == 6 and r["symmetry"] == "axis",
    "not (cells < 8 or symmetry <> 'none') and holes >= 1": lambda r: (
        r["cells"] >= 8 and r["symmetry"] == "none" and r["holes"] >= 1
    ),
    "cells in (3, 5, 7) and symmetry in ('all', 'axis2')": lambda r: (
        r["cells"] in (3, 5, 7) and r["symmetry"] in ("all", "axis2")
    ),
    "perimeter not between 12 and 14": lambda r: not 12 <= r["perimeter"] <= 14,
    "height - width = -2": lambda r: r["height"] - r["width"] == -2,
    "mask % 8 = 7 and mask // 1024 = 1": lambda r: r["mask"] % 8 == 7 and r["mask"] // 1024 == 1,
    "symmetry like 'a%2' -- a comment": lambda r: r["symmetry"] == "axis2",
    "rows.cells = 6 and CELLS is true": lambda r: r["cells"] == 6,
    "bit_count(mask) = cells and list_contains([5, 7], cells)": lambda r: r["cells"] in (5, 7),
    "cells = null": lambda _: False,
    **dict.fromkeys(OF_CLASS_NONE, lambda r: r["symmetry"] == "none"),
    "random() < 2 -- which may change": lambda _: True,
}
REFUSED = {
    "cells ==== 6": "cannot be read",
    "size = 6": "no column 'size': choose from cells, height",
    "symmetry = axis": "no column 'axis'.*single quotes",
    "symmetry": "it is varchar, and neither true nor false",
    # Values of a known set.
    "symmetry = 'nonee'": "No row can have the symmetry 'nonee': choose from none, rotate",
    "cells = 3 and not ('D4' <> rows.symmetry)": "No row can have the symmetry 'D4'",
    "Rows.SYMMETRY in ('none', 'rot')": "^No row can have the symmetry 'rot'",
    # One expression about one row, which reaches nothing else.
    "cells = 6 /*": "cannot be read",
    "cells = 6) or (true": "cannot be read",
    "max(cells) = 6": "cannot be read",
    "cells = 6 \ud800": "cannot be read",
}
UNCOMPUTED = ["mask * mask * mask > 1", "sqrt(-height) > 1", "cast(symmetry as int) = 1"]


def test_conditions_choose_rows_by_their_values(finished: Path) -> None:
    dataset = enumino.open_dataset(finished)
    rows = list(dataset.rows())
    for condition, meets in CONDITIONS.items():
        assert list(dataset.rows(condition)) == [row for row in rows if meets(row)], condition
        assert {batch.schema for batch in dataset.batches(condition)} <= {dataset.schema}
    masks = [{"mask": row["mask"]} for row in rows if row["cells"] == 8]
    assert list(dataset.rows("cells = 8", ["mask"])) == masks
    assert sum(batch.num_rows for batch in dataset.batches("cells = 8", [])) == len(masks)


def test_a_condition_is_spelt_in_one_way(finished: Path) -> None:
    """And fails where it is given, not where its rows are asked for."""
    dataset = enumino.open_dataset(finished)
    condition = "height - width = -2 and symmetry = 'axis'"
    number = len(list(dataset.rows(condition)))
    assert number == len(list(dataset.objects(condition))) > 0
    assert number == sum(batch.num_rows for batch in dataset.batches(condition))
    assert number == dataset.polars(condition).collect().height == len(dataset.pandas(condition))
    assert dataset.sheet(condition, number).svg == dataset.sheet(condition).svg
    ways = [dataset.rows, dataset.objects, dataset.batches, dataset.polars, dataset.pandas]
    for way in [*ways, dataset.sheet]:
        with pytest.raises(QueryError, match="There is no column 'size'"):
            way("size = 6")
    for way in (dataset.rows, dataset.batches, dataset.pandas):
        with pytest.raises(QueryError, match="There is no column 'colour': choose from cells, hei"):
            way(columns=["mask", "colour"])


def test_other_conditions_are_refused(finished: Path) -> None:
    dataset = enumino.open_dataset(finished)
    for condition, message in REFUSED.items():
        with pytest.raises(QueryError, match=message) as refused:
            list(dataset.rows(condition))
        assert "\n" not in str(refused.value), condition
    for condition in UNCOMPUTED:
        with pytest.raises(QueryError, match="the table rows has the columns"):
            list(dataset.rows(condition))


def test_what_is_divided_by_0_is_null(finished: Path) -> None:
    dataset = enumino.open_dataset(finished)
    full = sum(1 for _ in dataset.rows("holes = 0"))
    for quotient in ("cells / holes", "cells // holes", "cells % holes"):
        assert sum(1 for _ in dataset.rows(f"{quotient} is null")) == full
        assert not list(dataset.rows(f"{quotient} = 77"))
        assert len(list(dataset.rows(f"not ({quotient} = 77)"))) == len(dataset) - full


def test_rows_of_a_list_of_values_are_in_file_order(finished: Path) -> None:
    """DuckDB joins rows with long lists."""
    dataset, box = enumino.open_dataset(finished), ["height", "width", "mask"]
    place = {tuple(map(row.get, box)): number for number, row in enumerate(dataset.rows())}
    for _ in range(10):
        found = dataset.rows("perimeter in (4, 6, 8, 10, 12, 14, 16, 18)", box)
        chosen = [place[tuple(map(row.get, box))] for row in found]
        assert len(chosen) == 971
        assert chosen == sorted(chosen)
