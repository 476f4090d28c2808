"""Calls as bytes, which only the worker that makes them has to understand.

Dask unpickles tasks in the scheduler, and in a worker before it runs them: a scheduler without our
package would refuse them, and a worker without it would close its connection. So what is sent is
`pickle.loads` with a pickled call: to unpickle it is to make it, and an error is that of one task.
"""

from __future__ import annotations

from collections.abc import Callable
from pickle import PickleBuffer, loads
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from distributed import Client, Future


class _Call:
    """Becomes the result of a call when it is unpickled."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.function, self.arguments


def submit(
    client: Client,
    worker: str,
    key: str,
    function: Callable[..., Any],
    *arguments: Any,
    attached: bytes | Future | None = None,
    priority: int = 0,
) -> Future:
    """Have one worker call a function.

    Parameters
    ----------
    client : distributed.Client
    worker : str
        Its address.
    key : str
        Of the task.
    function, arguments :
        A function that the worker has, or one that is defined in another and so travels itself.
    attached : bytes or Future, optional
        The last argument: bytes, or a task whose outcome they are.
    priority : int
        Higher ones come first.
    """
    from distributed.protocol import pickle

    buffers: list[Any] = []
    if attached is not None:
        arguments = (*arguments, PickleBuffer(b"attached"))  # stands for what is handed over
        buffers = [attached]
    call = pickle.dumps(_Call(function, arguments), buffer_callback=lambda buffer: False)
    return client.submit(
        loads,
        call,
        buffers=buffers,
        key=key,
        workers=[worker],
        priority=priority,
        pure=False,
    )
