"""Rows become bytes: the encodings, and the version of the writer."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import strategies as st

import enumino
from enumino.datasets import manifest
from enumino.errors import DatasetError
from enumino.families.polyforms.columns import polyform_columns
from enumino.objects.lattice import SQUARE
from enumino.run.planning import make_plan

BOX = ["cells", "height", "width"]
TYPES = (pa.uint8(), pa.uint16(), pa.int64(), pa.uint64())
WORDS = ("none", "axis", "rotate", "all")


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> pq.ParquetFile:
    root = tmp_path_factory.mktemp("rows") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), in_process=True)
    (path,) = (root / "data").iterdir()
    return pq.ParquetFile(path, page_checksum_verification=True)


def test_columns_are_encoded_as_they_say(file: pq.ParquetFile) -> None:
    group = file.metadata.row_group(0)
    known = {column.name: column for column in polyform_columns(SQUARE, 2)}
    for number in range(group.num_columns):
        written = group.column(number)
        column = known[written.path_in_schema]
        assert written.compression == "ZSTD"
        assert written.has_dictionary_page == bool(column.values)
        assert ("DELTA_BINARY_PACKED" in written.encodings) == (column.encoding == "delta")
        assert written.is_stats_set == (not column.distinct)


def test_rows_of_a_row_group_lie_by_box(file: pq.ParquetFile) -> None:
    rows = file.read(BOX).to_pylist()
    keys = [tuple(row[name] for name in BOX) for row in rows]
    assert keys == sorted(keys)
    assert len(set(keys)) > 10


def test_rows_of_a_box_stay_in_search_order() -> None:
    problem = enumino.Polyominoes(7)
    whole = [row for batch in problem.batches([()]) for row in batch.records.to_pylist()]
    single = [row for batch in problem.batches([()], 1) for row in batch.records.to_pylist()]
    assert whole == sorted(single, key=lambda row: [row[name] for name in BOX])
    assert any(one["height"] > other["height"] for one, other in pairwise(single))


def test_parts_of_another_writer_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = enumino.Polyominoes(6)
    with monkeypatch.context() as earlier:
        earlier.setattr(manifest, "WRITER_VERSION", 99)
        make_plan(tmp_path / "new", problem)
    with pytest.raises(DatasetError, match=r"begun with enumino's writer 99, and .* writer 1 may"):
        enumino.enumerate_to(tmp_path / "new", problem, in_process=True)


@st.composite
def batches(draw: st.DrawFn) -> pa.RecordBatch:
    """Rows with numbers from anywhere on, and a word each."""
    rows = draw(st.integers(1, 40))
    columns = {}
    for name in "ab"[: draw(st.integers(0, 2))]:
        least = draw(st.integers(0, 200))
        most = least + draw(st.sampled_from([0, 1, 3, 50]))
        values = draw(st.lists(st.integers(least, most), min_size=rows, max_size=rows))
        columns[name] = pa.array(values, draw(st.sampled_from(TYPES)))
    codes = draw(st.lists(st.integers(0, len(WORDS) - 1), min_size=rows, max_size=rows))
    columns["word"] = pa.DictionaryArray.from_arrays(pa.array(codes, pa.int8()), list(WORDS))
    return pa.record_batch(columns)
