"""Board of relics: laying tiles, squares that guns cover, sites for doorways."""

from aicore.core._types cimport u32
from aicore.core.bits cimport lowest
from aicore.core.compiler cimport highest
from aicore.games.relics.rules.state cimport (
    CENTER, GALLERIES, MAX_SEATS, RelicsState, Tables, step_of,
)


cdef u32 stood_on(const RelicsState* s) noexcept nogil:
    """Return the platforms on which pieces stand."""
    cdef u32 found = 0
    cdef int seat, platform
    for seat in range(MAX_SEATS):
        platform = platform_at(s, s.pos[seat]) if s.pos[seat] else -1
        if platform >= 0:
            found |= <u32> 1 << platform
    return found


cdef inline bint in_line(const RelicsState* s, int gun, int square) noexcept nogil:
    """Whether a gun covers a square."""
    cdef int at = s.gun_at[gun]
    cdef int way = s.gun_way[gun]
    cdef int stride = step_of(way)
    if (square ^ at) & (~63 if way & 1 else 63) or (square > at) != (stride > 0) or square == at:
        return False
    while at and at != square:
        at = fly(s, at, stride)
    return at != 0


cdef int guns_at(const RelicsState* s, int start, int end) noexcept nogil:
    """Return the working guns that cover either of two squares."""
    cdef int found = 0
    cdef u32 left = s.guns
    cdef int gun
    while left:
        gun = lowest(left)
        left &= left - 1
        if in_line(s, gun, start) or in_line(s, gun, end):
            found |= 1 << gun
    return found


cdef inline u32 east_of(u32 here, u32 walls) noexcept nogil:
    """Return the columns east of the one in `here`, up to a wall."""
    cdef u32 beyond = <u32> INSIDE & ~(here | here - 1)
    walls &= beyond
    return beyond & ~walls & walls - 1


cdef inline u32 west_of(u32 here, u32 walls) noexcept nogil:
    """Return the columns west of the one in `here`, up to a wall."""
    walls = walls & here - 1 | 1
    return here - 1 & ~((<u32> 2 << highest(walls)) - 1)


cdef void cover(const RelicsState* s, u32* rows) noexcept nogil:
    """Mark the squares that working guns cover."""
    cdef u32 left = s.guns
    cdef u32 here
    cdef int gun, row, way
    while left:
        gun = lowest(left)
        left &= left - 1
        row = s.gun_at[gun] >> 6
        here = <u32> 1 << (s.gun_at[gun] & 63)
        way = s.gun_way[gun]
        if way & 1:
            rows[row] |= east_of(here, s.wall[row]) if way == 1 else west_of(here, s.wall[row])
            continue
        row += way - 1
        while 1 <= row <= SIZE and not s.wall[row] & here:
            rows[row] |= here
            row += way - 1


cdef u32 sites_of(const RelicsState* s, const Tables* t, int tile, int row) noexcept nogil:
    """Return the columns of a row where a tile could have a doorway: its walls next to its floor.

    A tile is a gallery, or GALLERIES + platform.
    """
    cdef u32 extent, floor, near
    cdef int top, height
    if tile < GALLERIES:
        if tile == CENTER or not s.tile[tile]:
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


cdef bint is_site(const RelicsState* s, const Tables* t, int tile, int square) noexcept nogil:
    """Whether a tile could have a doorway on a square of the board."""
    return sites_of(s, t, tile, square >> 6) >> (square & 63) & 1


cdef void lay_gallery(const Tables* t, RelicsState* s, int gallery, int tile) noexcept nogil:
    """Put a tile on the place of a gallery; its guns get the next numbers."""
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


cdef void lay_center(const Tables* t, RelicsState* s) noexcept nogil:
    cdef int i
    for i in range(GALLERY_SIZE):
        s.floor[(t.corner[CENTER] >> 6) + i] |= <u32> GALLERY_ROW << (t.corner[CENTER] & 63)


cdef void take_off(RelicsState* s, int platform) noexcept nogil:
    """Take a platform off the board, and both doorways if one was on it."""
    cdef int square = s.anchor[platform]
    cdef int row = square >> 6
    cdef u32 both = <u32> 3 << (square & 63)
    cdef int i
    s.floor[row] &= ~both
    s.floor[row + 1] &= ~both
    s.wall[row] &= ~both
    s.wall[row + 1] &= ~both
    for i in range(2):
        if s.door[i] and covers(square, s.door[i]):
            s.door[0] = 0
            s.door[1] = 0
    s.anchor[platform] = 0
    s.rotation[platform] = 0


cdef void lay(const Tables* t, RelicsState* s, int platform, int square,
              int rotation) noexcept nogil:
    """Put a platform on the board after taking it off its old place."""
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
