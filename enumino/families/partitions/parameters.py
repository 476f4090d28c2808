"""The parameters of partitions into connected parts: see `enumino.parameters`."""

import re
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from enumino.arguments import consecutive, range_of
from enumino.arrays import I64
from enumino.errors import ProblemError
from enumino.families.partitions import vertices as tables
from enumino.families.partitions.vertices import MOST_WEIGHT, PlainVertices
from enumino.objects.graph import READERS, Graph, PlainGraph
from enumino.objects.lattice import KING, SQUARE
from enumino.objects.lattice_files.definition import Definition
from enumino.objects.lattices import LATTICES, LatticeName, lattice_named
from enumino.objects.named_graphs import FORMS, cells_of, graph_of
from enumino.objects.region import Region
from enumino.parameters import (
    LONGEST_CONDITION,
    UP_TO_SYMMETRY,
    Names,
    Parameters,
    Sizes,
    checked_condition,
    checked_limit,
    option,
    row_limit,
    sizes_text,
)
from enumino.words import first_of, in_a_line, interval, plural, quoted, span

MOST_VERTICES = 1000
METHODS = ("transfer-matrix", "search")  # of counting

if TYPE_CHECKING:
    AnyRegion = str | Region
    AnyGraph = str | Path | Graph | PlainGraph
    AnyLattice = str | Path | Definition | Any
    Weights = str | Iterable[int]
    AnyVertices = str | Path | PlainVertices
else:
    AnyRegion, AnyGraph, AnyVertices, Weights = str, PlainGraph, PlainVertices, str
    AnyLattice = LatticeName | Definition


@dataclass(frozen=True)
class PartitionParameters(Parameters):
    """A region or a graph, and bounds on the number of parts and on their sizes or weights."""

    family: ClassVar[str] = "partitions"

    region: AnyRegion | None = option(
        "--region RxC|NAME|FILE", 'Such as 6x6, "hexagon 3", or a drawing.', None
    )
    _: KW_ONLY
    graph: AnyGraph | None = option(
        "--graph FILE|NAME",
        f"Instead of a region, a graph: edges in .csv, a graph in {', '.join([*READERS][1:])}, or "
        f"{FORMS}.",
        None,
    )
    parts: Sizes = option("--parts K|A-B", "Number of parts, such as 4 or 2-5.")
    sizes: Names = option("--sizes N|A-B", "Number of cells or vertices of a part.", None)
    vertices: AnyVertices | None = option(
        "--vertices FILE",
        "A table in CSV with a row for each vertex of the graph: its name, then weights, and x and "
        "y for pictures. A JSON graph has these values itself.",
        None,
    )
    weights: Weights | None = option(
        "--weights COLUMN", "The column of the vertices that has their weights.", None
    )
    within: Names = option(
        "--within P%|A-B", "Total weight of a part: within P% of the mean, or A to B.", None
    )
    contiguity: Literal["rook", "queen"] = option(
        "--contiguity", "Whether squares touch at sides, or also at corners.", "rook"
    )
    lattice: AnyLattice = option(
        "--lattice NAME|FILE",
        f"Lattice of the region: {', '.join(LATTICES)}, a lattice that comes with enumino, such as "
        "kite, or a file in TOML.",
        "square",
    )
    only: str | None = option(
        "--only CONDITION", 'Keep only partitions that meet a condition: "cut_edges <= 9".', None
    )
    up_to_symmetry: bool = option("--up-to-symmetry", UP_TO_SYMMETRY, False)
    limit: int | None = row_limit()
    name: str = "a graph"

    def __post_init__(self) -> None:
        if (self.region is None) == (self.graph is None):
            raise ProblemError("Give either a region or a graph to divide: --region or --graph.")
        if self.region is not None:
            self._set_region(self.region)
        else:
            self._set_graph()
        self._set(
            parts=sizes_text(self.parts, "number of parts"),
            only=checked_condition(self.only),
            limit=checked_limit(self.limit, "partition"),
        )
        if self.sizes is not None:
            if (self.within, self.weights) != (None, None):
                raise ProblemError(
                    f"--sizes bounds the number of {self.nouns} of a part, and --within the sum of "
                    "its weights: leave out --sizes."
                )
            self._set(sizes=sizes_text(self.sizes, "size of a part"))
        if self.order > MOST_VERTICES:
            raise ProblemError(
                f"{self.name} has {plural(self.order, self.noun, self.nouns)}: at most "
                f"{MOST_VERTICES:,} are divided into parts."
            )
        self._check_sums()

    def _set_region(self, region: Any) -> None:
        """Convert the region and its lattice to plain values."""
        if (self.vertices, self.weights) != (None, None):
            raise ProblemError("--vertices and --weights are for a graph: give it by --graph.")
        if isinstance(region, str):
            region = Region.parse(region, lattice_named(self.lattice))
        if not isinstance(region, Region):
            raise ProblemError(f"A region is a text such as 6x6 or a Region, not {quoted(region)}.")
        lattice = region.lattice
        if self.contiguity == "queen" and lattice not in (SQUARE, KING):
            raise ProblemError(
                f"--contiguity queen is for squares, not for the {lattice.name} lattice."
            )
        if region.optional or region.colours:
            raise ProblemError(
                "Parts cover a region: draw it without cells that may stay empty and colours."
            )
        self._set(
            region=region.in_a_line(), lattice=lattice.definition or lattice.name, name=region.name
        )

    def _set_graph(self) -> None:
        """Convert the graph and its vertices to plain values."""
        graph, source = self.graph, self.graph
        if isinstance(graph, str | Path):
            graph = graph_of(graph)
            self._set(name=Path(str(source)).name)
        elif isinstance(graph, PlainGraph):
            graph = graph.graph()
        if not isinstance(graph, Graph):
            raise ProblemError(f"A graph is a Graph or a file, not {quoted(graph)}.")
        if self.up_to_symmetry or self.contiguity == "queen":
            raise ProblemError("--up-to-symmetry and --contiguity are for regions, not for graphs.")
        vertices: Any = self.vertices
        weights = self.weights
        if weights is not None and not isinstance(weights, str):
            own = tuple(tables.weight_of(each, str(at)) for at, each in enumerate(weights))
            vertices, weights = PlainVertices(own), "weight"
        if vertices is None and str(source).lower().endswith(".json"):
            vertices = source
        if isinstance(vertices, str | Path):
            vertices = tables.read(vertices, graph, weights)
        if weights is not None and (vertices is None or vertices.weights is None):
            raise ProblemError(f"--weights {weights} needs a table of the vertices: --vertices.")
        if vertices is not None and not vertices.fits(len(graph)):
            raise ProblemError(f"The weights do not fit {len(graph)} vertices: give one for each.")
        name = in_a_line(self.name)
        self._set(graph=graph.plain(), vertices=vertices, weights=weights, name=name)

    @cached_property
    def area(self) -> Region | None:
        """The region, on the lattice where touching cells are neighbours, or None for a graph."""
        if self.region is None:
            return None
        region = Region.parse(str(self.region), lattice_named(self.lattice))
        return Region(region.cells, KING) if self.contiguity == "queen" else region

    @cached_property
    def network(self) -> Graph:
        """The graph; the vertices of a region are its cells in reading order."""
        if isinstance(self.graph, PlainGraph):
            return self.graph.graph()
        assert self.area is not None
        return cells_of(self.area)

    @property
    def order(self) -> int:
        """The number of vertices."""
        if isinstance(self.graph, PlainGraph):
            return self.graph.nodes
        assert self.area is not None
        return len(self.area)

    @property
    def noun(self) -> str:
        """The word for a vertex."""
        return "cell" if self.graph is None else "vertex"

    @property
    def nouns(self) -> str:
        """The word for vertices."""
        return "cells" if self.graph is None else "vertices"

    @cached_property
    def loads(self) -> I64:
        """int64[n]: the weights of the vertices, by default 1."""
        known = self.vertices.weights if isinstance(self.vertices, PlainVertices) else None
        if self.weights is None or known is None:
            return np.ones(self.order, np.int64)
        return np.array(known, np.int64)

    @cached_property
    def numbers(self) -> range:
        """The numbers of parts."""
        return consecutive(self.parts)

    @property
    def most_parts(self) -> int:
        """The largest number of parts."""
        return min(self.numbers[-1], self.order)

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """The least and the most weight of a part."""
        total, lightest = int(self.loads.sum()), int(self.loads.min(initial=1))
        if self.sizes is not None:
            sizes = consecutive(self.sizes)
            return sizes[0], sizes[-1]
        if self.within is None:
            return lightest, max(1, total)
        text = str(self.within)
        if "%" not in text:
            bounds = range_of(text)
            return bounds[0], bounds[-1]
        found = re.fullmatch(r"\s*(\d{1,18}(?:\.\d{1,18})?)\s*%\s*", text)
        if found is None:
            raise ProblemError(f"--within {text} is not a tolerance: write it as 10% or 0.5%.")
        if len(self.numbers) > 1:
            raise ProblemError(
                f"--within {text} needs one number of parts, because the mean depends on it: "
                "give --within A-B."
            )
        mean, share = Fraction(total, self.numbers[0]), Fraction(found[1]) / 100
        least, most = ceil(mean * (1 - share)), floor(mean * (1 + share))
        if least > most:
            raise ProblemError(
                f"No whole number is within {text} of the mean {float(mean):,.6g}: give a "
                "larger tolerance."
            )
        return max(0, least), min(most, total)

    @property
    def swept(self) -> tuple[Any, ...]:
        """The arguments of a sweep."""
        ends = self.numbers[0], self.numbers[-1]
        return self.network.edges, self.loads.tolist(), self.bounds, ends

    def _check_sums(self) -> None:
        """Raise a ProblemError if numbers alone show that there is no partition."""
        fewest, largest = self.numbers[0], self.numbers[-1]
        (least, most), total = self.bounds, int(self.loads.sum())
        what = f"the {plural(self.order, self.noun, self.nouns)} of {self.name}"
        unit = self.nouns if self.weights is None else "in weight"
        if not 1 <= fewest <= self.order:
            raise ProblemError(
                f"There are no {fewest:,} parts of {what}: give 1 to {self.order:,} parts."
            )
        if not 0 < total <= MOST_WEIGHT:
            raise ProblemError(f"The weights add up to {total:,}: give sums from 1 to 10^15.")
        if fewest * least > total or largest * most < total:
            raise ProblemError(
                f"{span(self.numbers, 'part')} of {interval(least, most)} {unit} cannot add up to "
                f"{total:,}, the sum for {what}."
            )
        if (heaviest := int(self.loads.argmax())) >= 0 and self.loads[heaviest] > most:
            raise ProblemError(
                f"Vertex {quoted(self.network.names[heaviest])} alone weighs "
                f"{self.loads[heaviest]:,}, more than a part, which weighs at most {most:,}."
            )
        needed = 0
        for component in self._components:
            weight = int(self.loads[component].sum())
            fewest = max(1, -(-weight // most))
            if fewest * least > weight:
                sum_of = "" if self.weights is None else f" with a weight of {weight:,}"
                raise ProblemError(
                    f"{self.name} has a component of "
                    f"{plural(len(component), self.noun, self.nouns)}{sum_of}, which no parts of "
                    f"{interval(least, most)} {unit} cover: give other bounds."
                )
            needed += fewest
        if needed > largest:
            raise ProblemError(
                f"{self.name} has {plural(len(self._components), 'component')}, which need "
                f"{needed:,} parts or more: give more than {largest:,}."
            )

    @cached_property
    def _components(self) -> list[I64]:
        """The vertices of each component of the graph."""
        (one, other), first = self.network.edges.T, np.arange(self.order)
        while (first[one] != first[other]).any():
            np.minimum.at(first, one, first[other])
            np.minimum.at(first, other, first[one])
        return [np.flatnonzero(first == each) for each in np.unique(first)]

    def describe(self) -> str:
        what = f"{first_of(self.limit, 'partition')} of {self.name}"
        if self.graph is not None:
            edges = plural(len(self.network.edges), "edge")
            what += f", a graph of {plural(self.order, 'vertex', 'vertices')} and {edges},"
        elif self.area is not None and self.area.lattice != SQUARE:
            queen = self.contiguity == "queen"
            what += " (queen contiguity)" if queen else f" ({self.area.lattice.name})"
        what += f" into {span(self.numbers, 'connected part')}"
        if self.sizes is not None:
            what += f" of {self.sizes} {self.noun if self.sizes == '1' else self.nouns}"
        if self.within is not None:
            mean = " of the mean" if "%" in str(self.within) else ""
            what += f" with {self.weights or self.nouns} within {self.within}{mean}"
        if self.only is not None:
            what += f", where {in_a_line(self.only, LONGEST_CONDITION)}"
        return what + (", up to symmetry" if self.up_to_symmetry else "")
