"""Packages that take long to load, or that only some installations have."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from enumino.errors import MissingExtraError

Find = Callable[[str, Sequence[str] | None], ModuleSpec | None]


@contextmanager
def on_import(module: str, callback: Callable[[], None]) -> Iterator[None]:
    """Call back when a module has been loaded: at once if it already is, never after the block.

    >>> with on_import("enumino.imports", lambda: print("it is there")):
    ...     pass
    it is there
    """

    def find(name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        others = (each.find_spec(name, path) for each in sys.meta_path if each is not first)
        spec = next(filter(None, others), None)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            execute = loader.exec_module

            def execute_and_call(loaded: ModuleType) -> None:
                execute(loaded)
                callback()

            loader.exec_module = execute_and_call
        return spec

    if module in sys.modules:
        callback()
        yield
        return
    with _found_by(module, find) as first:
        yield


@contextmanager
def _found_by(module: str, find: Find) -> Iterator[MetaPathFinder]:
    """Let a function find a module, before all others, within the block."""

    class Finder(MetaPathFinder):
        def find_spec(
            self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
        ) -> ModuleSpec | None:
            return find(name, path) if name == module else None

    finder = Finder()
    sys.meta_path.insert(0, finder)
    try:
        yield finder
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
