"""Addresses as users write them; no message repeats a secret."""

import pickle
from pathlib import Path

import pytest

import enumino
from enumino.datasets.storage import open_store, parsed
from enumino.errors import StorageError
from tests.dataset_tools import Enumino, sentence

# A made-up key, with a slash as many have.
SECRET = "wJalrXUtnFEMI/K7MDENG"
STORED = ["s3://bucket/folder", "s3://bucket", "az://container/a", "gs://b/a%20b ü@c"]
REFUSED = {
    "": "is empty",
    "a\0b": "use printable characters",
    **dict.fromkeys(
        ("ss3://bucket/folder", "file:///folder", "s3://", "s3://bucket/a//b", "s3://bucket/../b",
         "s3://bucket/a\nb", "s3://b/f?acl=public", "http://bucket/folder"),
        "object store is s3://bucket/folder, .*: set AWS_ACCESS_KEY_ID .* or write a path",
    ),
}  # fmt: skip
WITH_SECRETS = [
    f"s3://KEY:{SECRET}@bucket/folder",
    f"s3://{SECRET.replace('/', '')}@bucket/folder",
    f"gs://KEY:{SECRET}@bucket/folder",
    f"az://KEY:{SECRET}@container/folder",
    f"abfss://KEY:{SECRET}@account.dfs.core.windows.net/folder",
    f"s3://b/f?secret_key={SECRET}",
    f"s3://b/f?{SECRET}",
    f"az://b/f?sv=2024&sig={SECRET}",
    f"s3://b/f?endpoint_override=http://KEY:{SECRET}@host",
    f"xx://KEY:{SECRET}@bucket/folder",
    f"xx:/KEY:{SECRET}@bucket/folder",
    f"https://KEY:{SECRET}@bucket/folder",
    f"S3://KEY:{SECRET}@bucket/folder",
    # As paths they would be repeated.
    *(
        f"{scheme}{mark}KEY:{SECRET}@bucket/folder"
        for scheme in ("s3", "S3", "s3a", "gs", "az", "abfss", "http", "https", "file", " s3")
        for mark in (":/", ":", "//", ":\\\\")
    ),
]


@pytest.mark.parametrize("written", STORED)
def test_addresses_are_read_as_meant(written: str) -> None:
    assert parsed(written) == parsed(f"{written}/") == written


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(StorageError, match=REFUSED[written]):
        parsed(written)


def test_paths_are_places_on_a_disk(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert parsed("here") == parsed(Path("here")) == tmp_path / "here"
    assert parsed("~") == Path.home()
    assert parsed("./~/x") == Path.cwd() / "~" / "x"


def test_credentials_in_an_address_are_refused_and_not_repeated() -> None:
    for written in WITH_SECRETS:
        with pytest.raises(StorageError) as raised:
            open_store(written)
        assert SECRET[:10] not in str(raised.value), written
        assert "KEY:" not in str(raised.value), written


@pytest.mark.parametrize("written", [WITH_SECRETS[0], f"s3:/KEY:{SECRET}@bucket/folder"])
def test_no_command_repeats_credentials_in_an_address(
    written: str, here: Enumino, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ""
    problem = ["polyominoes", "--cells", "4"]
    for command in (
        ["enumerate", *problem, "--to", written],
        ["count", *problem, "--kind", "free", "--bfile", f"{written}/b.txt"],
        ["run", written],
        ["show", written],
    ):
        said += sentence(here(*command), 1)
    assert SECRET[:10] not in said
    assert "KEY:" not in said
    assert list(tmp_path.iterdir()) == []


def test_the_root_of_a_dataset_says_nothing_of_credentials(monkeypatch) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "KEY")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SECRET)
    store = open_store("s3://bucket/folder")
    assert store.uri("data/x") == "s3://bucket/folder/data/x"
    assert open_store(store.root).root == store.root
    assert SECRET not in repr(pickle.dumps(store)) + repr(store.filesystem)


def test_what_is_missing_to_reach_a_store_is_said_at_once(monkeypatch) -> None:
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AZURE_STORAGE_ACCOUNT_NAME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("enumino.datasets.storage.bucket.METADATA", "127.0.0.1")
    with pytest.raises(StorageError, match="credentials for s3://bucket/folder: set AWS_ACC"):
        enumino.open_dataset("s3://bucket/folder")
    with pytest.raises(StorageError, match="credentials for az://container/folder: set AZURE"):
        enumino.open_dataset("az://container/folder")
