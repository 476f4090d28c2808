"""One test item for many values of a few milliseconds, which items of their own would double."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

PARAM = type(pytest.param())


def each(names: str | tuple[str, ...], values: Iterable[Any]) -> Callable[[Any], Any]:
    """Call a test for each value, in one item; a failure says for which.

    It takes what ``pytest.mark.parametrize`` does. Fixtures are those of the item: `tmp_path` is
    the same folder for all values. A value that is skipped leaves the others alone.
    """
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else [*names]
    single = isinstance(names, str) and len(listed) == 1
    cases = [
        value.values if isinstance(value, PARAM) else (value,) if single else tuple(value)
        for value in values
    ]
    assert cases, f"no values of {names}"

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)
        fixtures = [p for name, p in signature.parameters.items() if name not in listed]

        @wraps(test)
        def called(**given: Any) -> None:
            skipped = []
            for case in cases:
                chosen = dict(zip(listed, case, strict=True))
                try:
                    test(**given, **chosen)
                except pytest.skip.Exception as reason:
                    skipped.append(reason)
                except BaseException as error:
                    error.add_note(f"for {chosen}"[:400])
                    raise
            if len(skipped) == len(cases):
                raise skipped[0]

        called.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return called

    return decorate
