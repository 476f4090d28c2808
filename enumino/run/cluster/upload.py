"""Ship the package to workers that lack it, when asked: its sources, without its dependencies.

They are unpacked into the user's folder for caches on the worker's machine, by their digest: all
workers there share them, and the kernels that are compiled beside them, also in later runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import enumino

SHIPPED = (".py", ".csv", ".md", ".typed")


def unpacking() -> tuple[Callable[[bytes, str], str], bytes, str]:
    """Return a function for workers, and its arguments: it unpacks and finds the package.

    The function is pickled by value, since the worker has nothing of ours to import it from.
    """

    def unpack(archive: bytes, digest: str) -> str:
        import importlib
        import io
        import os
        import shutil
        import sys
        import tempfile
        import zipfile
        from pathlib import Path as AnyPath

        try:
            home = AnyPath(os.environ.get("XDG_CACHE_HOME") or AnyPath.home() / ".cache")
            parent = home / "enumino" / "uploaded"
            parent.mkdir(parents=True, exist_ok=True)
            unfinished = tempfile.mkdtemp(dir=parent)
        except (OSError, RuntimeError):  # no home, or none that can be written to
            parent = AnyPath(tempfile.mkdtemp(prefix="enumino-uploaded-"))
            unfinished = tempfile.mkdtemp(dir=parent)
        with zipfile.ZipFile(io.BytesIO(archive)) as files:
            files.extractall(unfinished)
        folder = parent / digest
        try:
            AnyPath(unfinished).rename(folder)
        except OSError:  # another worker of this machine was faster
            shutil.rmtree(unfinished, ignore_errors=True)
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        return str(folder)

    archive = _archive()
    return unpack, archive, sha256(archive).hexdigest()[:16]


@cache
def _archive() -> bytes:
    """The package as a ZIP file, the same bytes for the same sources."""
    root = Path(enumino.__file__).parent
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*")):
            if path.is_file() and path.suffix in SHIPPED:
                name = ZipInfo(path.relative_to(root.parent).as_posix())  # of no particular date
                archive.writestr(name, path.read_bytes(), ZIP_DEFLATED)
    return buffer.getvalue()
