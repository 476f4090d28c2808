"""Some of the faults of `tests.faults.cluster`; `make faults` does all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.cluster import reference, suffer

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def digest_without_incident(tmp_path_factory: pytest.TempPathFactory) -> str:
    return reference(tmp_path_factory.mktemp("reference"))


@pytest.mark.parametrize("fault", ["scheduler_lost", "grown_from_1_to_8_threads"])
def test_nothing_is_lost(fault: str, digest_without_incident: str, tmp_path: Path) -> None:
    found = suffer(fault, tmp_path / fault, digest_without_incident)
    assert (found["lost"], found["torn"], found["same"]) == (0, 0, True), found
