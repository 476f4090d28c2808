"""Counts: parts of a problem that are counted instead of listed, with or without a folder."""

import os
import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from functools import partial
from time import perf_counter
from typing import Any, Unpack
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np

from enumino import __version__
from enumino.arguments import threads_or_cores
from enumino.arrays import I64
from enumino.datasets.documents import COUNTS, Counts, ParametersJson, count_rows
from enumino.datasets.manifest import versions
from enumino.datasets.plan import Part, PartResult, Plan, Work, finished_part
from enumino.datasets.storage import Store, open_store
from enumino.datasets.totals import Total, Totals, parquet
from enumino.enum.drive import stopped_by
from enumino.enum.problem import Prefix, Tally
from enumino.errors import EnuminoWarning, ProblemError
from enumino.run import planning
from enumino.run.events import Report
from enumino.run.runner import HowToRun, run_missing, run_parts
from enumino.schema import Column
from enumino.words import quoted

# Time after which states are kept; and this many times the time that it took.
KEPT_SECONDS, KEPT_SHARE = 60.0, 20


class HowToCount(HowToRun, total=False):
    """The place where a count runs, and the folder that keeps its results."""

    to: str | os.PathLike[str] | None


def checked_columns(by: Iterable[str], known: Sequence[str]) -> tuple[str, ...]:
    """Return columns to count by; raise a ProblemError for an unknown or repeated column."""
    names = tuple(by)
    if unknown := [name for name in names if name not in known]:
        choices = f"choose from {', '.join(known)}" if known else "leave it out"
        raise ProblemError(f"There are no counts by {quoted(unknown[0])}: {choices}.")
    if len(set(names)) < len(names):
        raise ProblemError(f"A column is given twice in {', '.join(names)}: give it once.")
    return names


class Passed:
    """Progress of a part: called with the nodes since the last call; keeps states in a store."""

    def __init__(self, part: Part, report: Report, store: Store | None = None) -> None:
        self._part, self._report, self._store = part, report, store
        self._due = perf_counter() + KEPT_SECONDS

    def __call__(self, nodes: int) -> None:
        self._report(self._part.index, nodes)

    def keep(self, steps: int, states: list[I64]) -> None:
        """Keep the states after some steps in place of others, if it is time to."""
        if self._store is not None and (started := perf_counter()) > self._due:
            with self._store.create(self._part.states) as file:
                np.savez(file, f"{self._part.plan_id} {__version__}", steps, *states)
            self._due = max(KEPT_SECONDS, KEPT_SHARE * (perf_counter() - started)) + perf_counter()

    def begun(self) -> tuple[int, list[I64]] | None:
        """Return kept steps and states; None if they are of another plan or version, or damaged.

        Damaged ones are told by a warning.
        """
        if self._store is None or not self._store.exists(self._part.states):
            return None
        with (
            suppress(BadZipFile, ZlibError, EOFError, TypeError, ValueError),
            self._store.open(self._part.states) as file,
            np.load(file) as kept,
        ):
            of, steps, *states = (kept[name] for name in kept.files)
            is_ours = str(of) == f"{self._part.plan_id} {__version__}"
            return (int(steps), states) if is_ours else None
        told = f"The kept states in {self._part.states} are damaged: the count begins anew."
        warnings.warn(told, EnuminoWarning, stacklevel=2)
        return None


@dataclass(frozen=True)
class Count(ABC):
    """A count of the objects of a problem, pickled as its parameters only."""

    @property
    @abstractmethod
    def title(self) -> str:
        """Description of the counted objects."""

    @property
    def tree_version(self) -> int:
        """Version of the meaning of prefixes."""
        return 1

    @property
    @abstractmethod
    def keys(self) -> tuple[Column, ...]:
        """Columns whose values distinguish the counted objects."""

    @abstractmethod
    def to_json(self) -> ParametersJson:
        """Return the parameters as JSON values."""

    @abstractmethod
    def divide(self) -> Iterable[Work]:
        """Yield the work of each part, heaviest first."""

    @abstractmethod
    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        """Count the objects of some prefixes by the values of the keys."""

    @abstractmethod
    def lines(self, counts: Counts) -> list[Total]:
        """Return the counts with the published counts."""

    def reported(self, lines: list[Total]) -> list[Total]:
        """Return the lines for programs and files, by default all lines."""
        return lines

    def __call__(self, part: Part, report: Report, store: Store | None = None) -> PartResult:
        """Make a part: a pure function of the part; a store may keep states on the way."""
        started = perf_counter()
        with stopped_by(lambda: report(part.index, 0)):
            found = self.tally(part.prefixes, Passed(part, report, store))
        seconds = round(perf_counter() - started, 3)
        counts = count_rows({key: number for key, number in found.counts.items() if number})
        return PartResult(part.plan_id, part.index, 0, found.nodes, 0, None, seconds, counts)

    def _kept(self, store: Store, part: Part, report: Report) -> PartResult:
        """Make a part and keep its result, unless the part is finished."""
        return finished_part(store, part) or self(part, report, store).write(store, part)

    def parts(self) -> list[Part]:
        """Return the parts, which depend on the parameters only."""
        return [Part.of(*work, index) for index, work in enumerate(self.divide())]

    def _plan(self) -> Plan:
        parts = self.parts()
        nodes, seconds = (sum(getattr(p, name) for p in parts) for name in ("nodes", "seconds"))
        return Plan(
            title=f"the number of {self.title}",
            problem=self.to_json(),
            tree_version=self.tree_version,
            rows_per_part=0,
            versions=versions(self.to_json(), keeps_rows=False),
            columns=tuple(self.keys),
            expected={"rows": 0, "nodes": nodes, "bytes": 0, "seconds": seconds},
            parts=tuple(parts),
        ).identified()

    def run(
        self,
        to: str | os.PathLike[str] | None = None,
        share: tuple[int, int] | None = None,
        **how: Unpack[HowToRun],
    ) -> list[PartResult]:
        """Make the missing parts, all or a `share` such as (2, 3); return the results."""
        if to is None:
            with closing(run_missing(self, self.parts(), [], **how)) as results:
                return list(results)
        threads_or_cores(how.get("threads"))  # refuses other values before anything is written
        store = open_store(to)
        asked, title = self.to_json(), f"the number of {self.title}"

        def is_asked_for(plan: Plan) -> bool:
            return plan.problem == asked and not plan.keeps_rows

        plan = planning.plan_in(store, self._plan, is_asked_for, title)
        plan = plan if share is None else planning.share(plan, *share)
        finished = run_parts(partial(self._kept, store), store, plan, self.tree_version, **how)
        store.sweep()
        for name in {part.states for part in plan.parts} & {*store.entries("parts")}:
            store.delete(name)
        return [*finished.values()]

    def whole(self, **how: Unpack[HowToCount]) -> Tally:
        """Run the count, and return the number of objects for each combination of keys."""
        total = Tally(keys=tuple(column.name for column in self.keys))
        for result in self.run(**how):
            counts = {tuple(key): int(number) for *key, number in result.counts}
            total += Tally(counts, result.nodes)
        return total

    def totals(self, **how: Unpack[HowToCount]) -> Totals:
        """Run the count; return totals with published counts, and write them to the folder."""
        whole = self.whole(**how)
        lines = Totals(self.lines(whole.counts))
        lines.nodes = whole.nodes
        if (to := how.get("to")) is not None:
            told = Totals(self.reported(lines))
            open_store(to).write(COUNTS, parquet(told.arrow()))
        return lines

    def __getstate__(self) -> dict[str, Any]:
        return {field.name: self.__dict__[field.name] for field in fields(self)}


@dataclass(frozen=True)
class SeveralCounts(Count):
    """Several counts of one kind; a prefix begins with the index of a count."""

    counts: tuple[Count, ...]

    @property
    def title(self) -> str:
        return f"{self.counts[0].title}, and {len(self.counts) - 1} more"

    @property
    def tree_version(self) -> int:
        return self.counts[0].tree_version

    @property
    def keys(self) -> tuple[Column, ...]:
        number = Column("problem", "uint32", "Number of the problem.", key=True)
        return (number, *self.counts[0].keys)

    def to_json(self) -> ParametersJson:
        each = [count.to_json() for count in self.counts]
        return {**each[0], "each": each}

    def divide(self) -> Iterable[Work]:
        found = [
            work._replace(prefixes=[(number, *prefix) for prefix in work.prefixes])
            for number, count in enumerate(self.counts)
            for work in count.divide()
        ]
        return sorted(found, key=lambda work: -work.seconds)

    def tally(self, prefixes: Sequence[Prefix], passed: Passed) -> Tally:
        total = Tally()
        for number, *prefix in prefixes:
            found = self.counts[number].tally([tuple(prefix)], passed)
            total += Tally({(number, *key): n for key, n in found.counts.items()}, found.nodes)
        return total

    def lines(self, counts: Counts) -> list[Total]:
        own: list[dict[Any, int]] = [{} for _ in self.counts]
        for (number, *key), n in counts.items():
            own[number][tuple(key)] = n
        return [
            line for count, of in zip(self.counts, own, strict=True) for line in count.lines(of)
        ]

    def reported(self, lines: list[Total]) -> list[Total]:
        return self.counts[0].reported(lines)
