"""Disk errors: each is one sentence with a way out, and no file is torn."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest
from fsspec.implementations.local import LocalFileSystem
from pyarrow.fs import FSSpecHandler, PyFileSystem

from enumino.datasets.storage import Store, open_store
from enumino.datasets.storage.store import Disk
from enumino.datasets.verify import verify
from enumino.errors import StorageError
from tests.dataset_tools import together

OPERATIONS: dict[str, tuple[str, Callable[[Store], object]]] = {
    "list": ("listdir", lambda store: store.entries()),
    "look at sizes": ("stat", lambda store: store.entries("data")),
    "look": ("stat", lambda store: store.size("data/there")),
    "write": ("fsync", lambda store: store.write("plan.json", b"{}")),
    "publish": ("replace", lambda store: store.write("plan.json", b"{}")),
    "publish first": ("link", lambda store: store.write("plan.json", b"{}", exclusive=True)),
    "make folders": ("mkdir", lambda store: store.write("parts/new", b"{}")),
    "remove": ("unlink", lambda store: store.delete("data/there")),
}
WORDS = {
    errno.ENOSPC: "No space left on device; free some space, and run",
    errno.EACCES: "Permission denied; fix that, or choose another folder, and run",
    errno.EIO: "Input/output error",
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = open_store(tmp_path / "dataset")
    store.write("data/there", b"something")
    return store


def test_a_refusal_is_one_sentence(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for operation, code in product(OPERATIONS, WORDS):
        name, work = OPERATIONS[operation]
        if name == "link" and code == errno.EACCES:
            continue  # another way is tried where links cannot be made

        def refuse(*_: object, code: int = code, **__: object) -> None:
            raise OSError(code, os.strerror(code))

        with monkeypatch.context() as patched:
            patched.setattr(os, name, refuse)
            if name == "link":
                patched.setattr(os, "replace", refuse)
            with pytest.raises(StorageError, match=WORDS[code]) as raised:
                work(store)
        assert str(raised.value).count("\n") == 0, operation
        assert str(raised.value).endswith("."), operation
        assert not store.exists("plan.json"), operation
        assert os.listdir(store.root) == ["data"], operation


def test_of_several_writers_one_is_the_first(store: Store) -> None:
    for name in "abcdefgh":
        texts = [os.urandom(100) for _ in range(4)]
        written = together(
            *[lambda t=text, n=name: store.write(n, t, exclusive=True) for text in texts]
        )
        assert written.count(True) == 1
        assert store.read(name) == texts[written.index(True)]


def test_file_systems_without_links_keep_the_first_file_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", unknown)
    assert store.write("plan.json", b"first", exclusive=True)
    assert not store.write("plan.json", b"second", exclusive=True)
    assert store.read("plan.json") == b"first"
    assert sorted(os.listdir(store.root)) == ["data", "plan.json"]


def test_what_is_not_there_is_not_there(store: Store) -> None:
    assert store.entries("nowhere") == {}
    assert store.size("nowhere/x") is store.read("nowhere/x") is store.read("nowhere") is None
    assert store.size("data") is None  # a folder
    store.delete("nowhere/x")
    assert store.read("data/there") == b"something"


def test_files_that_killed_writers_leave_are_hidden_and_swept(store: Store) -> None:
    with store.create("data/part") as file:
        left = Path(f"{file.name[:-32]}{'0' * 32}")
        left.write_bytes(b"half a part")
        assert store.entries() == {"data": None}
    (hidden := left.with_name(".of-the-user")).touch()
    store.sweep()
    assert not left.exists()
    assert hidden.exists()


def test_a_disk_that_cannot_be_read_is_no_raw_error(
    finished: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(io.BytesIO):
        reads, first = 0, 0

        def read(self, size: int | None = -1) -> bytes:
            Failing.reads += 1
            if Failing.reads == Failing.first:
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            return super().read(size)

    class Files(LocalFileSystem):
        def open(self, path: str, **_: object) -> Failing:
            return Failing(Path(path).read_bytes())

    monkeypatch.setattr(Disk, "filesystem", PyFileSystem(FSSpecHandler(Files())))
    assert verify(finished, threads=1).ok
    total = Failing.reads
    for first in range(1, total + 1, total // 15):
        Failing.reads, Failing.first = 0, first
        with suppress(StorageError):  # nothing else may escape
            assert not verify(finished, threads=1).ok
