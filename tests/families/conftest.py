"""Fixtures for tests of several families."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.dataset_tools import Enumino, Listed


@pytest.fixture
def listed(here: Enumino, tmp_path: Path) -> Listed:
    """Enumerate, verify, and return the folder with what was said as JSON."""

    def run(*arguments: str | Path) -> tuple[Path, dict[str, Any]]:
        root = tmp_path / f"dataset-{len(list(tmp_path.iterdir()))}"
        done = here(*arguments, "--threads", "1", "--quiet", "--json", "--to", root)
        assert (done.code, done.err) == (0, ""), done
        verified = here("verify", root, "--full")
        assert verified.code == 0, verified
        assert "✗" not in verified.out
        return root, json.loads(done.out)

    return run
