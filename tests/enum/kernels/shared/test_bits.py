"""Bit counts: compiled code uses instructions, plain Python loops, and both agree."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from enumino.enum.kernels.shared.bits import lowest_one, popcount

WORDS = [0, 1, 2, 3, 1 << 63, (1 << 64) - 1, 0b1011000, 0xF0F0_0000_0000_0000]


@numba.njit
def _compiled_popcount(word):  # type: ignore[no-untyped-def]
    return popcount(word)


@numba.njit
def _compiled_lowest_one(word):  # type: ignore[no-untyped-def]
    return lowest_one(word)


@pytest.mark.parametrize("number", WORDS)
def test_bits_of_a_word(number: int) -> None:
    lowest = (number & -number).bit_length() - 1 if number else 64
    word = np.uint64(number)
    with np.errstate(over="ignore"):  # of 0 - 1 in plain Python
        assert (popcount(word), lowest_one(word)) == (number.bit_count(), lowest)
        assert _compiled_popcount(word) == number.bit_count()
        assert _compiled_lowest_one(word) == lowest
