"""The tables of the engines for exact covers without geometry: linked lists, and rows of bits."""

import numpy as np

from enumino.arrays import I32, I64, U64
from enumino.enum.exact_cover import Cover
from enumino.enum.kernels.exact_cover import dancing_links, option_bitsets
from enumino.enum.kernels.exact_cover.option_bitsets import ONE_OPTION
from enumino.enum.kernels.shared.bits import ONE

WORD_BITS = 64
MAX_ROW_BYTES = 1 << 24  # of the masks of all options


def links(cover: Cover) -> dancing_links.Tables:
    """Link the items of a problem with the options that can be taken."""
    primary, items = cover.primary, cover.items
    fewest, most = np.array([[0], [1]]).repeat(items + 1, axis=1)
    fewest[1 : primary + 1] = 1
    if cover.bounds is not None:
        fewest[1 : primary + 1], most[1 : primary + 1] = cover.bounds
    kept = cover.primaries > 0
    kept[cover.owner[most[cover.members + 1] == 0]] = False
    listed = cover.only(kept)
    item_of = listed.members + 1

    starts = items + 1 + listed.starts
    nodes = np.arange(items + 1, starts[-1])
    top, up, down, colour = np.zeros((4, starts[-1]), np.uint32)
    option = np.zeros(top.size, np.int32)
    top[nodes], colour[nodes], option[nodes] = item_of, listed.colours, listed.owner

    # Sorted by item, heads first, the nodes of a list stand one after the other.
    heads = np.arange(1, items + 1)
    list_of = np.concatenate([heads, item_of])
    order = np.argsort(list_of, kind="stable")
    in_order = np.concatenate([heads, nodes])[order]
    following = np.roll(in_order, -1)
    following[np.flatnonzero(np.diff(list_of[order], append=items + 1))] = heads
    down[in_order], up[following] = following, in_order

    left, right = np.tile(np.arange(items + 1, dtype=np.uint32), (2, 1))
    left[: primary + 1] = np.roll(left[: primary + 1], 1)
    right[: primary + 1] = np.roll(right[: primary + 1], -1)
    length = np.bincount(item_of, minlength=items + 1).astype(np.int32)
    covered = int(np.minimum(most, length)[1 : primary + 1].sum())
    longest = covered // int(cover.primaries[kept].min(initial=max(primary, 1)))
    return dancing_links.Tables(
        starts=starts.astype(np.uint64),
        top=top,
        up=up,
        down=down,
        colour=colour,
        option=option,
        left=left,
        right=right,
        length=length,
        fewest=fewest,
        most=most,
        limits=np.array([longest, longest + primary + 2], np.int64),
    )


def bitsets(cover: Cover) -> option_bitsets.Tables:
    """Make masks of the options that can go with each option; counted items are groups."""
    plain, group, (fewest, most) = cover.grouped()
    words = _Words(plain)
    root = words.of(np.arange(plain.options))
    root[: plain.primary] |= ONE
    masks, masks_of = _masks(plain, words, root)

    options = [np.flatnonzero((group == g) & (plain.primaries > 0)) for g in range(fewest.size)]
    least = [plain.primaries[own].min(initial=plain.primary + 1) for own in options]
    without = np.tile(root, (fewest.size, 1))
    for row, own in zip(without, options, strict=True):
        row &= ~words.of(own)
    for never in np.flatnonzero(most <= 0):
        root &= without[never]
    useful = plain.primaries[plain.primaries > 0]
    longest = plain.primary // useful.min(initial=max(plain.primary, 1))
    return option_bitsets.Tables(
        limits=np.array([longest], np.int64),
        masks=masks,
        own=masks_of,
        without=without,
        root=root,
        level_starts=words.level_starts,
        empty_key=words.order - ONE_OPTION,
        rank=words.rank,
        sizes=np.append(words.sizes, 0),
        first=words.first,
        listed=words.listed,
        primaries=plain.primaries,
        group=group,
        fewest=fewest,
        most=most,
        least=np.array(least, np.int64),
    )


class _Words:
    """The words of a set of options, with a bit for each primary item of each option.

    Items are ranked by their numbers of options, the largest first, and the k-th words of all items
    with at least k words are side by side. The p-th option of an item, from 1 on, is bit p % 64 of
    the item's word of level p // 64.
    """

    def __init__(self, cover: Cover) -> None:
        is_primary = cover.members < cover.primary
        items, self.owner = cover.members[is_primary], cover.owner[is_primary]
        sizes = np.bincount(items, minlength=cover.primary)
        self.order = np.argsort(-sizes, kind="stable")
        self.rank = np.argsort(self.order)
        self.sizes = sizes[self.order]
        levels = range(self.sizes.max(initial=0) // WORD_BITS + 1)
        widths = [np.count_nonzero(self.sizes >= WORD_BITS * level) for level in levels]
        self.level_starts = np.concatenate(([0], np.cumsum(widths)))

        self.ranks = self.rank[items]
        by_rank = np.argsort(self.ranks, kind="stable")
        self.listed = self.owner[by_rank].astype(np.int32)
        self.first = np.cumsum(self.sizes) - self.sizes - 1
        place = np.empty(items.size, np.int64)
        place[by_rank] = np.arange(items.size) - self.first[self.ranks[by_rank]]
        word = self.level_starts[place // WORD_BITS] + self.ranks
        self._bits = word * WORD_BITS + place % WORD_BITS  # of option o, from _starts[o] on
        self._sizes = cover.primaries
        self._starts = np.cumsum(self._sizes) - self._sizes

    def of(self, options: I64) -> U64:
        """Return the words of some options."""
        sizes = self._sizes[options]
        entries = np.repeat(self._starts[options] - np.cumsum(sizes) + sizes, sizes)
        bits = self._bits[entries + np.arange(entries.size)]
        words = np.zeros(self.level_starts[-1], np.uint64)
        np.bitwise_or.at(words, bits // WORD_BITS, ONE << (bits % WORD_BITS).astype(np.uint64))
        return words


def _masks(cover: Cover, words: _Words, root: U64) -> tuple[U64, I32]:
    """Return the masks that go with items or options, and the numbers of each option's masks."""
    owner, items, colours = cover.owner, cover.members, cover.colours
    entries = np.lexsort((colours, items))
    masks: list[U64] = []
    of = np.zeros(items.size + 1, np.int32)
    for of_item in np.split(entries, np.flatnonzero(np.diff(items[entries])) + 1):
        clash = words.of(owner[of_item])
        for alike in np.split(of_item, np.flatnonzero(np.diff(colours[of_item])) + 1):
            of[alike] = len(masks)
            masks.append(root & ~clash)
            if colours[alike].any():
                masks[-1] |= root & words.of(owner[alike])
            elif (items[alike] < cover.primary).any():
                masks[-1][words.rank[items[alike[0]]]] ^= ONE  # the item is covered
    table, sizes = np.array(masks), np.diff(cover.starts)
    within = np.minimum(np.arange(sizes.max(initial=1)), sizes[:, np.newaxis] - 1)
    own = of[cover.starts[:-1, np.newaxis] + within]
    if cover.options * root.nbytes > MAX_ROW_BYTES:
        return table, own
    rows = np.tile(root, (cover.options, 1))
    for number in own.T:
        rows &= table[number]
    return rows, np.arange(cover.options, dtype=np.int32)[:, np.newaxis]
