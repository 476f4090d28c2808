"""Partitions of a graph into connected parts, counted by a sweep over the vertices.

Vertex by vertex, a part takes shape as *labels*: the components of what the sweep has seen of it.
The *frontier* has the vertices behind with neighbours ahead. A new vertex joins any of the labels
beside it, which become one label, and is kept apart from the other labels for ever. So each
partition is made once, and its continuations depend only on the *state*: the label of each vertex
of the frontier, numbered by first appearance; the size of each label, a sum of weights; the pairs
of labels that are kept apart; and the number of *closed* parts, which cannot grow. A part is closed
when it leaves the frontier, or when it is too heavy for any vertex ahead: then its vertices in the
frontier have label 0.

J. Kawahara, T. Horiyama, K. Hotta, S. Minato, Generating all patterns of graph partitions within a
disparity bound, WALCOM 2017, sweep over the edges. Sizes in the state are an addition, and so are
rules that make more states equal: labels too heavy for one part are kept apart; labels that must
become one part are pooled (`pool`); where no part can become too large, a size counts up to the
least size of a part. Sums of weights and the numbers of parts exclude states, too. Counts by sizes
have the sizes of closed parts in the state instead of their number.

A state is a row int64[words + limbs]: fields of bits that do not cross words, `WORD_BITS` a word;
then the number of ways to reach the state, which is not 0, `LIMB_BITS` a limb, the lowest first.
"""

from typing import NamedTuple

import numpy as np

from enumino.arrays import I64
from enumino.enum.kernels.matrices.states import LIMB_BITS
from enumino.enum.kernels.shared.jit import inlined, kernel, subroutine

WORD_BITS = 63
BUCKET_SHIFT = 40  # of the bits of a hash that choose a bucket of states
LONGEST_FRONTIER = 48  # vertices: labels are bits of a word
LIMB = (1 << LIMB_BITS) - 1
LOW_BITS = 0x7FFFFFFF  # products with factors below 2**31 do not overflow


class Bounds(NamedTuple):
    """Bounds on parts, and the bits of fields."""

    least: int  # sizes
    most: int
    fewest: int  # numbers of parts
    largest: int
    size_bits: int
    closed_bits: int
    # Where sizes are counted apart, the closed parts of a state are a list of sizes: the list with
    # a further size, or -1, and the number of sizes in a list; for all values of fields.
    further: I64
    lengths: I64


class Step(NamedTuple):
    """A vertex of the sweep."""

    near: I64  # [n], places of its neighbours in the frontier
    kept: I64  # [n], places that stay in the frontier; the vertex is at the end of it
    frontier: int  # vertices before
    weight: int
    ahead: (
        int  # vertices after this one, their weight, and the lightest of them, or more than a part
    )
    weight_ahead: int
    lightest: int
    bits: int  # of a label, before and after
    bits_after: int
    words: int  # of a state, before and after
    words_after: int


class Scratch(NamedTuple):
    """A state, and one of its successors."""

    labels: I64  # by place
    sizes: I64  # by label
    apart: I64  # by label, bits of labels
    renamed: I64  # by label, its number in the successor
    beside: I64  # labels beside the vertex
    old: I64  # by label of the successor, the label before
    size: I64
    kept_apart: I64
    held: I64  # by part, its labels and the labels kept apart from them, bits
    barred: I64


def new_scratch() -> Scratch:
    """Return scratch for a thread."""
    return Scratch(*np.zeros((len(Scratch._fields), LONGEST_FRONTIER + 2), np.int64))


@inlined
def field_at(place: int, bits: int) -> int:
    """Return the first place from `place` on where a field does not cross words."""
    return place if (place & 63) + bits <= WORD_BITS else (place | 63) + 1


@inlined
def take(row, place, bits):
    """Read a field, and return it with the place after it."""
    place = field_at(place, bits)
    return (row[place >> 6] >> (place & 63)) & ((1 << bits) - 1), place + bits


@inlined
def put(row, place, value, bits):
    """Write a field to a row of zeros, and return the place after it."""
    place = field_at(place, bits)
    row[place >> 6] |= value << (place & 63)
    return place + bits


@inlined
def mixed(row, words):
    """Return a hash of 62 bits."""
    found = 0
    for word in range(words):
        found ^= row[word]
        found = (found & LOW_BITS) * 0x5BD1E995 + ((found >> 31) & LOW_BITS) * 0x2545F491
        found ^= found >> 29
    return (found & LOW_BITS) * 0x27D4EB2F ^ (found >> 31)


@inlined
def read_state(step, bounds, row, scratch):
    """Read a state into the scratch; return the numbers of its closed parts and labels."""
    labels, sizes, apart = scratch.labels, scratch.sizes, scratch.apart
    closed, place = take(row, 0, bounds.closed_bits)
    many = 0
    for at in range(step.frontier):
        label, place = take(row, place, step.bits)
        labels[at] = min(label, at + 1)  # in a file, it may be anything
        many = max(many, labels[at])
    for label in range(1, many + 1):
        sizes[label], place = take(row, place, bounds.size_bits)
    for label in range(1, many + 1):
        below, place = take(row, place, label - 1)
        apart[label] = below << 1
        for other in range(1, label):
            apart[other] |= (below >> (other - 1) & 1) << label
    return closed, many


@subroutine
def pool(scratch, many, parts, most):
    """Pool labels that must become one part; return False if parts are too few or too large.

    As many labels as parts, all kept apart, are one of each part. A label that is kept apart from
    all but one of them must join this one: both are kept apart from the same labels, and the lower
    one has the size of both. If they do not meet, there are too many parts in the end.
    """
    size, apart, held, barred = scratch.size, scratch.kept_apart, scratch.held, scratch.barred
    pooled = 0
    for first in range(1, many + 1):
        if pooled >> first & 1:
            continue
        found, placed, common = 1, 1 << first, apart[first]
        held[0], barred[0] = placed, common
        for label in range(1, many + 1):
            if common >> label & 1:
                if found == parts:
                    return False
                common &= apart[label]
                held[found], barred[found] = 1 << label, apart[label]
                placed |= 1 << label
                found += 1
        if found < parts:
            continue
        before = 0
        while placed != before:
            before = placed
            for label in range(1, many + 1):
                if placed >> label & 1:
                    continue
                fitting, part = 0, 0
                for each in range(parts):
                    if barred[each] >> label & 1 == 0:
                        fitting, part = fitting + 1, each
                if fitting == 0:
                    return False
                if fitting == 1:
                    placed |= 1 << label
                    held[part] |= 1 << label
                    barred[part] |= apart[label]
        for part in range(parts):
            lowest = 0
            for label in range(1, many + 1):
                if held[part] >> label & 1:
                    apart[label] |= barred[part] | (placed & ~held[part])
                    if lowest == 0:
                        lowest = label
                    else:
                        size[lowest] += size[label]
                        size[label] = 0
                        if size[lowest] > most:
                            return False
                elif barred[part] >> label & 1:
                    apart[label] |= held[part]
        pooled |= placed
    return True


@inlined
def close_and_rename(step, bounds, scratch, joined, new, closed):
    """Close more parts and number the labels that stay; return the closed parts and the labels.

    The first one is -1 if a closed part has no size that is counted.
    """
    labels, sizes, renamed, old = scratch.labels, scratch.sizes, scratch.renamed, scratch.old
    seen, count, renamed[0] = 0, 0, 0
    labels[step.frontier] = new
    for at in step.kept:
        seen |= 1 << (new if joined >> labels[at] & 1 else labels[at])
    for label in range(1, new + 1):
        renamed[label] = -1
        if joined >> label & 1:
            continue
        if seen >> label & 1 == 0 or sizes[label] + step.lightest > bounds.most:
            if sizes[label] < bounds.least:
                return -1, 0
            if bounds.lengths.size > 0:
                closed = bounds.further[closed, sizes[label]]
                if closed < 0:
                    return -1, 0
            else:
                closed += 1
            renamed[label] = 0
    for at in step.kept:
        label = new if joined >> labels[at] & 1 else labels[at]
        if renamed[label] < 0:
            count += 1
            renamed[label] = count
            old[count] = label
    for label in range(1, new):
        if joined >> label & 1:
            renamed[label] = renamed[new]
    return closed, count


@inlined
def can_be_finished(step, bounds, scratch, closed, many):
    """Set sizes and kept pairs of the new labels; return whether parts within bounds may follow."""
    size, kept_apart, apart, old = scratch.size, scratch.kept_apart, scratch.apart, scratch.old
    least, most, ahead = bounds.least, bounds.most, step.weight_ahead
    total, useful = ahead, ahead
    for label in range(1, many + 1):
        size[label] = scratch.sizes[old[label]]
        total += size[label]
        useful += min(size[label], least)
        kept_apart[label] = 0
        for other in range(1, label):
            is_apart = (apart[old[label]] >> old[other] | apart[old[other]] >> old[label]) & 1
            if is_apart or size[label] + size[other] + step.lightest > most:
                kept_apart[label] |= 1 << other
                kept_apart[other] |= 1 << label
    number = bounds.lengths[closed] if bounds.lengths.size > 0 else closed
    fewest, largest = bounds.fewest - number, bounds.largest - number
    if largest < (1 if many + step.ahead > 0 else 0) or fewest > many + step.ahead:
        return False
    if total > largest * most or useful < fewest * least:
        return False
    if many > largest and not pool(scratch, many, largest, most - step.lightest):
        return False
    if bounds.lengths.size == 0 and total - (max(fewest, 1) - 1) * least <= most:
        for label in range(1, many + 1):
            size[label] = min(size[label], least)
    return True


@inlined
def write_state(step, bounds, scratch, row, closed, count):
    """Write the words of the new state."""
    for word in range(step.words_after):
        row[word] = 0
    place = put(row, 0, closed, bounds.closed_bits)
    for at in step.kept:
        place = put(row, place, scratch.renamed[scratch.labels[at]], step.bits_after)
    for label in range(1, count + 1):
        place = put(row, place, scratch.size[label], bounds.size_bits)
    for label in range(1, count + 1):
        below = (scratch.kept_apart[label] & ((1 << label) - 1)) >> 1
        place = put(row, place, below, label - 1)


@inlined
def labels_beside(step, scratch):
    """List the labels beside the vertex; return their number and their bits."""
    count, found = 0, 0
    for at in step.near:
        label = scratch.labels[at]
        if label > 0 and found >> label & 1 == 0:
            scratch.beside[count] = label
            found |= 1 << label
            count += 1
    return count, found


@inlined
def join(step, bounds, scratch, choice, count, beside, new):
    """Join the chosen labels beside the vertex to a new label; return their bits, and -1.

    If labels cannot be joined, return the index below which other choices cannot help.
    """
    total, joined, apart = step.weight, 0, 0
    for at in range(count - 1, -1, -1):
        if choice >> at & 1:
            label = scratch.beside[at]
            total += scratch.sizes[label]
            if apart >> label & 1 or total > bounds.most:
                return 0, at
            joined |= 1 << label
            apart |= scratch.apart[label]
    scratch.sizes[new], scratch.apart[new] = total, apart | (beside & ~joined)
    return joined, -1


@kernel
def extend(step, bounds, rows, first, scratch, children, inner, buckets, many_buckets):
    """Extend states from the row `first` on by a vertex, while there is room for `children`.

    Of each child, `inner` gets the places in ``step.near`` of neighbours that are in the part of
    the vertex, as bits, and `buckets` its bucket, one of `many_buckets`. Returns the first row that
    was not extended, and the number of children.
    """
    filled = 0
    for index in range(first, rows.shape[0]):
        row, start = rows[index], filled
        closed, many = read_state(step, bounds, row, scratch)
        count, beside = labels_beside(step, scratch)
        choice = 0
        while choice < 1 << count:
            joined, failed = join(step, bounds, scratch, choice, count, beside, many + 1)
            if failed >= 0:
                choice = (choice | ((1 << failed) - 1)) + 1
                continue
            choice += 1
            more, labels = close_and_rename(step, bounds, scratch, joined, many + 1, closed)
            if more < 0:
                continue
            if not can_be_finished(step, bounds, scratch, more, labels):
                continue
            if filled == children.shape[0]:
                return index, start
            child = children[filled]
            write_state(step, bounds, scratch, child, more, labels)
            for limb in range(child.size - step.words_after):
                known = limb < row.size - step.words
                child[step.words_after + limb] = row[step.words + limb] if known else 0
            inner[filled] = 0
            for place in range(step.near.size):
                inner[filled] |= (joined >> scratch.labels[step.near[place]] & 1) << place
            buckets[filled] = (mixed(child, step.words_after) >> BUCKET_SHIFT) % many_buckets
            filled += 1
    return rows.shape[0], filled


@inlined
def slot_of(table, row, words):
    """Return the slot of a state in a table, or the free slot for it."""
    slots = table.shape[0]
    slot = (mixed(row, words) & LOW_BITS) * slots >> 31
    while True:
        is_free, is_equal = True, True
        for limb in range(words, table.shape[1]):
            is_free = is_free and table[slot, limb] == 0
        for word in range(words):
            is_equal = is_equal and table[slot, word] == row[word]
        if is_free or is_equal:
            return slot
        slot = slot + 1 if slot + 1 < slots else 0


@inlined
def add(number, more):
    """Add a number to a number in limbs."""
    carry = 0
    for limb in range(number.size):
        total = number[limb] + carry + (more[limb] if limb < more.size else 0)
        number[limb], carry = total & LIMB, total >> LIMB_BITS


@kernel
def merge(table, used, rows, order, words):
    """Add rows in an order to an open-addressed table of rows with `used` states.

    Returns how many rows were added before the table was full, and the states in it.
    """
    for at in range(order.size):
        if 4 * used > 3 * table.shape[0]:
            return at, used
        row = rows[order[at]]
        there = table[slot_of(table, row, words)]
        is_free = True
        for limb in range(words, row.size):
            is_free = is_free and there[limb] == 0
        if is_free:
            for word in range(words):
                there[word] = row[word]
            used += 1
        add(there[words:], row[words:])
    return order.size, used


@kernel
def add_completions(table, children, words, of, sums):
    """Add the numbers of children in a table, if they are there, to ``sums[of]``."""
    for child in range(of.size):
        there = table[slot_of(table, children[child], words)]
        add(sums[of[child]], there[words:])
