/* Connect Four and nothing else: the same search as connect_four_plain.c with every trick we know.
 *
 * - Bitboards, seven bits a column: four in a row takes two shifts and two ands a direction.
 * - A playout stops to look for legal columns only when one is full; a table names the n-th open one.
 * - A node's seven edges lie in one block of 128 bytes: visits, values, children. Statistics belong
 *   to edges, so choosing reads one block. The block below is fetched while the disc is dropped.
 * - Logarithms and roots of small numbers come from tables.
 *
 *     cc -O3 -march=native connect_four_tuned.c -lm -o tuned && ./tuned SIMULATIONS C SEED
 *
 * Prints seconds, the column most visited (0 .. 6) and the mean of the first player, 0 .. 1.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, FEW = 1 << 16, UNKNOWN = 0 };

typedef uint64_t Bits;

static const Bits BOTTOM = 0x0040810204081 & 0x1FFFFFFFFFFFF; /* bit 0 of every column */
#define TOP (BOTTOM << (ROWS - 1))
#define COLUMN(column) ((Bits)0x3F << (HEIGHT * (column)))

typedef struct {
    float value[8];    /* sums, of the seat that is to move here; place 7 is not used */
    uint32_t visits[8]; /* place 7: visits of the node */
    uint32_t child[8];  /* number of the block below; UNKNOWN: none yet */
    uint8_t column[8];  /* column of each place */
    uint8_t count, tried, filler[22];
} Node;

static Node *nodes;
static uint32_t used = 1; /* number 0 stands for no block */
static uint8_t nth[128][COLUMNS]; /* the n-th open column, by the set of open ones */
static float root_log[FEW], root_inverse[FEW], inverse_of[FEW];
static uint64_t noise;

static inline uint32_t below(uint32_t bound) {
    noise ^= noise << 13;
    noise ^= noise >> 7;
    noise ^= noise << 17;
    return (uint32_t)(((noise >> 32) * bound) >> 32);
}

static inline int four(Bits discs) {
    Bits up = discs & (discs >> 1);
    Bits right = discs & (discs >> HEIGHT);
    Bits rise = discs & (discs >> (HEIGHT + 1));
    Bits fall = discs & (discs >> (HEIGHT - 1));
    return ((up & (up >> 2)) | (right & (right >> 2 * HEIGHT)) | (rise & (rise >> 2 * (HEIGHT + 1)))
            | (fall & (fall >> 2 * (HEIGHT - 1)))) != 0;
}

/* The set of columns with room, a bit each. */
static inline uint32_t open_columns(Bits all) {
    Bits top = (~all & TOP) >> (ROWS - 1); /* bits 0, 7, 14 … */
    return (uint32_t)((top * 0x1041041041u) >> 36) & 127;
}

/* Drop a disc, and make the other player the mover. */
static inline void drop(Bits *mover, Bits *all, uint32_t column) {
    Bits other = *mover ^ *all;
    *all |= *all + ((Bits)1 << (HEIGHT * column));
    *mover = other;
}

/* The result of a uniform playout for the player to move, 0 .. 1. */
static inline float play_out(Bits mover, Bits all) {
    float sign = 0.5f;
    uint32_t open = open_columns(all);
    while (open) {
        uint32_t column = nth[open][below((uint32_t)__builtin_popcount(open))];
        drop(&mover, &all, column);
        if (four(mover ^ all)) return 0.5f + sign;
        sign = -sign;
        if (all & COLUMN(column) & TOP) open &= ~(1u << column);
    }
    return 0.5f;
}

static inline float natural_log_root(uint32_t visits) {
    return visits < FEW ? root_log[visits] : sqrtf(logf((float)visits));
}

static uint32_t new_node(Bits all) {
    Node *node = &nodes[used];
    uint32_t open = open_columns(all);
    memset(node, 0, sizeof *node);
    node->count = (uint8_t)__builtin_popcount(open);
    for (int i = 0; i < node->count; i++) node->column[i] = nth[open][i];
    return used++;
}

static inline int choose(const Node *node, float c) {
    float scale = c * natural_log_root(node->visits[7]), best_score = -1.0f;
    int best = 0;
    for (int i = 0; i < node->count; i++) {
        uint32_t visits = node->visits[i];
        float score = visits < FEW ? node->value[i] * inverse_of[visits] + scale * root_inverse[visits]
                                   : node->value[i] / visits + scale / sqrtf((float)visits);
        if (score > best_score) best = i, best_score = score;
    }
    return best;
}

static void simulate(uint32_t root, float c) {
    struct { uint32_t node; int place; } path[COLUMNS * ROWS];
    int length = 0;
    uint32_t index = root;
    Bits mover = 0, all = 0;
    float result; /* for the player to move after the last disc of the path */
    for (;;) {
        Node *node = &nodes[index];
        int fresh = node->tried < node->count;
        int place = fresh ? node->tried++ : choose(node, c);
        uint32_t below_it = node->child[place];
        __builtin_prefetch(&nodes[below_it]);
        __builtin_prefetch((char *)&nodes[below_it] + 64);
        path[length].node = index, path[length++].place = place;
        drop(&mover, &all, node->column[place]);
        if (four(mover ^ all)) { result = 0.0f; break; }
        if (all == (TOP - BOTTOM) + TOP) { result = 0.5f; break; }
        if (fresh) { result = play_out(mover, all); break; }
        if (below_it == UNKNOWN) below_it = nodes[index].child[place] = new_node(all);
        index = below_it;
    }
    while (length--) {
        Node *node = &nodes[path[length].node];
        result = 1.0f - result;
        node->visits[7]++;
        node->visits[path[length].place]++;
        node->value[path[length].place] += result;
    }
}

int main(int count, char **words) {
    if (count != 4) return fprintf(stderr, "usage: %s SIMULATIONS C SEED\n", words[0]), 2;
    long simulations = atol(words[1]);
    float c = (float)atof(words[2]);
    noise = 0x9E3779B97F4A7C15u * (strtoull(words[3], NULL, 10) + 1);
    for (int set = 0; set < 128; set++)
        for (int column = 0, n = 0; column < COLUMNS; column++)
            if (set >> column & 1) nth[set][n++] = (uint8_t)column;
    for (int n = 1; n < FEW; n++) {
        root_log[n] = sqrtf(logf((float)n));
        root_inverse[n] = 1.0f / sqrtf((float)n);
        inverse_of[n] = 1.0f / n;
    }
    nodes = aligned_alloc(128, sizeof(Node) * (size_t)(simulations + 2));
    if (nodes == NULL) return 1;
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    uint32_t root = new_node(0);
    for (long i = 0; i < simulations; i++) simulate(root, c);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    int best = 0;
    double value = 0.0;
    for (int i = 0; i < COLUMNS; i++) {
        value += nodes[root].value[i];
        if (nodes[root].visits[i] > nodes[root].visits[best]) best = i;
    }
    double seconds = after.tv_sec - before.tv_sec + 1e-9 * (after.tv_nsec - before.tv_nsec);
    printf("%.6f %d %.6f\n", seconds, best, value / nodes[root].visits[7]);
    return 0;
}
