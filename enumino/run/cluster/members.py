"""The workers of a cluster as the driver knows them: who is there, who takes part, who has room."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING

from enumino.run.cluster.versions import Versions
from enumino.words import plural

if TYPE_CHECKING:
    from distributed import Future

IN_FLIGHT = 2
"""Tasks handed out for each thread: one that runs, and one that waits behind it."""


REPORTS_A_SECOND = 200
"""That the driver is told at most, by all workers together: each costs it 0.2 ms."""


class State(Enum):
    """How far a worker is on its way into the run."""

    NEW = "not asked yet"
    ASKED = "has not answered yet"
    READY = "takes part"
    REFUSED = "has other versions"


@dataclass
class Attempt:
    """A task on a worker: `order` is its place among the tasks, `since` when it came to run."""

    key: str
    order: int
    member: Member
    future: Future
    since: float


@dataclass
class Member:
    """A worker; `attempts` are the tasks that it was given, in the order in which it runs them."""

    address: str
    threads: int
    running: bool
    """Whether it begins tasks: paused and retiring workers do not."""
    state: State = State.NEW
    asked: float = 0.0
    times_asked: int = 0
    question: Future | None = None
    attempts: dict[str, Attempt] = field(default_factory=dict)

    @property
    def usable(self) -> bool:
        """Whether it can be given tasks."""
        return self.running and self.state is State.READY

    def has_room(self, for_each_thread: int) -> bool:
        """Whether it can be given a task, with at most so many for each thread."""
        return self.usable and len(self.attempts) < for_each_thread * self.threads

    def under_way(self) -> Iterator[Attempt]:
        """The attempts that threads are at: the first ones."""
        return islice(self.attempts.values(), self.threads)

    def behind(self) -> list[Attempt]:
        """The attempts that wait for a thread."""
        return list(islice(self.attempts.values(), self.threads, None))

    def remove(self, attempt: Attempt) -> None:
        """Take an attempt away; the first one that waited comes to run."""
        del self.attempts[attempt.key]
        following = next(islice(self.attempts.values(), self.threads - 1, None), None)
        if following is not None:
            following.since = monotonic()


class Crew:
    """All workers of a cluster.

    What changes once a second may look at all of them; what is asked for every task does not.
    """

    def __init__(self) -> None:
        self.members: dict[str, Member] = {}
        self.refused: dict[str, Versions] = {}
        """Versions of the workers that do not take part."""
        self.threads = 0
        """Of the workers that can be given tasks."""
        self._roomy: dict[str, Member] = {}

    def update(self, threads: Mapping[str, int], running: Mapping[str, int]) -> list[Member]:
        """Take in who is there, by address, and who of these begins tasks; return who has left."""
        left = [self.members.pop(address) for address in self.members.keys() - threads.keys()]
        for member in left:
            self.refused.pop(member.address, None)
        for address, count in threads.items():
            if address not in self.members:
                self.members[address] = Member(address, count, address in running)
            self.members[address].running = address in running
            self.members[address].threads = count
        self.count()
        return left

    def count(self) -> None:
        """Look anew who can be given tasks."""
        usable = [member for member in self.members.values() if member.usable]
        self.threads = sum(member.threads for member in usable)
        self._roomy = {each.address: each for each in usable if each.has_room(IN_FLIGHT)}

    def noticed(self, member: Member) -> None:
        """Note that a worker has one task more, or less."""
        if member.has_room(IN_FLIGHT) and self.members.get(member.address) is member:
            self._roomy[member.address] = member
        else:
            self._roomy.pop(member.address, None)

    def roomy(self, for_each_thread: int) -> list[Member]:
        """Return the workers that can be given a task, with at most so many for each thread."""
        return [each for each in self._roomy.values() if each.has_room(for_each_thread)]

    def in_state(self, state: State) -> list[Member]:
        """Return the workers that are so far."""
        return [member for member in self.members.values() if member.state is state]

    @property
    def pause(self) -> float:
        """Seconds between two reports of a worker."""
        return max(1.0, len(self.members) / REPORTS_A_SECOND)

    @property
    def resting(self) -> int:
        """How many workers begin no tasks."""
        return sum(not member.running for member in self.members.values())

    def missing(self, address: str) -> str | None:
        """Return in a sentence, without its full stop, why nobody can be given a task.

        Parameters
        ----------
        address : str
            Of the scheduler.
        """
        if any(member.usable for member in self.members.values()):
            return None
        everyone = len(self.members)
        if not everyone:
            return (
                f"The scheduler at {address} has no workers: start some with "
                f"`dask worker {address}`"
            )
        if len(self.refused) == everyone:
            return f"{_all(everyone)} other versions, and none takes part"
        if self.resting == everyone:
            return (
                f"{_all(everyone, 'is', 'are')} paused by the memory limit, or retiring: give "
                "workers more memory, or fewer threads"
            )
        return (
            f"None of {plural(everyone, 'worker')} can be given a part ({self.resting:,} paused by "
            f"the memory limit or retiring, {len(self.refused):,} of other versions): the others "
            "have not answered, since they are busy, or stopped"
        )


def _all(number: int, one: str = "has", several: str = "have") -> str:
    return f"The only worker {one}" if number == 1 else f"All {number:,} workers {several}"
