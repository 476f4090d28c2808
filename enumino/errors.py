"""Exceptions of the package; a message is one sentence, with numbers and a remedy.

A message may repeat any text, so `str` escapes its control characters, which a terminal would obey.
"""

import shlex
from importlib import import_module
from typing import Any

from enumino.words import printable

KEPT = "finished parts are kept"  # ends most failures of runs
OK, FAILURE, USAGE, MISMATCH, INCOMPLETE = range(5)
BROKEN_PIPE = 128 + 13  # the exit code of SIGPIPE in shells


class EnuminoError(Exception):
    """Base class of errors that a user can correct."""

    exit_code = FAILURE

    def __str__(self) -> str:
        return printable(super().__str__())


class ProblemError(EnuminoError, ValueError):
    """The parameters of a problem are invalid."""

    exit_code = USAGE


class QueryError(EnuminoError, ValueError):
    """A condition or query is invalid, or names an unknown column."""

    exit_code = USAGE


class DatasetError(EnuminoError):
    """A folder is not a dataset, or its control files are damaged."""


class DamagedError(DatasetError):
    """A control file of a dataset is unreadable, contradictory or lost."""


class DamagedManifestError(DamagedError):
    """The manifest of a dataset is unreadable; the parts may be intact."""


class ForeignPartError(DatasetError):
    """A file belongs to the plan of another dataset."""


class IncompleteDatasetError(DatasetError):
    """Parts of a dataset are missing."""

    exit_code = INCOMPLETE


class EnuminoWarning(UserWarning):
    """Base class of warnings."""


class CacheWarning(EnuminoWarning):
    """Compiled kernels cannot be cached."""


class StorageError(EnuminoError):
    """Storage failed: full, read-only or unreachable."""


class RunError(EnuminoError):
    """A part, the scheduler or a worker failed."""


class MissingExtraError(EnuminoError, ImportError):
    """A call needs an optional package."""


def optional(module: str, needed: str, install: str) -> Any:
    """Return an optional module."""
    try:
        return import_module(module)
    except ImportError as error:
        raise MissingExtraError(
            f"{needed}, which is not installed: pip install {shlex.quote(install)}."
        ) from error
