"""``enumino compile``: compile all kernels in advance, for images and clusters."""

from time import perf_counter

from enumino.cli import options
from enumino.cli.options import Option, Whole, verb
from enumino.cli.output import show
from enumino.cli.progress import View
from enumino.words import plural


@verb(
    options.quiet,
    Option("--processes N", "Compile in N processes.  [default: one per core]", Whole(1)),
)
def command(processes: int | None, quiet: bool) -> None:
    """Compile all kernels in advance, so that later runs need not wait for compilation.

    Compiled kernels are stored in NUMBA_CACHE_DIR, or in the user's cache folder if that variable
    is not set; the last line names the folder. Kernels found there are not compiled again.

    \b
    enumino compile --processes 4
    """  # noqa: D301
    from enumino.enum.compiled import cache_folder
    from enumino.run.compilation import compile_all

    started, view = perf_counter(), View(quiet)

    def tell(done: int, pieces: int, last: str) -> None:
        view.show(done / pieces, f"{done} of {plural(pieces, 'piece')}, {last}")

    with view.busy("Compiling ..."):
        pieces = compile_all(processes, tell)
    seconds = perf_counter() - started
    show(f"{plural(pieces, 'piece')} compiled, or found in {cache_folder()}: {seconds:.1f} s.")
