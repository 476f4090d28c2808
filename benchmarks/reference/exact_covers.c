/* Count exact covers: D. E. Knuth's Algorithm X, with bits over the options of each item.

       cc -O3 -march=native -o exact_covers exact_covers.c && ./exact_covers <problem

   reads the numbers of items and options, then for each option the number of its items and the
   items, from 0; prints the number of covers and the seconds of the search. An option has a bit in
   the words of each of its items; choosing one is an AND with the bits of what it leaves possible,
   and a node branches on the item with the fewest bits left. The tree is the tree of enumino's
   option bitsets (enumino/enum/kernels/exact_cover/option_bitsets.py). This
   program stores the words of each item together; enumino stores word k of all items together, which
   suits vector instructions. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int items, options, words;
static int *first, *listed, *starts; /* words of an item; its options; where they start */
static uint64_t *rows;               /* by option: the bits that it leaves, all items' words */
static uint64_t *levels;
static char *covered;
static int *members, *member_starts;

static void *room(size_t number, size_t size)
{
    void *made = calloc(number ? number : 1, size);
    if (!made)
        exit(1);
    return made;
}

static int number(void)
{
    int found;
    if (scanf("%d", &found) != 1)
        exit(2);
    return found;
}

static void read_problem(void)
{
    items = number(), options = number();
    int most = 1 << 22, used = 0;
    members = room(most, sizeof *members);
    member_starts = room(options + 1, sizeof *member_starts);
    starts = room(items + 2, sizeof *starts);
    for (int option = 0; option < options; option++) {
        for (int left = number(); left > 0 && used < most; left--) {
            members[used] = number();
            starts[members[used++] + 1]++;
        }
        member_starts[option + 1] = used;
    }
    first = room(items + 1, sizeof *first);
    for (int item = 0; item < items; item++) {
        first[item + 1] = first[item] + (starts[item + 1] + 63) / 64;
        starts[item + 1] += starts[item];
    }
    words = first[items];
    listed = room(used, sizeof *listed);
    int *filled = room(items, sizeof *filled);
    for (int option = 0; option < options; option++)
        for (int i = member_starts[option]; i < member_starts[option + 1]; i++)
            listed[starts[members[i]] + filled[members[i]]++] = option;
    free(filled);
}

static void make_rows(void)
{
    char *holds = room(items, 1);
    rows = room((size_t)options * words, sizeof *rows);
    for (int option = 0; option < options; option++) {
        memset(holds, 0, items);
        for (int i = member_starts[option]; i < member_starts[option + 1]; i++)
            holds[members[i]] = 1;
        for (int item = 0; item < items; item++)
            for (int at = starts[item]; at < starts[item + 1]; at++) {
                int other = listed[at], clash = 0;
                for (int i = member_starts[other]; i < member_starts[other + 1]; i++)
                    clash |= holds[members[i]];
                int bit = at - starts[item];
                if (!clash)
                    rows[(size_t)option * words + first[item] + bit / 64] |= 1ULL << bit % 64;
            }
    }
    free(holds);
}

static int64_t search(int depth, int left)
{
    if (left == 0)
        return 1;
    const uint64_t *active = levels + (size_t)depth * words;
    int best = -1, fewest = 1 << 30;
    for (int item = 0; item < items; item++) {
        if (covered[item])
            continue;
        int size = 0;
        for (int word = first[item]; word < first[item + 1]; word++)
            size += __builtin_popcountll(active[word]);
        if (size < fewest)
            best = item, fewest = size;
    }
    int64_t found = 0;
    uint64_t *next = levels + (size_t)(depth + 1) * words;
    for (int word = first[best]; fewest > 0 && word < first[best + 1]; word++)
        for (uint64_t bits = active[word]; bits; bits &= bits - 1) {
            int at = 64 * (word - first[best]) + __builtin_ctzll(bits);
            int option = listed[starts[best] + at];
            const uint64_t *row = rows + (size_t)option * words;
            for (int i = 0; i < words; i++)
                next[i] = active[i] & row[i];
            int begin = member_starts[option], end = member_starts[option + 1];
            for (int i = begin; i < end; i++)
                covered[members[i]] = 1;
            found += search(depth + 1, left - (end - begin));
            for (int i = begin; i < end; i++)
                covered[members[i]] = 0;
        }
    return found;
}

int main(void)
{
    read_problem();
    make_rows();
    levels = room((size_t)(items + 2) * words, sizeof *levels);
    covered = room(items, 1);
    for (int item = 0; item < items; item++)
        for (int at = 0; at < starts[item + 1] - starts[item]; at++)
            levels[first[item] + at / 64] |= 1ULL << at % 64;
    clock_t started = clock();
    int64_t found = search(0, items);
    printf("%lld %.6f\n", (long long)found, (double)(clock() - started) / CLOCKS_PER_SEC);
    return 0;
}
