"""Conditions in SQL -> pyarrow expressions, so that filters reach the files."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from enumino.errors import QueryError

MAX_INT64 = 2**63 - 1

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc


def parse_where(text: str, schema: pa.Schema) -> pc.Expression:
    """Return the pyarrow expression of an SQL condition.

    Comparisons, ``and``, ``or``, ``not``, ``in (...)``, ``between``, ``+ - *`` and parentheses,
    over the columns of `schema`, integers and 'text'; ``true`` and ``false``.

    Raises
    ------
    QueryError
        If the text is not such a condition, or names a column that does not exist.

    Examples
    --------
    >>> import pyarrow as pa
    >>> schema = pa.schema({"cells": pa.uint8(), "symmetry": pa.string()})
    >>> parse_where("cells = 6 and symmetry = 'axis'", schema)
    <pyarrow.compute.Expression ((cells == 6) and (symmetry == "axis"))>
    """
    import pyarrow as pa
    import sqlglot
    from pyarrow import dataset
    from sqlglot.errors import SqlglotError

    try:
        tree = sqlglot.parse_one(text, into=sqlglot.exp.Condition)
    except SqlglotError as error:
        told = getattr(error, "errors", None)  # of a parser's error, one each
        reason = (told[0]["description"] if told else str(error).splitlines()[0]).rstrip(".")
        reason = "it is no condition" if "<class" in reason else reason
        raise QueryError(
            f"The condition {text!r} cannot be read ({reason}): "
            "write it like \"cells = 6 and symmetry = 'axis'\"."
        ) from error
    try:
        expression = _Translator(text, schema).condition(tree)
        dataset.dataset(schema.empty_table()).head(1, filter=expression)
    except (pa.ArrowException, OverflowError) as error:
        raise QueryError(
            f"The condition {text!r} compares what cannot be compared: "
            f"the columns are {', '.join(f'{f.name} ({f.type})' for f in schema)}."
        ) from error
    except RecursionError as error:
        raise QueryError("The condition is nested too deeply: write a shorter one.") from error
    return expression


class _Translator:
    """Walks the parsed condition."""

    def __init__(self, text: str, schema: pa.Schema) -> None:
        self.text, self.schema = text, schema

    def condition(self, node: Any) -> pc.Expression:
        import pyarrow.compute as pc
        from sqlglot import exp

        if isinstance(node, exp.Paren):
            return self.condition(node.this)
        if isinstance(node, exp.Boolean):
            return pc.scalar(bool(node.this))
        if isinstance(node, exp.Not):
            return ~self.condition(node.this)
        if isinstance(node, exp.And):
            return self.condition(node.left) & self.condition(node.right)
        if isinstance(node, exp.Or):
            return self.condition(node.left) | self.condition(node.right)
        if isinstance(node, exp.Between):
            value = self.value(node.this)
            return (value >= self.value(node.args["low"])) & (
                value <= self.value(node.args["high"])
            )
        if isinstance(node, exp.In) and node.expressions:
            return self.value(node.this).isin([self.literal(item) for item in node.expressions])
        compare = {
            exp.EQ: operator.eq,
            exp.NEQ: operator.ne,
            exp.LT: operator.lt,
            exp.LTE: operator.le,
            exp.GT: operator.gt,
            exp.GTE: operator.ge,
        }.get(type(node))
        if compare is None:
            raise self.unknown(node)
        compared: pc.Expression = compare(self.value(node.left), self.value(node.right))
        return compared

    def value(self, node: Any, *, in_arithmetic: bool = False) -> pc.Expression:
        import pyarrow as pa
        import pyarrow.compute as pc
        from sqlglot import exp

        if isinstance(node, exp.Paren):
            return self.value(node.this, in_arithmetic=in_arithmetic)
        if isinstance(node, exp.Column):
            if node.name not in self.schema.names:
                raise QueryError(
                    f"There is no column {node.name!r}: choose from "
                    f"{', '.join(self.schema.names)} (and put text in 'single quotes')."
                )
            field = pc.field(node.name)
            kind = self.schema.field(node.name).type
            unsigned = pa.types.is_unsigned_integer(kind) and kind.bit_width < 64
            return field.cast(pa.int64()) if in_arithmetic and unsigned else field
        arithmetic: Any = {exp.Add: pc.add, exp.Sub: pc.subtract, exp.Mul: pc.multiply}
        if type(node) in arithmetic:
            left = self.value(node.left, in_arithmetic=True)
            right = self.value(node.right, in_arithmetic=True)
            return arithmetic[type(node)](left, right)
        literal = self.literal(node)
        large = isinstance(literal, int) and literal > MAX_INT64
        return pc.scalar(pa.scalar(literal, pa.uint64()) if large else literal)

    def literal(self, node: Any) -> int | str:
        from sqlglot import exp

        if isinstance(node, exp.Neg):
            inner = self.literal(node.this)
            if isinstance(inner, int):
                return -inner
        if isinstance(node, exp.Literal):
            if node.is_string:
                return str(node.this)
            if str(node.this).isdigit():
                return int(node.this)
        raise self.unknown(node)

    def unknown(self, node: Any) -> QueryError:
        return QueryError(
            f"The condition {self.text!r} uses {node.sql()!r}, which is not supported: "
            "compare columns, sums and products with numbers or 'text' by = != < <= > >=, "
            "in, between; join by and, or, not."
        )
