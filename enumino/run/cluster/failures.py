"""Why parts fail on a cluster, in sentences that say how to go on."""

from __future__ import annotations

from enumino.errors import KEPT
from enumino.words import first_line

AGAIN = "run the same command again to go on"


def is_loss(error: BaseException | None) -> bool:
    """Whether an error says that a worker was lost, and nothing of the part itself."""
    from distributed import KilledWorker
    from distributed.comm import CommClosedError
    from distributed.scheduler import NoValidWorkerError

    return isinstance(error, KilledWorker | CommClosedError | NoValidWorkerError)


def sentence(error: BaseException, attempts: int) -> str:
    """Return why a part has failed that was tried so many times."""
    if isinstance(error, MemoryError):
        return (
            f"Out of memory: {KEPT}; run the same command again with fewer --threads, or more "
            "memory."
        )
    if is_loss(error):
        return deadly(None, attempts)
    reason = first_line(error, "no reason given")
    return f"A part failed {attempts} times ({type(error).__name__}: {reason}): {KEPT}; {AGAIN}."


def deadly(part: int | None, workers: int) -> str:
    """Return that workers die over a part."""
    which = "a part" if part is None else f"part {part}"
    return (
        f"{workers} workers died over {which}, most likely out of memory: {KEPT}; give workers "
        "more of it, or fewer threads each, and run the same command again."
    )


def scheduler_gone() -> str:
    """Return that there is no scheduler any more."""
    return f"The scheduler is gone: {KEPT}; start it again, and run the same command again."
