"""Conditions in SQL -> pyarrow expressions, so that filters reach the files."""

from __future__ import annotations

import operator
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from enumino.errors import QueryError
from enumino.words import quoted

MAX_INT64 = 2**63 - 1
MOST_DIGITS = 40
"""Of a number; what has more cannot be compared with any column."""
MOST_LETTERS = 50_000
"""Of a condition: more take seconds to read."""

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc

SUPPORTED = (
    "compare columns, numbers and 'text' by = != < <= > >=, like, ilike, in, between, is null; "
    "compute by + - * / // %, abs, least, greatest, length, cast(x as int, double or text); "
    "join by and, or, not"
)
UNDERSTOOD = {"this", "expression", "expressions", "low", "high", "to", "negate"}
"""What a node of a parsed condition may say, besides what does not change its meaning."""
HARMLESS = {"is_string", "quoted", "ignore_nulls", "kind"}


def parse_where(text: str, schema: pa.Schema) -> pc.Expression:
    """Return the pyarrow expression of an SQL condition.

    Over the columns of `schema`, numbers and ``'text'`` it takes

    - the comparisons ``= != < <= > >=``, ``in (...)``, ``between``, ``is null``, and of text
      ``like`` and ``ilike``, all of them also with ``not``;
    - ``+ - *``; ``/``, which divides exactly, ``//``, which leaves out what is behind the point,
      and ``%``, the remainder with the sign of the dividend; whatever is divided by 0 is null;
    - ``abs(x)``, ``least(x, y, ...)``, ``greatest(x, y, ...)``, and ``length(x)`` or ``len(x)``
      of text and lists;
    - ``cast(x as int)`` or ``x::int``, also as ``bigint``, ``double``, ``text`` or ``varchar``;
    - ``and``, ``or``, ``not``, ``true``, ``false`` and parentheses.

    Words mean what they mean in DuckDB, but whole numbers have 64 bits with a sign in sums and
    casts, so that differences of columns may be negative.

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
    from pyarrow import dataset

    _refuse_what_is_no_text(text)
    try:
        expression = _Translator(text, schema).condition(_parsed(text))
        dataset.dataset(schema.empty_table()).head(1, filter=expression)
    except (pa.ArrowException, OverflowError) as error:
        raise QueryError(
            f"The condition {quoted(text)} compares what cannot be compared: "
            f"the columns are {', '.join(f'{f.name} ({f.type})' for f in schema)}."
        ) from error
    except RecursionError as error:
        raise QueryError("The condition is nested too deeply: write a shorter one.") from error
    return expression


def _refuse_what_is_no_text(text: str) -> None:
    """Raise a QueryError if a condition is too long to be read, or not all of it is characters."""
    if len(text) > MOST_LETTERS:
        raise QueryError(
            f"The condition has {len(text):,} characters, and at most {MOST_LETTERS:,} are read: "
            "write a shorter one."
        )
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QueryError(
            f"The condition {quoted(text)} has no character in place {error.start + 1}: write it "
            "as UTF-8."
        ) from error


def _parsed(text: str) -> Any:
    """The tree of a condition."""
    import sqlglot
    from sqlglot.errors import SqlglotError

    try:
        return sqlglot.parse_one(text, into=sqlglot.exp.Condition, read="duckdb")
    except SqlglotError as error:
        found = getattr(error, "errors", None)  # of a parser's error, one each
        reason = (found[0]["description"] if found else str(error).splitlines()[0]).rstrip(".")
        reason = "it is no condition" if "<class" in reason else reason
        raise QueryError(
            f"The condition {quoted(text)} cannot be read ({reason}): "
            "write it like \"cells = 6 and symmetry = 'axis'\"."
        ) from error


class _Translator:
    """Walks the parsed condition."""

    def __init__(self, text: str, schema: pa.Schema) -> None:
        from pyarrow import dataset

        self.text, self.schema = text, schema
        self.no_rows = dataset.dataset(schema.empty_table())

    def condition(self, node: Any) -> pc.Expression:
        """Translate what is true or false."""
        import pyarrow.compute as pc
        from sqlglot import exp

        self._check(node)
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
        test = self._test(node)
        return ~test if node.args.get("negate") else test

    def _test(self, node: Any) -> pc.Expression:
        """Translate a comparison."""
        import pyarrow.compute as pc
        from sqlglot import exp

        if isinstance(node, exp.Between):
            value, low, high = self._alike(node.this, node.args["low"], node.args["high"])
            return (value >= low) & (value <= high)
        if isinstance(node, exp.In) and node.expressions:
            return self._is_one_of(node)
        if isinstance(node, exp.Is) and isinstance(node.expression, exp.Null):
            return pc.is_null(self.value(node.this))
        if isinstance(node, exp.Like | exp.ILike) and isinstance(node.expression, exp.Literal):
            # Unlike in SQL, a backslash means something to pyarrow.
            pattern = str(self.literal(node.expression)).replace("\\", "\\\\")
            ignore_case = isinstance(node, exp.ILike)
            return pc.match_like(self.value(node.this), pattern, ignore_case=ignore_case)
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
        compared: pc.Expression = compare(*self._alike(node.left, node.right))
        return compared

    def _alike(self, *nodes: Any) -> list[pc.Expression]:
        """Translate what is to be compared; all of it with a point if some of it has one.

        pyarrow would take the shortest type with a point that suits a number written down.
        """
        import pyarrow as pa

        values = [self.value(node) for node in nodes]
        kinds = [self._type(value) for value in values]
        if not any(map(pa.types.is_floating, kinds)):
            return values
        return [
            _with_point(value) if pa.types.is_integer(kind) else value
            for value, kind in zip(values, kinds, strict=True)
        ]

    def _is_one_of(self, node: Any) -> pc.Expression:
        """Translate ``in (...)``, which is null for null."""
        import pyarrow as pa
        import pyarrow.compute as pc
        from sqlglot import exp

        value, items = self.value(node.this), [self.literal(item) for item in node.expressions]
        if any(isinstance(item, float) for item in items):
            value = _with_point(value)
        found = value.isin(items)
        if isinstance(node.this, exp.Column):
            return found
        return pc.if_else(pc.is_null(value), pc.scalar(pa.scalar(None, pa.bool_())), found)

    def value(self, node: Any) -> pc.Expression:
        """Translate a column, a number, a text, or what is computed of them."""
        import pyarrow as pa
        import pyarrow.compute as pc
        from sqlglot import exp

        self._check(node)
        if isinstance(node, exp.Paren):
            return self.value(node.this)
        if isinstance(node, exp.Column):
            if node.name not in self.schema.names:
                raise QueryError(
                    f"There is no column {quoted(node.name)}: choose from "
                    f"{', '.join(self.schema.names)} (and put text in 'single quotes')."
                )
            return pc.field(node.name)
        if isinstance(node, exp.Neg) and not isinstance(node.this, exp.Literal):
            return pc.negate_checked(self.number(node.this))
        if isinstance(node, exp.Abs):
            return pc.abs_checked(self.number(node.this))
        if isinstance(node, exp.Length | exp.ArraySize):
            return self._length(node)
        if type(node) is exp.Cast:
            return self._cast(node)
        if isinstance(node, exp.Least | exp.Greatest):
            pick = pc.min_element_wise if isinstance(node, exp.Least) else pc.max_element_wise
            return pick(*self._alike(node.this, *node.expressions))
        compute: dict[type, Callable[..., pc.Expression]] = {
            exp.Add: pc.add_checked,
            exp.Sub: pc.subtract_checked,
            exp.Mul: pc.multiply_checked,
            exp.Div: _quotient,
            exp.IntDiv: _whole_quotient,
            exp.Mod: _remainder,
        }
        if type(node) in compute:
            left, right = self.number(node.left), self.number(node.right)
            if isinstance(node, exp.IntDiv | exp.Mod) and not self._are_whole(left, right):
                raise self.unknown(node)
            return compute[type(node)](left, right)
        literal = self.literal(node)
        large = isinstance(literal, int) and literal > MAX_INT64
        return pc.scalar(pa.scalar(literal, pa.uint64()) if large else literal)

    def number(self, node: Any) -> pc.Expression:
        """Translate what is to be computed with: in 64 bits, with a sign or a point."""
        import pyarrow as pa

        value = self.value(node)
        kind = self._type(value)
        if pa.types.is_floating(kind):
            return _with_point(value)
        if not pa.types.is_integer(kind):
            raise self.unknown(node)
        return value if kind == pa.uint64() else value.cast(pa.int64())

    def literal(self, node: Any) -> int | float | str:
        """Return the number or text that is written down."""
        from sqlglot import exp

        self._check(node)
        if isinstance(node, exp.Neg):
            inner = self.literal(node.this)
            if not isinstance(inner, str):
                return -inner
        if isinstance(node, exp.Literal):
            if node.is_string:
                return str(node.this)
            if len(str(node.this)) > MOST_DIGITS:
                raise OverflowError("a number beyond all columns")
            with suppress(ValueError):  # what begins like a number need not be one: 0e
                return number_of(str(node.this))
        raise self.unknown(node)

    def _length(self, node: Any) -> pc.Expression:
        import pyarrow as pa
        import pyarrow.compute as pc
        from sqlglot import exp

        value = self.value(node.this)
        kind = self._type(value)
        if pa.types.is_list(kind):
            return pc.list_value_length(value)
        if pa.types.is_string(kind) and isinstance(node, exp.Length):
            return pc.utf8_length(value)
        raise self.unknown(node)

    def _cast(self, node: Any) -> pc.Expression:
        import pyarrow as pa
        from sqlglot import exp

        value, named = self.value(node.this), node.args["to"]
        kinds = exp.DataType.Type
        to = {
            kinds.INT: pa.int64(),
            kinds.BIGINT: pa.int64(),
            kinds.DOUBLE: pa.float64(),
            kinds.TEXT: pa.string(),
            kinds.VARCHAR: pa.string(),
        }.get(named.this)
        kind = self._type(value)
        plain = pa.types.is_integer(kind) or pa.types.is_string(kind)
        if to is None or named.expressions or not (plain or kind == to):
            raise self.unknown(node)
        return value.cast(to)

    def _type(self, value: pc.Expression) -> pa.DataType:
        return self.no_rows.scanner(columns={"value": value}).projected_schema.field(0).type

    def _are_whole(self, *values: pc.Expression) -> bool:
        import pyarrow as pa

        return all(pa.types.is_integer(self._type(value)) for value in values)

    def _check(self, node: Any) -> None:
        """Refuse a node that says more than we understand, rather than ignore it."""
        said = {name for name, value in node.args.items() if value}
        if said - UNDERSTOOD - HARMLESS:
            raise self.unknown(node)

    def unknown(self, node: Any) -> QueryError:
        """Return what to raise for what is not supported."""
        return QueryError(
            f"The condition {quoted(self.text)} uses {quoted(node.sql('duckdb'))}, which is not "
            f"supported: {SUPPORTED}."
        )


def number_of(written: str) -> int | float:
    """Return the number that is written down.

    >>> number_of("12"), number_of("1.5e3")
    (12, 1500.0)
    """
    return int(written) if written.isdecimal() else float(written)


def _with_point(value: pc.Expression) -> pc.Expression:
    """The nearest number of 64 bits with a point."""
    import pyarrow as pa

    return value.cast(pa.float64(), safe=False)


def _divisor(number: pc.Expression) -> pc.Expression:
    """The number, or null for 0."""
    import pyarrow as pa
    import pyarrow.compute as pc

    return pc.if_else(number == 0, pc.scalar(pa.scalar(None, pa.int64())), number)


def _quotient(left: pc.Expression, right: pc.Expression) -> pc.Expression:
    import pyarrow.compute as pc

    return pc.divide(_with_point(left), _with_point(_divisor(right)))


def _whole_quotient(left: pc.Expression, right: pc.Expression) -> pc.Expression:
    import pyarrow.compute as pc

    return pc.divide_checked(left, _divisor(right))


def _remainder(left: pc.Expression, right: pc.Expression) -> pc.Expression:
    import pyarrow.compute as pc

    return pc.subtract_checked(left, pc.multiply_checked(_whole_quotient(left, right), right))
