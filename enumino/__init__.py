"""Enumerate polyominoes and tilings in parallel; query every object found as a Parquet dataset.

``__init__.pyi`` lists the public names, which are loaded on first use: ``import enumino`` imports
neither Numba nor Dask nor PyArrow.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from enumino.objects.pictures import Pictured

__version__ = "0.2.0"

# Lines of the stub beside this file have the form: from MODULE import NAME as NAME.
_STUB = Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8")
_HOMES = {
    line.split()[3]: line.split()[1] for line in _STUB.splitlines() if line.startswith("from ")
}

__all__ = [*sorted(_HOMES), "__version__"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'enumino' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)


def _svg_of(thing: Any) -> str:
    from enumino import drawing

    return drawing.svg_of(thing)


Pictured._svg = _svg_of
