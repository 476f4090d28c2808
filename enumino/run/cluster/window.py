"""The tasks of a run on a cluster: Dask decides where they run, and again when a worker is lost.

Two tasks for each thread are with Dask at once, so that workers whose versions differ can be left
out of later ones. Tasks are idempotent: one that takes very much longer than expected is handed out
again, and the first outcome counts.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from pickle import loads
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from enumino.errors import KEPT, RunError
from enumino.run import events
from enumino.run.cluster import upload
from enumino.run.cluster.worker import Done, Refused, attempt, call, worker_versions
from enumino.run.cluster.workers import LACKING, Member, StallTimer, Workers
from enumino.run.execution import Execution, Report

if TYPE_CHECKING:
    from distributed import Client, Future

IN_FLIGHT = 2  # tasks with Dask for each thread: one that runs, and one that waits behind it
TICK = 0.5  # seconds between two looks at the clock
LOOK_SECONDS = 1.0  # between two looks at the workers
SILENT_SECONDS = 10.0  # a task is no straggler before this, however short it is expected to be
STRAGGLING = 5  # times as long as expected: a task that takes so long is handed out again
MOST_COPIES = 3  # of one task at once
CLOSING_SECONDS = 2.0  # that the scheduler may take to forget a run
CANCELLED = CancelledError | asyncio.CancelledError


def dispatch(
    client: Client,
    work: Callable[[Any, Report], Any],
    tasks: Sequence[Any],
    how: Execution,
    *,
    threads: int = 0,
    same_bytes: bool = False,
) -> Generator[Any]:
    """Run ``work(task, report)`` for every task on a cluster; yield the outcomes as they come.

    The first tasks start first. `work` travels to each worker once; `threads` are those of the
    cluster that the listener knows of. The first error that a task raises is raised as it is, and
    a RunError if workers keep dying over a task, if the scheduler is gone, or if no worker can be
    given a task for as long as `how` allows.
    """
    window = _Window(client, work, tasks, how, same_bytes)
    try:
        yield from window.outcomes(threads)
    finally:
        window.close()


@dataclass(frozen=True)
class Attempt:
    """A task with Dask: `order` is its place among the tasks, `only` the workers that may do it."""

    key: str
    order: int
    future: Future
    since: float
    only: list[str] | None


class _Window:
    """The state of a run; everything but coroutines runs in the driver's thread."""

    def __init__(
        self,
        client: Client,
        work: Callable[[Any, Report], Any],
        tasks: Sequence[Any],
        how: Execution,
        same_bytes: bool,
    ) -> None:
        from distributed.protocol import pickle

        self.client, self.tasks, self.how = client, tasks, how
        self.topic = f"enumino-{os.urandom(8).hex()}"
        self.work: bytes = pickle.dumps(work)
        self.inbox: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self.workers = Workers(same_bytes=same_bytes)
        self.waiting = list(range(len(tasks)))  # a heap: the first tasks first
        self.unfinished = set(self.waiting)
        self.attempts: dict[str, Attempt] = {}
        self.submitted = 0
        self.progress: dict[int, tuple[int, int]] = {}
        self.expected = self.spent = 0.0  # seconds of the tasks that are done
        self.address = client.scheduler.address
        self.connected = True
        self.published = False
        self.processing: dict[str, list[str]] = {}  # keys of tasks by the address of a worker
        self.uploaded: set[str] = set()
        self.looking_since: float | None = None
        self.next_look = self.alive = monotonic()
        self.stall = StallTimer(how.wait_seconds, self._notice)

    def outcomes(self, threads: int) -> Generator[Any]:
        """Yield the outcomes as they come; the listener knows of so many threads."""
        self._begin()
        while self.unfinished:
            self._look_now_and_then()
            try:
                receive, *message = self.inbox.get(timeout=TICK)
            except Empty:
                continue
            outcome = receive(*message)
            self._fill()
            if self.workers.begun and self.workers.threads not in (0, threads):
                threads = self.workers.threads
                self.how.emit(events.Resized(threads))
            if outcome is not None:
                yield outcome

    def close(self) -> None:
        """Take back what is in flight; the cluster is left as it was."""
        for each in list(self.attempts.values()):
            each.future.release()
        if self.client.status == "running":
            self.client.unsubscribe_topic(self.topic)
            forget = self.client.scheduler.set_metadata
            with suppress(Exception):  # whatever is wrong with it
                self.client.sync(
                    forget, keys=[self.topic], value=None, callback_timeout=CLOSING_SECONDS
                )

    def _begin(self) -> None:
        """Let the scheduler keep the work, from where each worker fetches it, and hear reports."""
        self.client.subscribe_topic(
            self.topic, lambda event: self.inbox.put((self._reported, *event[1]))
        )
        kept = (self.workers.wanted, self.work)
        self._await(lambda: self.client.set_metadata([self.topic], kept), self._published)

    def _await(
        self, start: Callable[[], Awaitable[Any]], receive: Callable[..., Any], *about: Any
    ) -> None:
        """Have ``receive(*about, result, error)`` called once something has been awaited."""

        async def wait() -> None:
            try:
                self.inbox.put((receive, *about, await start(), None))
            except (Exception, asyncio.CancelledError) as error:
                self.inbox.put((receive, *about, None, error))

        self.client.loop.add_callback(wait)

    # Messages from the cluster.

    def _published(self, _: None, error: BaseException | None) -> None:
        self.published = error is None  # else the scheduler is lost, and there is another try

    def _reported(self, key: str, rows: int, nodes: int) -> None:
        """Pass on what a worker reports of a task."""
        self.alive = monotonic()
        if (found := self.attempts.get(key)) is not None:
            self._advance(found.order, rows, nodes)

    def _advance(self, order: int, rows: int, nodes: int) -> None:
        """Pass on the progress of a task; a second attempt begins where the first one got to."""
        old_rows, old_nodes = self.progress.get(order, (0, 0))
        if nodes > old_nodes or rows > old_rows:
            rows, nodes = self.progress[order] = max(rows, old_rows), max(nodes, old_nodes)
            index = self.tasks[order].index
            self.how.emit(events.Progressed(index, rows - old_rows, nodes - old_nodes))

    def _finished(self, key: str, found: Any, error: BaseException | None) -> Any:
        """Take in the result of an attempt; return the outcome of its task, if it is the first."""
        if (done := self.attempts.get(key)) is None:  # taken back
            return None
        if error is not None:  # before its future is released, which cancels it in a moment
            self._refuse_failure(done, error)
        if isinstance(found, Done):
            return self._keep(done.order, found)
        self._again(done)
        if isinstance(found, Refused) and (by := self.workers.members.get(found.address)):
            self.workers.answered(by, found.versions)
        return None

    def _refuse_failure(self, failed: Attempt, error: BaseException) -> None:
        """Raise the error of an attempt, unless another one may succeed."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError
        from distributed.scheduler import NoValidWorkerError

        if isinstance(error, KilledWorker):
            index, deaths = self.tasks[failed.order].index, error.allowed_failures + 1
            raise RunError(
                f"{deaths} workers died over part {index}, most likely out of memory: {KEPT}; give "
                "workers more of it, or fewer threads each, and run the same command again."
            ) from error
        if failed.future.cancelled() or isinstance(
            error, CANCELLED | CommClosedError | NoValidWorkerError
        ):
            return
        if _lacks_package(error):  # of a worker that has not been asked yet
            self.next_look = monotonic()
            return
        raise error

    def _keep(self, order: int, found: Done) -> Any:
        self.alive = monotonic()
        self.unfinished.remove(order)
        for other in self._copies(order):
            self._take_back(other)
        self._advance(order, found.rows, found.nodes)
        self.progress.pop(order, None)
        self.expected += self.tasks[order].seconds
        self.spent += found.seconds
        return found.outcome

    def _again(self, attempt: Attempt) -> None:
        """Take back an attempt; hand its task out again, unless another attempt at it goes on."""
        self._take_back(attempt)
        if attempt.order in self.unfinished and not self._copies(attempt.order):
            heappush(self.waiting, attempt.order)

    def _take_back(self, attempt: Attempt) -> None:
        """Forget an attempt; a worker stops what it does for it, or does not begin."""
        del self.attempts[attempt.key]
        attempt.future.release()

    def _copies(self, order: int) -> list[Attempt]:
        """The attempts at a task that go on."""
        return [each for each in self.attempts.values() if each.order == order]

    # Handing out.

    def _fill(self) -> None:
        """Give Dask what waits, as much as the threads can do soon."""
        if self.client.status != "running" or not self.published or not self.workers.begun:
            return
        room = IN_FLIGHT * self.workers.threads - len(self.attempts)
        if self.waiting and room > 0:
            only = self.workers.only
            for _ in range(min(room, len(self.waiting))):
                self._hand_out(heappop(self.waiting), only)

    def _hand_out(self, order: int, only: list[str] | None) -> None:
        self.submitted += 1
        key = f"{self.topic}-{self.submitted}"
        future = self.client.submit(
            loads,
            call(attempt, self.topic, self.tasks[order], self.workers.pause),
            key=key,
            workers=only,
            pure=False,
        )
        self.attempts[key] = Attempt(key, order, future, monotonic(), only)
        self._await(lambda: future, self._finished, key)

    # The workers.

    def _look_now_and_then(self) -> None:
        """Look at the workers, complain if none can do anything, and hasten the last tasks."""
        if monotonic() < self.next_look:
            return
        self.next_look = monotonic() + LOOK_SECONDS
        self._look_for_scheduler()
        if self.connected and self.looking_since is None:
            self.looking_since = monotonic()
            self._await(self._look, self._seen)
        self.stall.check(self._obstacle(), self.workers, self.alive)
        if self.connected and not self.waiting:
            self._hasten()

    def _look_for_scheduler(self) -> None:
        """Notice that the scheduler is lost, or that there is a new one, which knows of nothing."""
        if self.client.status not in ("running", "connecting"):
            raise RunError(
                f"The scheduler is gone: {KEPT}; start it again, and run the same command again."
            )
        connected = self.client.status == "running"
        if connected == self.connected:
            return
        self.connected, self.published, self.looking_since = connected, False, None
        self.workers.reset()
        for each in list(self.attempts.values()):
            self._again(each)
        if connected:
            self._begin()
        else:
            self._notice(f"The scheduler at {self.address} is lost.")

    async def _look(self) -> tuple[dict[str, int], dict[str, int], dict[str, list[str]]]:
        """Return the threads of all workers, of those that begin tasks, and what they are doing."""
        scheduler = self.client.scheduler
        return (
            await scheduler.ncores(),
            await scheduler.ncores_running(),
            await scheduler.processing(workers=None),
        )

    def _seen(self, seen: Any, error: BaseException | None) -> None:
        """Take in who is there; ask who is new."""
        self.looking_since = None
        if error is not None or not self.connected:  # the next look sees why
            return
        threads, running, processing = seen
        left = self.workers.update(threads, running)
        self._name_losses(left)
        self.processing = processing
        for each in list(self.attempts.values()):
            if each.only is not None and not any(a in threads for a in each.only):
                self._again(each)
        for member in self.workers.members.values():
            if not member.asked:
                self._ask(member)
        self.workers.begin()
        if sentence := self.workers.misfits():
            self._notice(sentence)

    def _name_losses(self, left: list[Member]) -> None:
        """Say which workers have left that were busy; Dask runs their tasks again.

        All that fit are busy while tasks wait.
        """
        busy = [
            member.address
            for member in left
            if (member.fits and self.waiting)
            or any(key in self.attempts for key in self.processing.get(member.address, ()))
        ]
        if busy:
            one = len(busy) == 1
            whom = f"The worker {busy[0]} has" if one else f"{len(busy)} workers have"
            self._notice(
                f"{whom} left: what {'it was' if one else 'they were'} doing is handed out again."
            )

    def _ask(self, member: Member, *before: Any) -> None:
        """Ask a worker for its versions, beside its tasks; perhaps have it do something before."""
        member.asked = True

        async def ask() -> Any:
            where: dict[str, Any] = {"workers": [member.address], "on_error": "return"}
            if before:
                await self.client.run(*before, **where)
            return await self.client.run(loads, call(worker_versions), **where)

        self._await(ask, self._answered, member)

    def _answered(self, member: Member, answer: Any, error: BaseException | None) -> None:
        """Take in the versions of a worker, or the reason why it does not know them."""
        found = error or (answer or {}).get(member.address)
        if isinstance(found, dict):
            self.workers.answered(member, found)
        elif _lacks_package(found) and self.how.upload and member.address not in self.uploaded:
            self.uploaded.add(member.address)
            self._ask(member, *upload.unpacking())
        elif isinstance(found, OSError | CANCELLED | None):
            member.asked = False  # it is gone, or is asked again
        else:
            name = found.name or "" if isinstance(found, ImportError) else ""
            lacks_all_of_it = bool(name) and "." not in name
            self.workers.answered(
                member, {name: LACKING} if lacks_all_of_it else {"code": "unknown"}
            )
        self.workers.begin()

    def _obstacle(self) -> str | None:
        """Why nothing can go on, in a sentence without its full stop."""
        if not self.connected:
            return f"There is no scheduler at {self.address} any more"
        if self.looking_since and monotonic() - self.looking_since > SILENT_SECONDS:
            return f"The scheduler at {self.address} does not answer"
        return self.workers.obstacle(self.address)

    # The last tasks.

    def _hasten(self) -> None:
        """Give idle workers copies of the tasks that take very much too long elsewhere."""
        now = monotonic()
        usable = [each for each in self.workers.members.values() if each.usable]
        idle = [
            each.address
            for each in usable
            if len(self.processing.get(each.address, ())) < each.threads
        ]
        where = {key: address for address, keys in self.processing.items() for key in keys}
        for each in list(self.attempts.values()):
            others = [address for address in idle if address != where.get(each.key)]
            if others and self._straggles(each, now):
                idle.remove(others[0])
                self._notice(
                    f"Part {self.tasks[each.order].index} has taken {now - each.since:.0f} s on "
                    f"the worker {where.get(each.key, 'that it was given to')}, far longer than "
                    "expected: it is handed out again."
                )
                self._hand_out(each.order, others[:1])

    def _straggles(self, one: Attempt, now: float) -> bool:
        """Whether all attempts at a task take very much longer than the others have taken."""
        pace = self.spent / self.expected if self.expected else 1.0
        limit = SILENT_SECONDS + STRAGGLING * pace * self.tasks[one.order].seconds
        same = self._copies(one.order)
        return len(same) < MOST_COPIES and all(now - each.since > limit for each in same)

    def _notice(self, sentence: str) -> None:
        self.how.emit(events.Notice(sentence))


def _lacks_package(error: object) -> bool:
    """Whether a worker lacks the package, or a module of it."""
    return isinstance(error, ImportError) and (error.name or "").startswith("enumino")
