"""Examples in the text of a docstring, without a heading of their own, are code."""

from __future__ import annotations

import re
from typing import Any

import griffe

SECTION = re.compile(r"^-{3,}$", re.MULTILINE)
EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(griffe.Extension):
    """Puts fences around examples that stand before the first section; others have theirs."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object, before it is parsed."""
        if obj.docstring is None:
            return
        text = obj.docstring.value
        section = SECTION.search(text)
        end = text.rfind("\n\n", 0, section.start()) if section else len(text)
        fenced = EXAMPLE.sub(lambda code: f"```pycon\n{code[0]}\n```", text[:end])
        obj.docstring.value = fenced + text[end:]
