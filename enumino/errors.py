"""All exceptions of the package. A message is one sentence, with numbers and a remedy.

It may repeat any text, so `str` gives it without control characters, which a terminal would obey.
"""

from __future__ import annotations

import shlex
from importlib import import_module
from typing import Any

from enumino.words import printable

KEPT = "finished parts are kept"  # ends most failures of runs
OK, FAILURE, USAGE, MISMATCH, INCOMPLETE = range(5)
BROKEN_PIPE = 128 + 13  # SIGPIPE, which Python makes an error


class EnuminoError(Exception):
    """Base of all errors that a user can cause and correct."""

    exit_code = FAILURE

    def __str__(self) -> str:
        return printable(super().__str__())


class ProblemError(EnuminoError, ValueError):
    """The parameters of a problem are invalid."""

    exit_code = USAGE


class QueryError(EnuminoError, ValueError):
    """A ``where`` condition cannot be read, or names a column that does not exist."""

    exit_code = USAGE


class DatasetError(EnuminoError):
    """A folder that is not a dataset, or whose control files are damaged."""


class DamagedError(DatasetError):
    """A control file of a dataset cannot be read, contradicts itself, or is lost."""


class DamagedManifestError(DamagedError):
    """The manifest of a dataset cannot be read; its parts may be sound."""


class ForeignPartError(DatasetError):
    """A file belongs to another plan than its dataset."""


class IncompleteDatasetError(DatasetError):
    """A dataset of which some parts are missing."""

    exit_code = INCOMPLETE


class EnuminoWarning(UserWarning):
    """Base of all warnings."""


class CacheWarning(EnuminoWarning):
    """Compiled kernels cannot be cached in their folder."""


class StorageError(EnuminoError):
    """The file system or object store refuses: full, read-only, unreachable."""


class RunError(EnuminoError):
    """A part failed, or the scheduler or its workers cannot do the work."""


class MissingExtraError(EnuminoError, ImportError):
    """An optional package is needed for this call."""


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
