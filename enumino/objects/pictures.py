"""Objects with pictures; drawings import objects, so the package sets how objects are drawn."""

from collections.abc import Callable
from typing import Any, ClassVar


class Pictured:
    """An object that notebooks show as a picture."""

    _svg: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        return self._svg()
