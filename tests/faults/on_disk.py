"""Every k-th operation on files fails, or ends the process; then the run is resumed."""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.clients import Clients
from tests.faults.commands import ALL, Commands, counted
from tests.faults.laws import Reference, torn
from tests.faults.operations import INTERRUPT, KILL, Fault
from tests.faults.sweep import Trial, judged, side_by_side

WHERE = "disk"
ONCE = ("EIO", "ENOSPC", "EACCES")
# Errors of one operation, and those of all that follow, too: they take turns.
LASTING = ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EIO")


@dataclass(frozen=True)
class Case:
    """A fault of a run, and perhaps another one of its resume."""

    number: int
    commands: Commands
    action: str
    lasting: bool
    at: int
    kind: str
    again: int | None = None  # the operation of the resume that is killed

    def __str__(self) -> str:
        lasting = " from then on" if self.lasting else ""
        again = f", killed at {self.again} of the resume" if self.again else ""
        return f"{self.commands.__name__}, {self.action}{lasting} at {self.at} ({self.kind}){again}"


def sweep(running: Sequence[Clients], stride: int = 1, seed: int = 0) -> list[Trial]:
    """Try every `stride`-th case, beginning at one that `seed` chooses."""
    with TemporaryDirectory(prefix="enumino-faults-") as folder:
        references = {c: _made(running[0], Path(folder), c) for c in ALL}
        cases = _cases({c: kinds for c, (_, kinds) in references.items()}, seed)

        def attempt(client: Clients, case: Case) -> Trial:
            reference, _ = references[case.commands]
            return _attempt(client, Path(folder), case, reference)

        return side_by_side(attempt, running, cases[seed % stride :: stride])


def _made(client: Clients, folder: Path, commands: Commands) -> tuple[Reference, tuple[str, ...]]:
    """The dataset without incident, and the operations that made it."""
    root = folder / commands.__name__
    ending = client.run(commands(root), Fault(str(root)))
    assert ending.done, ending
    assert not ending.unsynced, f"{ending.unsynced} got their names before they were synced"
    return Reference.of(root, ending.said if commands is counted else ""), ending.kinds


def _cases(kinds: dict[Commands, Sequence[str]], seed: int) -> list[Case]:
    """Five for every operation: an error, one that lasts, a kill, an interrupt, and two kills.

    All errors take their turns for each kind of operation; `seed` says which comes first.
    """
    moments = random.Random(seed)
    turns = Counter(dict.fromkeys(chain.from_iterable(kinds.values()), seed))
    places = [(c, at, kind) for c, all_ in kinds.items() for at, kind in enumerate(all_, 1)]
    cases = []
    for commands, at, kind in places:
        once, lasting = (each[turns[kind] % len(each)] for each in (ONCE, LASTING))
        turns[kind] += 1
        again = moments.randrange(1, len(kinds[commands]))
        for action, lasts, second in (
            (once, False, None),
            (lasting, True, None),
            (KILL, False, None),
            (INTERRUPT, False, None),
            (KILL, False, again),
        ):
            cases.append(Case(len(cases), commands, action, lasts, at, kind, second))
    return cases


def _attempt(client: Clients, folder: Path, case: Case, reference: Reference) -> Trial:
    root = folder / f"case-{case.number}"
    commands = case.commands(root)
    endings = [client.run(commands, Fault(str(root), case.action, case.at, case.lasting))]
    damaged = torn(root, reference)
    if case.again:
        endings.append(client.run(commands, Fault(str(root), KILL, case.again)))
        damaged += torn(root, reference)
    endings.append(client.run(endings[-1].resume(commands)))
    trial = judged(WHERE, case.kind, case, endings, damaged, root, reference)
    shutil.rmtree(root, ignore_errors=True)
    return trial
