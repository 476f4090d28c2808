"""Rows of samples: the rows of a family without published totals."""

from collections.abc import Iterator
from typing import Any

from enumino.datasets.checks import Check
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.rows import Rows
from enumino.datasets.totals import Total
from enumino.registry import SAMPLE, rows_class_of


def rows_of_sample(parameters: ParametersJson) -> Rows:
    """Return the rows of a sample; only distinct rows are compared with each other.

    >>> rows = rows_of_sample({"family": "tatami", "rooms": ["2x3"], "sample": {"distinct": True}})
    >>> rows.identity, {total.published for total in rows.totals({})}
    (('rows', 'cols', 'layout'), {None})
    """
    of = {name: value for name, value in parameters.items() if name != SAMPLE}
    kind: Any = rows_class_of(of)
    sample = parameters[SAMPLE]
    is_distinct = isinstance(sample, dict) and sample.get("distinct") is True

    class Sampled(kind):  # type: ignore[misc]
        identity = kind.identity if is_distinct else ()

        def totals(self, counts: Counts) -> list[Total]:
            return [Total(line.labels, line.count) for line in super().totals(counts)]

        def laws(self, *_: Any) -> Iterator[Check]:
            return iter(())

        sums = recounts = laws

    found: Rows = Sampled(of)
    found.limit = None
    return found
