"""Every k-th request to an object store fails, or ends the process; then the run is resumed."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import fault_proxy as faults
from tests.fault_proxy import ANY, FaultProxy, Rule, fault_proxy, from_now_on
from tests.faults.clients import Clients, Ending
from tests.faults.commands import ALL, PIECE_BYTES, Commands, counted, in_pieces
from tests.faults.laws import Reference, torn
from tests.faults.places import PATIENT, SHORT, Store
from tests.faults.sweep import Sweep, Trial, judged, side_by_side
from tests.object_servers import SERVERS, object_server_process

KILL_BEFORE, KILL_AFTER, INTERRUPT = "kill before", "kill after", "interrupt"
ONCE = (
    "500",
    "503",
    faults.RESET,
    faults.CUT_REQUEST,
    faults.CUT_ANSWER,
    faults.LOSE_ANSWER,
    faults.HANG,
    KILL_BEFORE,
    KILL_AFTER,
    INTERRUPT,
)
# Faults of one request and all that follow; those above befall one.
LASTING = ("500", "no such bucket", "expired token", "access denied", faults.RESET, faults.HANG)
LASTING_STRIDE = 3
# Faults that a run has to survive if they happen once; silence takes all the time that there is.
TRANSIENT = {*ONCE} - {faults.HANG, KILL_BEFORE, KILL_AFTER, INTERRUPT}

# Faults that leave an upload that has begun, and whose name nobody knows.
UNHEARD = {faults.LOSE_ANSWER, faults.CUT_ANSWER}

# Actions that are signals to the client, and the fault of the request then.
SIGNALS: dict[str, tuple[str, signal.Signals]] = {
    KILL_BEFORE: (faults.CALL_BEFORE, signal.SIGKILL),
    KILL_AFTER: (faults.CALL_AFTER, signal.SIGKILL),
    INTERRUPT: (faults.HANG, signal.SIGINT),
}


@dataclass(frozen=True)
class Case:
    """A fault of a run."""

    commands: Commands
    action: str
    lasting: bool
    at: int
    kind: str

    def __str__(self) -> str:
        lasting = " from then on" if self.lasting else ""
        return f"{self.commands.__name__}, {self.action}{lasting} at {self.at} ({self.kind})"


class Runner:
    """Runs clients against a server, behind a proxy of its own."""

    def __init__(self, place: Store, client: Clients, proxy: FaultProxy) -> None:
        self.place, self.client, self.proxy = place, client, proxy

    def reference(self, commands: Commands) -> tuple[Reference, list[str]]:
        """The dataset without incident, and the kinds of the requests that made it."""
        root = self.place.fresh()
        self.proxy.reset()
        ending = self.run(commands, root)
        assert ending.done, ending
        kinds = [kind for kind, _ in self.proxy.requests]
        said = ending.said if commands is counted else ""
        return Reference.of(self.place.looked(root), said), kinds

    def run(
        self,
        commands: Commands,
        root: str,
        start: Callable[[int], object] = id,
        *,
        patience: dict[str, str] = PATIENT,
        resumed: Ending | None = None,
    ) -> Ending:
        """Run the commands on a root, or resume it; `start` hears the number of the process."""
        pieces = {PIECE_BYTES: "1000"} if commands is in_pieces else {}
        environment = {**self.place.environment, **patience, **pieces}
        given = resumed.resume(commands(root)) if resumed else commands(root)
        return self.client.run(given, None, environment, on_start=start)

    def attempt(self, case: Case, reference: Reference) -> Trial:
        """Run with a fault, resume without one, and judge."""
        root = self.place.fresh()
        ending = self._strike(case, root)
        damaged = torn(self.place.looked(root), reference)
        self.proxy.reset()
        endings = [ending, self.run(case.commands, root, resumed=ending)]
        folder, where = self.place.looked(root), self.place.name
        trial = judged(where, case.kind, case, endings, damaged, folder, reference)
        wrong = [f"{where}, {case}: {each}" for each in self._further(case, ending, root)]
        return replace(trial, wrong=[*trial.wrong, *wrong])

    def _further(self, case: Case, ending: Ending, root: str) -> list[str]:
        """Return the faults beyond the laws of all places."""
        if case.lasting:
            return []
        wrong = []
        if case.action in TRANSIENT and not ending.done:
            wrong.append(f"the run gave up: {ending.said[-300:]!r}")
        abandoned = case.kind == faults.INITIATE and case.action in UNHEARD
        if not (ending.killed or abandoned) and (left := self.place.uploads(root)):
            wrong.append(f"uploads are left that nobody completes: {left}")
        return wrong

    def _strike(self, case: Case, root: str) -> Ending:
        action, number = SIGNALS.get(case.action, (case.action, None))
        client = 0

        def started(pid: int) -> None:
            nonlocal client
            client = pid

        def strike() -> None:
            if number:
                with suppress(ProcessLookupError):
                    os.kill(client, number)

        at = from_now_on(case.at) if case.lasting else {case.at}
        self.proxy.reset(Rule(action, at, ANY, call=strike))
        # What fails for good takes all the time that there is. After Ctrl-C an upload is dropped
        # when its requests time out, within some seconds, or else named in a warning.
        waits = case.lasting or case.action in (faults.HANG, INTERRUPT)
        patience = SHORT if waits else PATIENT
        return self.run(case.commands, root, started, patience=patience)


def sweep_of(server: str) -> Sweep:
    """A sweep on one of `SERVERS`."""

    def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
        with TemporaryDirectory(prefix="enumino-faults-") as folder, ExitStack() as stack:
            runners = []
            for number, client in enumerate(running):  # a server each: one keeps a core busy
                home = Path(folder, str(number))
                endpoint = stack.enter_context(object_server_process(server, home / "server"))
                proxy = stack.enter_context(fault_proxy(endpoint))
                store = Store(f"S3 {server}", endpoint, home / "looked", proxy.endpoint)
                runners.append(Runner(store, client, proxy))
            references = {c: runners[0].reference(c) for c in (*ALL, in_pieces)}
            cases = _cases({c: kinds for c, (_, kinds) in references.items()})
            random.Random(seed).shuffle(cases)

            def attempt(runner: Runner, case: Case) -> Trial:
                return runner.attempt(case, references[case.commands][0])

            return side_by_side(attempt, runners, cases[::stride])

    return sweep


SWEEPS = {f"s3-{server}": sweep_of(server) for server in SERVERS}


def _cases(kinds: dict[Commands, Sequence[str]]) -> list[Case]:
    cases = []
    for commands, all_ in kinds.items():
        for at, kind in enumerate(all_, 1):
            lasting = LASTING if at % LASTING_STRIDE == 1 else ()
            cases += [Case(commands, action, False, at, kind) for action in ONCE]
            cases += [Case(commands, action, True, at, kind) for action in lasting]
    return cases
