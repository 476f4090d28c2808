"""The facts about the rows of a dataset that a command or a program asks for."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, Unpack

from enumino.datasets.manifest import Manifest
from enumino.datasets.storage import Store
from enumino.errors import ProblemError
from enumino.families.facts.functions import (
    NAME,
    RESERVED,
    TYPES,
    FunctionFacts,
    called,
    defined,
    digest_of,
    parameters_of,
)
from enumino.families.facts.problem import Facts, described_rows, first_rows
from enumino.families.facts.rows import sets_about
from enumino.parameters import values_of
from enumino.registry import rows_of
from enumino.run.execution import Execution, HowToRun
from enumino.run.listing import enumerate_plan
from enumino.run.planning import make_plan
from enumino.words import quoted


def compute_facts(
    root: str | os.PathLike[str],
    name: str = "shape",
    *,
    function: str | None = None,
    options: Mapping[str, Any] = MappingProxyType({}),
    force: bool = False,
    **how_to_run: Unpack[HowToRun],
) -> Manifest:
    """Compute facts about the rows of a finished dataset, beside them, or resume.

    Parameters
    ----------
    root : str or path
        The dataset, on a disk or in an object store. Its own files stay as they are.
    name : str
        The set of facts.
    function : str, optional
        Instead of a set, the function of a file of your own, as ``"mine.py:slender"``. Its
        parameters are names of columns, whose values it gets as arrays of NumPy; it returns an
        array with one boolean or number a row. Numba may compile it.
    options : mapping, optional
        Options of the set by name, as the command has them.
    force : bool
        Start even if the disk may be too small.
    client, threads, in_process, wait_seconds, upload, on_event :
        Where to run, as in `enumino.enumerate_to`.

    Returns
    -------
    Manifest
        Of the dataset of the facts, which lies in the folder ``facts/<name>`` of the other.

    Raises
    ------
    ProblemError
        If there is no such set about these rows, or the function cannot be used.
    DatasetError
        If there is no finished dataset, or the facts there are about other rows.

    Examples
    --------
    >>> import enumino, tempfile
    >>> root = tempfile.mkdtemp() + "/pentominoes"
    >>> _ = enumino.enumerate_to(root, enumino.Polyominoes(5), in_process=True)
    >>> enumino.compute_facts(root, in_process=True).rows
    12
    >>> [shape.address for shape in enumino.open_dataset(root).objects("not tree")]
    ['z']
    """
    given = set_facts(root, name, options) if function is None else function_facts(root, function)
    folder = Store(root).folder(given.folder)
    plan = make_plan(folder, given, rows_per_part=given.rows_per_part, force=force)
    return enumerate_plan(folder, given, plan, Execution(**how_to_run))


def set_facts(root: str | os.PathLike[str], name: str, given: Mapping[str, Any]) -> Facts:
    """Return the facts of a set about the rows of a dataset, with the values of its options."""
    store, manifest = described_rows(root)
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
    """
    path, name, text = _read(spec)
    store, manifest = described_rows(root)
    known = [column.name for column in manifest.columns]
    if name in known or name in _names_of_sets(manifest):
        raise ProblemError(
            f"The rows have {name} already: give the function of {path} another name."
        )
    if name in RESERVED.split():
        raise ProblemError(
            f"{name} is a word of SQL, so that queries could not name the column: give the "
            f"function of {path} another name."
        )
    function = defined(text, path, name)
    reads = parameters_of(function, name, known)
    sample = first_rows(store, manifest, reads)
    values = called(function, name, sample, reads)
    facts = FunctionFacts(name, reads, TYPES[str(values.dtype)], digest_of(text))
    return Facts.about(store.root, facts.of_file(text, path))


def _names_of_sets(manifest: Manifest) -> set[str]:
    """Return the names of the sets of facts about some rows, and those of their columns."""
    found = set()
    for name, kind in sets_about(manifest.problem).items():
        found.add(name)
        with suppress(ProblemError):  # sets that make no sense for these rows
            about = kind().about(rows_of(manifest.problem))
            found.update(column.name for column in about.columns)
    return found


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
