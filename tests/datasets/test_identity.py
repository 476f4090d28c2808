"""A dataset belongs to one plan: parts of another plan are refused by name, and never mixed in."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import enumino
from enumino.datasets import manifest
from enumino.datasets.commit import commit
from enumino.datasets.documents import PLAN
from enumino.datasets.manifest import software
from enumino.datasets.plan import Plan
from enumino.datasets.storage import open_store
from enumino.errors import DamagedError, DatasetError, ForeignPartError
from enumino.run import listing as run
from enumino.run import planning
from tests.dataset_tools import PROBLEM, Enumino, checkpoint, data_file, sentence
from tests.forger import Change, Forger, edited, failing


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The same problem, divided otherwise."""
    root = tmp_path / "other"
    enumino.enumerate_to(root, PROBLEM, threads=1, rows_per_part=300)
    return root


def test_the_identity_stands_in_plan_checkpoints_footers_and_names(finished: Path) -> None:
    plan = Plan.read(open_store(finished))
    for part in plan.parts:
        assert plan.plan_id[:8] in part.file
        assert plan.plan_id[:8] in part.checkpoint
        assert json.loads((finished / part.checkpoint).read_text())["plan_id"] == plan.plan_id
        footer = pq.read_metadata(finished / part.file).metadata
        assert footer[b"enumino.plan_id"].decode() == plan.plan_id
        assert footer[b"enumino.format_version"] == b"1"
        assert json.loads(footer[b"enumino.problem"]) == plan.problem
        assert list(json.loads(footer[b"enumino.columns"])) == [c.name for c in plan.columns]
    assert json.loads((finished / "manifest.json").read_text())["plan_id"] == plan.plan_id


def test_the_identity_depends_on_what_decides_the_rows_of_a_file() -> None:
    plan = planning.plan_for(PROBLEM, 300)
    assert planning.plan_for(PROBLEM, 300) == plan
    others = [
        planning.plan_for(PROBLEM, 200),
        planning.plan_for(enumino.Polyominoes(range(1, 10), "one-sided"), 300),
        planning.plan_for(enumino.Polyominoes(range(2, 10)), 300),
    ]
    assert len({plan.plan_id, *(each.plan_id for each in others)}) == 4


def test_a_title_is_not_part_of_the_identity(uncommitted: Path) -> None:
    """Another version may word it differently; the run resumes and keeps the title of its plan."""
    document = json.loads((uncommitted / PLAN).read_text())
    (uncommitted / PLAN).write_text(json.dumps({**document, "title": "polyominoes"}))
    enumino.enumerate_to(uncommitted, PROBLEM, threads=1)
    assert enumino.open_dataset(uncommitted).manifest.title == "polyominoes"


@pytest.mark.parametrize("verb", ["run", "commit", "enumerate"])
def test_a_checkpoint_of_another_plan_is_refused(verb: str, uncommitted: Path, other: Path) -> None:
    shutil.copy(checkpoint(other, 1), checkpoint(uncommitted, 1))
    store = open_store(uncommitted)
    action: dict[str, Callable[[], object]] = {
        "run": lambda: run.run_part(store, PROBLEM, Plan.read(store).parts[1]),
        "commit": lambda: commit(store),
        "enumerate": lambda: enumino.enumerate_to(uncommitted, PROBLEM, threads=1),
    }
    with pytest.raises(ForeignPartError, match=r"is a part of another plan .*: remove it"):
        action[verb]()


def test_a_file_of_another_plan_is_found(copied: Path, other: Path) -> None:
    """Even by somebody who changes checkpoint and manifest with it."""
    theirs, ours = data_file(other, 1), data_file(copied, 1)
    size = ours.stat().st_size
    shutil.copy(theirs, ours)
    assert "parts" in failing(enumino.verify(copied))
    said = json.loads(checkpoint(other, 1).read_text())
    changes = {k: said[k] for k in ("rows", "bytes", "sha256", "counts", "nodes")}
    edited(lambda mine: mine.update(changes))(checkpoint(copied, 1))
    (copied / "manifest.json").unlink()
    commit(open_store(copied))
    assert ours.stat().st_size != size
    assert "parts" in failing(enumino.verify(copied))


def test_files_that_are_not_of_the_plan_are_not_committed(uncommitted: Path, other: Path) -> None:
    late = uncommitted / "data" / data_file(other, 0).name
    shutil.copy(data_file(other, 0), late)
    with pytest.raises(DatasetError, match=f"outside its plan .data/{late.name}.: remove them"):
        commit(open_store(uncommitted))


def test_a_manifest_of_another_plan_is_refused(copied: Path, other: Path) -> None:
    shutil.copy(other / "manifest.json", copied / "manifest.json")
    for action in (enumino.verify, lambda root: enumino.enumerate_to(root, PROBLEM, threads=1)):
        with pytest.raises(DatasetError, match=r"does not belong to plan\.json"):
            action(copied)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            lambda said: said.update(tree_version=99),
            "version 99 of this search, and version 1 of this search",
        ),
        (lambda said: said["versions"].update(pyarrow="0.1"), "with pyarrow 0.1, and pyarrow"),
    ],
)
def test_parts_of_other_versions_are_not_mixed(
    uncommitted: Path, change: Change, told: str
) -> None:
    """A prefix names other subtrees once the children are numbered in another order."""
    Forger(uncommitted).plan(change)
    checkpoint(uncommitted, 2).unlink()
    with pytest.raises(DatasetError, match=told):
        enumino.enumerate_to(uncommitted, PROBLEM, threads=1)


def test_a_plan_of_rows_is_not_taken_for_a_count(uncommitted: Path) -> None:
    edited(lambda said: said.update(rows_per_part=0))(uncommitted / PLAN)
    with pytest.raises(DamagedError, match="its rows_per_part was changed"):
        Plan.read(open_store(uncommitted))


def listed_and_counted(root: Path, only: str | None) -> tuple[Callable[[], object], ...]:
    """The calls that list and count the same objects."""
    problem = enumino.Polyominoes(5, only=only)
    return (
        lambda: enumino.enumerate_to(root / "rows", problem, threads=1),
        lambda: enumino.count_by_search(problem, to=root / "count", threads=1),
    )


@pytest.mark.parametrize("only", [None, "holes = 0"])
def test_parts_of_another_duckdb_are_not_mixed_where_it_decides(
    only: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for make in listed_and_counted(tmp_path, only):
        make()
    assert "duckdb" in json.loads((tmp_path / "rows" / "manifest.json").read_text())["made_by"]
    (tmp_path / "rows" / "manifest.json").unlink()
    for lost in tmp_path.glob("*/parts/*"):
        lost.unlink()
    monkeypatch.setattr(manifest, "software", lambda: {**software(), "duckdb": "0.1"})
    for make in listed_and_counted(tmp_path, only):
        if only is None:
            make()
        else:
            with pytest.raises(DatasetError, match=r"started with duckdb .*, and duckdb 0\.1 may"):
                make()


def test_other_keys_are_ignored_and_other_formats_refused_by_name(copied: Path) -> None:
    for name in (PLAN, checkpoint(copied, 0), "manifest.json"):
        edited(lambda said: said.update(tomorrow={"anything": [1, 2]}))(copied / name)
        if name == PLAN:
            (copied / "manifest.json").unlink()
            commit(open_store(copied))  # which notes the digest of the plan
    assert enumino.verify(copied).ok
    edited(lambda said: said.update(format_version=2))(copied / "manifest.json")
    with pytest.raises(DatasetError, match="has format 2, this version reads 1"):
        enumino.open_dataset(copied)


def test_the_verbs_of_rows_refuse_a_count(here: Enumino, tmp_path: Path) -> None:
    root = tmp_path / "count"
    enumino.count_polyominoes(12, to=root, threads=1)
    assert sorted(path.name for path in root.iterdir()) == ["counts.parquet", "parts", "plan.json"]
    for verb in (["verify"], ["show"], ["info"], ["commit"], ["run", "--share", "1/2"]):
        said = sentence(here(*verb, root), 1)
        assert "and no rows: run the `enumino count` command that started it" in said
    done = here("plan", "--status", root)
    assert (done.code, done.out.splitlines()[-1]) == (0, "Committed.")
