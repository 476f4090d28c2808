/* Count fixed polyominoes: Redelmeier's search with the last three levels closed.

       cc -O3 -march=native -o fixed_polyominoes fixed_polyominoes.c && ./fixed_polyominoes 17 3

   prints the number, then the seconds of each run. The same method as enumino's count
   (enumino/enum/kernels/redelmeier_count.py, which explains the sums), so that Numba stands beside C. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STRIDE = 32, FRESH = 1, UNTRIED = 4096, REACH = 4095, MOST = 30 };
#define ORIGIN (4 * STRIDE)

static uint16_t board[(MOST + 8) * STRIDE];
static uint64_t untried[4 * MOST + 8], taken[4 * MOST * MOST + 8];

static inline int64_t fresh_at(uint64_t cell) { return board[cell] & FRESH; }

/* Polyominoes with three more cells than the node whose list of untried cells is given. */
static inline int64_t close_three(uint64_t length)
{
    int64_t edges = 0, pairs = 0, lanes = 0;
    for (uint64_t i = 0; i < length; i++) {
        uint64_t u = untried[i];
        int64_t up = fresh_at(u + STRIDE), down = fresh_at(u - STRIDE);
        int64_t right = fresh_at(u + 1), left = fresh_at(u - 1);
        int64_t up_left = board[u + STRIDE - 1], up_right = board[u + STRIDE + 1];
        int64_t down_left = board[u - STRIDE - 1], down_right = board[u - STRIDE + 1];
        lanes += up * (board[u + 2 * STRIDE] + up_left + up_right);
        lanes += down * (board[u - 2 * STRIDE] + down_left + down_right);
        lanes += right * (board[u + 2] + up_right + down_right);
        lanes += left * (board[u - 2] + up_left + down_left);
        int64_t fresh = up + down + right + left;
        edges += fresh;
        pairs += fresh * (fresh - 1);
    }
    int64_t one = (int64_t)length, two = one * (one - 1) / 2;
    return two * (one - 2) / 3 + (one - 1) * edges + (pairs >> 1) + (lanes & REACH) - (lanes >> 13);
}

static inline uint64_t claim(uint64_t cell, uint64_t top)
{
    uint64_t fresh = board[cell] & FRESH;
    board[cell] += fresh * REACH;
    untried[top] = cell;
    return fresh;
}

/* Count below a node of `cells` cells whose list has `top` cells; what is taken goes from `low` on. */
static int64_t below(int cells, int last, uint64_t top, uint64_t low)
{
    int64_t found = 0;
    uint64_t kept = top, mark = low;
    if (cells == last) {
        while (top > 0) {
            uint64_t cell = untried[--top];
            taken[low++] = cell;
            board[cell] = 0;
            uint64_t up = claim(cell + STRIDE, top);
            uint64_t right = claim(cell + 1, top + up);
            uint64_t left = claim(cell - 1, top + up + right);
            uint64_t down = claim(cell - STRIDE, top + up + right + left);
            found += close_three(top + up + right + left + down);
            board[cell + STRIDE] -= up * REACH;
            board[cell + 1] -= right * REACH;
            board[cell - 1] -= left * REACH;
            board[cell - STRIDE] -= down * REACH;
        }
    } else {
        while (top > 0) {
            uint64_t cell = untried[--top], end = top;
            taken[low++] = cell;
            board[cell] = 0;
            const uint64_t around[4] = {cell - STRIDE, cell - 1, cell + 1, cell + STRIDE};
            for (int i = 0; i < 4; i++)
                if (board[around[i]] == FRESH) {
                    board[around[i]] = UNTRIED;
                    untried[end++] = around[i];
                }
            uint64_t fresh = end - top, added[4];
            memcpy(added, untried + top, fresh * sizeof *added);
            found += below(cells + 1, last, end, low);
            for (uint64_t i = 0; i < fresh; i++)
                board[added[i]] = FRESH;
        }
    }
    /* What was taken is untried again, in its order. */
    for (uint64_t i = 0; low > mark && i < kept; i++) {
        untried[i] = taken[--low];
        board[untried[i]] = UNTRIED;
    }
    return found;
}

static int64_t count(int cells)
{
    for (int i = 0; i < (MOST + 8) * STRIDE; i++)
        board[i] = i < ORIGIN ? 0 : FRESH;
    board[ORIGIN] = UNTRIED;
    untried[0] = ORIGIN;
    return below(0, cells - 4, 1, 0);
}

int main(int argc, char **argv)
{
    int cells = argc > 1 ? atoi(argv[1]) : 0, runs = argc > 2 ? atoi(argv[2]) : 1;
    if (cells < 4 || cells > 27) {
        fprintf(stderr, "usage: fixed_polyominoes CELLS [RUNS], 4 to 27 cells\n");
        return 2;
    }
    for (int run = 0; run < runs; run++) {
        clock_t started = clock();
        int64_t found = count(cells);
        double seconds = (double)(clock() - started) / CLOCKS_PER_SEC;
        if (run == 0)
            printf("%lld\n", (long long)found);
        printf("%.6f\n", seconds);
    }
    return 0;
}
