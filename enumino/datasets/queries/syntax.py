"""The syntax tree of a query: whether the query only reads, and the texts it compares with.

DuckDB may write to every file that it may read, in a statement or within a SELECT. So a query is
checked before it runs, and refused if it contains anything not known to read.
"""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from enumino.errors import QueryError
from enumino.words import quoted

Node = dict[str, Any]
READING = {"SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE"}
# Table functions; others access files, settings and memory.
TABLES = {"generate_series", "json_each", "json_tree", "range", "repeat", "unnest"}
PLANNING = "json_serialize_plan"  # of a text; EXPORT makes its folder when it is planned
# Functions in conditions of problems and formulas, beside operators: they cost little for any row.
CALLS = ("abs", "bit_count", "greatest", "least", "length", "list_contains", "sign")
LONG = "||"  # the operator whose values may be long
COMPARING = {"COMPARE_EQUAL", "COMPARE_NOTEQUAL", "COMPARE_IN", "COMPARE_NOT_IN"}


def one_statement(connection: Any, query: str) -> str:
    """Return the kind of a query, such as SELECT. Raises a QueryError for several."""
    query.encode()  # a UnicodeError for invalid text, instead of DuckDB's TypeError
    statements = connection.extract_statements(query)
    if len(statements) != 1:
        raise QueryError(f"There are {len(statements)} statements: write one that returns rows.")
    return str(statements[0].type.name)


def read_only(connection: Any, query: str) -> list[Node]:
    """Return the syntax tree's nodes. Raises a QueryError unless a query only reads tables."""
    if (kind := one_statement(connection, query)) != "SELECT":
        raise _refused(f"{kind} is no SELECT")
    asked = connection.execute("SELECT json_serialize_sql($query::VARCHAR)", {"query": query})
    ((text,),) = asked.fetchall()
    try:
        tree = json.loads(text)
    except RecursionError as error:
        raise QueryError("The query is nested too deeply: divide it by WITH.") from error
    nodes = list(_nodes(tree))
    if tree["error"]:
        raise _refused(tree["error_message"])
    for node in nodes:
        kind = str(node.get("type"))
        if kind.endswith("_NODE") and kind not in READING:
            raise _refused(f"{kind.partition('_')[0]} is no SELECT")
        if kind == "TABLE_FUNCTION" and (name := node["function"]["function_name"]) not in TABLES:
            raise _refused(f"{quoted(name)} is a table function")
    if PLANNING in functions_in(nodes):
        raise _refused(f"{PLANNING} plans statements that this check does not see")
    return nodes


def _refused(why: str) -> QueryError:
    return QueryError(f"{why}: a query reads only its dataset, unless --files is given.")


def _nodes(tree: Any) -> Iterator[Node]:
    """Yield the objects in a JSON value."""
    todo = [tree]
    while todo:
        value = todo.pop()
        if isinstance(value, dict):
            yield value
            todo += value.values()
        elif isinstance(value, list):
            todo += value


def columns_of(nodes: Sequence[Node]) -> set[str]:
    """Return the names of columns in a tree, and of tables before a dot, in lower case."""
    return {name.lower() for node in nodes for name in node.get("column_names", ())}


def functions_in(nodes: Sequence[Node]) -> set[str]:
    """Return the names of functions in a tree, in lower case."""
    return {node["function_name"].lower() for node in nodes if "function_name" in node}


def calls_beyond(nodes: Sequence[Node]) -> set[str]:
    """Return the functions in a tree other than `CALLS`, and SELECT if there is a subquery."""
    calls = {name for name in functions_in(nodes) if name.isidentifier() or name == LONG}
    return (calls | {"SELECT" for node in nodes if node.get("class") == "SUBQUERY"}) - {*CALLS}


def compared_with(nodes: Sequence[Node], column: str) -> list[str]:
    """Return the texts that a column is compared with, using =, <> or IN."""
    found: list[str] = []
    for node in nodes:
        if str(node.get("type")) in COMPARING:
            sides = node.get("children") or [node["left"], node["right"]]
            if any(each.get("column_names", [""])[-1].lower() == column for each in sides):
                found += filter(None, map(_text, sides))
    return found


def _text(node: Node) -> str | None:
    """Return the text of a constant, or None for other nodes."""
    literal = node.get("literal", {})
    return literal["text"] if literal.get("kind") == "STRING" else None
