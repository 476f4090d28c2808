"""A progress bar in a notebook, which listens to a run."""

from __future__ import annotations

from html import escape
from time import monotonic
from typing import Any

from enumino.extras import optional
from enumino.run.events import (
    Dividing,
    Event,
    Finished,
    Notice,
    Progressed,
    Started,
    Swept,
    TaskFinished,
)
from enumino.words import plural

SECONDS = 0.2
"""Between two pictures of the bar."""


class NotebookProgress:
    """Shows in a notebook how far a run has come: give it as `on_event`.

    Raises
    ------
    MissingExtraError
        If IPython is not installed.

    Examples
    --------
    ``enumino.enumerate_to(root, problem, on_event=enumino.NotebookProgress())``
    """

    def __init__(self) -> None:
        self._ipython = optional(
            "IPython.display", "A bar in a notebook needs IPython", "ipykernel"
        )
        self._shown: Any = None
        self._last = 0.0
        self._seconds: dict[int, float] = {}
        self._rates: dict[int, float] = {}
        self._done: dict[int, float] = {}  # seconds of each task that are done
        self._rows = 0
        self._notice = ""

    def __call__(self, event: Event) -> None:
        """Take notice of an event."""
        match event:
            case Dividing():
                self._show(0.0, "Dividing the search into parts ...")
            case Started():
                self._seconds = {task.index: task.seconds for task in event.tasks}
                self._rates = {task.index: task.rate for task in event.tasks}
                self._done = {done.index: self._seconds[done.index] for done in event.done}
                self._rows = sum(done.rows for done in event.done)
                self._told(last=True)
            case Progressed():
                done = self._done.get(event.index, 0.0) + event.nodes / self._rates[event.index]
                self._done[event.index] = min(done, self._seconds[event.index])
                self._rows += event.rows
                self._told()
            case TaskFinished():
                self._done[event.outcome.index] = self._seconds[event.outcome.index]
                self._told()
            case Swept():
                share = event.done / event.cells
                self._show(share, f"{event.done:,} of {plural(event.cells, 'cell')} swept")
            case Notice():
                self._notice = event.sentence
            case Finished():
                self._show(1.0, plural(event.manifest.rows, "row"))

    def _told(self, *, last: bool = False) -> None:
        if not last and monotonic() - self._last < SECONDS:
            return
        self._last = monotonic()
        whole = sum(self._seconds.values())
        rows = f", {plural(self._rows, 'row')}" if self._rows else ""
        self._show(
            sum(self._done.values()) / whole if whole else 1.0,
            f"{plural(len(self._seconds), 'part')}{rows}",
        )

    def _show(self, share: float, told: str) -> None:
        words = f"{share:.0%} of {told}" if 0 < share < 1 else told
        notice = f"<br>{escape(self._notice)}" if self._notice else ""
        bar = f'<progress value="{share:.4f}" max="1"></progress> {escape(words)}{notice}'
        page = self._ipython.HTML(bar)
        if self._shown is None:
            self._shown = self._ipython.display(page, display_id=True)
        else:
            self._shown.update(page)
