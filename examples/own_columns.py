"""Write the rows of a dataset of polyominoes with a column of your own.

python examples/own_columns.py DATASET FILE.parquet
"""

import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import enumino
from enumino.datasets.queries.masks import coordinates

dataset = enumino.open_dataset(sys.argv[1])
words = [name for name in ("mask", "mask_hi") if name in dataset.schema.names]
schema = dataset.schema.append(pa.field("corner_cells", pa.int32()))
with pq.ParquetWriter(sys.argv[2], schema) as file:
    for batch in dataset.batches():
        height, width = batch["height"].to_numpy(), batch["width"].to_numpy()
        number, row, col = coordinates([height, width], [batch[name] for name in words])
        ends = (row == 0) | (row == height[number] - 1)
        corner = ends & ((col == 0) | (col == width[number] - 1))  # of the bounding box
        cells = np.bincount(number[corner], minlength=len(batch))
        file.write_batch(batch.append_column("corner_cells", pa.array(cells, pa.int32())))
