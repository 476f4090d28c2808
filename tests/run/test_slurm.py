"""The examples for batch systems: plan, array and commit make the same bytes, in any order."""

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest

from tests.dataset_tools import NONAMINOES, data_digest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent

# Runs a job at once: each task of its array, the last one first, or its command.
SBATCH = """#!/usr/bin/env bash
while [[ $1 == --* ]]; do
  case $1 in --array=*) last=${1#--array=1-} ;; --wrap=*) exec bash -c "${1#--wrap=}" ;; esac
  shift
done
for ((task = last; task > 0; task--)); do SLURM_ARRAY_TASK_ID=$task bash "$@" >&2; done
echo "7;cluster"
"""


@pytest.mark.parametrize("jobs", [1, 3])
def test_an_array_makes_the_same_bytes(jobs: int, tmp_path: Path, digest: str) -> None:
    sbatch = tmp_path / "bin" / "sbatch"
    sbatch.parent.mkdir()
    sbatch.write_text(SBATCH, encoding="utf-8")
    sbatch.chmod(0o755)
    path = os.pathsep.join([str(sbatch.parent), sysconfig.get_path("scripts"), os.environ["PATH"]])
    subprocess.run(
        [ROOT / "examples" / "slurm" / "submit.sh", tmp_path / "a dataset", *NONAMINOES],
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "JOBS": str(jobs)},
        check=True,
    )
    assert data_digest(tmp_path / "a dataset") == digest
