"""The versions that bytes and counts depend on: workers with other ones may make others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path

import enumino
from enumino.errors import OtherVersionsError
from enumino.tables import as_text

# By name: enumino, a digest of its code, and the packages that bytes depend on.
Versions = Mapping[str, str]

CODE_DIGITS = 8
NOT_DECISIVE = ("cli", "drawing")  # folders that neither rows nor counts depend on


def versions_here(*, same_bytes: bool = True) -> dict[str, str]:
    """Return the versions of this process that counts depend on, or the bytes of files too."""
    from enumino.datasets.manifest import versions

    ours = {"enumino": enumino.__version__, "code": _digest_of_code()[:CODE_DIGITS]}
    return ours | (versions() if same_bytes else {})


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


def refuse_other_versions(wanted: Versions, where: str) -> None:
    """Raise an OtherVersionsError unless this process, a worker at `where`, has what is wanted."""
    found = versions_here()
    if all(found.get(name) == version for name, version in wanted.items()):
        return
    theirs = [found.get(name, "?") for name in wanted]
    raise OtherVersionsError(
        "A worker has other versions than this process, and would make other files or counts: "
        "install the same ones on all workers, and run the same command again.",
        as_text([["", *wanted], ["here", *wanted.values()], [where, *theirs]]),
    )
