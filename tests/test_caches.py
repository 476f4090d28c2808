"""The place of compiled kernels: beside the package, at home, or else a temporary one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

WITHOUT_FOLDERS = """
import numba.core.caching as caching

def refuse(self):
    raise OSError("read-only")

for locator in caching.CacheImpl._locator_classes:
    if locator is not caching.UserProvidedCacheLocator:
        locator.ensure_cache_path = refuse

from enumino.__main__ import main
main()
"""
COUNT = ["count", "polyominoes", "--cells", "13", "--kind", "fixed", "--in-process"]

pytestmark = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="nothing is compiled")


def count(temporary: Path | str) -> subprocess.CompletedProcess[str]:
    """Count where neither the package nor the home folder can be written to."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_FOLDERS, *COUNT],
        env={**environment, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.long
def test_a_temporary_folder_serves_where_no_other_can_be_written(tmp_path: Path) -> None:
    first, second = count(tmp_path), count(tmp_path)
    (folder,) = tmp_path.iterdir()
    for done in (first, second):
        assert (done.returncode, "1,903,890 ✓" in done.stdout) == (0, True), done
        assert done.stderr.count(f"Warning: Compiled kernels are kept in {folder}") == 1
        assert "Traceback" not in done.stderr
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.rglob("*.nbc"))
    assert "Compiling" in first.stderr
    assert "Compiling" not in second.stderr


@pytest.mark.long
def test_a_folder_of_somebody_else_is_not_trusted(tmp_path: Path) -> None:
    """Numba's cache holds code: whoever can write there could make us run theirs."""
    folder = tmp_path / f"enumino-cache-{os.getuid()}"
    folder.mkdir()
    folder.chmod(0o777)
    done = count(tmp_path)
    assert done.returncode == 0, done
    assert done.stderr.count("compiled anew by every process: set NUMBA_CACHE_DIR") == 1
    assert not list(folder.iterdir())


def test_python_cannot_call_steps_of_kernels() -> None:
    from enumino.enum.kernels.listing import redelmeier

    with pytest.raises(TypeError, match="excess_height is a step of kernels"):
        redelmeier.excess_height(1, 2, 3)
    redelmeier.excess_height.compile((numba.int64,) * 3)
    with pytest.raises(TypeError, match="excess_height is a step of kernels"):
        redelmeier.excess_height(1, 2, 3)


BESIDE = """
import os, sys
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from enumino.run.compilation import run_in_forks

def note(number):
    with made.open("a") as file:
        file.write(f"{number} {os.getpid()}\\n")

made = Path(sys.argv[1])
made.touch()
with run_in_forks([partial(note, number) for number in range(7)]):
    until = monotonic() + 60
    while monotonic() < until and len(made.read_text().split()) < 14:
        sleep(0.01)
print(os.getpid())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="nothing is compiled beside")
def test_each_call_is_made_once_in_another_process(tmp_path: Path) -> None:
    made = tmp_path / "made"  # by a fresh process, since this one has threads
    own = subprocess.check_output([sys.executable, "-c", BESIDE, made], text=True).strip()
    numbers, processes = zip(*map(str.split, made.read_text().splitlines()), strict=True)
    assert sorted(map(int, numbers)) == list(range(7))
    assert own not in processes


def test_a_digest_covers_what_a_kernel_may_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from enumino.enum.kernels.shared import cache

    monkeypatch.setattr(cache, "__file__", str(tmp_path / "shared" / "cache.py"))
    names = ("room/kernel.py", "room/_own.py", "shared/bits.py", "room/other.py", "else/_own.py")
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")

    def digest() -> str:
        cache._digest.cache_clear()
        return cache.digest_of_sources(str(tmp_path / "room" / "kernel.py"))

    for name in names:
        before = digest()
        (tmp_path / name).write_text("changed = True")
        assert (digest() != before) == (name in names[:3]), name
    cache._digest.cache_clear()
