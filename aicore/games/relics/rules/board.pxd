# Board: tiles, squares to walk and land on, squares that guns cover.
from aicore.core._types cimport u32, u64
from aicore.games.relics.rules.state cimport (
    GALLERIES, MAX_SEATS, PLATFORMS, ROW, ROWS, SIZE, RelicsState, Tables, airlock, is_airlock,
    step_of,
)

cdef enum:
    INSIDE = 0xFFFFFFFE  # mask of the board's columns in a row
    GALLERY_SIZE = 5
    GALLERY_ROW = 31  # mask of a full row of a gallery, before it is shifted


cdef inline bint on_board(int square) noexcept nogil:
    return 1 <= square >> 6 <= SIZE and 1 <= (square & 63) <= SIZE


cdef inline bint has(const u32* rows, int square) noexcept nogil:
    """Whether a square, on the board or just off it, belongs to a set."""
    return 0 < square < ROWS * ROW and (<u64> rows[square >> 6] >> (square & 63)) & 1


cdef inline void mark(u32* rows, int square) noexcept nogil:
    rows[square >> 6] |= <u32> (<u64> 1 << (square & 63))  # column 32 is off the board


cdef inline bint walkable(const RelicsState* s, int square) noexcept nogil:
    return has(s.floor, square) or is_airlock(square)


cdef inline bint overlaps(int at, const u32* rows) noexcept nogil:
    """Whether a platform with top left square `at` would lie on any square of a set."""
    return ((rows[at >> 6] | rows[(at >> 6) + 1]) >> (at & 63) & 3) != 0


cdef inline bint is_door(const RelicsState* s, int square) noexcept nogil:
    return s.door[0] and square in (s.door[0], s.door[1])


cdef inline int large_square(const Tables* t, int gallery) noexcept nogil:
    return t.corner[gallery] + 2 * ROW + 2


cdef inline int square_of_gallery(const Tables* t, int gallery, int square) noexcept nogil:
    """Return the number of a gallery's square, row by row from 0."""
    square -= t.corner[gallery]
    return (square >> 6) * GALLERY_SIZE + (square & 63)


cdef inline bint covers(int at, int square) noexcept nogil:
    """Whether a platform with top left square `at` covers a square."""
    return (square - at) & ~(ROW + 1) == 0  # at most one row and one column farther


cdef inline int platform_at(const RelicsState* s, int square) noexcept nogil:
    """Return the platform that covers a square; -1 if there is none."""
    cdef int platform
    for platform in range(PLATFORMS):
        if covers(s.anchor[platform], square) and s.anchor[platform]:
            return platform
    return -1


cdef inline int tile_at(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """Return the tile that covers a square: a gallery, or GALLERIES + platform; -1 for none."""
    cdef int platform
    if not on_board(square):
        return -1
    if t.gallery_at[square]:
        return t.gallery_at[square] - 1
    platform = platform_at(s, square)
    return GALLERIES + platform if platform >= 0 else -1


cdef inline bint burning(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    if not s.fires or not on_board(square) or t.gallery_at[square] != s.fire_gallery + 1:
        return False
    return s.fires >> square_of_gallery(t, s.fire_gallery, square) & 1


cdef inline int fly(const RelicsState* s, int square, int stride) noexcept nogil:
    """Return the next square of a straight line; 0 if a wall or the edge ends it."""
    square += stride
    return square if on_board(square) and not s.wall[square >> 6] >> (square & 63) & 1 else 0


cdef inline int step(const RelicsState* s, int square, int way) noexcept nogil:
    """Return the square that a move leads to, maybe through a doorway; 0 if there is none."""
    cdef int ahead = square + step_of(way)
    if is_door(s, ahead):
        return s.door[1] if ahead == s.door[0] else s.door[0]
    return ahead if walkable(s, ahead) else 0


cdef inline u32 anchors(const RelicsState* s, int row, int lifted) noexcept nogil:
    """Return the columns in a row where the top left square of platform `lifted` may lie."""
    cdef u32 above, below, own
    cdef int at = s.anchor[lifted] >> 6
    above = ~(s.floor[row] | s.wall[row])
    below = ~(s.floor[row + 1] | s.wall[row + 1])
    if s.anchor[lifted]:
        own = <u32> 3 << (s.anchor[lifted] & 63)
        if row in (at, at + 1):
            above |= own
        if row + 1 in (at, at + 1):
            below |= own
    above &= below & <u32> INSIDE
    return above & above >> 1


cdef inline bint has_room(const RelicsState* s, int platform, int square) noexcept nogil:
    """Whether a platform could have its top left on a square."""
    return 1 <= square >> 6 < SIZE and 1 <= (square & 63) < SIZE and (
        anchors(s, square >> 6, platform) >> (square & 63) & 1)


cdef inline bint lies(const RelicsState* s, int platform, int square, int rotation) noexcept nogil:
    """Whether a platform already has the given square and rotation."""
    return s.anchor[platform] == square and s.rotation[platform] == rotation


cdef inline bint airlock_taken(const RelicsState* s, int way) noexcept nogil:
    """Whether a seat stands on an airlock, or starts from there."""
    cdef int seat
    for seat in range(MAX_SEATS):
        if s.pos[seat] == airlock(way):
            return True
    return False


cdef u32 stood_on(const RelicsState* s) noexcept nogil
cdef int guns_at(const RelicsState* s, int start, int end) noexcept nogil
cdef void cover(const RelicsState* s, u32* rows) noexcept nogil
cdef u32 sites_of(const RelicsState* s, const Tables* t, int tile, int row) noexcept nogil
cdef bint is_site(const RelicsState* s, const Tables* t, int tile, int square) noexcept nogil
cdef void lay_gallery(const Tables* t, RelicsState* s, int gallery, int tile) noexcept nogil
cdef void lay_center(const Tables* t, RelicsState* s) noexcept nogil
cdef void take_off(RelicsState* s, int platform) noexcept nogil
cdef void lay(
    const Tables* t, RelicsState* s, int platform, int square, int rotation) noexcept nogil
