"""Names in a dataset stay in its folder: no link leads out of it, and no device is waited for."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from enumino.errors import StorageError
from enumino.words import LONGEST_PATH, quoted


def refuse_ways_out(root: str, name: str) -> None:
    """Raise a StorageError unless a name in a local folder leads to a file or folder in it.

    The folder itself may be a link: whoever names it has chosen it. What is not there passes.
    """
    path, base = os.path.join(root, name), os.path.realpath(root)  # noqa: PTH118
    real = os.path.realpath(path)
    if real != base and not real.startswith(os.path.join(base, "")):  # noqa: PTH118
        raise StorageError(
            f"{quoted(path, LONGEST_PATH)} leads out of the dataset, to {quoted(real)}: put the "
            "file itself there, or remove it."
        )
    try:
        mode = Path(real).stat().st_mode
    except (OSError, ValueError):  # it is not there, or cannot be looked at: opening it says why
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise StorageError(
            f"{quoted(path, LONGEST_PATH)} is neither a file nor a folder: remove it."
        )
