# The board: what lies where, where one can walk and land, what the guns cover.
from aicore.core._types cimport u32, u64
from aicore.games.relics.state cimport (
    CENTRE, GALLERIES, GUNS, MOST_SEATS, PLATFORMS, ROW, ROWS, SIZE, RelicsState, Tables,
    is_airlock, step_of,
)

cdef enum:
    INSIDE = 0xFFFFFFFE  # the columns of the board in a row
    GALLERY_SIZE = 5
    GALLERY_ROW = 31  # a full row of a gallery, before it is shifted


cdef inline bint on_board(int square) noexcept nogil:
    return 1 <= square >> 6 <= SIZE and 1 <= (square & 63) <= SIZE


cdef inline bint has(const u32* rows, int square) noexcept nogil:
    """Whether a square, on the board or just off it, belongs to a set."""
    return 0 < square < ROWS * ROW and (<u64> rows[square >> 6] >> (square & 63)) & 1


cdef inline bint walkable(const RelicsState* s, int square) noexcept nogil:
    return has(s.floor, square) or is_airlock(square)


cdef inline bint is_door(const RelicsState* s, int square) noexcept nogil:
    return s.door[0] and square in (s.door[0], s.door[1])


cdef inline int platform_at(const RelicsState* s, int square) noexcept nogil:
    """The platform that covers a square, or -1."""
    cdef int platform, offset
    for platform in range(PLATFORMS):
        offset = square - s.anchor[platform]
        if s.anchor[platform] and offset in (0, 1, ROW, ROW + 1):
            return platform
    return -1


cdef inline u32 stood_on(const RelicsState* s) noexcept nogil:
    """The platforms with a piece on them."""
    cdef u32 found = 0
    cdef int seat, platform
    for seat in range(MOST_SEATS):
        platform = platform_at(s, s.pos[seat]) if s.pos[seat] else -1
        if platform >= 0:
            found |= <u32> 1 << platform
    return found


cdef inline u32 empty_platforms(const RelicsState* s) noexcept nogil:
    """The platforms on the board on which nobody stands."""
    cdef u32 found = 0
    cdef int platform
    for platform in range(PLATFORMS):
        if s.anchor[platform]:
            found |= <u32> 1 << platform
    return found & ~stood_on(s)


cdef inline void lay_gallery(const Tables* t, RelicsState* s, int gallery, int tile) noexcept nogil:
    """Put a tile on a gallery's place; its guns take the next numbers."""
    cdef int row = t.corner[gallery] >> 6
    cdef int column = t.corner[gallery] & 63
    cdef int i, gun
    for i in range(GALLERY_SIZE):
        s.floor[row + i] |= t.tile_floor[tile][i] << column
        s.wall[row + i] |= (GALLERY_ROW & ~t.tile_floor[tile][i]) << column
    s.tile[gallery] = tile + 1
    for i in range(t.tile_guns[tile]):
        gun = 0
        while s.gun_at[gun]:
            gun += 1
        s.gun_at[gun] = t.corner[gallery] + t.gun_offset[tile][i]
        s.gun_way[gun] = t.gun_way[tile][i]
        s.guns |= 1 << gun


cdef inline void lay_centre(const Tables* t, RelicsState* s) noexcept nogil:
    cdef int i
    for i in range(GALLERY_SIZE):
        s.floor[(t.corner[CENTRE] >> 6) + i] |= <u32> GALLERY_ROW << (t.corner[CENTRE] & 63)


cdef inline void take_off(RelicsState* s, int platform) noexcept nogil:
    """Take a platform off the board, and both doorways if one was on it."""
    cdef int square = s.anchor[platform]
    cdef int row = square >> 6
    cdef u32 both = <u32> 3 << (square & 63)
    cdef int offset
    cdef int i
    s.floor[row] &= ~both
    s.floor[row + 1] &= ~both
    s.wall[row] &= ~both
    s.wall[row + 1] &= ~both
    for i in range(2):
        offset = s.door[i] - square
        if s.door[i] and offset in (0, 1, ROW, ROW + 1):
            s.door[0] = 0
            s.door[1] = 0
    s.anchor[platform] = 0
    s.rotation[platform] = 0


cdef inline void lay(const Tables* t, RelicsState* s, int platform, int square,
                     int rotation) noexcept nogil:
    """Put a platform on the board; where it was it leaves nothing behind."""
    cdef int column = square & 63
    cdef int row = square >> 6
    cdef u32 floor = t.floor[platform][rotation]
    if s.anchor[platform]:
        take_off(s, platform)
    s.floor[row] |= (floor & 3) << column
    s.floor[row + 1] |= (floor >> 2) << column
    s.wall[row] |= (~floor & 3) << column
    s.wall[row + 1] |= (~floor >> 2 & 3) << column
    s.anchor[platform] = square
    s.rotation[platform] = rotation


cdef inline u32 anchors(const RelicsState* s, int row, int lifted) noexcept nogil:
    """The columns where a platform can have its top left square in a row, its own square free."""
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


cdef inline int step(const RelicsState* s, int square, int way) noexcept nogil:
    """Where a move leads, through a doorway if there is one; 0 if nowhere."""
    cdef int ahead = square + step_of(way)
    if is_door(s, ahead):
        return s.door[1] if ahead == s.door[0] else s.door[0]
    return ahead if walkable(s, ahead) else 0


cdef inline bint in_line(const RelicsState* s, int gun, int square) noexcept nogil:
    """Whether a gun covers a square."""
    cdef int at = s.gun_at[gun]
    cdef int way = s.gun_way[gun]
    cdef int stride = step_of(way)
    if not on_board(square) or has(s.wall, square):
        return False
    if way & 1:
        if square >> 6 != at >> 6:
            return False
    elif (square & 63) != (at & 63):
        return False
    if (square > at) != (stride > 0) or square == at:
        return False
    at += stride
    while at != square:
        if has(s.wall, at):
            return False
        at += stride
    return True


cdef inline int guns_at(const RelicsState* s, int start, int end) noexcept nogil:
    """The working guns that cover one of two squares."""
    cdef int found = 0
    cdef int gun
    for gun in range(GUNS):
        if s.guns >> gun & 1 and (in_line(s, gun, start) or in_line(s, gun, end)):
            found |= 1 << gun
    return found


cdef inline u32 sites_of(const RelicsState* s, const Tables* t, int tile, int row) noexcept nogil:
    """The columns of a row where a tile could have a doorway: its walls next to its own floor.

    A tile is a gallery, or GALLERIES + platform.
    """
    cdef u32 extent, floor, near
    cdef int top, height
    if tile < GALLERIES:
        if tile == CENTRE or not s.tile[tile]:
            return 0
        top = t.corner[tile] >> 6
        height = GALLERY_SIZE
        extent = <u32> GALLERY_ROW << (t.corner[tile] & 63)
    else:
        if not s.anchor[tile - GALLERIES]:
            return 0
        top = s.anchor[tile - GALLERIES] >> 6
        height = 2
        extent = <u32> 3 << (s.anchor[tile - GALLERIES] & 63)
    if not top <= row < top + height:
        return 0
    floor = s.floor[row] & extent
    near = floor << 1 | floor >> 1
    if row > top:
        near |= s.floor[row - 1]
    if row + 1 < top + height:
        near |= s.floor[row + 1]
    return s.wall[row] & near & extent


cdef inline int tile_at(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    """The tile that covers a square: a gallery, or GALLERIES + platform; -1 for none."""
    cdef int platform
    if not on_board(square):
        return -1
    if t.gallery_at[square]:
        return t.gallery_at[square] - 1
    platform = platform_at(s, square)
    return GALLERIES + platform if platform >= 0 else -1


cdef inline bint burning(const RelicsState* s, const Tables* t, int square) noexcept nogil:
    cdef int offset
    if not s.fires or not on_board(square) or t.gallery_at[square] != s.fire_gallery + 1:
        return False
    offset = square - t.corner[s.fire_gallery]
    return s.fires >> ((offset >> 6) * GALLERY_SIZE + (offset & 63)) & 1
