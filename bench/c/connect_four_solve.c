/* Connect Four solved: the value of every move of a position under perfect play.
 *
 * A position has three values, so two yes-no questions settle it: does the mover win, and does the
 * mover at least draw? Each is a search for a proof with a null window (Pearl 1980), in which
 *
 * - stones are bits, seven a column (J. Tromp), and all fours or completing cells take some shifts;
 * - moves that lose at once are never tried, and a four that must be stopped is the only move;
 * - moves that leave most threats come first, of equal ones those near the middle;
 * - a table keeps what is proven, by exact key, and discards what was cheap to prove;
 * - the table is asked about all moves before one is searched (Plaat and others 1996);
 * - a seat that has no line of four free cannot win, and one that can answer each stone in the same
 *   column gets all even cells there (claimeven: Allis 1988).
 *
 *     cc -O3 -march=native connect_four_solve.c -o solve && echo dcde | ./solve MEBIBYTES
 *
 * Reads games, a line each, columns a .. g from the first stone. Prints for each the values of the
 * seven columns for the mover, `+` win, `=` draw, `-` loss, `.` full, and the positions searched.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 7, ROWS = 6, HEIGHT = ROWS + 1, CELLS = COLUMNS * ROWS, SLOTS = 8 };
enum { LOSS = -1, DRAW = 0, WIN = 1 };

typedef uint64_t Bits;

static const Bits BOTTOM = 0x0000040810204081;
#define BOARD (BOTTOM * 63)
#define ODD_ROWS (BOTTOM * 21) /* first, third, fifth from the bottom */
#define EVEN_ROWS (BOTTOM * 42)
#define COLUMN(column) ((Bits)0x3F << (HEIGHT * (column)))

/* A proven bound, in 64 bits: 49 of the key, 2 + 2 of the lowest and highest value, each plus 1,
 * 3 of the generation (which line of input it was) and 6 of the effort (the logarithm of the positions
 * that the proof took). 0: nothing. */
typedef uint64_t Entry;
enum { KEY = 49, LOW = 49, HIGH = 51, BORN = 53, EFFORT = 56 };

static Entry (*table)[SLOTS];
static int shift; /* bits by which to shift a hash to an index of the table */
static unsigned generation;
static uint64_t nodes;

static inline Bits landings(Bits taken) { return (taken + BOTTOM) & BOARD; }

static inline int fours(Bits stones) {
    Bits found = 0;
    static const int steps[] = {1, HEIGHT - 1, HEIGHT, HEIGHT + 1};
    for (int i = 0; i < 4; i++) {
        Bits pairs = stones & (stones >> steps[i]);
        found |= pairs & (pairs >> 2 * steps[i]);
    }
    return found != 0;
}

/* The free cells that would give the stones four in a line. */
static inline Bits completions(Bits stones, Bits taken) {
    Bits found = (stones << 1) & (stones << 2) & (stones << 3);
    for (int step = HEIGHT - 1; step <= HEIGHT + 1; step++) {
        Bits up = (stones << step) & (stones << 2 * step);
        Bits down = (stones >> step) & (stones >> 2 * step);
        found |= up & ((stones << 3 * step) | (stones >> step));
        found |= down & ((stones >> 3 * step) | (stones << step));
    }
    return found & BOARD & ~taken;
}

static inline Bits key_of(Bits mover, Bits taken) { return mover + taken + BOTTOM; }

static inline Entry *bucket(Bits key) { return table[(key * 0x9E3779B97F4A7C15u) >> shift]; }

/* Whether the table says that the mover gets `goal`: 1 or 0; -1 if it does not say. */
static inline int known(Bits key, int goal) {
    const Entry *slots = bucket(key);
    for (int i = 0; i < SLOTS; i++)
        if (((slots[i] ^ key) & (((Bits)1 << KEY) - 1)) == 0) {
            if ((int)(slots[i] >> LOW & 3) - 1 >= goal) return 1;
            return (int)(slots[i] >> HIGH & 3) - 1 < goal ? 0 : -1;
        }
    return -1;
}

static void keep(Bits key, int goal, int proven, uint64_t took) {
    Entry *slots = bucket(key), *place = slots;
    int least = 1 << 30, low = LOSS, high = WIN;
    for (int i = 0; i < SLOTS; i++) {
        if (((slots[i] ^ key) & (((Bits)1 << KEY) - 1)) == 0) {
            place = &slots[i];
            low = (int)(*place >> LOW & 3) - 1, high = (int)(*place >> HIGH & 3) - 1;
            break;
        }
        int worth = (int)(slots[i] >> EFFORT);
        if (slots[i] && (slots[i] >> BORN & 7) == generation) worth += 64;
        if (worth < least) least = worth, place = &slots[i];
    }
    if (proven) low = goal;
    else high = goal - 1;
    Bits effort = 63 - __builtin_clzll(took | 1);
    *place = key | (Bits)(low + 1) << LOW | (Bits)(high + 1) << HIGH | (Bits)generation << BORN
             | effort << EFFORT;
}

/* Whether `mover` gets at least `goal`, WIN or DRAW. Nobody has four, and it cannot be made at once. */
static int reaches(Bits mover, Bits other, int goal) {
    Bits taken = mover | other, open = landings(taken);
    Bits threats = completions(other, taken), forced = threats & open;
    nodes++;
    if (forced) {
        if (forced & (forced - 1)) return 0;
        open = forced;
    }
    Bits moves = open & ~(threats >> 1);
    int stones = __builtin_popcountll(taken);
    if (moves == 0 && stones < CELLS) return 0;
    if (stones >= CELLS - 2) return goal == DRAW;
    if (goal == WIN ? !fours(BOARD & ~other) : !fours(BOARD & ~mover)) return goal == DRAW;
    if ((landings(taken) & EVEN_ROWS) == 0 && !fours(mover | (BOARD & ~taken & ODD_ROWS))) {
        if (goal == WIN) return 0;
        if (fours(other | (BOARD & ~taken & EVEN_ROWS))) return 0;
    }

    Bits key = key_of(mover, taken);
    int answer = known(key, goal);
    if (answer >= 0) return answer;
    uint64_t before = nodes;
    int count = 0, score[COLUMNS];
    Bits move[COLUMNS];
    for (Bits left = moves; left; left &= left - 1) {
        Bits stone = left & -left;
        __builtin_prefetch(bucket(key_of(other, taken | stone)));
    }
    for (Bits left = moves; left; left &= left - 1) {
        Bits stone = left & -left;
        int worth = 4 * __builtin_popcountll(completions(mover | stone, taken | stone))
                    - abs(__builtin_ctzll(stone) / HEIGHT - COLUMNS / 2);
        int place = count++;
        for (; place && score[place - 1] < worth; place--)
            score[place] = score[place - 1], move[place] = move[place - 1];
        score[place] = worth, move[place] = stone;
    }
    answer = 0;
    if (count > 1)
        for (int i = 0; i < count && !answer; i++)
            answer = known(key_of(other, taken | move[i]), WIN - goal) == 0;
    for (int i = 0; i < count && !answer; i++)
        answer = !reaches(other, mover | move[i], WIN - goal);
    keep(key, goal, answer, nodes - before);
    return answer;
}

/* The value of the position for the mover; nobody has four. */
static int value(Bits mover, Bits other) {
    Bits taken = mover | other;
    if (completions(mover, taken) & landings(taken)) return WIN;
    if (taken == BOARD) return DRAW;
    if (reaches(mover, other, WIN)) return WIN;
    return reaches(mover, other, DRAW) ? DRAW : LOSS;
}

static void solve(Bits mover, Bits other) {
    Bits taken = mover | other;
    char values[COLUMNS + 1] = {0};
    generation = (generation + 1) & 7;
    nodes = 0;
    for (int column = 0; column < COLUMNS; column++) {
        Bits stone = landings(taken) & COLUMN(column);
        if (!stone) values[column] = '.';
        else if (fours(mover | stone)) values[column] = '+';
        else values[column] = "+=-"[1 + value(other, mover | stone)];
    }
    printf("%s %llu\n", values, (unsigned long long)nodes);
    fflush(stdout);
}

/* Read a game into the stones of the next mover and the other. Return 0 if the game is invalid or over. */
static int read_game(const char *text, Bits *mover, Bits *other) {
    *mover = *other = 0;
    for (; *text; text++) {
        Bits taken = *mover | *other;
        if (*text < 'a' || *text >= 'a' + COLUMNS) return 0;
        Bits stone = landings(taken) & COLUMN(*text - 'a');
        if (!stone) return 0;
        Bits moved = *mover | stone;
        *mover = *other, *other = moved;
        if (fours(moved)) return 0;
    }
    return (*mover | *other) != BOARD;
}

int main(int count, char **words) {
    long mebibytes = count == 2 ? atol(words[1]) : 0;
    if (mebibytes < 1) return fprintf(stderr, "usage: %s MEBIBYTES\n", words[0]), 2;
    uint64_t size = 1;
    for (shift = 64; size * 2 * sizeof *table <= (uint64_t)mebibytes << 20; shift--) size *= 2;
    table = aligned_alloc(sizeof *table, size * sizeof *table);
    if (table == NULL) return fprintf(stderr, "%s: no memory for the table\n", words[0]), 1;
    memset(table, 0, size * sizeof *table);
    char line[CELLS + 3];
    Bits mover, other;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (!read_game(line, &mover, &other))
            return fprintf(stderr, "no game that goes on: %s\n", line), 2;
        solve(mover, other);
    }
    return 0;
}
