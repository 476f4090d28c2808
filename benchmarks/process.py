"""A program in a process of its own, which sees the packages of its folder before ours."""

import statistics
import sys
import warnings
from multiprocessing import get_context
from multiprocessing.connection import Connection
from time import thread_time

LONGEST = 10.0  # seconds after which a count is stopped
ENDED = "its process ended"
# The number of solutions and the seconds, or the reason why there are none.
Answer = tuple[int, float] | str


class Process:
    """A process that counts; it starts with the first question, and anew after it was stopped."""

    def __init__(self, name: str, folder: str = "") -> None:
        self.name, self.folder = name, folder
        self.running = False

    def ask(self, instance: str) -> Answer:
        """Return what the program finds in an instance, by their names."""
        try:
            if not self.running:
                self.start()
            self.pipe.send(instance)
            if self.pipe.poll(LONGEST):
                return self.pipe.recv()
            answer = f"more than {LONGEST:.0f} s, stopped"
        except (EOFError, OSError):
            answer = ENDED
        self.stop()
        return answer

    def start(self) -> None:
        context = get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=serve, args=(self.name, self.folder, theirs), daemon=True
        )
        self.process.start()
        self.running = True
        theirs.close()
        self.pipe.recv()  # it is compiled

    def stop(self) -> None:
        if self.running:
            self.process.kill()
            self.process.join()
            self.running = False


def serve(name: str, folder: str, pipe: Connection) -> None:
    """Count tiny instances, which compiles, and then each instance that is asked for."""
    if folder:
        sys.path.insert(0, folder)
    # With the path in place: a peer brings its own versions of packages that we have, too.
    from benchmarks.instances import INSTANCES, TINY
    from benchmarks.programs import PROGRAMS, takes

    warnings.simplefilter("ignore")  # about what is compiled
    program = PROGRAMS[name]
    for instance in TINY.values():
        if takes(name, instance):
            assert program(instance)() == instance.solutions
    pipe.send("ready")
    while True:
        instance = (INSTANCES | TINY)[pipe.recv()]
        taken: list[float] = []
        while sum(taken) < 0.05:  # short counts are repeated, each with new tables
            count = program(instance)
            started = thread_time()
            solutions = count()
            taken.append(thread_time() - started)
        pipe.send((solutions, statistics.median(taken)))
