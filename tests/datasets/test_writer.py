"""Rows become bytes: encodings and order."""

from itertools import pairwise
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import enumino
from enumino.errors import StorageError
from enumino.families.polyforms.columns import polyform_columns
from enumino.objects.lattice import SQUARE

BOX = ["cells", "height", "width"]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> pq.ParquetFile:
    root = tmp_path_factory.mktemp("rows") / "polyominoes"
    enumino.enumerate_to(root, enumino.Polyominoes(range(1, 9)), threads=1)
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
        assert written.is_stats_set
        assert written.has_column_index


def test_rows_of_a_box_stay_in_search_order() -> None:
    problem = enumino.Polyominoes(7)
    whole = [row for batch in problem.batches([()]) for row in batch.records.to_pylist()]
    single = [row for batch in problem.batches([()], 1) for row in batch.records.to_pylist()]
    assert whole == sorted(single, key=lambda row: [row[name] for name in BOX])
    assert any(one["height"] > other["height"] for one, other in pairwise(single))


def test_a_lost_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """An older checkpoint does not replace a file."""
    problem = enumino.Polyominoes(5)
    enumino.enumerate_to(tmp_path, problem, threads=1)
    file = next((tmp_path / "data").iterdir())
    file.unlink()
    file.mkdir()
    with pytest.raises(StorageError, match="Cannot write"):
        enumino.enumerate_to(tmp_path, problem, threads=1)
