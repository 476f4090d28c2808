"""Facts about the rows of a dataset, in a companion dataset with the same parts."""

from enumino.registry import Family

FAMILY = Family(
    name="facts",
    summary="Facts about the rows of another dataset.",
    package=__name__,
    problem="Facts",
    rows="FactRows",
    options=None,
    count=None,
    rehearsal=None,
)
