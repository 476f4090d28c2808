"""Graphs as text: lists of edges, graph6, sparse6 and JSON of NetworkX; all else is refused.

Most text is a list of edges to a lenient reader. So files of other programs are recognized first
and refused by the name of their format, and lines that mean two things are refused as well.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from enumino.errors import ProblemError
from enumino.words import plural, quoted

Pairs = npt.NDArray[np.int64]
Parsed = tuple[Sequence[str], Pairs]  # names of nodes, and ends int64[m, 2] of edges

# First lines of lists of edges that name the columns instead of nodes.
HEADS = {("source", "target"), ("from", "to"), ("u", "v"), ("i", "j"), ("node1", "node2")}
SEPARATORS = "\t;,"
OTHERS = {
    "digraph6, of directed graphs": r"\A(?:&\S+$|>>digraph6<<)",
    "incremental sparse6": r"\A(?:;[?-~]*$|>>incremental)",
    "a format of plantri": r"\A>>(?:planar|edge|double)_code",
    "XML, such as GraphML": r"\A<",
    "Pajek": r"\A\*\s*[a-z]",
    "Matrix Market, METIS or KONECT": r"\A%",
    "GML": r"^\s*graph\s*\[",
    "DOT of Graphviz": r"\A(?:(?:strict|graph|digraph)\b[^\n{]*\{|//|/\*)|->|\s--\s",
    "DIMACS": r"^p\s+[a-z]+\s+\d+\s+\d+\s*$",
    "LEDA": r"\ALEDA\.GRAPH",
    "UCINET": r"\Adl\b.*\bn\s*=",
    "Trivial Graph Format": r"\A[^#].*^#\s*$",
    "lists of neighbours": r"^[^\s#,;]+:(?:[^\S\n][^,;\n]*)?$",
    "pairs in brackets": r"^[(\[{].*[)\]}][,;]?\s*$",
}
FLAGS = re.MULTILINE | re.IGNORECASE
READABLE = "write a list of edges, graph6, sparse6, or JSON of NetworkX"


def parse(text: str) -> Parsed:
    """Return the names and edges of a graph, in a format that the text itself shows.

    Raises
    ------
    ProblemError
        If the text is in another format, is damaged, or may be read in two ways.
    """
    stripped = text.strip()
    if not stripped:
        raise ProblemError("The file is empty: write an edge on each line.")
    if stripped.startswith(("{", "[")) and not re.match(r"[\[{][^\n\]}]*[\]}]\s*\n", stripped):
        return _from_networkx(stripped)
    for name, pattern in OTHERS.items():
        if re.search(pattern, stripped, FLAGS | (re.DOTALL if "Trivial" in name else 0)):
            raise ProblemError(f"The file looks like {name}, which is not read: {READABLE}.")
    said = re.match(r">>(graph6|sparse6)<<", stripped)
    words = stripped[said.end() if said else 0 :].strip().splitlines()
    for name, is_one, read in (
        ("graph6", _is_graph6, _from_graph6),
        ("sparse6", _is_sparse6, _from_sparse6),
    ):
        if said[1] == name if said else all(map(is_one, words)):
            if len(words) != 1:
                raise ProblemError(
                    f"The file has {len(words):,} lines of {name}, and one graph is searched: keep "
                    "its line."
                )
            return read(words[0])
    return _from_lines(stripped.splitlines())


def _from_lines(lines: Sequence[str]) -> Parsed:
    """Read a list of edges."""
    texts = [_without_data(line) for line in lines]
    separator = next((s for s in SEPARATORS if any(s in text for text in texts)), " ")
    if separator == " ":
        texts = [" ".join(text.split()) for text in texts]
        if not any(line.rstrip().endswith("}") for line in lines):  # as only edges do
            _refuse_numbers_of_nodes([text.split() for text in texts])
    numbers: dict[str, int] = {}
    edges: list[tuple[int, int]] = []
    reader = csv.reader(texts, delimiter=separator, skipinitialspace=True, strict=True)
    try:
        for row in reader:
            fields = [field.strip() for field in row]
            is_head = not numbers and tuple(map(str.lower, fields)) in HEADS
            if not any(row) or is_head:
                continue
            _refuse_fields(fields, reader.line_num)
            ends = [numbers.setdefault(name, len(numbers)) for name in fields]
            if len(ends) == 2:
                edges.append((ends[0], ends[1]))
    except csv.Error as error:
        raise ProblemError(
            f"Line {reader.line_num} has a name whose quotation marks do not match: {error}."
        ) from error
    names = list(numbers)
    if not names:
        raise ProblemError("The file names no node: write an edge on each line.")
    if not edges:
        _refuse_lonely(names)
    found = np.array(edges, np.int64).reshape(-1, 2)
    if all(map(_is_number, names)):
        order = sorted(range(len(names)), key=lambda at: int(names[at]))
        return [names[at] for at in order], np.argsort(order)[found]
    is_apart = edges[:1] == [(0, 1)] and np.count_nonzero(found < 2) == 2 < len(names)
    if is_apart and [_is_number(name) for name in names] == [False] * 2 + [True] * len(names[2:]):
        raise ProblemError(
            f"The first edge, of {quoted(names[0])} and {quoted(names[1])}, seems to name columns, "
            "since all other names are numbers: leave it out, or call them source and target."
        )
    return names, found


def _without_data(line: str) -> str:
    """Return a line without a comment, and without the attributes that NetworkX writes last."""
    text = re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip()
    return re.sub(r"(?<=\S)[\s,;]+\{.*\}$", "", text)


def _refuse_fields(fields: Sequence[str], line: int) -> None:
    """Raise unless a line names one or two nodes."""
    if len(fields) > 2:
        raise ProblemError(
            f"Line {line} has {len(fields)} names, and an edge has two: write one edge a line, "
            "without weights."
        )
    for name in fields:
        mixed = any(mark in name for mark in SEPARATORS) and len(fields) == 1
        if mixed or name.startswith(tuple(SEPARATORS)) or name.endswith(tuple(SEPARATORS)):
            raise ProblemError(
                f"Line {line} has another separator than other lines: use one in the whole file."
            )


def _refuse_numbers_of_nodes(rows: Sequence[Sequence[str]]) -> None:
    """Raise if the first line may be the numbers of nodes and edges, which are no edge."""
    first = next((at for at, row in enumerate(rows) if row), len(rows))
    head, rest = rows[first : first + 1], rows[first + 1 :]
    if not head or len(head[0]) != 2 or not all(map(_is_number, chain(*head, *rest))):
        return
    nodes, edges = map(int, head[0])
    near = {(v, int(w)) for v, row in enumerate(rest, 1) for w in row}
    mutual = len(near) == 2 * edges > 0 and near == {(w, v) for v, w in near}
    if mutual and len(rest) <= nodes:
        raise ProblemError(f"The file looks like METIS, which is not read: {READABLE}.")
    pairs = [row for row in rest if row]
    ends = [int(name) for row in pairs for name in row]
    spread = max(ends, default=0) - min(ends, default=0)
    if len(pairs) == edges and len(ends) == 2 * edges and spread < nodes:
        raise ProblemError(
            f"Line {first + 1} may be an edge, or say that there are {plural(nodes, 'node')} and "
            f"{plural(edges, 'edge')}: leave it out, or write `source target` above it."
        )


def _refuse_lonely(names: Sequence[str]) -> None:
    """Raise if nodes without any edge are rather something else."""
    alone = len(names) == 1 and len(names[0]) > 1 and all("?" <= c <= "~" for c in names[0])
    if alone or names[0].startswith(":") or any(map(_is_graph6, names)):
        raise ProblemError(
            "The file has no edges, and its first line is no graph in graph6 or sparse6, as its "
            "length does not follow from its first characters, or it ends with other bits: restore "
            "the line, or write an edge on each one."
        )
    if all(re.fullmatch(r"[^-–]+[-–]+[^-–]+", name) for name in names):
        raise ProblemError(
            f"The file has no edges, but names such as {quoted(names[0])}: separate the two ends "
            "of an edge by a comma or a space."
        )


def _is_number(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 10


def _codes(word: str) -> list[int]:
    """Return the six bits of each character; none if one has others."""
    codes = [ord(letter) - 63 for letter in word]
    return codes if all(0 <= code < 64 for code in codes) else []


def _nodes(codes: Sequence[int]) -> tuple[int, int]:
    """Return the number of nodes, and of codes that give it (1, 4 or 8)."""
    if codes[0] < 63:
        return codes[0], 1
    digits, head = (codes[2:8], 8) if codes[1:2] == [63] else (codes[1:4], 4)
    nodes = 0
    for digit in digits:
        nodes = nodes * 64 + digit
    return nodes, head


def _is_graph6(word: str) -> bool:
    """Whether a line can be a graph in graph6: its first codes give its length, zeros end it."""
    codes = _codes(word)
    if len(codes) < 2:
        return False
    nodes, head = _nodes(codes)
    pairs = nodes * (nodes - 1) // 2
    return nodes > 1 and len(codes) == head - (-pairs // 6) and not codes[-1] % (1 << -pairs % 6)


def _is_sparse6(word: str) -> bool:
    return len(word) > 1 and word.startswith(":") and bool(_codes(word[1:]))


def _from_graph6(word: str) -> Parsed:
    """Read a graph in graph6 (B. D. McKay): the upper triangle by columns, six bits a letter."""
    codes = _codes(word.strip())
    if not codes:
        raise ProblemError("A graph in graph6 has the characters ? to ~ only.")
    nodes, head = _nodes(codes)
    pairs = nodes * (nodes - 1) // 2
    if len(codes) != head + -(-pairs // 6):
        raise ProblemError(f"A graph of {nodes:,} nodes in graph6 has another length than this.")
    at = np.flatnonzero(_bits(codes[head:])[:pairs])
    column = ((1 + np.sqrt(1 + 8 * at)) / 2).astype(np.int64)
    column -= column * (column - 1) // 2 > at
    column += (column + 1) * column // 2 <= at
    return numbers(nodes), np.stack([at - column * (column - 1) // 2, column], axis=1)


def _from_sparse6(word: str) -> Parsed:
    """Read a graph in sparse6 (B. D. McKay): steps to a later node v, or edges from it."""
    codes = _codes(word.strip().removeprefix(":"))
    if not word.startswith(":") or not codes:
        raise ProblemError("A graph in sparse6 begins with : and has the characters ? to ~ only.")
    nodes, head = _nodes(codes)
    if head > len(codes) or nodes > 1 << 32:
        raise ProblemError("A graph in sparse6 is longer than this.")
    width = max(1, (nodes - 1).bit_length())
    bits = _bits(codes[head:])
    items = bits[: bits.size // (width + 1) * (width + 1)].reshape(-1, width + 1)
    others = items[:, 1:].astype(np.int64) @ (1 << np.arange(width)[::-1])
    v, edges, last = 0, [], 0
    for at, (step, other) in enumerate(zip(items[:, 0].tolist(), others.tolist(), strict=True), 1):
        v += step
        if v >= nodes or other >= nodes:
            break
        if other > v:
            v = other
        else:
            edges.append((other, v))
            last = at
    if bits.size - last * (width + 1) > 5:
        raise ProblemError(f"A graph of {nodes:,} nodes in sparse6 ends with bits that are none.")
    return numbers(nodes), np.array(edges, np.int64).reshape(-1, 2)


def _bits(codes: Sequence[int]) -> npt.NDArray[np.uint8]:
    found: npt.NDArray[np.uint8] = np.unpackbits(np.array(codes, np.uint8)[:, None], axis=1)[:, 2:]
    return found.ravel()


def numbers(nodes: int) -> tuple[str, ...]:
    """Return the names of nodes that have none."""
    return tuple(map(str, range(nodes)))


def _from_networkx(text: str) -> Parsed:
    """Read JSON of NetworkX: nodes and links, or nodes and the neighbours of each."""
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ProblemError("The JSON of the graph is malformed: write it again.") from error
    if not isinstance(values, dict) or not isinstance(values.get("nodes"), list):
        raise ProblemError(
            "The JSON holds no graph: write networkx.node_link_data or adjacency_data."
        )
    if values.get("directed"):
        raise ProblemError("The graph is directed: write an undirected one, with to_undirected().")
    try:
        names = [_name(node) for node in values["nodes"]]
        places = {name: number for number, name in enumerate(names)}
        edges = [(places[a], places[b]) for a, b in _links(values, names)]
    except (KeyError, TypeError, ValueError) as error:
        raise ProblemError(
            f"The JSON of the graph is incomplete ({quoted(str(error))}): its nodes have an id, "
            "its links a source and a target that are nodes."
        ) from error
    return names, np.array(edges, np.int64).reshape(-1, 2)


def _links(values: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of the ends of each edge."""
    if "adjacency" in values:
        pairs = zip(names, values["adjacency"], strict=True)
        yield from chain.from_iterable(((a, _name(b)) for b in near) for a, near in pairs)
        return
    for link in values["links"] if "links" in values else values["edges"]:
        yield _text(link["source"]), _text(link["target"])


def _name(node: Mapping[str, Any]) -> str:
    return _text(node["id"])


def _text(name: Any) -> str:
    """Return a name as text; lists are the tuples of NetworkX, such as (0, 1)."""
    if isinstance(name, str | int | float):
        return str(name)
    if isinstance(name, list):
        return ",".join(map(_text, name))
    raise TypeError(f"the name {quoted(name)}")
