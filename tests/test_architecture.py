"""The laws of the layout: one-way imports, and a standard library that stays what it is."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "enumino"

# What a listing will come to, where that is quick to know.
BEFORE_LISTING = {f"enum.counting.{name}" for name in ("tatami", "tatami_regions", "tilings")}

# What is asked and answered in words.
SAID = {"errors", "words", "arguments"}

# Layer -> what it may import of ours, besides itself. Modules at the top are named in full.
VOCABULARY = {
    "errors",
    "words",
    "arguments",
    "shapes",
    "region_text",
    "regions",
    "pieces",
    "tilings",
    "placements",
    "covers",
    "schema",
    "published",
    "drawing",
}
ALLOWED = {
    "errors": set(),
    "words": set(),
    "arguments": {"errors", "words"},
    "shapes": {*SAID, "drawing"},  # a notebook draws a shape; imported when it does
    "region_text": SAID,
    "regions": {*SAID, "shapes", "region_text", "drawing"},
    "pieces": {*SAID, "shapes"},
    "tilings": {*SAID, "shapes", "regions", "drawing"},
    "placements": {*SAID, "shapes", "regions", "pieces", "tilings"},
    "covers": SAID,
    "schema": {"shapes"},
    "published": {"shapes"},
    "drawing": {"shapes", "regions", "pieces", "tilings", "errors"},
    "enum.kernels": {"errors"},
    "enum": {*VOCABULARY, "enum.kernels", *BEFORE_LISTING},
    "enum.partition": {*SAID, "enum"},
    "enum.counting.tatami": {"errors", "shapes"},
    "enum.counting.interrupts": set(),
    "enum.counting.tatami_regions": {"errors", "enum.kernels", "enum.counting.interrupts"},
    "enum.counting.tilings": {"errors"},
    "enum.counting": {
        *SAID,
        "shapes",
        "regions",
        "enum",
        "enum.kernels",
        "enum.partition",
        "enum.counting.interrupts",
    },
    "datasets": VOCABULARY,
    "cluster": SAID,
    "run": {*SAID, "schema", "enum", "enum.partition", "datasets", "cluster"},
    "counts": {
        *VOCABULARY,
        "enum",
        "enum.counting",
        *BEFORE_LISTING,
        "enum.kernels",
        "enum.partition",
        "datasets",
        "cluster",
    },
    "oracles": {
        *VOCABULARY,
        "datasets",
        "enum",
        "enum.counting",
        *BEFORE_LISTING,
        "cluster",
    },
    "cli": {*VOCABULARY, "oracles", "run", "counts", "datasets", "enum", "cluster"},
    "__main__": {"cli"},
    "__init__": {
        *VOCABULARY,
        "enum",
        "datasets",
        "run",
        "counts",
        "oracles",
    },  # loaded on first use
}
KERNELS_MAY_IMPORT = {"__future__", "collections", "typing", "numpy", "numba"}


def layer(module: str) -> str:
    """The layer of a module, given without the package's name."""
    matches = [name for name in ALLOWED if module == name or module.startswith(name + ".")]
    return max(matches, key=len)


class RunTime(ast.NodeTransformer):
    """Leaves out what is imported for type checkers only."""

    def visit_If(self, node: ast.If) -> ast.AST | None:
        return None if ast.unparse(node.test) == "TYPE_CHECKING" else self.generic_visit(node)


def imports(path: Path, *, at_run_time: bool = False) -> set[str]:
    """Full names of all modules that a file imports, at the top or inside functions."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(RunTime().visit(tree) if at_run_time else tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            submodules = {
                f"{node.module}.{alias.name}"
                for alias in node.names
                if (PACKAGE.parent / f"{node.module}.{alias.name}".replace(".", "/")).exists()
                or (
                    PACKAGE.parent / (f"{node.module}.{alias.name}".replace(".", "/") + ".py")
                ).exists()
            }
            found |= submodules or {str(node.module)}
    return found


SOURCES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_imports_go_one_way(path: Path) -> None:
    module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__")
    own = layer(module)
    for name in imports(path):
        if name == "enumino":
            continue  # for its version
        if name.startswith("enumino."):
            theirs = layer(name.removeprefix("enumino."))
            assert theirs == own or theirs in ALLOWED[own], f"{module} imports {name}"
        elif own == "enum.kernels" and not path.name.startswith("_"):
            assert name.partition(".")[0] in KERNELS_MAY_IMPORT, f"{module} imports {name}"


def test_one_module_imports_dask() -> None:
    for path in SOURCES:
        if any(name.startswith("distributed") for name in imports(path, at_run_time=True)):
            assert path.name in ("cluster.py", "options.py"), path  # options: its logging


def test_kernels_call_jitted_functions_of_their_own_file_and_of_shared_ones() -> None:
    """The cache would not notice that a function in another kernel's file has changed."""
    for path in (PACKAGE / "enum" / "kernels").glob("[!_]*.py"):
        ours = {name for name in imports(path) if name.startswith("enumino")}
        assert all(name.startswith("enumino.enum.kernels._") for name in ours), path


def test_files_are_short() -> None:
    for path in SOURCES:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= 500, f"{path.name} has {lines} lines: has it outgrown one concept?"


def in_fresh_python(code: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=PACKAGE.parent
    )
    return done.stdout.strip()


def test_import_is_light() -> None:
    loaded = in_fresh_python("import enumino, sys; print(*sys.modules)").split()
    assert not {"numba", "numpy", "dask", "distributed", "pyarrow", "rich"} & set(loaded)


def test_the_standard_enum_stays_what_it_is() -> None:
    code = "import enumino.enum, enum, re; print(enum.__file__); print(enum.IntFlag)"
    assert "enumino" not in in_fresh_python(code)
    version = subprocess.run(
        [sys.executable, "-m", "enumino", "--version"], capture_output=True, text=True, check=True
    )
    assert version.stdout.startswith("enumino, version ")


def test_public_names_load() -> None:
    import enumino

    for name in enumino.__all__:
        assert getattr(enumino, name) is not None
    assert set(enumino.__all__) <= set(dir(enumino))
    with pytest.raises(AttributeError, match="no attribute 'polyominos'"):
        _ = enumino.polyominos


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_messages_repeat_input_in_part_only(path: Path) -> None:
    """What was given may be huge: `words.quoted` cuts it, ``!r`` would not."""
    if {"kernels", "counting"} & set(path.parts) or path == PACKAGE / "__init__.py":
        return  # these see no input of users, but names in programs
    for raised in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(raised, ast.Raise):
            for part in ast.walk(raised):
                if isinstance(part, ast.FormattedValue) and part.conversion == ord("r"):
                    told = ast.unparse(part.value)
                    assert told in ("error", "strange"), told  # a strange character is one
