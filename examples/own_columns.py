"""Write the rows of a dataset of polyominoes with a column of your own.

python examples/own_columns.py DATASET FILE.parquet
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import enumino

dataset = enumino.open_dataset(sys.argv[1])
schema = dataset.schema.append(pa.field("corner_cells", pa.int32()))
with pq.ParquetWriter(sys.argv[2], schema) as file:
    for batch in dataset.batches():
        height, width, mask = (batch[name].to_numpy() for name in ("height", "width", "mask"))
        corners = np.array([0 * width, width - 1, (height - 1) * width, height * width - 1])
        cells = (mask >> corners.astype(np.uint64) & 1).sum(axis=0)  # how many of them are cells
        file.write_batch(batch.append_column("corner_cells", pa.array(cells, pa.int32())))
