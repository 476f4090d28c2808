"""The documentation as a site: links have targets, and the reference is complete."""

import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

import enumino
from enumino.cli import VERBS
from enumino.registry import families

ROOT = Path(__file__).parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
LOADED = re.compile(r'<(?:link[^>]* href|(?:script|img)[^>]* src)="([^"]+)"')
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchor(heading: str) -> str:
    """The anchor that GitHub and MkDocs give a heading."""
    plain = re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower())
    return re.sub(r"[ ]+", "-", plain)


@pytest.mark.parametrize("page", PAGES)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        to = urlsplit(target)
        if to.scheme:
            continue
        other = (page.parent / to.path).resolve() if to.path else page
        assert other.exists(), f"{page.name}: {target}"
        assert ROOT in other.parents
        assert page.parent == ROOT or (ROOT / "docs") in other.parents, f"left out: {target}"
        if to.fragment and other.suffix == ".md":
            text = CODE.sub(lambda code: code[0].strip("`"), other.read_text(encoding="utf-8"))
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            assert to.fragment in map(anchor, headings), f"{page.name}: {target}"


@pytest.mark.slow
def test_the_site(tmp_path: Path) -> None:
    """It is built once, which checks its links; it asks no other server, and has all names."""
    pytest.importorskip("material", reason="mkdocs-material is missing: no site was built")
    site = built(tmp_path / "site")
    check_loads(site)
    check_reference(site)


def built(folder: Path) -> Path:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return folder


def check_loads(site: Path) -> None:
    pages = [path.read_text(encoding="utf-8") for path in site.rglob("*.html")]
    assert len(pages) >= 24
    for page in pages:
        loaded = LOADED.findall(page)
        assert loaded
        assert not [address for address in loaded if urlsplit(address).netloc]


def check_reference(site: Path) -> None:
    commands = unescape((site / "commands.html").read_text(encoding="utf-8"))
    for verb in VERBS:
        assert f'id="enumino-{verb}"' in commands
    for family in families():
        assert f'id="enumino-enumerate-{family.name}"' in commands
    api = (site / "api.html").read_text(encoding="utf-8")
    for name, module in enumino._HOMES.items():
        assert f'id="{module}.{name}"' in api
