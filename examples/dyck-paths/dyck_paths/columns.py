"""What a row of a Dyck path holds."""

from enumino.schema import Column

COLUMNS = (
    Column("ups", "uint8", "Up steps, as many as down steps.", key=True),
    Column("path", "string", "The steps: U for up, D for down."),
    Column("peaks", "uint8", "Up steps that a down step follows.", key=True),
)
