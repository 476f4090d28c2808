"""Ctrl-C waits while a kernel hands over what it has made."""

from __future__ import annotations

import signal

import numpy as np
import pytest

from enumino.enum.interrupts import delayed_interrupts
from enumino.families.tatami.transfer_matrix import RoomSweep

pytestmark = pytest.mark.usefixtures("interrupts_heard")


def test_an_interrupt_is_raised_when_the_block_is_left() -> None:
    handler, reached = signal.getsignal(signal.SIGINT), []

    def block() -> None:
        with delayed_interrupts():
            signal.raise_signal(signal.SIGINT)
            reached.append(True)

    with pytest.raises(KeyboardInterrupt):
        block()
    assert reached
    assert signal.getsignal(signal.SIGINT) is handler


def test_without_one_nothing_happens() -> None:
    handler = signal.getsignal(signal.SIGINT)
    with delayed_interrupts():
        pass
    assert signal.getsignal(signal.SIGINT) is handler


def swept(side: int) -> None:
    sweep = RoomSweep(np.ones((side, side)))
    while not sweep.done:
        sweep.advance()


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [0.01, 0.02, 0.03, 0.05, 0.08])
def test_a_sweep_can_be_interrupted(seconds: float) -> None:
    swept(4)
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, seconds)
            swept(26)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
