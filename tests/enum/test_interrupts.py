"""Ctrl-C waits while a kernel hands over what it has made."""

from __future__ import annotations

import os
import signal
from functools import partial

import pytest

from enumino.families.polyforms.counting.sweeps import FixedSweep
from tests.dataset_tools import interrupted

pytestmark = pytest.mark.usefixtures("interrupts_heard")


@pytest.mark.compiled
@pytest.mark.parametrize("seconds", [0.01, 0.02, 0.03, 0.05, 0.08])
def test_a_sweep_can_be_interrupted(seconds: float) -> None:
    FixedSweep(3, 6).run()
    ctrl_c = partial(os.kill, os.getpid(), signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupted(seconds, ctrl_c):
        FixedSweep(12, 40).run()
