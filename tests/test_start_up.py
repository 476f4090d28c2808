"""Commands load large packages only when they need them; shells complete words without these."""

import json
import subprocess
import sys
from pathlib import Path

from tests.dataset_tools import NONAMINOES

# Runs commands one after the other, and tells what each prints and what is loaded after it.
PROGRAM = """
import io, json, os, sys
from contextlib import redirect_stdout
from enumino.cli import main
large = ("numba", "numpy", "pyarrow", "distributed")
for words, environment in json.load(sys.stdin):
    os.environ |= environment
    with redirect_stdout(io.TextIOWrapper(io.BytesIO())) as told:
        main(words)
    told.flush()
    for name in environment:
        del os.environ[name]
    loaded = [name for name in large if name in sys.modules]
    print(json.dumps([told.buffer.getvalue().decode(), loaded]))
"""
COMPLETED = {
    "enumino g": "plain,gallery\n",
    "enumino enumerate polyo": "plain,polyominoes\n",
    "enumino count polyominoes --ki": "plain,--kind\n",
    "enumino enumerate polyominoes --kind o": "plain,one-sided\n",
    "enumino show some": "file,some\n",
}


def completion(words: str) -> tuple[list[str], dict[str, str]]:
    """The call of the command that bash makes."""
    place = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    return [], {"_ENUMINO_COMPLETE": "bash_complete", **place}


def test_commands_load_what_they_need(finished: Path, tmp_path: Path) -> None:
    root, reads = str(finished), ["numpy", "pyarrow"]
    commands = [
        *((completion(words), words, []) for words in COMPLETED),
        ((["--help"], {}), "Usage: enumino", []),
        ((["info", root], {}), "free polyominoes", reads),
        ((["show", root, "--limit", "3"], {}), "█", reads),
        ((["verify", root, "--quiet"], {}), "✓", reads),
        ((["enumerate", *NONAMINOES, "--to", str(tmp_path), "-q"], {}), "1,818", ["numba", *reads]),
    ]
    asked = json.dumps([command for command, _, _ in commands])
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], input=asked, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stderr == "Only the first 3 rows; --limit draws more.\n"
    for (_, told, large), line in zip(commands, done.stdout.splitlines(), strict=True):
        out, loaded = json.loads(line)
        assert out == COMPLETED[told] if told in COMPLETED else told in out, out
        assert loaded == large, told
