"""Docstrings as the reference shows them: with fenced examples, and the defaults of fields."""

from __future__ import annotations

import re
from typing import Any

import griffe

SECTION = re.compile(r"^-{3,}$", re.MULTILINE)
EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(griffe.Extension):
    """Puts fences around examples before the first section, and takes defaults out of options."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Show the default of a field of which an option is made."""
        if isinstance(attr.value, griffe.ExprCall):
            match str(attr.value.function), attr.value.arguments:
                case "option", [_, _, *default]:
                    attr.value = default[0] if default else None
                case "row_limit", _:
                    attr.value = "None"

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite the docstring of an object, before it is parsed."""
        if obj.docstring is None:
            return
        text = obj.docstring.value
        section = SECTION.search(text)
        end = text.rfind("\n\n", 0, section.start()) if section else len(text)
        fenced = EXAMPLE.sub(lambda code: f"```pycon\n{code[0]}\n```", text[:end])
        obj.docstring.value = fenced + text[end:]
