"""Random inputs and problems: how many each test tries, and where they begin.

``make fuzz EXAMPLES=5000`` tries fresh ones and prints their seed; ``SEED=it`` repeats them.
"""

import os

# None in the usual suite, which tries few examples, and always the same.
EXAMPLES = int(os.environ["ENUMINO_EXAMPLES"]) if os.environ.get("ENUMINO_EXAMPLES") else None
SEED = int(os.environ.get("ENUMINO_SEED") or 1)
