"""Several processes on one cache folder: one compiles a kernel, the others wait and load it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

PROCESSES = 4
PROGRAM = """
import sys
from numba.core import event
class Count(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__qualname__)
    def on_end(self, event):
        pass
with event.install_listener("numba:compile", Count()):
    from enumino.enum.kernels._boundary import next_mate
    sys.stdin.read(1)  # all start at once
    print(next_mate(2, 1, 0))
print(*(name for name in Count.names if "<locals>" not in name))
"""


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")
def test_no_kernel_is_compiled_twice(tmp_path: Path) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        for _ in range(PROCESSES)
    ]
    for each in running:
        assert each.stdin is not None
        each.stdin.write("x")
        each.stdin.flush()
    answers = [each.communicate()[0].splitlines() for each in running]
    assert [each.returncode for each in running] == [0] * PROCESSES
    assert {answer[0] for answer in answers} == {"1"}
    compiled = sorted(name for answer in answers for name in answer[1:] for name in name.split())
    assert "next_mate" in compiled
    assert compiled == sorted(set(compiled)), "a kernel was compiled twice"
