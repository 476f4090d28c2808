"""Fuzz the targets, guided by coverage: ``python -m tests.fuzzing.coverage --inputs 1000000``.

Needs atheris (``tests/fuzzing/requirements.txt``; ``make fuzz-coverage`` installs it beside the
package's own environment). Each target runs in a process of its own, with only our modules
instrumented, so many seconds an input and so much memory at most. What it finds is written to
``fuzz-findings/``; the exit code tells whether there is anything.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LONGEST = 4096  # bytes of an input
SECONDS = 10  # for an input, on a machine that does other things as well
MEMORY = 2048  # MB
FINDINGS = Path("fuzz-findings")
SKIPPED = ["enumino.enum.kernels"]  # compiled by Numba, from the bytecode that is there


def fuzz(name: str, inputs: int, folder: str, seed: int) -> None:
    """Run one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["enumino"], exclude=SKIPPED):
        from tests.fuzzing import targets
    from random import Random

    from tests.fuzzing.mutations import of_json

    def changed_json(data: bytes, longest: int, seed: int) -> bytes:
        random = Random(seed)
        if random.random() < 0.3:
            return bytes(atheris.Mutate(data, longest))
        return of_json(data, random)[:longest]

    target = targets.TARGETS[name]
    for number, data in enumerate(target.corpus):
        Path(folder, str(number)).write_bytes(data)
    FINDINGS.mkdir(exist_ok=True)
    arguments = [
        sys.argv[0],
        f"-runs={inputs}",
        f"-seed={seed}",
        f"-max_len={max(LONGEST, *map(len, target.corpus))}",
        f"-timeout={SECONDS}",
        f"-rss_limit_mb={MEMORY}",
        f"-artifact_prefix={FINDINGS}/{name}-",
        "-print_final_stats=1",
        folder,
    ]
    atheris.Setup(
        arguments,
        lambda data: targets.attempt(name, data),
        custom_mutator=changed_json if target.is_json else None,
    )
    atheris.Fuzz()


def run(name: str, inputs: int, seed: int) -> tuple[str, bool]:
    """Run one target; return a line of the table, and whether all was well."""
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.fuzzing.coverage", "--target", name]
        command += ["--inputs", str(inputs), "--seed", str(seed), "--folder", folder]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    seconds = time.perf_counter() - started
    told = done.stderr + done.stdout
    edges = re.findall(r"cov: (\d+)", told)
    tried = re.findall(r"number_of_executed_units:\s+(\d+)", told)
    memory = re.findall(r"peak_rss_mb:\s+(\d+)", told)
    if done.returncode:
        FINDINGS.mkdir(exist_ok=True)
        (FINDINGS / f"{name}.log").write_text(told)
    last = [(found or ["?"])[-1] for found in (tried, edges, memory)]
    finding = f"see {FINDINGS}/{name}.log" if done.returncode else "none"
    line = f"{name:12} {last[0]:>9} {seconds:8.0f} {last[1]:>6} {last[2]:>6}  {finding}"
    return line, not done.returncode


def main() -> int:
    """Run all targets, or those that are named, and print a table."""
    parser = argparse.ArgumentParser(description="Fuzz the parsers, guided by coverage.")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="of all targets together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--target", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.target:
        fuzz(asked.target, asked.inputs, asked.folder, asked.seed)
    from tests.fuzzing.targets import TARGETS

    shares = {n: t.share for n, t in TARGETS.items() if not asked.only or n in asked.only}
    print(
        f"{'target':12} {'inputs':>9} {'seconds':>8} {'edges':>6} {'MB':>6}  findings", flush=True
    )
    well = True
    for name, share in shares.items():
        line, ok = run(name, -(-asked.inputs * share // sum(shares.values())), asked.seed)
        print(line, flush=True)
        well &= ok
    return 0 if well else 1


if __name__ == "__main__":
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    sys.exit(main())
