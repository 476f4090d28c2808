"""Rows of the right types and with any values end in a sentence, or are drawn."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import card
from enumino.errors import EnuminoError
from enumino.gallery import gallery
from tests.hostile import outcome, plant

pytestmark = pytest.mark.slow

PROBLEMS = {
    "polyominoes": ["polyominoes", "--cells", "1-6"],
    "polyhexes": ["polyhexes", "--cells", "1-4"],
    "polycubes": ["polycubes", "--cells", "1-4"],
    "polysticks": ["polysticks", "--cells", "1-3"],
    "tatami": ["tatami", "--room", "3x4", "--monomers", "any"],
    "tilings": ["tilings", "--region", "4x4", "--pieces", "tetrominoes", "--up-to-symmetry"],
    "packings": ["tilings", "--lattice", "triangular", "--region", "hexagon 2", "--pieces",
                 "tetriamonds, diamond"],
    "cover": ["cover", "--queens", "5"],
    "trominoes": ["trominoes", "--board", "4", "--missing", "all"],
}  # fmt: skip


def strange(kind: pa.DataType, old: Any, random: Random) -> Any:
    """Another value of a type."""
    if pa.types.is_list(kind):
        items = [strange(kind.value_type, each, random) for each in old]
        return random.choice([items, old[::-1], items[:1], []])
    if pa.types.is_string(kind):
        return random.choice(["", "all", "total", old[::-1], f"{old}Z", old[:-1], "é", "\0"])
    most = 2 ** (kind.bit_width - pa.types.is_signed_integer(kind)) - 1
    numbers = [0, 1, 7, min(old + 1, most), most, most // 2 + 1, random.randint(0, most)]
    if pa.types.is_signed_integer(kind):
        numbers += [-1, ~most, 128, 255, 256, 65_535]
    return random.choice(numbers)


def spoil(root: Path, random: Random) -> None:
    """Change rows of a dataset, and checksums with them."""
    path = next((root / "data").iterdir())
    footer, table = pq.read_metadata(path).metadata, pq.read_table(path)
    for _ in range(random.choice([1, 2, 5])):
        field = table.schema.field(random.randrange(table.num_columns))
        values = table[field.name].to_pylist()
        for row in random.choices(range(len(values)), k=random.choice([1, len(values)])):
            values[row] = strange(field.type, values[row], random)
        at = table.schema.get_field_index(field.name)
        table = table.set_column(at, field, pa.array(values, field.type))
    sink = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata(footer), sink, store_schema=False)
    plant(root, sink.getvalue().to_pybytes())


def looks(root: Path) -> dict[str, Any]:
    """All that decodes rows."""
    dataset = enumino.open_dataset(root)
    return {
        "verify": lambda: enumino.verify(root),
        "objects": lambda: [dataset.family.picture(thing) for thing in dataset],
        "sheet": dataset.sheet,
        "gallery": lambda: gallery(dataset),
        "card": lambda: card.render(dataset.store, dataset.manifest),
    }


@pytest.mark.long
def test_any_values_are_a_sentence_or_a_drawing(tmp_path: Path) -> None:
    random, ends = Random(28), Counter[str]()
    for name, arguments in PROBLEMS.items():
        sound, root = tmp_path / name, tmp_path / "spoilt"
        assert outcome("enumerate", *arguments, "--to", str(sound))[0] == 0
        for trial in range(3):
            shutil.rmtree(root, ignore_errors=True)
            shutil.copytree(sound, root)
            spoil(root, random)
            for verb, look in looks(root).items():
                try:
                    look()
                    ends[f"{verb} shows"] += 1
                except EnuminoError:
                    ends[f"{verb} refuses"] += 1
                except Exception as error:
                    raise AssertionError(f"{name}, {trial}, {verb}") from error
    assert ends["objects refuses"] > 5
    assert ends["objects shows"] > 5
    assert ends["verify refuses"] == 0


def test_columns_of_other_rows_are_a_sentence(tmp_path: Path) -> None:
    for name in ("packings", "cover", "polyominoes"):
        root = tmp_path / name
        assert outcome("enumerate", *PROBLEMS[name], "--to", str(root))[0] == 0
        plant(root, (root / "counts.parquet").read_bytes())
        for verb in (
            ["show"],
            ["gallery", "-o", str(tmp_path / "x.html")],
            ["export", "--as", "csv"],
        ):
            code, _, err = outcome(verb[0], str(root), *verb[1:])
            assert code == 1
            assert "holds no rows of its problem: its columns differ" in err
        assert outcome("verify", str(root))[0] == 3
