"""The facts about the rows of a dataset that a command or a program asks for."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.errors import ProblemError
from enumino.families.facts.functions import (
    NAME,
    TYPES,
    FunctionFacts,
    called,
    defined,
    digest_of,
    parameters_of,
)
from enumino.families.facts.problem import Facts, first_rows
from enumino.families.facts.rows import sets_about
from enumino.parameters import values_of
from enumino.words import quoted

if TYPE_CHECKING:
    pass


def set_facts(root: str | os.PathLike[str], name: str, given: Mapping[str, Any]) -> Facts:
    """Return the facts of a set about the rows of a dataset, with the values of its options.

    Raises
    ------
    ProblemError
        If there is no such set about these rows.
    """
    store = Store(root)
    manifest = Manifest.read(store)
    known = sets_about(manifest.problem)
    if not known:
        raise ProblemError(
            f"There are no sets of facts about {manifest.title}: write a function of your own, "
            "and give it by --with FILE.py:NAME."
        )
    if name not in known:
        raise ProblemError(
            f"There is no set {quoted(name)} of facts about {manifest.title}: choose from "
            f"{', '.join(known)}."
        )
    kind = known[name]
    return Facts.about(store.root, kind(**values_of(kind, given)))


def function_facts(root: str | os.PathLike[str], spec: str) -> Facts:
    """Return the values of a user's function, as ``FILE.py:NAME``, as facts about a dataset.

    The function is called with the first rows to learn the type of its values.

    Raises
    ------
    ProblemError
        If it cannot be used.
    """
    path, name, text = _read(spec)
    store = Store(root)
    manifest = Manifest.read(store)
    known = [column.name for column in manifest.columns]
    if name in known or name in sets_about(manifest.problem):
        raise ProblemError(
            f"The rows have {name} already: give the function of {path} another name."
        )
    function = defined(text, path, name)
    reads = parameters_of(function, name, known)
    sample = first_rows(store, manifest, reads)
    values = called(function, name, sample, reads)
    facts = FunctionFacts(name, reads, TYPES[str(values.dtype)], digest_of(text))
    return Facts.about(store.root, facts.of_file(text, path))


def _read(spec: str) -> tuple[str, str, str]:
    """Return the path, the name of the function, and the text of its file."""
    path, _, name = spec.rpartition(":")
    if not path or not re.fullmatch(NAME, name):
        raise ProblemError(
            f"{quoted(spec)} names no function: write FILE.py:NAME, with a name of small letters, "
            "digits and _ ."
        )
    try:
        return path, name, Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text in UTF-8"
        raise ProblemError(f"{path} cannot be read ({reason}): name a file of Python.") from error
