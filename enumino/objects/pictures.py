"""The hook through which notebooks show objects as pictures.

The drawing modules import the objects, so objects cannot import them: the package sets the hook.
"""

from collections.abc import Callable

svg_of: Callable[[object], str]
