"""The laws of the layout: imports go one way, and the map in the docs is true."""

import ast
from functools import cache
from itertools import takewhile
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "enumino"

# Messages, arguments, and types of arrays.
SAID = {"arrays", "errors", "words", "arguments", "tables"}
ROWS = {*SAID, "parameters", "published", "schema", "objects", "drawing"}
READERS = {*ROWS, "datasets", "registry"}
ENGINES = {"enum", "enum.compiled", "run", "samples"}

# Layer -> what it may import of ours, besides itself. Modules at the top are named in full, and
# the layer of a module is the longest name that it begins with.
ALLOWED = {
    "errors": {"words"},
    "arrays": set(),
    "signals": set(),
    "words": set(),
    "tables": {"words"},
    "arguments": {"errors", "words"},
    "published": set(),
    "parameters": {*SAID, "objects"},
    "objects": SAID,
    "schema": {"objects"},
    "drawing": {*SAID, "objects"},
    "enum.compiled": set(),
    "enum.kernels": {"arrays", "errors", "enum.compiled"},
    "enum": {*SAID, "schema", "objects", "enum.compiled", "enum.kernels"},
    "registry": SAID,
    "families": set(),
    "datasets": {*ROWS, "registry"},
    "gallery": READERS,
    "export": READERS,
    "plots": READERS,
    "run": {*SAID, "schema", "parameters", "published", "enum", "datasets", "registry"},
    "samples": {*READERS, "enum", "run"},
    "cli": {*READERS, *ENGINES, "signals", "export", "gallery", "plots"},
    "families.*": {*READERS, *ENGINES, "enum.kernels", "export", "cli"},
    "__main__": {"cli", "errors", "signals"},
}
KERNELS_MAY_IMPORT = {"__future__", "collections", "functools", "typing", "numpy", "numba"}
MADE_BY_THE_SEARCH = {"problem", "counts", "options"}
CHECKED_WITHOUT_IT = {"columns", "rows", "checks", "published"}


def layer(module: str) -> str:
    """The layer of a module, given without the package's name."""
    if module.startswith("families."):
        return "families.*"
    matches = [name for name in ALLOWED if module == name or module.startswith(name + ".")]
    return max(matches, key=len)


def nodes_of(path: Path, *, typed: bool = False) -> list[ast.AST]:
    """The nodes of a file that runs, and those for type checkers if they are asked for."""
    found, todo = [], [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        found.append(node := todo.pop())
        is_guard = isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        if typed or not is_guard:
            todo += ast.iter_child_nodes(node)
    return found


@cache
def imports(path: Path, *, typed: bool = False) -> set[str]:
    """Full names of the modules that a file imports when it runs, also inside functions."""
    found = set()
    for node in nodes_of(path, typed=typed):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            named = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (named & MODULES.keys()) or {str(node.module)}
    return found


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return name.removesuffix(".__init__")


SOURCES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_of(path): path for path in SOURCES}


def imports_of_ours(module: str, *, typed: bool = False) -> set[str]:
    """The modules of ours that one imports."""
    return (imports(MODULES[module], typed=typed) & MODULES.keys()) - {"enumino", module}


@cache
def reached(module: str, *, typed: bool = False) -> set[str]:
    """All modules that a module imports, directly or not."""
    found, todo = set(), [module]
    while todo:
        new = imports_of_ours(todo.pop(), typed=typed) - found
        found |= new
        todo += new
    return found


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    for module in MODULES.keys() - {"enumino"}:
        own = layer(module.removeprefix("enumino."))
        for name in imports_of_ours(module):
            theirs = layer(name.removeprefix("enumino."))
            assert theirs == own or theirs in ALLOWED[own], f"{module} imports {name}"


def test_lower_layers_name_no_module_in_a_string() -> None:
    """So that their imports are those that are read here."""
    for module, path in MODULES.items():
        if module.split(".")[1:2] in (["objects"], ["drawing"], ["datasets"]):
            assert "import_module" not in path.read_text(encoding="utf-8"), module


def drawn() -> list[tuple[str, set[Path]]]:
    """Folders and modules of the map in the docs, each with the places where it may lie.

    Folders on one line, or on lines one below the other, share what is drawn below them.
    """
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    found: list[tuple[str, set[Path]]] = []
    around: list[tuple[int, set[Path]]] = [(-1, {PACKAGE.parent})]
    last = -1
    the_map = page.partition("## The map\n")[2].partition("```\n")[2].partition("```")[0]
    for line in the_map.splitlines():
        names = list(takewhile(lambda word: word.endswith(("/", ".py")), line.split()))
        if not names:
            continue  # goes on with what the line before says
        indent = len(line) - len(line.lstrip())
        beside = set()
        while around[-1][0] >= indent:
            beside = around.pop()[1]
        places = {name: {place / name for place in around[-1][1]} for name in names}
        found += places.items()
        if names[0].endswith("/"):
            shared = beside if last == indent else set()
            around.append((indent, shared.union(*places.values())))
        last = indent
    return found


def test_the_map_of_the_docs_names_what_is_there_and_every_folder() -> None:
    for name, places in drawn():
        assert any(place.exists() for place in places), f"docs/architecture.md: {name}"
    folders = {path.parent for path in SOURCES}
    mapped = {place for name, places in drawn() if name.endswith("/") for place in places}
    assert sorted(map(str, folders - mapped)) == []


def test_no_module_imports_itself_in_the_end() -> None:
    """Neither by imports inside functions nor by imports for type checkers."""
    assert [name for name in MODULES if name in reached(name, typed=True)] == []


def test_datasets_are_checked_without_the_search_that_made_them() -> None:
    for module in MODULES:
        _, *folders = module.split(".")
        if folders[:1] == ["families"] and CHECKED_WITHOUT_IT & set(folders[2:3]):
            for name in reached(module):
                _, *theirs = name.split(".")
                made = theirs[0] == "families" and MADE_BY_THE_SEARCH & set(theirs[2:3])
                assert not made, f"{module} needs {name}"


def test_one_module_imports_dask_besides_the_reader() -> None:
    for path in SOURCES:
        if any(name.partition(".")[0] in ("dask", "distributed") for name in imports(path)):
            named = path.relative_to(PACKAGE).as_posix()
            assert named in ("datasets/reader.py", "run/cluster.py"), path


def test_kernels_import_numba_numpy_and_what_they_share() -> None:
    rooms = [path for path in (PACKAGE / "enum" / "kernels").iterdir() if path.is_dir()]
    kernels = [path for room in rooms if room.name != "shared" for path in room.glob("*.py")]
    assert len(kernels) > 25
    for path in kernels:
        near = (
            "enumino.arrays",
            "enumino.enum.kernels.shared.",
            f"enumino.enum.kernels.{path.parent.name}.",
        )
        for name in imports(path):
            allowed = name.startswith(near) or name.partition(".")[0] in KERNELS_MAY_IMPORT
            assert allowed, f"{path}: {name}"


def test_private_modules_are_imported_in_their_folder_only() -> None:
    for module in MODULES:
        for name in imports_of_ours(module, typed=True):
            folder, _, file = name.rpartition(".")
            assert not file.startswith("_") or module.rpartition(".")[0] == folder, (module, name)


def test_files_are_short() -> None:
    for path in SOURCES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 500, f"{path.name} has {lines} lines: has it outgrown one concept?"


def test_public_names_load() -> None:
    import enumino

    for name in enumino.__all__:
        assert getattr(enumino, name) is not None
    assert set(enumino.__all__) <= set(dir(enumino))
    with pytest.raises(AttributeError, match="no attribute 'polyominos'"):
        _ = enumino.polyominos
