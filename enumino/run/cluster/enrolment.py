"""How workers come to take part in a run: their versions are compared, and they are told the work.

The work travels to each worker once: small work with the question for the versions, large work by
way of a task whose outcome it is, so that workers pass it on to each other, and Dask makes it anew
where it was lost.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import CancelledError
from time import monotonic
from typing import TYPE_CHECKING, Any

from enumino.errors import OtherVersionsError
from enumino.run.cluster import failures, upload
from enumino.run.cluster.calls import submit
from enumino.run.cluster.clients import SETTINGS
from enumino.run.cluster.members import Crew, Member, State
from enumino.run.cluster.versions import decisive, table, versions_here
from enumino.run.cluster.worker import take_part
from enumino.run.execution import Report

if TYPE_CHECKING:
    from distributed import Client, Future

SMALL_BYTES = 1 << 16
"""Work up to this size goes to each worker from here."""
FIRST_SECONDS = 10.0
"""How long the first workers have to answer before those that have answered begin."""
ASK_AGAIN_SECONDS = 10.0
"""Twice as long for the first time, and each time twice as long again: a thousand workers that are
asked at once may take their time."""

Follow = Callable[..., None]
"""Called with a future, and with what its result is to be given to, after some arguments."""


class Enrolment:
    """Asks workers into a run.

    Parameters
    ----------
    client : distributed.Client
    topic : str
        The identity of the run.
    work : callable
    same_bytes : bool
        Whether the versions have to be the same that the bytes of files depend on.
    crew : Crew
        The workers; `go_on` asks those among them that were not asked yet.
    follow : callable
        See `Follow`.
    """

    def __init__(
        self,
        client: Client,
        topic: str,
        work: Callable[[Any, Report], Any],
        same_bytes: bool,
        crew: Crew,
        follow: Follow,
    ) -> None:
        from distributed.protocol import pickle

        self.client, self.topic, self.crew, self.follow = client, topic, crew, follow
        self.same_bytes = same_bytes
        self.ours = versions_here()
        self.names = decisive(self.ours, bytes_matter=same_bytes)
        self.work: bytes = pickle.dumps(work)
        self.shared: Future | None = None
        self.uploads = SETTINGS.get().upload
        self.uploaded: set[str] = set()
        self.first: set[str] | None = None
        self.begun = 0.0
        self.ready_at_first: list[Member] = []
        self.to_tell: set[str] = set()

    def go_on(self) -> list[str]:
        """Ask who was not asked yet, and those again who do not answer; return what to tell.

        Raises
        ------
        OtherVersionsError
            If one of the first workers has other versions.
        """
        if self.first is None and self.crew.members:
            self.first, self.begun = set(self.crew.members), monotonic()
        now = monotonic()
        for member in list(self.crew.in_state(State.NEW)):
            if member.running:
                self._ask(member)
        for member in list(self.crew.in_state(State.ASKED)):
            patience = ASK_AGAIN_SECONDS * 2**member.times_asked
            if member.running and now - member.asked > patience:
                self.shared = None  # who holds the work may have stopped
                self._ask(member)
        self._begin_with_the_first()
        return self._tell_refused()

    def forget(self, member: Member) -> None:
        """Let a worker be asked again: it does not remember the run."""
        member.state = State.NEW
        self.crew.count()
        self._ask(member)

    def start_again(self) -> None:
        """Expect other workers, of a scheduler that knows of nothing."""
        self.first, self.ready_at_first, self.shared = None, [], None

    def close(self) -> None:
        """Take back all questions."""
        for member in self.crew.members.values():
            if member.question is not None:
                member.question.release()
        if self.shared is not None:
            self.shared.release()

    def _ask(self, member: Member) -> None:
        """Ask a worker for its versions."""
        member.state, member.asked = State.ASKED, monotonic()
        member.times_asked += 1
        self._call(member, self._answered, versions_here)

    def _call(
        self,
        member: Member,
        receive: Callable[..., None],
        function: Callable[..., Any],
        *arguments: Any,
        attached: bytes | Future | None = None,
    ) -> None:
        """Have a worker call a function; what it answers to an earlier call counts no more."""
        if self.client.status != "running":
            return
        if member.question is not None:
            member.question.release()
        key = f"enumino-enrol-{os.urandom(8).hex()}"
        member.question = submit(
            self.client, member.address, key, function, *arguments, attached=attached, priority=1
        )
        self.follow(member.question, self._received, member, member.question, receive)

    def _received(
        self,
        member: Member,
        question: Future,
        receive: Callable[..., None],
        answer: Any,
        error: BaseException | None,
    ) -> None:
        if member.question is not question or member.address not in self.crew.members:
            return  # asked again, or gone
        if isinstance(error, CancelledError) or failures.is_loss(error):
            member.state = State.NEW
        elif error is not None:
            self._failed(member, error)
        else:
            receive(member, answer)
        self._begin_with_the_first()

    def _carried(self) -> bytes | Future:
        """The work, or the task whose outcome it is."""
        if len(self.work) <= SMALL_BYTES:
            return self.work
        if self.shared is None:
            key = f"enumino-work-{os.urandom(8).hex()}"
            self.shared = self.client.submit(bytes, self.work, key=key, pure=False)
        return self.shared

    def _answered(self, member: Member, found: dict[str, str]) -> None:
        if all(found.get(name) == self.ours[name] for name in self.names):
            self._call(member, self._fits, take_part, self.topic, attached=self._carried())
        else:
            self._refuse(member, found)

    def _failed(self, member: Member, error: BaseException) -> None:
        """The question itself failed: the package is not there, or is another one."""
        lacking = isinstance(error, ImportError) and (error.name or "").startswith("enumino")
        if lacking and self.uploads and member.address not in self.uploaded:
            self.uploaded.add(member.address)
            self._call(member, self._unpacked, *upload.unpacking())
            return
        if isinstance(error, ImportError) and error.name == "enumino":
            found = "none"
        elif isinstance(error, ImportError) and not lacking:
            found = f"without {error.name}"
        else:
            found = "another"
        self._refuse(member, {"enumino": found})

    def _unpacked(self, member: Member, folder: str) -> None:
        self._ask(member)

    def _fits(self, member: Member, _: None) -> None:
        if self.first is not None and member.address in self.first:
            self.ready_at_first.append(member)
        else:
            self._let_in(member)

    def _let_in(self, member: Member) -> None:
        member.state = State.READY
        if member.usable:
            self.crew.threads += member.threads
            self.crew.noticed(member)

    def _refuse(self, member: Member, found: dict[str, str]) -> None:
        member.state = State.REFUSED
        self.crew.refused[member.address] = found
        self.to_tell.add(member.address)

    def _begin_with_the_first(self) -> None:
        """Let the first workers in together, once they have answered.

        One that does not fit ends the run before it begins.
        """
        if self.first is None:
            return
        answered = {each.address for each in self.ready_at_first} | self.crew.refused.keys()
        members = self.crew.members
        silent = {a for a in self.first - answered if a in members and members[a].running}
        if silent and monotonic() - self.begun < FIRST_SECONDS:
            return
        if self.first and self.crew.refused:
            raise OtherVersionsError(
                *self._refusal(self.crew.refused, "install the same on every worker")
            )
        for member in self.ready_at_first:
            self._let_in(member)
        if self.first:
            self.first, self.ready_at_first = set(), []

    def _tell_refused(self) -> list[str]:
        """Name workers that came later and do not fit."""
        new = {a: self.crew.refused[a] for a in self.to_tell if a in self.crew.refused}
        self.to_tell.clear()
        return ["\n".join(self._refusal(new, "they get no parts"))] if new else []

    def _refusal(self, refused: dict[str, Any], consequence: str) -> tuple[str, str]:
        """A sentence, and the table of versions that goes below it."""
        first, *others = refused
        found = refused[first].get("enumino", "?")
        who = f"The worker {first}" + (f" and {len(others)} more" if others else "")
        if found == "none":
            what = "no enumino (--upload ships it)"
        elif found == self.ours["enumino"]:
            what = "other versions of what rows depend on" if self.same_bytes else "other code"
        else:
            what = f"enumino {found}" if found[:1].isdigit() else f"{found} enumino"
        verb = "have" if others else "has"
        sentence = f"{who} {verb} {what}, this is {self.ours['enumino']}: {consequence}."
        return sentence, table(self.ours, refused)
