"""Write the rows of a dataset of polyominoes with a column of your own.

python examples/own_columns.py DATASET FILE.parquet
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import enumino


def corner_cells(rows: pa.RecordBatch) -> pa.Array:
    """Return how many cells of each polyomino lie in the corners of its box."""
    height, width = rows["height"].to_numpy(), rows["width"].to_numpy()
    words = [name for name in ("mask", "mask_hi") if name in rows.schema.names]
    number, row, col = enumino.coordinates([height, width], [rows[name] for name in words])
    ends = (row == 0) | (row == height[number] - 1)
    corner = ends & ((col == 0) | (col == width[number] - 1))
    return pa.array(np.bincount(number[corner], minlength=rows.num_rows), pa.int32())


if __name__ == "__main__":
    dataset = enumino.open_dataset(sys.argv[1])
    schema = dataset.schema.append(pa.field("corner_cells", pa.int32()))
    with pq.ParquetWriter(sys.argv[2], schema) as file:
        for rows in dataset.batches():
            file.write_batch(rows.append_column("corner_cells", corner_cells(rows)))
