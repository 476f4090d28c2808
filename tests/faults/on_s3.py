"""Every k-th request to an object store fails, or ends the process; then the run is resumed."""

from __future__ import annotations

import os
import random
import shutil
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import fault_proxy as faults
from tests.fault_proxy import ANY, FaultProxy, Rule, fault_proxy, from_now_on
from tests.faults.clients import Clients, Ending, clients
from tests.faults.commands import Commands, at_once, steps
from tests.faults.laws import Reference, torn
from tests.faults.sweep import Trial, judged, side_by_side
from tests.object_servers import SERVERS, Bucket, new_bucket, object_server_process

FOLDER = "data set"  # with a space, which keys may have
SHORT = {"ENUMINO_STORE_TIMEOUT": "2"}  # seconds for a request, and all tries of it
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
LASTING = ("500", "no such bucket", "expired token", "access denied", faults.RESET, faults.HANG)
"""What befalls one request, and what befalls all that follow, too."""
LASTING_STRIDE = 3
TRANSIENT = {*ONCE} - {faults.HANG, KILL_BEFORE, KILL_AFTER, INTERRUPT}
"""What a run has to survive if it happens once; silence takes all the time that it may take."""

SIGNALS: dict[str, tuple[str, signal.Signals]] = {
    KILL_BEFORE: (faults.CALL_BEFORE, signal.SIGKILL),
    KILL_AFTER: (faults.CALL_AFTER, signal.SIGKILL),
    INTERRUPT: (faults.HANG, signal.SIGINT),
}
"""Actions that are signals to the client, and what befalls the request then."""


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

    def __init__(self, server: str, client: Clients, proxy: FaultProxy, folder: Path) -> None:
        self.where = f"S3 {server}"
        self.client, self.proxy, self.folder = client, proxy, folder
        self.upstream = f"http://{proxy.upstream[0]}:{proxy.upstream[1]}"

    def reference(self, commands: Commands) -> tuple[Reference, list[str]]:
        """The dataset without incident, and the kinds of the requests that made it."""
        bucket = new_bucket(self.upstream)
        self.proxy.reset()
        ending = self.run(commands, bucket)
        assert ending.done, ending
        kinds = [kind for kind, _ in self.proxy.requests]
        return Reference.of(self.looked(bucket, "reference")), kinds

    def run(
        self, commands: Commands, bucket: Bucket, heard: Callable[[int], object] = id
    ) -> Ending:
        """Run the commands on a bucket; `heard` hears the number of the process."""
        environment = {**self.proxy.environment, **SHORT}
        root = f"{bucket.uri}/{FOLDER}"
        return self.client.run(commands(root), None, environment, on_start=heard)

    def looked(self, bucket: Bucket, name: str) -> Path:
        """The dataset of a bucket, copied to disk."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        return bucket.copy_to(folder, FOLDER)

    def attempt(self, case: Case, reference: Reference) -> Trial:
        bucket = new_bucket(self.upstream)
        ending = self._strike(case, bucket)
        damaged = torn(self.looked(bucket, "struck"), reference)
        self.proxy.reset()
        resumed = self.run(case.commands, bucket)
        root = self.looked(bucket, "resumed")
        trial = judged(self.where, case.kind, case, [ending, resumed], damaged, root, reference)
        if case.action in TRANSIENT and not case.lasting and not ending.done:
            gave_up = f"{self.where}, {case}: the run gave up: {ending.said[-300:]!r}"
            trial = replace(trial, wrong=[*trial.wrong, gave_up])
        return trial

    def _strike(self, case: Case, bucket: Bucket) -> Ending:
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
        return self.run(case.commands, bucket, started)


def sweep_of(server: str) -> Callable[[int, int, int], list[Trial]]:
    """A sweep on one of `SERVERS`."""

    def sweep(stride: int = 1, jobs: int = 2, seed: int = 0) -> list[Trial]:
        with TemporaryDirectory(prefix="enumino-faults-") as folder, ExitStack() as stack:
            serving = object_server_process(server, Path(folder, "server"))
            endpoint = stack.enter_context(serving)
            runners = [
                Runner(
                    server,
                    stack.enter_context(clients()),
                    stack.enter_context(fault_proxy(endpoint)),
                    Path(folder, str(number)),
                )
                for number in range(jobs)
            ]
            references = {c: runners[0].reference(c) for c in (at_once, steps)}
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
