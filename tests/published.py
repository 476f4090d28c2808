"""The published tables of a family, by its folder."""

from __future__ import annotations

from enumino import published


def table(folder: str, name: str) -> list[dict[str, str]]:
    return published.table(f"enumino.families.{folder}.published", name)


def terms(folder: str) -> dict[str, dict[int, int]]:
    return published.terms(f"enumino.families.{folder}.published")
