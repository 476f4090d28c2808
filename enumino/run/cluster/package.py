"""The package itself: its versions, and its sources, which are shipped to workers that lack it.

A worker with other versions may make other bytes, or other counts. Sources are unpacked into the
user's folder for caches on the worker's machine, by their digest: all workers there share them, and
the kernels that are compiled beside them, also in later runs.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import enumino
from enumino.tables import as_text
from enumino.words import plural

# By name: enumino, a digest of its code, python, and the packages that bytes depend on.
Versions = Mapping[str, str]

CODE_DIGITS = 8
NOT_DECISIVE = ("cli", "drawing")  # folders that neither rows nor counts depend on
SHIPPED = (".py", ".csv", ".md", ".typed")


def versions_here() -> dict[str, str]:
    """Return the versions of this process."""
    from enumino.datasets.manifest import versions

    return {
        "enumino": enumino.__version__,
        "code": _digest_of_code()[:CODE_DIGITS],
        "python": platform.python_version(),
        **versions(),
    }


@cache
def _digest_of_code() -> str:
    """The SHA-256 of the package's sources, which may differ within a version."""
    root = Path(enumino.__file__).parent
    digest = sha256()
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root)
        if name.parts[0] not in NOT_DECISIVE:
            digest.update(f"{name.as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def decisive(ours: Versions, *, bytes_matter: bool) -> tuple[str, ...]:
    """Return the names of the versions that have to be the same, for files or for counts only."""
    if not bytes_matter:
        return ("enumino", "code")
    return tuple(name for name in ours if name != "python")


def table(ours: Versions, theirs: Mapping[str, Versions]) -> str:
    """Return our versions and those of workers, by address, as a table.

    >>> found = {"enumino": "0.0.9", "numba": "0.68.1"}
    >>> here = {"enumino": "0.1.0", "numba": "0.68.1"}
    >>> print(table(here, {"tcp://a:1": found, "tcp://a:2": found, "tcp://b:1": {}}))
                            enumino  numba
    ───────────────────────────────────────
    here                    0.1.0    0.68.1
    tcp://a:1, and 1 other  0.0.9    0.68.1
    tcp://b:1               ?        ?
    """
    groups: dict[tuple[str, ...], list[str]] = {}
    for address, found in theirs.items():
        groups.setdefault(tuple(found.get(name, "?") for name in ours), []).append(address)
    rows = [["", *ours], ["here", *ours.values()]]
    for versions, (first, *others) in groups.items():
        who = f"{first}, and {plural(len(others), 'other')}" if others else first
        rows.append([who, *versions])
    return as_text(rows)


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
