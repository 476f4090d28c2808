"""``enumino new-family``: a package with a family of one's own, which works as it is."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import click

import enumino
from enumino.cli import options
from enumino.errors import ProblemError, StorageError
from enumino.registry import families
from enumino.words import quoted

NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LEFT_OUT = {"__pycache__", ".pytest_cache"}


@click.command("new-family", cls=options.Command)
@click.argument("name")
@click.option("--to", "folder", metavar="DIR", help="The folder to write.  [default: NAME]")
def command(name: str, folder: str | None) -> None:
    """Write the package of a new family of problems.

    It is the example of the documentation, Dyck paths, under the name that you give. Once
    installed by pip, it lists, verifies, draws and counts as it is. Replace its search, columns
    and checks by yours.

    \b
    enumino new-family lattice-walks
    enumino new-family lattice-walks --to projects/walks
    """  # noqa: D301
    _check_name(name)
    target = Path(folder or name)
    if target.exists():
        raise StorageError(f"{target} exists already: choose another folder with --to.")
    written = _write(name, target)
    click.echo("\n".join([*written, "", f"Install it with: pip install -e {target}"]))


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise ProblemError(
            f"{quoted(name)} is not a name for a family: write small letters and digits, with "
            "hyphens between words, such as lattice-walks."
        )
    module = name.replace("-", "_")
    if name in {family.name for family in families()}:
        raise ProblemError(f"There is a family {name} already: choose another name.")
    if keyword.iskeyword(module) or find_spec(module) is not None:
        raise ProblemError(f"There is a module {module} already: choose another name.")


def _template() -> Path:
    """Return the folder of the example: in the wheel beside the modules, else in the checkout."""
    package = Path(enumino.__file__).parent
    packed = package / "template"
    return packed if packed.is_dir() else package.parent / "examples" / "dyck-paths"


def _write(name: str, target: Path) -> list[str]:
    """Write the files of the template under another name; return their paths."""
    camel = "".join(word.capitalize() for word in name.split("-"))
    renamed = {
        "dyck-paths": name,
        "dyck_paths": name.replace("-", "_"),
        "DyckPathRows": f"{camel}Rows",
        "DyckPaths": camel,
        "DyckParameters": f"{camel}Parameters",
    }

    def rename(text: str) -> str:
        for old, new in renamed.items():
            text = text.replace(old, new)
        return text

    template, written = _template(), []
    for source in sorted(template.rglob("*")):
        inside = source.relative_to(template)
        if source.is_file() and not LEFT_OUT & set(inside.parts):
            path = target / rename(str(inside))
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(rename(source.read_text(encoding="utf-8")), encoding="utf-8")
            except OSError as error:
                raise StorageError(f"{path} cannot be written: {error.strerror}.") from error
            written.append(str(path))
    return written
