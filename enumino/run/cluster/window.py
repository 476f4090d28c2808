"""The tasks of a run on a cluster: Dask decides where they run, and again when a worker is lost.

Two tasks for each thread are with Dask at once, so that workers whose versions differ can be left
out of later ones. Tasks are idempotent: one that takes very much longer than expected is handed out
again, and the first outcome counts.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Coroutine, Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import closing, suppress
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from pickle import loads
from queue import Empty, SimpleQueue
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from enumino.errors import KEPT, OtherVersionsError, RunError
from enumino.run import events
from enumino.run.cluster.worker import Done, Refused, attempt, call
from enumino.run.cluster.workers import Member, StallTimer, Workers, lacks_package
from enumino.run.execution import Execution, Report

if TYPE_CHECKING:
    from distributed import Client, Future

IN_FLIGHT = 2  # tasks with Dask for each thread: one that runs, and one that waits behind it
LOOK_SECONDS = 1.0  # between two looks at the workers
RETRY_SECONDS = 0.5  # before a task that could not begin is handed out again
FIRST_SECONDS = 10.0  # the first workers answer within this, or the others begin without them
SILENT_SECONDS = 10.0  # a scheduler answers within this, and no task is a straggler before
STRAGGLING = 5  # times as long as expected: a task that takes so long is handed out again
MOST_COPIES = 3  # of one task at once
MOST_LOSSES = 100  # of the outcomes of one task; where workers come and go, the next one arrives
CLOSING_SECONDS = 2.0  # that the scheduler may take to forget a run


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
    from distributed.protocol import pickle

    pickled: bytes = pickle.dumps(work)
    address = client.scheduler.address
    left = dict(enumerate(tasks))
    progress: dict[int, tuple[int, int]] = {}
    while left:
        workers = Workers(client, same_bytes=same_bytes, upload=how.upload)
        try:
            with closing(_Window(workers, pickled, left, progress, how, threads)) as window:
                for order, outcome in window.outcomes():
                    del left[order]
                    yield outcome
        except _SchedulerLostError:
            _wait_for_scheduler(client, address, how)


class _SchedulerLostError(Exception):
    """The connection to the scheduler is lost, and with it all that it knew of the run."""


def _wait_for_scheduler(client: Client, address: str, how: Execution) -> None:
    """Wait until there is a scheduler at the same address again, without a state."""
    if client.status == "connecting":
        how.emit(events.Notice(f"The scheduler at {address} is lost."))
    stall = StallTimer(how.wait_seconds, lambda sentence: how.emit(events.Notice(sentence)))
    while client.status == "connecting":
        stall.check(f"There is no scheduler at {address} any more")
        sleep(LOOK_SECONDS)
    if client.status != "running":
        raise RunError(
            f"The scheduler is gone: {KEPT}; start it again, and run the same command again."
        )


@dataclass(frozen=True)
class Attempt:
    """A task with Dask: `order` is its place among the tasks, `only` the workers that may do it."""

    order: int
    future: Future
    only: list[str] | None
    since: float
    step: asyncio.Task[None]


class _Window:
    """The state of a run, which changes in the thread of Dask's event loop only."""

    def __init__(
        self,
        workers: Workers,
        work: bytes,
        tasks: dict[int, Any],
        progress: dict[int, tuple[int, int]],
        how: Execution,
        threads: int,
    ) -> None:
        self.client, self.workers, self.how = workers.client, workers, how
        self.work, self.tasks, self.progress, self.threads = work, dict(tasks), progress, threads
        self.connection = self.client.scheduler_comm  # another one is that to a new scheduler
        self.topic = f"enumino-{os.urandom(8).hex()}"
        # What the driver's thread receives: outcomes with their places, events, and errors.
        self.inbox: SimpleQueue[tuple[int, Any] | events.Event | BaseException] = SimpleQueue()
        self.steps: set[asyncio.Task[None]] = set()
        self.waiting = list(tasks)  # a heap: the first tasks first
        heapify(self.waiting)
        self.unfinished = set(tasks)
        self.attempts: dict[str, Attempt] = {}
        self.losses: Counter[int] = Counter()  # outcomes that did not arrive, by task
        self.submitted = 0
        self.published = self.begun = False
        self.expected = self.spent = 0.0  # seconds of the tasks that are done
        self.stall = StallTimer(how.wait_seconds, self._notice)

    # In the driver's thread.

    def outcomes(self) -> Generator[tuple[int, Any]]:
        """Yield the outcomes as they come, with the places of their tasks."""
        self.client.loop.add_callback(self._start, self._publish())
        self.client.loop.add_callback(self._start, self._watch())
        for _ in self.tasks:
            while not isinstance(message := self._receive(), tuple):
                if isinstance(message, BaseException):
                    raise message
                self.how.emit(message)
            yield message

    def _receive(self) -> tuple[int, Any] | events.Event | BaseException:
        while True:
            try:
                return self.inbox.get(timeout=LOOK_SECONDS)
            except Empty:
                if not self._connected:
                    raise _SchedulerLostError from None

    @property
    def _connected(self) -> bool:
        """Whether the scheduler is still the one that knows of the run."""
        client = self.client
        return client.status == "running" and client.scheduler_comm is self.connection

    def close(self) -> None:
        """Take back what is in flight; the cluster is left as it was."""
        with suppress(Exception):  # whatever is wrong with it
            self.client.sync(self._end, callback_timeout=CLOSING_SECONDS)

    # In the event loop.

    async def _end(self) -> None:
        self.begun = False
        for step in self.steps:
            step.cancel()
        if self._connected:
            self.client.unsubscribe_topic(self.topic)
            await self.client.set_metadata([self.topic], None)

    def _start(self, step: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin a step of the run, whose error ends it."""

        def ended(task: asyncio.Task[None]) -> None:
            self.steps.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                self.begun = False  # nothing more is handed out
                self.inbox.put(error)

        task = asyncio.ensure_future(step)
        self.steps.add(task)
        task.add_done_callback(ended)
        return task

    def _notice(self, sentence: str) -> None:
        self.inbox.put(events.Notice(sentence))

    async def _publish(self) -> None:
        """Let the scheduler keep the work, from where each worker fetches it, and hear reports."""
        self.client.subscribe_topic(self.topic, lambda event: self._reported(*event[1]))
        with suppress(OSError):  # the scheduler is lost, which the next look sees
            await self.client.set_metadata([self.topic], (self.workers.wanted, self.work))
            self.published = True
            self._fill()

    async def _watch(self) -> None:
        """Look at the workers now and then; say what hinders them, and hasten the last tasks."""
        while self._connected:
            obstacle: str | None
            try:
                async with asyncio.timeout(SILENT_SECONDS):
                    left = await self.workers.look()
            except (OSError, asyncio.CancelledError):
                if _is_cancelled():
                    raise
                obstacle = f"The scheduler at {self.workers.scheduler} does not answer"
            else:
                self._take_in_losses(left)
                await self._ask_new_workers()
                obstacle = self.workers.obstacle()
                self._fill()
                if not self.waiting:
                    self._hasten()
            self.stall.check(obstacle)
            await asyncio.sleep(LOOK_SECONDS)

    async def _ask_new_workers(self) -> None:
        """Ask workers for their versions; refuse to begin if one of the first has others."""
        asks = [
            self._start(self.workers.ask(member))
            for member in self.workers.members.values()
            if not member.asked
        ]
        if asks and not self.begun:
            await asyncio.wait(asks, timeout=FIRST_SECONDS)
            if refusal := self.workers.misfits("install the same on every worker"):
                raise OtherVersionsError(*refusal)
            self.begun = True
        elif refusal := self.workers.misfits("they get no parts"):
            self._notice("\n".join(refusal))
        if sentence := self.workers.more_resting():
            self._notice(sentence)

    def _take_in_losses(self, left: Sequence[Member]) -> None:
        """Say which workers have left that were busy; Dask runs their tasks again.

        All that fit are busy while tasks wait.
        """
        for each in self.attempts.values():
            if each.only is not None and self.workers.members.keys().isdisjoint(each.only):
                each.step.cancel()
        busy = [
            member.address
            for member in left
            if (member.fits and self.waiting) or any(key in self.attempts for key in member.keys)
        ]
        if busy:
            who = f"The worker {busy[0]} has" if len(busy) == 1 else f"{len(busy)} workers have"
            self._notice(f"{who} left: what was in progress there is handed out again.")

    # Tasks.

    def _fill(self) -> None:
        """Give Dask what waits, as much as the threads can do soon."""
        if not (self.begun and self.published and self._connected):
            return
        threads = self.workers.threads
        if threads not in (0, self.threads):
            self.threads = threads
            self.inbox.put(events.Resized(threads))
        room = min(len(self.waiting), IN_FLIGHT * threads - len(self.attempts))
        only = self.workers.only if room > 0 else None
        for _ in range(room):
            self._hand_out(heappop(self.waiting), only)

    def _hand_out(self, order: int, only: list[str] | None) -> None:
        self.submitted += 1
        key = f"{self.topic}-{self.submitted}"
        there = call(attempt, self.topic, self.tasks[order], self.workers.pause)
        future = self.client.submit(loads, there, key=key, workers=only, pure=False)
        step = self._start(self._follow(order, future))
        handed = self.attempts[key] = Attempt(order, future, only, monotonic(), step)
        step.add_done_callback(lambda _: self._put_away(key, handed))

    async def _follow(self, order: int, future: Future) -> None:
        """Await the result of an attempt; keep the outcome of its task, if it is the first."""
        try:
            found = await _unshared(future.result())
        except (Exception, asyncio.CancelledError) as error:
            if _is_cancelled():
                raise
            self._refuse_failure(order, future, error)
            found = None
        if isinstance(found, Done):
            self._keep(order, found)
            return
        if isinstance(found, Refused) and (by := self.workers.members.get(found.address)):
            self.workers.answered(by, found.versions)
        await asyncio.sleep(RETRY_SECONDS)

    def _refuse_failure(self, order: int, future: Future, error: BaseException) -> None:
        """Raise the error of an attempt, unless another one may succeed."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError
        from distributed.scheduler import NoValidWorkerError

        if isinstance(error, KilledWorker):
            index, deaths = self.tasks[order].index, error.allowed_failures + 1
            raise RunError(
                f"{deaths} workers died over part {index}, most likely out of memory: {KEPT}; give "
                "workers more of it, or fewer threads each, and run the same command again."
            ) from error
        passes = asyncio.CancelledError | CancelledError | CommClosedError | NoValidWorkerError
        # A worker without the package has not been asked yet.
        if not (future.cancelled() or isinstance(error, passes) or lacks_package(error)):
            raise error
        self.losses[order] += 1
        if self.losses[order] == MOST_LOSSES:
            raise RunError(
                f"The outcome of part {self.tasks[order].index} has not arrived {MOST_LOSSES} "
                f"times ({type(error).__name__}): {KEPT}; start the scheduler again, and run the "
                "same command again."
            ) from error

    def _keep(self, order: int, found: Done) -> None:
        if order in self.unfinished:
            self.unfinished.remove(order)
            self._advance(order, found.rows, found.nodes)
            self.expected += self.tasks[order].seconds
            self.spent += found.seconds
            self.inbox.put((order, found.outcome))
            for other in self._copies(order):
                other.step.cancel()

    def _put_away(self, key: str, ended: Attempt) -> None:
        """Let Dask forget an attempt; hand its task out again, unless another attempt goes on."""
        del self.attempts[key]
        ended.future.release()
        if ended.order in self.unfinished and not self._copies(ended.order):
            heappush(self.waiting, ended.order)
        self._fill()

    def _copies(self, order: int) -> list[Attempt]:
        """The attempts at a task that go on."""
        return [each for each in self.attempts.values() if each.order == order]

    def _reported(self, key: str, rows: int, nodes: int) -> None:
        """Pass on what a worker reports of a task."""
        if (found := self.attempts.get(key)) is not None:
            self._advance(found.order, rows, nodes)

    def _advance(self, order: int, rows: int, nodes: int) -> None:
        """Pass on the progress of a task; a second attempt begins where the first one got to."""
        self.stall.reset()
        old_rows, old_nodes = self.progress.get(order, (0, 0))
        if nodes > old_nodes or rows > old_rows:
            rows, nodes = self.progress[order] = max(rows, old_rows), max(nodes, old_nodes)
            index = self.tasks[order].index
            self.inbox.put(events.Progressed(index, rows - old_rows, nodes - old_nodes))

    # The last tasks.

    def _hasten(self) -> None:
        """Give idle workers copies of the tasks that take very much too long elsewhere."""
        now = monotonic()
        members = self.workers.members.values()
        idle = [each.address for each in members if each.usable and len(each.keys) < each.threads]
        where = {key: each.address for each in members for key in each.keys}
        for key, each in list(self.attempts.items()):
            others = [address for address in idle if address != where.get(key)]
            if others and self._straggles(each.order, now):
                idle.remove(others[0])
                self._notice(
                    f"Part {self.tasks[each.order].index} has taken {now - each.since:.0f} s on "
                    f"the worker {where.get(key, 'that it was given to')}, far longer than "
                    "expected: it is handed out again."
                )
                self._hand_out(each.order, others[:1])

    def _straggles(self, order: int, now: float) -> bool:
        """Whether all attempts at a task take very much longer than the others have taken."""
        pace = self.spent / self.expected if self.expected else 1.0
        limit = SILENT_SECONDS + STRAGGLING * pace * self.tasks[order].seconds
        copies = self._copies(order)
        return len(copies) < MOST_COPIES and all(now - each.since > limit for each in copies)


async def _unshared(result: Coroutine[Any, Any, Any]) -> Any:
    """Await a result of Dask, which goes on where this step is taken back.

    Dask fetches many results at once: to cancel one that waits for them would cancel the others,
    and all that come later.
    """
    fetching = asyncio.ensure_future(result)
    # Where nobody awaits it any more, an error is none.
    fetching.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(fetching)


def _is_cancelled() -> bool:
    """Whether this step of a run is taken back, rather than what it awaits."""
    step = asyncio.current_task()
    return step is not None and step.cancelling() > 0
