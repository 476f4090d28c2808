"""The workers of a cluster as the driver knows them: who is there, and who can do tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pickle import loads
from time import monotonic
from typing import TYPE_CHECKING, Any

from enumino.errors import KEPT, RunError
from enumino.run.cluster import package
from enumino.run.cluster.package import Versions, decisive, table, versions_here
from enumino.run.cluster.worker import call, worker_versions
from enumino.words import plural

if TYPE_CHECKING:
    from distributed import Client

REPORTS_A_SECOND = 200  # that the driver receives of all tasks together; each takes it 0.2 ms
SETTLED_SECONDS = 3.0  # what passes sooner is not worth a sentence
REPEATED_SECONDS = 60.0  # between two sentences that nothing goes on
LACKING = "none"  # stands for the version of a package that is not there
AGAIN = "run the same command again to go on"


@dataclass
class Member:
    """A worker; paused and retiring workers are not `running`: they begin no tasks."""

    address: str
    threads: int = 0
    running: bool = False
    keys: Sequence[str] = ()  # of the tasks that Dask has given it, of other runs too
    asked: bool = False
    fits: bool = False
    versions: Versions | None = None  # once it has answered

    @property
    def usable(self) -> bool:
        """Whether it can be given tasks."""
        return self.running and self.fits


class Workers:
    """All workers of a cluster, and whether they fit: to write the `same_bytes`, or to count."""

    def __init__(self, client: Client, *, same_bytes: bool, upload: bool) -> None:
        self.client, self.upload = client, upload
        self.scheduler: str = client.scheduler.address
        self.ours = versions_here()
        names = decisive(self.ours, bytes_matter=same_bytes)
        self.wanted = {name: self.ours[name] for name in names}
        self.members: dict[str, Member] = {}
        self._unnamed: dict[str, Versions] = {}  # misfits that were not reported yet
        self._named_resting = 0

    async def look(self) -> list[Member]:
        """Ask the scheduler for the workers that are there; return those that have left."""
        scheduler = self.client.scheduler
        threads = await scheduler.ncores()
        running = await scheduler.ncores_running()
        keys = await scheduler.processing(workers=None)
        left = [self.members.pop(address) for address in self.members.keys() - threads.keys()]
        for member in left:
            self._unnamed.pop(member.address, None)
        for address, count in threads.items():
            member = self.members.setdefault(address, Member(address))
            member.threads, member.running = count, address in running
            member.keys = keys.get(address, ())
        return left

    async def ask(self, member: Member) -> None:
        """Ask a worker for its versions, beside its tasks; ship the package if it lacks it."""
        member.asked = True
        found = await self._run(member, loads, call(worker_versions))
        if self.upload and lacks_package(found):
            await self._run(member, *package.unpacking())
            found = await self._run(member, loads, call(worker_versions))
        if isinstance(found, dict):
            self.answered(member, found)
        elif isinstance(found, OSError | None):
            member.asked = False  # it is gone, or is asked again
        else:
            name = found.name or "" if isinstance(found, ImportError) else ""
            lacks_all_of_it = bool(name) and "." not in name
            self.answered(member, {name: LACKING} if lacks_all_of_it else {"code": "unknown"})

    async def _run(self, member: Member, *function: Any) -> Any:
        """Run a function on a worker; return its result or its error."""
        where: dict[str, Any] = {"workers": [member.address], "on_error": "return"}
        try:
            return (await self.client.run(*function, **where)).get(member.address)
        except Exception as error:
            return error

    def answered(self, member: Member, found: Versions) -> None:
        """Note the versions of a worker."""
        member.versions = found
        member.fits = all(found.get(name) == version for name, version in self.wanted.items())
        if not member.fits:
            self._unnamed[member.address] = found

    @property
    def threads(self) -> int:
        """Threads of the workers that can be given tasks."""
        return sum(each.threads for each in self.members.values() if each.usable)

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

    def obstacle(self) -> str | None:
        """Return in a sentence, without its full stop, why no worker can be given a task."""
        there = self.members.values()
        if any(member.usable for member in there):
            return None
        if not there:
            return (
                f"The scheduler at {self.scheduler} has no workers: start some with "
                f"`dask worker {self.scheduler}`"
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

    def more_resting(self) -> str | None:
        """Return how many workers begin no tasks, in a sentence, when they have become more."""
        before, self._named_resting = self._named_resting, self.resting
        if self.resting <= before:
            return None
        return (
            f"{plural(self.resting, 'worker')} of {len(self.members):,} paused by the memory "
            "limit, or retiring: they get no more parts."
        )

    def misfits(self, consequence: str) -> tuple[str, str] | None:
        """Return a sentence about new workers that do not fit, and the table of versions."""
        misfits, self._unnamed = self._unnamed, {}
        if not misfits:
            return None
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
    """A timer of a run without progress: it notices the reason, and gives up after some seconds."""

    def __init__(self, seconds: float, notice: Callable[[str], None]) -> None:
        self.seconds, self.notice = seconds, notice
        self._noticed = float("-inf")
        self.reset()

    def reset(self) -> None:
        """Note progress."""
        self._since = monotonic()

    def check(self, obstacle: str | None) -> None:
        """Note the reason why no task can run, if there is one."""
        if obstacle is None:
            self.reset()
            return
        now = monotonic()
        waited = now - self._since
        if waited > self.seconds:
            raise RunError(
                f"{obstacle} (waited for {self.seconds:.0f} s); {KEPT}: {AGAIN}, or wait longer "
                "with --wait-for-workers."
            )
        if waited > SETTLED_SECONDS and now - self._noticed > REPEATED_SECONDS:
            self._noticed = now
            self.notice(f"Waiting, for up to {self.seconds - waited:.0f} s. {obstacle}.")


def lacks_package(error: object) -> bool:
    """Whether a worker lacks the package, or a module of it."""
    return isinstance(error, ImportError) and (error.name or "").startswith("enumino")
