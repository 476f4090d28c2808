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
    path = os.path.join(root, name)  # noqa: PTH118
    if _has_link(root, name):
        base, real = os.path.realpath(root), os.path.realpath(path)
        if real != base and not real.startswith(os.path.join(base, "")):  # noqa: PTH118
            raise StorageError(
                f"{quoted(path, LONGEST_PATH)} leads out of the dataset, to {quoted(real)}: put "
                "the file itself there, or remove it."
            )
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):  # it is not there, or cannot be looked at: opening it says why
        return
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise StorageError(
            f"{quoted(path, LONGEST_PATH)} is neither a file nor a folder: remove it."
        )


def _has_link(root: str, name: str) -> bool:
    """Whether something on the way from the folder to a name is a link, or leads upwards.

    Mostly nothing is, and to follow the whole path would cost more than a file's own calls.
    """
    at = root
    for part in name.split("/"):
        at = os.path.join(at, part)  # noqa: PTH118
        if part == ".." or os.path.islink(at):  # noqa: PTH114
            return True
    return False
