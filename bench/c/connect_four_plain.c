/* Connect Four and nothing else: UCT as in a textbook, in plain C.
 *
 * An array for the board, a node for each position met, pointers to its children, log() and sqrt()
 * from the library. Playouts are uniform, to the end, one a simulation.
 *
 *     cc -O3 connect_four_plain.c -lm -o plain && ./plain SIMULATIONS C SEED
 *
 * Prints seconds, the column most visited (0 .. 6) and the mean of the first player, 0 .. 1.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { COLUMNS = 7, ROWS = 6, NOBODY = -1 };

typedef struct {
    signed char board[COLUMNS][ROWS]; /* 0, or 1 + the seat whose disc lies there */
    int height[COLUMNS];
    int discs, turn;
    int winner; /* a seat, or NOBODY */
} State;

typedef struct Node {
    struct Node *child[COLUMNS]; /* by column; NULL: not tried yet */
    double value;                /* sum, of the seat that moved here */
    int visits;
    int legal[COLUMNS], count, tried;
} Node;

static uint64_t noise;

static uint32_t below(uint32_t bound) {
    noise ^= noise << 13;
    noise ^= noise >> 7;
    noise ^= noise << 17;
    return (uint32_t)(((noise >> 32) * bound) >> 32);
}

static int over(const State *state) {
    return state->winner != NOBODY || state->discs == COLUMNS * ROWS;
}

static int legal(const State *state, int *columns) {
    int count = 0;
    for (int column = 0; column < COLUMNS; column++)
        if (state->height[column] < ROWS) columns[count++] = column;
    return count;
}

static int run(const State *state, int column, int row, int right, int up, int disc) {
    int length = 0;
    for (column += right, row += up; column >= 0 && column < COLUMNS && row >= 0 && row < ROWS;
         column += right, row += up) {
        if (state->board[column][row] != disc) break;
        length++;
    }
    return length;
}

static void drop(State *state, int column) {
    static const int direction[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int row = state->height[column]++, disc = 1 + state->turn;
    state->board[column][row] = (signed char)disc;
    state->discs++;
    for (int i = 0; i < 4; i++) {
        int right = direction[i][0], up = direction[i][1];
        if (run(state, column, row, right, up, disc) + run(state, column, row, -right, -up, disc) >= 3)
            state->winner = state->turn;
    }
    state->turn = 1 - state->turn;
}

static double reward(const State *state) { /* of seat 0 */
    return state->winner == NOBODY ? 0.5 : state->winner == 0;
}

static double play_out(State *state) {
    int columns[COLUMNS];
    while (!over(state)) {
        int count = legal(state, columns);
        drop(state, columns[below(count)]);
    }
    return reward(state);
}

static Node *new_node(const State *state) {
    Node *node = calloc(1, sizeof *node);
    if (node == NULL) exit(1);
    if (!over(state)) node->count = legal(state, node->legal);
    return node;
}

static int choose(const Node *node, double c) {
    double best_score = -1.0, scale = log(node->visits);
    int best = 0;
    for (int i = 0; i < node->count; i++) {
        const Node *child = node->child[node->legal[i]];
        double score = child->value / child->visits + c * sqrt(scale / child->visits);
        if (score > best_score) best = node->legal[i], best_score = score;
    }
    return best;
}

static void simulate(Node *root, const State *start, double c) {
    Node *path[COLUMNS * ROWS + 1], *node = root;
    int mover[COLUMNS * ROWS + 1], length = 0;
    State state = *start;
    path[length] = root, mover[length++] = 1 - state.turn;
    while (!over(&state)) {
        int fresh = node->tried < node->count;
        int column = fresh ? node->legal[node->tried++] : choose(node, c);
        int seat = state.turn;
        drop(&state, column);
        if (fresh) node->child[column] = new_node(&state);
        node = node->child[column];
        path[length] = node, mover[length++] = seat;
        if (fresh) break;
    }
    double first = play_out(&state);
    for (int i = 0; i < length; i++) {
        path[i]->visits++;
        path[i]->value += mover[i] == 0 ? first : 1.0 - first;
    }
}

int main(int count, char **words) {
    if (count != 4) return fprintf(stderr, "usage: %s SIMULATIONS C SEED\n", words[0]), 2;
    long simulations = atol(words[1]);
    double c = atof(words[2]);
    noise = 0x9E3779B97F4A7C15u * (strtoull(words[3], NULL, 10) + 1);
    State start = {.winner = NOBODY};
    struct timespec before, after;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
    Node *root = new_node(&start);
    for (long i = 0; i < simulations; i++) simulate(root, &start, c);
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
    int best = 0;
    for (int column = 1; column < COLUMNS; column++)
        if (root->child[column]->visits > root->child[best]->visits) best = column;
    double seconds = after.tv_sec - before.tv_sec + 1e-9 * (after.tv_nsec - before.tv_nsec);
    printf("%.6f %d %.6f\n", seconds, best, 1.0 - root->value / root->visits);
    return 0;
}
