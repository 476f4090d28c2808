"""The workers of a cluster as the driver knows them: who is there, and who can do tasks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic

from enumino.errors import KEPT, OtherVersionsError, RunError
from enumino.run.cluster.versions import Versions, decisive, table, versions_here
from enumino.words import plural

FIRST_SECONDS = 10.0  # the first workers answer within this, or the others begin without them
REPORTS_A_SECOND = 200  # that the driver receives of all workers together; each takes it 0.2 ms
SETTLED_SECONDS = 3.0  # what passes sooner is not worth a sentence
REPEATED_SECONDS = 60.0  # between two sentences that nothing goes on
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
        self.same_bytes = same_bytes
        self.ours = versions_here()
        names = decisive(self.ours, bytes_matter=same_bytes)
        self.wanted = {name: self.ours[name] for name in names}
        self.threads = 0  # of the workers that can be given tasks
        self.reset()

    def reset(self) -> None:
        """Forget all workers: their scheduler is lost."""
        self.members: dict[str, Member] = {}
        self.first: dict[str, Member] | None = None  # those that were there at first
        self.begun = False
        self._since = 0.0
        self._unnamed: dict[str, Versions] = {}  # misfits that the user has not heard of
        self.threads = 0

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
        self._count()
        return left

    def answered(self, member: Member, found: Versions) -> None:
        """Take in the versions of a worker."""
        member.versions = found
        member.fits = all(found.get(name) == version for name, version in self.wanted.items())
        if not member.fits:
            self._unnamed[member.address] = found
        self._count()

    def begin(self) -> None:
        """Begin once the first workers have answered; refuse if one of them has other versions."""
        if self.begun or not self.first:
            return
        there = [each for each in self.first.values() if self.members.get(each.address) is each]
        silent = any(each.running and each.versions is None for each in there)
        if silent and monotonic() - self._since < FIRST_SECONDS:
            return
        if self._unnamed:
            raise OtherVersionsError(
                *self._refusal(self._unnamed, "install the same on every worker")
            )
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
        """Seconds between two reports of a worker."""
        return max(1.0, len(self.members) / REPORTS_A_SECOND)

    @property
    def resting(self) -> int:
        """Return the number of workers that begin no tasks."""
        return sum(not member.running for member in self.members.values())

    def obstacle(self, scheduler: str) -> str | None:
        """Return in a sentence, without its full stop, why no worker can be given a task."""
        everyone = len(self.members)
        if any(member.usable for member in self.members.values()):
            return None
        if not everyone:
            return (
                f"The scheduler at {scheduler} has no workers: start some with "
                f"`dask worker {scheduler}`"
            )
        misfits = sum(each.versions is not None and not each.fits for each in self.members.values())
        if misfits == everyone:
            return f"{_all(everyone)} other versions, and none takes part"
        if self.resting == everyone:
            return (
                f"{_all(everyone, 'is', 'are')} paused by the memory limit, or retiring: give "
                "workers more memory, or fewer threads"
            )
        return (
            f"None of {plural(everyone, 'worker')} can be given a part ({self.resting:,} paused by "
            f"the memory limit or retiring, {misfits:,} of other versions): the others "
            "have not answered, since they are busy, or stopped"
        )

    def _count(self) -> None:
        """Count the threads that can be given tasks."""
        self.threads = sum(each.threads for each in self.members.values() if each.usable)

    def _refusal(self, misfits: Mapping[str, Versions], consequence: str) -> tuple[str, str]:
        """A sentence about workers that do not fit, and the table of versions below it."""
        first, *others = misfits
        found = misfits[first].get("enumino", "?")
        who = f"The worker {first}" + (f" and {len(others)} more" if others else "")
        if found == "none":
            what = "no enumino (--upload ships it)"
        elif found == self.ours["enumino"]:
            what = "other versions of what rows depend on" if self.same_bytes else "other code"
        else:
            what = f"enumino {found}" if found[:1].isdigit() else f"{found} enumino"
        verb = "have" if others else "has"
        sentence = f"{who} {verb} {what}, this is {self.ours['enumino']}: {consequence}."
        return sentence, table(self.ours, misfits)


def _all(number: int, one: str = "has", several: str = "have") -> str:
    return f"The only worker {one}" if number == 1 else f"All {number:,} workers {several}"


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
