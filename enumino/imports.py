"""Packages that take long to load: what is to happen once somebody needs one, and not before."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Once(MetaPathFinder):
    """A finder that calls `then` when a module has been loaded, and is gone afterwards."""

    def __init__(self, module: str, then: Callable[[], None]) -> None:
        self.module, self.then = module, then

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the module as the finders after this one do."""
        if name != self.module:
            return None
        self.forget()
        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        loader: Any = spec.loader
        execute = loader.exec_module

        def execute_and_tell(module: ModuleType) -> None:
            execute(module)
            self.then()

        loader.exec_module = execute_and_tell
        return spec

    def forget(self) -> None:
        """Call nothing any more."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)


class _NoPandas(MetaPathFinder):
    """A finder that says that pandas is not installed."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find nothing, and no pandas."""
        if name == "pandas":
            raise ModuleNotFoundError("pandas is left out", name=name)
        return None


@contextmanager
def once_loaded(module: str, then: Callable[[], None]) -> Iterator[None]:
    """Call `then` once a module is loaded: at once if it is, never if that is after the block.

    >>> with once_loaded("enumino.imports", lambda: print("it is there")):
    ...     pass
    it is there
    """
    if module in sys.modules:
        then()
        yield
        return
    finder = _Once(module, then)
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        finder.forget()


def look_for_no_pandas() -> None:
    """Let pyarrow make its first value without pandas, which it would load for that.

    It asks once whether pandas is there, to recognise its data frames; where it makes one, it
    loads pandas all the same.
    """
    import pyarrow as pa

    if "pandas" in sys.modules:
        return
    finder = _NoPandas()
    sys.meta_path.insert(0, finder)
    try:
        pa.scalar(True)
    finally:
        sys.meta_path.remove(finder)
