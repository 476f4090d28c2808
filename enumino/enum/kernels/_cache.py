"""Where compiled kernels are kept if neither the package's folder nor the home folder serves."""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from pathlib import Path

import numba

from enumino.errors import CacheWarning


def use_temporary_folder() -> bool:
    """Let Numba keep compiled kernels in a folder for temporary files; return whether it can.

    Whoever can write there can make us run code: the folder must be this user's alone.
    """
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir(), f"enumino-cache-{user}")
    advice = "set NUMBA_CACHE_DIR to a folder that you can write to."
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != user or found.st_mode & 0o077:
            raise PermissionError(f"{folder} is not this user's alone")
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        warnings.warn(
            f"Compiled kernels cannot be kept, and are compiled anew by every process: {advice}",
            CacheWarning,
            stacklevel=3,
        )
        return False
    os.environ["NUMBA_CACHE_DIR"] = str(folder)  # worker processes find it there too
    numba.config.reload_config()
    warnings.warn(f"Compiled kernels are kept in {folder}: {advice}", CacheWarning, stacklevel=3)
    return True
