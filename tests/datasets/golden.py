"""Write the golden plans anew, after a change of a search tree that raised its version."""

from __future__ import annotations

import json

from tests.datasets.test_golden_plans import GOLDEN, PLANNED, golden

if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({name: golden(name) for name in PLANNED}, indent=1) + "\n")
