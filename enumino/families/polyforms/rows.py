"""Rows of polyforms: totals, checks, pictures, properties."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from enumino import drawing
from enumino.arrays import Flags
from enumino.datasets.checks import Ask, Check, Fault, agreed, first_faults, of_other_sizes
from enumino.datasets.documents import Counts, ParametersJson
from enumino.datasets.queries.conditions import Condition
from enumino.datasets.rows import Derived, Rows
from enumino.datasets.totals import Total, against
from enumino.families.polyforms import checks
from enumino.families.polyforms.columns import BOX, MASKS, box_and_mask
from enumino.families.polyforms.families import PolyformFamily
from enumino.families.polyforms.properties import derived_of, values_of, words_of
from enumino.objects.point_group import KINDS, SymmetryClass
from enumino.objects.polyform import Polyform, free_polyforms
from enumino.published import TOTAL, Published
from enumino.registry import family_of
from enumino.words import plural, quoted

MOST_GROWN = 3000  # fixed shapes, in a tenth of a second


class PolyformRows(Rows):
    """Rows of polyforms, one polyform per row."""

    identity: ClassVar[tuple[str, ...]] = (*BOX, *MASKS)
    drawn_from: ClassVar[tuple[str, ...]] = (*BOX, *MASKS)
    masked = (BOX, MASKS)
    row_cells = 128  # about a grid, and the neighbours of its cells

    def __init__(self, problem: ParametersJson) -> None:
        asked: Any = family_of(problem).parameters_class.from_json(problem)
        self.sizes, self.kind, self.box = asked.sizes, asked.kind, asked.required_box
        self.is_conditional, self.only = asked.is_conditional, asked.only
        self.symmetry, self.stored = asked.classes, asked.stored
        self.family: PolyformFamily = asked.entry
        self.lattice, self.sequences = self.family.lattice, self.family.sequences

    def totals(self, counts: Counts) -> list[Total]:
        """Return the totals of classes that have or should have rows, then of each size."""
        found, lines = Counter(counts), []
        for cells in self.sizes:
            labels = {"cells": cells, "kind": self.kind}
            for each in self._classes:
                count, known = found[cells, each.name], self._known(cells, each.name)
                if count or self.family.all_classes or (known is not None and known.value):
                    lines.append(against({**labels, "symmetry": each.name}, count, known))
            number = sum(found[cells, each.name] for each in self._classes)
            lines.append(against({**labels, "symmetry": TOTAL}, number, self._known(cells)))
        return lines

    @property
    def _classes(self) -> list[SymmetryClass]:
        """The symmetry classes that rows may have."""
        asked = self.lattice.class_names if self.symmetry is None else self.symmetry
        return [each for each in self.lattice.classes if each.name in asked]

    def _known(self, cells: int, symmetry: str = TOTAL) -> Published | None:
        """Return the published number of shapes of a size, in total or of a symmetry class."""
        values = {"symmetry": symmetry}
        if self.only is not None or self.box is not None:
            alone = (self.box, self.symmetry, symmetry) == (None, None, TOTAL)
            words = words_of(self.only or "") if alone else None
            if not words:
                return None
            values = dict.fromkeys(words, "true")
        elif self.symmetry is not None and symmetry == TOTAL:
            if len(self.symmetry) > 1:
                return None
            (values["symmetry"],) = self.symmetry
        return self.family.published(cells, self.kind, **values)

    def faults(self, rows: pa.RecordBatch) -> Iterator[Fault]:
        """Recompute every attribute from the mask."""
        found = list(checks.faults(rows, self.lattice, self.kind, self.box))
        yield from found
        if found:
            return
        yield from first_faults(self._unmet(rows), range(rows.num_rows))

    def _unmet(self, rows: pa.RecordBatch) -> Iterator[tuple[str, Flags]]:
        """Yield the rows with a wrong stored property, or that fail a condition."""
        for name, values in values_of(rows, self.stored, self.lattice).items():
            other = pc.not_equal(values, rows.column(name))
            yield f"has another value of {name}", other.to_numpy(zero_copy_only=False)
        if self.only is not None:
            unmet = ~Condition(self, rows.schema, self.only).chosen(rows)
            yield f"does not meet {quoted(self.only)}", unmet
        if self.symmetry is not None:
            others = ~np.isin(rows.column("symmetry").to_numpy(zero_copy_only=False), self.symmetry)
            yield f"does not have the class {','.join(self.symmetry)}", others

    def sums(self, ask: Ask, columns: Sequence[str]) -> Iterator[Check]:
        """Check the cells of masks, the sums of orbits, and the rows with or without holes."""
        number = " + ".join(f"bit_count({name})::int" for name in MASKS if name in columns)
        wrong = ask(f"select {number}, cells, count(*) over () from rows where {number} <> cells")
        detail = "as rows say"
        for found, cells, masks in wrong[:1]:
            detail = f"{plural(masks, 'mask')} with another number of cells, such as "
            detail += f"{plural(found, 'cell')} where the row says {cells}"
        yield Check("cells of masks", not wrong, detail)
        known = self.family.published
        with_holes = partial(self.sequences.known, "free", ["with_holes"])
        if self.is_conditional:
            return
        if known(1, "fixed"):
            yield self._by_size(ask, "orbit sums", "sum(orbit)", lambda n: known(n, "fixed"))
        if known(1, self.kind, holes=0):
            number, kind = "count_if(holes = 0)", self.kind
            yield self._by_size(ask, "without holes", number, lambda n: known(n, kind, holes=0))
        if self.kind == "free" and with_holes(1):
            yield self._by_size(ask, "with holes", "count_if(holes > 0)", with_holes)

    def _by_size(
        self, ask: Ask, name: str, number: str, known: Callable[[int], Published | None]
    ) -> Check:
        """Compare a number per size with the published number."""
        found: dict[int, int] = dict(ask(f"select cells, {number} from rows group by cells"))
        lines = [against({"cells": n}, found.get(n, 0), known(n)) for n in self.sizes]
        return agreed(name, lines, f"equal to {lines[-1].oeis}")

    def laws(self, counts: Counts) -> Iterator[Check]:
        """Check the classes of each size, or the shapes in a box of all sizes together."""
        if self.lattice.definition is not None and self.only is None and self.box is None:
            yield from self._grown(counts)
        if not self.is_conditional:
            yield self._laws(counts)
        elif lines := self.of_all_sizes(counts):
            detail = f"equal to {' and '.join(line.oeis for line in lines)}"
            yield agreed("all sizes", lines, detail)

    def _grown(self, counts: Counts) -> Iterator[Check]:
        """Compare small sizes on a lattice from a file with shapes grown cell by cell."""
        name, total, found = "shapes grown cell by cell", 0, Counter(counts)
        for cells in self.sizes:
            if self.family.about(cells) > MOST_GROWN:
                break
            free = Counter(each.symmetry.name for each in free_polyforms(cells, self.lattice))
            for each in self._classes:
                number = free[each.name] * each.per_free(self.kind)
                if (listed := found[cells, each.name]) != number:
                    what = f"{plural(cells, 'cell')}, {each.name}"
                    yield Check(name, False, f"{what}: {listed:,} rows, and {number:,} grown")
                    return
                total += number
        if total:
            yield Check(name, True, f"{total:,} of each class as well")

    def of_all_sizes(self, counts: Counts) -> list[Total]:
        """Return the totals over all sizes, published for the shapes with a bounding box."""
        box = self.box
        if box is None or not box.exact or self.only is not None:
            return []
        if self.sizes[0] > sum(box.sides) - 1 or self.sizes[-1] < box.cells:
            return []
        found: Counter[str] = Counter()
        for (_, symmetry), count in counts.items():
            found[symmetry] += count
            found[TOTAL] += count
        kind, sides, numbers = self.kind, sorted(box.sides), self.sequences.in_boxes
        names = [TOTAL] if self.symmetry is None else []
        names += [each.name for each in self._classes]
        known = {name: numbers.get((kind, name, *sides)) for name in names}
        return [
            against({"kind": kind, "symmetry": name}, found[name], published)
            for name, published in known.items()
            if published is not None
        ]

    def _laws(self, counts: Counts) -> Check:
        """Check identities between the classes of a size, which give the numbers of all kinds."""
        name, lines = "laws between classes", []
        if unasked := of_other_sizes(name, self.sizes, counts):
            return unasked
        found = Counter(counts)
        for cells in self.sizes:
            free: dict[SymmetryClass, int] = {}
            for each in self.lattice.classes:
                factor = each.per_free(self.kind)
                free[each], rest = divmod(found[cells, each.name], factor)
                if rest:
                    size = plural(cells, "cell")
                    detail = f"{size}: the {each.name} class is not a multiple of {factor}"
                    return Check(name, False, detail)
            what = f"{self.family.noun} of {plural(cells, 'cell')}"
            achiral = sum(number for each, number in free.items() if not each.chiral)
            known = self.sequences.known("free", ["achiral"], cells)
            lines.append(against({"of": f"achiral {what}"}, achiral, known))
            for kind in KINDS:
                number = sum(number * each.per_free(kind) for each, number in free.items())
                known = self.family.published(cells, kind)
                lines.append(against({"of": f"{kind} {what}"}, number, known))
        detail = "the classes are multiples of the images of their shapes"
        if self.sequences.numbers:
            detail = "the classes give the published numbers of all kinds"
        return agreed(name, lines, detail)

    def object_of(self, row: Mapping[str, Any]) -> Polyform:
        """Return the polyform of a row."""
        return Polyform.from_mask(*box_and_mask(row), self.lattice)

    def derived(self) -> Sequence[Derived]:
        """Return the address, the name and the properties that conditions may name."""
        return derived_of(self.lattice, self.kind)

    def picture(self, thing: Polyform) -> str:
        """Draw a polyform in characters."""
        return drawing.polyform_text(thing)
