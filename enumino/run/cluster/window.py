"""A bounded window of tasks on the workers of a cluster, whatever becomes of the workers.

The driver decides which worker gets which task, and the scheduler only carries them. So it knows
what is lost with a worker, gives nothing to workers that are paused or have other versions, and
uses new workers at once. Tasks are idempotent: one that is lost, or takes very much longer than
expected, is handed out again, and the first outcome counts.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from heapq import heapify, heappop, heappush
from queue import Empty, SimpleQueue
from time import monotonic
from typing import TYPE_CHECKING, Any

from enumino.errors import RunError
from enumino.run import events
from enumino.run.cluster import failures
from enumino.run.cluster.calls import submit
from enumino.run.cluster.clients import SETTINGS
from enumino.run.cluster.enrolment import Enrolment
from enumino.run.cluster.members import IN_FLIGHT, Attempt, Crew, Member
from enumino.run.cluster.patience import Patience
from enumino.run.cluster.worker import Done, Failed, NotEnrolled, attempt
from enumino.run.execution import Report
from enumino.words import plural

if TYPE_CHECKING:
    from distributed import Client

LOSSES = 3
"""How often a task that was lost with its worker is handed out again."""
TICK = 0.5
LOOK_SECONDS = 1.0
"""Between two looks at who is there."""
SILENT_SECONDS = 10.0
"""A task is no straggler before this, however short it is expected to be."""
STRAGGLING = 5
"""A task that takes so many times as long as expected is handed out again."""
MOST_COPIES = 3
"""Of one task at once."""


def dispatch(
    client: Client,
    work: Callable[[Any, Report], Any],
    tasks: Sequence[Any],
    emit: Callable[[events.Event], None],
    *,
    threads: int = 0,
    same_bytes: bool = False,
) -> Generator[Any]:
    """Run ``work(task, report)`` for every task on a cluster; yield the outcomes as they come.

    The first tasks start first; a few for each thread are in flight. `work` travels to each
    worker once. A task that is lost with its worker is handed out again.

    Parameters
    ----------
    client : distributed.Client
    work : callable
        Pickled, with all that is the same for every task.
    tasks : sequence of enumino.run.events.Task
    emit : callable
        Hears `Progressed`, `Resized` and `Notice`; called by the thread that asks for outcomes.
    threads : int
        Of the cluster, as the listener has been told.
    same_bytes : bool
        Whether workers have to have the versions that the bytes of files depend on.

    Raises
    ------
    Exception
        The first error that a task raises, as it is.
    RunError
        If workers keep dying over a task; if the scheduler is gone; or if nobody can work
        for as long as the settings allow.
    """
    window = _Window(client, work, tasks, emit, same_bytes)
    try:
        yield from window.outcomes(threads)
    finally:
        window.close()


class _Window:
    """The state of a run; everything but `_follow` and `_look` runs in the driver's thread."""

    def __init__(
        self,
        client: Client,
        work: Callable[[Any, Report], Any],
        tasks: Sequence[Any],
        emit: Callable[[events.Event], None],
        same_bytes: bool,
    ) -> None:
        self.client, self.tasks, self.emit = client, tasks, emit
        self.topic = f"enumino-{os.urandom(8).hex()}"
        self.inbox: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        self.crew = Crew()
        self.enrolment = Enrolment(client, self.topic, work, same_bytes, self.crew, self._follow)
        self.waiting = list(range(len(tasks)))  # a heap: the first tasks first
        heapify(self.waiting)
        self.unfinished = set(self.waiting)
        self.attempts: dict[str, Attempt] = {}
        self.copies: dict[int, list[Attempt]] = {}
        self.told: dict[int, tuple[int, int]] = {}
        self.lost: Counter[int] = Counter()
        self.submitted = 0
        self.expected = self.spent = 0.0  # seconds of the tasks that are done
        self.address = client.scheduler.address
        self.connected = True
        self.asked: float | None = None
        self.next_look = self.alive = monotonic()
        self.patience = Patience(SETTINGS.get().wait_seconds, self._notice)

    def outcomes(self, threads: int) -> Iterator[Any]:
        """Yield the outcomes as they come; `threads` were told of."""
        self._subscribe()
        while self.unfinished:
            self._look_now_and_then()
            try:
                receive, *message = self.inbox.get(timeout=TICK)
            except Empty:
                continue
            outcome = receive(*message)
            self._fill()
            if self.crew.threads not in (0, threads):
                threads = self.crew.threads
                self.emit(events.Resized(threads))
            if outcome is not None:
                yield outcome

    def close(self) -> None:
        """Take back what is in flight; the cluster is left as it was."""
        if self.client.status == "running":
            self.client.unsubscribe_topic(self.topic)
        for each in list(self.attempts.values()):
            each.future.release()
        self.enrolment.close()

    # What comes from the cluster.

    def _subscribe(self) -> None:
        self.client.subscribe_topic(self.topic, lambda event: self._tell(self._progress, event[1]))

    def _tell(self, receive: Callable[..., Any], *message: Any) -> None:
        """Leave a message for the driver's thread."""
        self.inbox.put((receive, *message))

    def _follow(self, future: Any, receive: Callable[..., Any], *about: Any) -> None:
        """Have ``receive(*about, result, error)`` called once a future is done."""

        async def follow() -> None:
            try:
                self._tell(receive, *about, await future, None)
            except Exception as error:
                self._tell(receive, *about, None, error)
            except CancelledError as error:
                self._tell(receive, *about, None, error)

        self.client.loop.add_callback(follow)

    def _progress(self, reports: Sequence[tuple[str, int, int]]) -> None:
        self.alive = monotonic()
        for key, rows, nodes in reports:
            if (found := self.attempts.get(key)) is not None:
                self._came_so_far(found.order, rows, nodes)

    def _came_so_far(self, order: int, rows: int, nodes: int) -> None:
        """Pass on the progress of a task; a second attempt begins where the first one got to."""
        before = self.told.get(order, (0, 0))
        if nodes > before[1] or rows > before[0]:
            self.told[order] = max(rows, before[0]), max(nodes, before[1])
            more_rows, more_nodes = (
                now - then for now, then in zip(self.told[order], before, strict=True)
            )
            self.emit(events.Progressed(self.tasks[order].index, more_rows, more_nodes))

    def _finished(self, key: str, found: Any, error: BaseException | None) -> Any:
        """Take in what an attempt came to; return the outcome of its task, if it is the first."""
        done = self.attempts.pop(key, None)
        if done is None:  # taken back
            return None
        self._put_away(done)
        if isinstance(found, Done):
            return self._keep(done.order, found)
        if isinstance(found, Failed):
            raise found.error
        if isinstance(found, NotEnrolled):
            self.enrolment.forget(done.member)
            self._again(done.order)
        elif isinstance(error, CancelledError) or failures.is_loss(error):
            self._lost(done, blamed=self.client.status == "running")
        elif error is not None:
            raise error
        return None

    def _keep(self, order: int, found: Done) -> Any:
        self.alive = monotonic()
        self.unfinished.remove(order)
        for other in self.copies.pop(order, []):
            self._take_back(other)
        self._came_so_far(order, found.rows, found.nodes)
        self.told.pop(order, None)
        self.expected += self.tasks[order].seconds
        self.spent += found.seconds
        return found.outcome

    def _lost(self, lost: Attempt, *, blamed: bool) -> None:
        """Hand a task out again whose worker is gone, unless it seems to be the reason."""
        self.lost[lost.order] += blamed
        if self.lost[lost.order] > LOSSES:
            raise RunError(failures.deadly(self.tasks[lost.order].index, self.lost[lost.order]))
        self._again(lost.order)

    def _again(self, order: int) -> None:
        """Hand a task out again, unless another attempt at it goes on."""
        if order in self.unfinished and not self.copies.get(order):
            heappush(self.waiting, order)

    def _put_away(self, done: Attempt) -> None:
        """Forget an attempt; its worker has room again."""
        done.member.remove(done)
        self.crew.noticed(done.member)
        if done in (same := self.copies.get(done.order, [])):
            same.remove(done)

    def _take_back(self, unwanted: Attempt) -> None:
        """Let a worker stop what it does, or not begin."""
        del self.attempts[unwanted.key]
        self._put_away(unwanted)
        unwanted.future.release()

    # Handing out.

    def _fill(self) -> None:
        """Hand out what waits: first to threads that have nothing to do, then behind others."""
        if self.client.status != "running":
            return
        for for_each_thread in range(1, IN_FLIGHT + 1):
            while self.waiting and (roomy := self.crew.roomy(for_each_thread)):
                for member in roomy:
                    if self.waiting:
                        self._hand_out(heappop(self.waiting), member)

    def _hand_out(self, order: int, member: Member) -> None:
        self.submitted += 1
        key = f"enumino-task-{os.urandom(8).hex()}"
        future = submit(
            self.client,
            member.address,
            key,
            attempt,
            self.topic,
            self.tasks[order],
            self.crew.pause,
            priority=-self.submitted,
        )
        new = Attempt(key, order, member, future, monotonic())
        self.attempts[key] = member.attempts[key] = new
        self.copies.setdefault(order, []).append(new)
        self.crew.noticed(member)
        self._follow(future, self._finished, key)

    # Looking who is there.

    def _look_now_and_then(self) -> None:
        """Ask who is there, complain if nobody can work, and hasten the last parts."""
        if monotonic() < self.next_look:
            return
        self.next_look = monotonic() + LOOK_SECONDS
        self._look_for_scheduler()
        if self.connected and self.asked is None:
            self.asked = monotonic()
            self.client.loop.add_callback(self._look, set(self.crew.members))
        self.patience.check(self._obstacle(), self.crew, self.alive)
        if self.connected and not self.waiting:
            self._hasten()

    def _look_for_scheduler(self) -> None:
        """Notice that the scheduler is lost, or that there is one again, which knows of nothing."""
        if self.client.status not in ("running", "connecting"):
            raise RunError(failures.scheduler_gone())
        connected = self.client.status == "running"
        if connected == self.connected:
            return
        self.connected = connected
        if connected:
            self._subscribe()
        else:
            self._notice(f"The scheduler at {self.address} is lost.")
        self._seen({}, {}, set(self.crew.members))
        self.enrolment.start_again()

    async def _look(self, known: set[str]) -> None:
        """Ask the scheduler who is there, and which of those that left did so in order.

        Runs in Dask's own thread.
        """
        scheduler = self.client.scheduler
        try:
            threads = await scheduler.ncores()
            running = await scheduler.ncores_running()
            retired = set()
            for address in known - threads.keys():
                for _, said in await scheduler.events(topic=address):
                    if said.get("action") == "remove-worker" and said.get("expected"):
                        retired.add(address)
        except (OSError, AttributeError):  # closing; the next look sees it
            return
        self._tell(self._seen, threads, running, retired)

    def _seen(self, threads: dict[str, int], running: dict[str, int], retired: set[str]) -> None:
        """Take in who is there: hand out again what was lost, enrol who is new."""
        self.asked = None
        left = self.crew.update(threads, running)
        lost = sum(len(member.attempts) for member in left)
        if lost:
            whom = f"The worker {left[0].address}" if len(left) == 1 else f"{len(left)} workers"
            verb = "has" if len(left) == 1 else "have"
            self._notice(f"{whom} {verb} left: {plural(lost, 'part')} will be handed out again.")
        for member in left:
            under_way = set() if member.address in retired else {*self._keys_under_way(member)}
            for each in list(member.attempts.values()):
                self._take_back(each)
                self._lost(each, blamed=each.key in under_way)
        for sentence in self.enrolment.go_on():
            self._notice(sentence)

    @staticmethod
    def _keys_under_way(member: Member) -> list[str]:
        return [each.key for each in member.under_way()]

    def _obstacle(self) -> str | None:
        """Why nothing can go on, in a sentence without its full stop."""
        if not self.connected:
            return f"There is no scheduler at {self.address} any more"
        if self.asked is not None and monotonic() - self.asked > SILENT_SECONDS:
            return f"The scheduler at {self.address} does not answer"
        return self.crew.missing(self.address)

    # The last parts.

    def _hasten(self) -> None:
        """Give idle threads what waits behind others, and what takes very much too long."""
        idle = self.crew.roomy(1)
        now = monotonic()
        for member in list(self.crew.members.values()) if idle else []:
            for each in member.behind():
                if idle and now - each.since > LOOK_SECONDS:
                    self._take_back(each)
                    self._hand_out(each.order, idle.pop())
            for each in list(member.under_way()):
                if idle and self._straggles(each, now):
                    other = next((free for free in idle if free is not member), None)
                    if other is not None:
                        idle.remove(other)
                        self._copy(each, other, now)

    def _straggles(self, one: Attempt, now: float) -> bool:
        """Whether all attempts at a task take very much longer than the others have taken."""
        pace = self.spent / self.expected if self.expected else 1.0
        limit = SILENT_SECONDS + STRAGGLING * pace * self.tasks[one.order].seconds
        same = self.copies[one.order]
        return len(same) < MOST_COPIES and all(now - each.since > limit for each in same)

    def _copy(self, one: Attempt, other: Member, now: float) -> None:
        self._notice(
            f"Part {self.tasks[one.order].index} has taken {now - one.since:.0f} s on the worker "
            f"{one.member.address}, far longer than expected: it is handed out again."
        )
        self._hand_out(one.order, other)

    def _notice(self, sentence: str) -> None:
        self.emit(events.Notice(sentence))
