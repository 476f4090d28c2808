"""Packages that take long to load, or that only some installations have."""

from __future__ import annotations

import shlex
from importlib import import_module
from typing import Any

from enumino.errors import MissingExtraError


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
