# Flood of the board in C, compiled twice: for every processor, and for those with AVX2. Both
# compute with integers, so their results are the same.
from aicore.core._types cimport u32, u64
from aicore.core.wide cimport has_avx2  # and the attribute of functions that use it

cdef extern from * nogil:
    """
    #include <stdint.h>
    #include <string.h>

    enum { AICORE_ROWS = 33, AICORE_DEAREST = 3, AICORE_DETOUR = 6 };

    #if defined(__GNUC__) || defined(__clang__)
    #define AICORE_WITHIN static inline __attribute__((always_inline))
    #if defined(__clang__)
    #define AICORE_APART _Pragma("clang loop vectorize(assume_safety)")
    #else
    #define AICORE_APART _Pragma("GCC ivdep")
    #endif
    #else
    #define AICORE_WITHIN static __inline
    #define AICORE_APART __pragma(loop(ivdep))
    #endif

    AICORE_WITHIN int aicore_in(const uint32_t* rows, int square) {
        return rows[square >> 6] >> (square & 63) & 1;
    }

    AICORE_WITHIN int aicore_spread_by(
        const uint32_t* price, const uint32_t* start, const uint32_t* goals, int door, int other,
        int every, int limit, uint32_t* layer, uint64_t* hits
    ) {
        /* squares next to the last three layers; the newest takes the place of the oldest */
        uint32_t room[3][AICORE_ROWS], seen[AICORE_ROWS];
        uint32_t *one = room[0], *two = room[1], *three = room[2];
        const uint32_t* price_of_2 = price + 2 * AICORE_ROWS;
        const uint32_t* price_of_3 = price + 3 * AICORE_ROWS;
        const int doors[2] = {door, other};
        int near = every; /* whether the limit accounts for the nearest goal */
        int level = 0, idle = 0;
        uint32_t left = 0; /* goals not found yet */
        price += AICORE_ROWS;
        *hits = 0;
        memset(room, 0, sizeof room);
        memset(seen, 0, sizeof seen);
        memset(layer, 0, sizeof seen);
        memcpy(one, start, sizeof seen);
        layer[AICORE_ROWS] = 0; /* nothing enters from outside: see the end of the loop */
        for (int row = 1; row < AICORE_ROWS; row++) left |= goals[row];
        while (level < limit && idle < AICORE_DEAREST) {
            uint32_t* fresh = layer + ++level * AICORE_ROWS;
            uint32_t found = 0, hit = 0;
            uint32_t* spare;
            AICORE_APART
            for (int row = 1; row < AICORE_ROWS; row++) {
                uint32_t now = ((one[row] & price[row]) | (two[row] & price_of_2[row])
                                | (three[row] & price_of_3[row])) & ~seen[row];
                fresh[row] = now;
                seen[row] |= now;
                found |= now;
                hit |= goals[row] & now;
            }
            for (int i = 0; door && i < 2; i++) { /* a piece that enters one is on the other */
                int there = doors[1 - i];
                if (aicore_in(one, doors[i]) && !aicore_in(seen, there)) {
                    uint32_t column = (uint32_t) 1 << (there & 63);
                    fresh[there >> 6] |= column;
                    seen[there >> 6] |= column;
                    found |= column;
                    hit |= goals[there >> 6] & column;
                }
            }
            if (hit) {
                *hits |= (uint64_t) 1 << level;
                left = 0;
                for (int row = 1; row < AICORE_ROWS; row++) left |= goals[row] & ~seen[row];
            }
            if (!left) break;
            idle = found ? 0 : idle + 1;
            if (!near && hit) {
                int enough = (level + AICORE_DETOUR) * 17 / 10 - AICORE_DETOUR;
                near = 1;
                limit = limit < enough ? limit : enough;
            }
            spare = three;
            three = two;
            two = one;
            one = spare;
            fresh[AICORE_ROWS] = 0; /* the first row of the next layer */
            AICORE_APART
            for (int row = 1; row < AICORE_ROWS; row++) {
                one[row] = (fresh[row] << 1 | fresh[row] >> 1 | fresh[row - 1] | fresh[row + 1])
                           & 0xFFFFFFFE;
            }
        }
        return level + 1;
    }

    static int aicore_spread_anywhere(
        const uint32_t* price, const uint32_t* start, const uint32_t* goals, int door, int other,
        int every, int limit, uint32_t* layer, uint64_t* hits
    ) {
        return aicore_spread_by(price, start, goals, door, other, every, limit, layer, hits);
    }

    #if defined(AICORE_AVX2)
    AICORE_AVX2 static int aicore_spread_avx2(
        const uint32_t* price, const uint32_t* start, const uint32_t* goals, int door, int other,
        int every, int limit, uint32_t* layer, uint64_t* hits
    ) {
        return aicore_spread_by(price, start, goals, door, other, every, limit, layer, hits);
    }

    static int aicore_spread(
        int wide, const uint32_t* price, const uint32_t* start, const uint32_t* goals, int door,
        int other, int every, int limit, uint32_t* layer, uint64_t* hits
    ) {
        return (wide ? aicore_spread_avx2 : aicore_spread_anywhere)(
            price, start, goals, door, other, every, limit, layer, hits);
    }
    #else
    #define aicore_spread(wide, ...) aicore_spread_anywhere(__VA_ARGS__)
    #endif
    """
    # Returns the number of layers; `hits` receives a bit for each layer with goals. `wide` chooses
    # AVX2; `every` and `limit` are as for `flood`. `layer` has room for `limit` + 2 layers: the
    # layer past the last one receives a row without squares. The first and the last row have no
    # price, so 32 rows remain, a whole number of vectors.
    int spread "aicore_spread"(
        bint wide, const u32* price, const u32* start, const u32* goals, int door, int other,
        bint every, int limit, u32* layer, u64* hits
    ) noexcept
