"""Bit counts: compiled code uses instructions, plain Python loops, and both agree."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from enumino.enum.kernels._bits import lowest_one, popcount

WORDS = [0, 1, 2, 3, 1 << 63, (1 << 64) - 1, 0b1011000, 0xF0F0_0000_0000_0000]


@numba.njit
def _compiled(word):  # type: ignore[no-untyped-def]
    return popcount(word), lowest_one(word)


@pytest.mark.parametrize("number", WORDS)
def test_bits_of_a_word(number: int) -> None:
    lowest = (number & -number).bit_length() - 1 if number else 64
    word = np.uint64(number)
    assert (popcount(word), lowest_one(word)) == (number.bit_count(), lowest)
    assert _compiled(word) == (number.bit_count(), lowest)
