"""The targets without a fuzzer: their corpus, and some thousand changes of it, always the same."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzzing import EXAMPLES, SEED, mutations
from tests.fuzzing.targets import TARGETS, attempt
from tests.looping import each

MUTATIONS = EXAMPLES or 60

# Inputs that the fuzzer has found: each of them ended in a traceback.
FOUND = {
    "root_name": [b"~\xd5/x"],
    "where": [
        b"symmetry like '\x96\x93'",
        b"0e =(select 1)",
        "cells = ²".encode(),
        b"cells = " + b"9" * 5000,
    ],
    "problem": [
        b'{"family": "tatami", "rooms": "\\ud800", "monomers": [0, 4], "up_to_symmetry": true}'
    ],
}


@pytest.mark.long
@each("name", TARGETS)
def test_targets_end_or_refuse(name: str) -> None:
    target, random = TARGETS[name], Random(f"{name} {SEED}")
    taken = [attempt(name, data) for data in target.corpus]
    assert any(taken), "nothing in the corpus is right"
    for data in FOUND.get(name, []):
        attempt(name, data)
    changed = mutations.of_json if target.is_json else mutations.of_bytes
    pool = list(target.corpus)
    for _ in range(MUTATIONS):
        data = changed(random.choice(pool), random)
        if attempt(name, data):
            pool.append(data)


def test_shares_are_thousandths() -> None:
    assert sum(target.share for target in TARGETS.values()) == 1000


def test_everything_that_was_found_has_a_target() -> None:
    assert set(FOUND) <= set(TARGETS)
