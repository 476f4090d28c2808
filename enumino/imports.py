"""Packages that take long to load, or that only some installations have."""

from __future__ import annotations

import shlex
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from typing import Any

from enumino.errors import MissingExtraError


class _NoPandas(MetaPathFinder):
    """The answer to an import of pandas, that it is not there."""

    def find_spec(self, name: str, path: object, target: object = None) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("pandas is left out", name=name)


def pyarrow_without_pandas() -> None:
    """Load pyarrow without pandas, which takes a second; pyarrow loads it to make a data frame.

    pyarrow looks for pandas once, with its first value, to recognise data frames.
    """
    import pyarrow as pa

    if "pandas" not in sys.modules:
        sys.meta_path.insert(0, finder := _NoPandas())
        try:
            pa.scalar(True)
        finally:
            sys.meta_path.remove(finder)


def optional(module: str, needed: str, install: str) -> Any:
    """Return a module that only some installations have.

    The message of a MissingExtraError begins with `needed`, such as "This needs polars", and ends
    with the package to `install`.

    >>> optional("polyforms_3d", "A model to print needs polyforms-3d", "enumino[models]")
    Traceback (most recent call last):
    enumino.errors.MissingExtraError: A model to print needs polyforms-3d, which is not installed:
    pip install 'enumino[models]'.
    """
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"{needed}, which is not installed: pip install {shlex.quote(install)}."
        ) from error
