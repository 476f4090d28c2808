"""Compiling kernels: to say so when it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from enumino.imports import once_loaded


@contextmanager
def announce_compilation(announce: Callable[[], None]) -> Iterator[None]:
    """Call `announce` as soon as a kernel is not found in the disk cache, once.

    Numba is not loaded for that: a run that needs no kernel compiles none.
    """
    with ExitStack() as stack:

        def listen() -> None:
            from numba.core import event

            class Listener(event.Listener):  # type: ignore[misc]
                announced = False

                def on_start(self, event: object) -> None:
                    if not self.announced:
                        self.announced = True
                        announce()

                def on_end(self, event: object) -> None:
                    pass

            stack.enter_context(event.install_listener("numba:compile", Listener()))

        stack.enter_context(once_loaded("numba", listen))
        yield
