"""How long a run waits where nobody can work, and what it says meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from enumino.errors import KEPT, RunError
from enumino.run.cluster.failures import AGAIN
from enumino.run.cluster.members import Crew
from enumino.words import plural

SETTLED_SECONDS = 3.0
"""What passes sooner is not worth a sentence."""
REPEATED_SECONDS = 60.0


class Patience:
    """Says why nothing goes on, and gives up in the end.

    Parameters
    ----------
    seconds : float
        After which it gives up.
    notice : callable
        Called with sentences.
    """

    def __init__(self, seconds: float, notice: Callable[[str], None]) -> None:
        self.seconds, self.notice = seconds, notice
        self._since: float | None = None
        self._noticed = float("-inf")
        self._resting = 0

    def check(self, obstacle: str | None, crew: Crew, alive: float) -> None:
        """Take in why nothing can go on, or that it does; `alive` is when a worker last told of it.

        Raises
        ------
        RunError
            If it has lasted for too long.
        """
        now = monotonic()
        if obstacle is None:
            self._since = None
            self._tell_resting(crew)
            return
        if self._since is None:
            self._since = now
        waited = now - max(self._since, alive)
        if waited > self.seconds:
            raise RunError(
                f"{obstacle} (waited for {self.seconds:.0f} s); {KEPT}: {AGAIN}, or wait longer "
                "with --wait-for-workers."
            )
        if waited > SETTLED_SECONDS and now - self._noticed > REPEATED_SECONDS:
            self._noticed = now
            self.notice(f"Waiting, for up to {self.seconds - waited:.0f} s. {obstacle}.")

    def _tell_resting(self, crew: Crew) -> None:
        """Say how many workers begin no tasks, when they have become more."""
        resting = crew.resting
        if resting > self._resting:
            self.notice(
                f"{plural(resting, 'worker')} of {len(crew.members):,} paused by the memory limit, "
                "or retiring: they get no more parts."
            )
        self._resting = resting
