"""Standard streams that may be closed or full: output may be lost, but no work."""

from __future__ import annotations

import io
import os
import sys

LAST_STANDARD = 2


class _Lossy(io.FileIO):
    """A file that drops output that cannot be written."""

    def write(self, text: object) -> int:
        try:
            return super().write(text) or 0  # type: ignore[arg-type]
        except OSError:
            return len(memoryview(text))  # type: ignore[arg-type]


def prepare() -> None:
    """Open closed standard streams, and drop messages that stderr cannot take.

    A file that is opened while a standard stream is closed would get its number, and with it
    whatever a library prints.
    """
    while (free := os.open(os.devnull, os.O_RDWR)) <= LAST_STANDARD:
        os.set_inheritable(free, True)
    os.close(free)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  # to the end
    encoding = "utf-8" if sys.stderr is None else sys.stderr.encoding
    sys.stderr = io.TextIOWrapper(
        io.BufferedWriter(_Lossy(LAST_STANDARD, "w", closefd=False)),
        encoding=encoding,
        errors="backslashreplace",
        line_buffering=True,
    )
