"""Packages that take long to load: callbacks for their first import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any


class _Finder(MetaPathFinder):
    """A finder of one module, which precedes all other finders."""

    def __init__(self, module: str, find: Callable[[], ModuleSpec | None]) -> None:
        self.module, self.find = module, find

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return self.find() if name == self.module else None

    def __enter__(self) -> None:
        sys.meta_path.insert(0, self)

    def __exit__(self, *_: object) -> None:
        if self in sys.meta_path:
            sys.meta_path.remove(self)


@contextmanager
def on_import(module: str, callback: Callable[[], None]) -> Iterator[None]:
    """Call back when a module has been loaded: at once if it already is, never after the block.

    >>> with on_import("enumino.imports", lambda: print("it is there")):
    ...     pass
    it is there
    """

    def find() -> ModuleSpec | None:
        finder.__exit__()
        spec = find_spec(module)
        if spec is not None and spec.loader is not None:
            loader: Any = spec.loader
            execute = loader.exec_module

            def execute_and_call(loaded: ModuleType) -> None:
                execute(loaded)
                callback()

            loader.exec_module = execute_and_call
        return spec

    finder = _Finder(module, find)
    if module in sys.modules:
        callback()
        yield
        return
    with finder:
        yield


def hide_pandas_from_pyarrow() -> None:
    """Let pyarrow make its first value without pandas, which it would load otherwise.

    It looks for pandas once, to recognise data frames. It still loads pandas to make one.
    """
    import pyarrow as pa

    def refuse() -> ModuleSpec | None:
        raise ModuleNotFoundError("pandas is left out", name="pandas")

    if "pandas" not in sys.modules:
        with _Finder("pandas", refuse):
            pa.scalar(True)
