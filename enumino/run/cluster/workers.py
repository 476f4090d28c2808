"""The workers of a cluster as the driver knows them: who is there, and who can do tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from enumino.errors import KEPT, OtherVersionsError, RunError
from enumino.run.cluster.versions import Versions, decisive, table, versions_here
from enumino.words import plural

FIRST_SECONDS = 10.0  # the first workers answer within this, or the others begin without them
REPORTS_A_SECOND = 200  # that the driver receives of all tasks together; each takes it 0.2 ms
SETTLED_SECONDS = 3.0  # what passes sooner is not worth a sentence
REPEATED_SECONDS = 60.0  # between two sentences that nothing goes on
LACKING = "none"  # stands for the version of a package that is not there
AGAIN = "run the same command again to go on"


@dataclass
class Member:
    """A worker; paused and retiring workers are not `running`: they begin no tasks."""

    address: str
    threads: int
    running: bool
    asked: bool = False
    fits: bool = False
    versions: Versions | None = None  # once it has answered

    @property
    def usable(self) -> bool:
        """Whether it can be given tasks."""
        return self.running and self.fits


class Workers:
    """All workers of a cluster, and whether they fit: to write the `same_bytes`, or to count."""

    def __init__(self, *, same_bytes: bool) -> None:
        self.ours = versions_here()
        names = decisive(self.ours, bytes_matter=same_bytes)
        self.wanted = {name: self.ours[name] for name in names}
        self.reset()

    def reset(self) -> None:
        """Forget all workers: their scheduler is lost."""
        self.members: dict[str, Member] = {}
        self.first: dict[str, Member] | None = None  # those that were there at first
        self.begun = False
        self._since = 0.0
        self._unnamed: dict[str, Versions] = {}  # misfits that the user has not heard of

    @property
    def threads(self) -> int:
        """Threads of the workers that can be given tasks."""
        return sum(each.threads for each in self.members.values() if each.usable)

    def update(self, threads: Mapping[str, int], running: Mapping[str, int]) -> list[Member]:
        """Take in the threads of all workers and of those that begin tasks; return who has left."""
        left = [self.members.pop(address) for address in self.members.keys() - threads.keys()]
        for member in left:
            self._unnamed.pop(member.address, None)
        for address, count in threads.items():
            member = self.members.setdefault(address, Member(address, count, False))
            member.threads, member.running = count, address in running
        if self.first is None and self.members:
            self.first, self._since = dict(self.members), monotonic()
        return left

    def answered(self, member: Member, found: Versions) -> None:
        """Take in the versions of a worker."""
        member.versions = found
        member.fits = all(found.get(name) == version for name, version in self.wanted.items())
        if not member.fits:
            self._unnamed[member.address] = found

    def begin(self) -> None:
        """Begin once the first workers have answered; refuse if one of them has other versions."""
        if self.begun or not self.first:
            return
        there = [each for each in self.first.values() if self.members.get(each.address) is each]
        silent = any(each.running and each.versions is None for each in there)
        if silent and monotonic() - self._since < FIRST_SECONDS:
            return
        if self._unnamed:
            refusal = self._refusal(self._unnamed, "install the same on every worker")
            raise OtherVersionsError(*refusal)
        self.begun = True

    def misfits(self) -> str | None:
        """Return a sentence and a table about workers that came later and do not fit."""
        if not self.begun or not self._unnamed:
            return None
        found, self._unnamed = self._unnamed, {}
        return "\n".join(self._refusal(found, "they get no parts"))

    @property
    def only(self) -> list[str] | None:
        """The addresses of the workers that fit; None if all of them do."""
        fitting = [each.address for each in self.members.values() if each.fits]
        return None if len(fitting) == len(self.members) else fitting

    @property
    def pause(self) -> float:
        """Seconds between two reports of a task."""
        return max(1.0, self.threads / REPORTS_A_SECOND)

    @property
    def resting(self) -> int:
        """Return the number of workers that begin no tasks."""
        return sum(not member.running for member in self.members.values())

    def obstacle(self, scheduler: str) -> str | None:
        """Return in a sentence, without its full stop, why no worker can be given a task."""
        there = self.members.values()
        if any(member.usable for member in there):
            return None
        if not there:
            return (
                f"The scheduler at {scheduler} has no workers: start some with "
                f"`dask worker {scheduler}`"
            )
        misfits = sum(each.versions is not None and not each.fits for each in there)
        silent = sum(each.running and each.versions is None for each in there)
        reasons = {
            "with other versions": misfits,
            "busy or stopped, without an answer": silent,
            "paused by the memory limit, or retiring (give workers more memory, or fewer "
            "threads)": self.resting,
        }
        named = [f"{number:,} of {len(there):,} {why}" for why, number in reasons.items() if number]
        return f"No worker can be given a part: {', '.join(named)}"

    def _refusal(self, misfits: Mapping[str, Versions], consequence: str) -> tuple[str, str]:
        """A sentence about workers that do not fit, and the table of versions below it."""
        (first, found), *others = misfits.items()
        who = f"The worker {first}" + (f" and {len(others)} more have" if others else " has")
        lacking = [f"no {name}" for name, version in found.items() if version == LACKING]
        other = [
            f"{name} {found[name]} instead of {version}"
            for name, version in self.wanted.items()
            if found.get(name, version) != version
        ]
        what = ", ".join(lacking or other) + (
            " (--upload ships it)" if "no enumino" in lacking else ""
        )
        return f"{who} {what}: {consequence}.", table(self.ours, misfits)


class StallTimer:
    """Notices why nothing goes on, and gives up after some seconds."""

    def __init__(self, seconds: float, notice: Callable[[str], None]) -> None:
        self.seconds, self.notice = seconds, notice
        self._since: float | None = None
        self._noticed = float("-inf")
        self._resting = 0

    def check(self, obstacle: str | None, workers: Workers, alive: float) -> None:
        """Take in why nothing can go on, if so; `alive` is the time of a worker's last report."""
        now = monotonic()
        if obstacle is None:
            self._since = None
            self._name_resting(workers)
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

    def _name_resting(self, workers: Workers) -> None:
        """Say how many workers begin no tasks, when they have become more."""
        if workers.resting > self._resting:
            self.notice(
                f"{plural(workers.resting, 'worker')} of {len(workers.members):,} paused by the "
                "memory limit, or retiring: they get no more parts."
            )
        self._resting = workers.resting
