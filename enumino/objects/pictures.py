"""Objects with pictures; drawings import objects, so the package sets how objects are drawn."""

from collections.abc import Callable
from typing import Any, ClassVar


class Pictured:
    """An object that notebooks show as a picture."""

    _svg: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        return self._svg()


class Boxed(Pictured):
    """Cells in a bounding box."""

    box: tuple[int, ...]  # (height, width), or (depth, height, width)

    @property
    def height(self) -> int:
        """The number of rows of the bounding box."""
        return self.box[-2]

    @property
    def width(self) -> int:
        """The number of columns of the bounding box."""
        return self.box[-1]
