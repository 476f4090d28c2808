"""Why parts fail on a cluster, in sentences that say how to go on."""

from __future__ import annotations

from enumino.errors import KEPT

AGAIN = "run the same command again to go on"


def is_loss(error: BaseException | None) -> bool:
    """Whether an error says that a worker was lost, and nothing of the part itself."""
    from distributed import KilledWorker
    from distributed.comm import CommClosedError
    from distributed.scheduler import NoValidWorkerError

    return isinstance(error, KilledWorker | CommClosedError | NoValidWorkerError)


def deadly(part: int, workers: int) -> str:
    """Return that workers die over a part."""
    return (
        f"{workers} workers died over part {part}, most likely out of memory: {KEPT}; give workers "
        "more of it, or fewer threads each, and run the same command again."
    )


def scheduler_gone() -> str:
    """Return that there is no scheduler any more."""
    return f"The scheduler is gone: {KEPT}; start it again, and run the same command again."
