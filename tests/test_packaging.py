"""The wheel and the sdist are built and installed without a network."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def build(source: Path, target: Path, *what: str) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-d", target, *what, cwd=source)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling is missing: no package was built")
    folder = tmp_path_factory.mktemp("built")
    build(ROOT, folder)
    return folder


def installed(wheel: Path, folder: Path) -> Path:
    options = ["--quiet", "--no-deps", "--no-index", "--no-compile"]
    target = ("--target", folder, wheel)
    run(sys.executable, "-m", "pip", "install", *options, *target, cwd=folder.parent)
    return folder


def test_the_wheel_works_by_itself(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    site = installed(wheel, tmp_path / "site")
    files = {"PYTHONPATH": str(site), "NUMBA_DISABLE_JIT": "1"}
    python = sys.executable
    where = run(python, "-c", "import enumino; print(enumino.__file__)", cwd=tmp_path, **files)
    assert Path(where.strip()) == site / "enumino" / "__init__.py"
    ours = {path.relative_to(ROOT) for path in (ROOT / "enumino").rglob("*.*")}
    wanted = {path for path in ours if path.suffix not in (".pyc", ".nbi", ".nbc", ".lock")}
    assert {path for path in wanted if not (site / path).is_file()} == set()

    def enumino(*arguments: str | Path) -> str:
        return run(python, "-m", "enumino", *arguments, cwd=tmp_path, **files)

    assert "12 rows" in enumino("enumerate", "polyominoes", "--cells", "5", "--to", "five", "-q")
    enumino("verify", "five", "--quiet")
    enumino("gallery", "five", "-o", "five.html")
    assert "<script" in (tmp_path / "five.html").read_text(encoding="utf-8")
    assert "free polyominoes" in enumino("info", "five")
    assert (site / "bin" / "enumino").is_file()


def test_the_sdist_holds_what_makes_the_same_wheel(built: Path, tmp_path: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # since 3.11.4
        archive.extractall(tmp_path, **safely)
    (source,) = (path for path in tmp_path.iterdir() if path.is_dir())
    for name in ("README.md", "LICENSE", "CHANGELOG.md", "docs/tutorial.md", "tests/naive.py"):
        assert (source / name).is_file(), name
    build(source, tmp_path / "again", "-t", "wheel")
    (first,), (again,) = built.glob("*.whl"), (tmp_path / "again").glob("*.whl")
    with zipfile.ZipFile(first) as a, zipfile.ZipFile(again) as b:
        assert {i.filename: i.CRC for i in a.infolist()} == {
            i.filename: i.CRC for i in b.infolist()
        }
