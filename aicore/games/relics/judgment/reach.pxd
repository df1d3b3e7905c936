# Outlook of a seat at a decision: distances of goals, and the artifacts that it can bring home.
from aicore.core._types cimport u32, u8
from aicore.games.relics.judgment.routes cimport Field, Route, Terrain
from aicore.games.relics.rules.state cimport GALLERIES, MAX_SEATS, RelicsState, Tables

cdef enum:
    HOME = 9  # number of this goal, after those of the galleries
    MAX_GOALS = 10
    # Hundredths of the other seats inside that are still there at each Last Defense:
    EVERYBODY = 100  # for the value of a position
    STAYERS = 40  # for a seat's plans: the others go home meanwhile, so platforms last longer


ctypedef struct Outlook:
    Terrain land
    Field reach  # distances from the seat
    Field home  # distances from the airlocks
    double[MAX_SEATS] taking  # estimated time when each seat could take the Heart, in rounds
    bint homed  # whether `home`, `back` and `from_there` are known
    int seat  # seat whose view it is
    int here  # square of the seat
    int back  # AP to the nearest airlock
    int[GALLERIES] there  # AP to the artifacts; FAR where there is none
    int[GALLERIES] from_there  # AP from there to the nearest airlock
    int budget, risky  # AP left; AP left if the seat took the Heart
    double margin, heart_margin  # AP to keep in reserve, less the AP in hand
    double stride  # AP spent per AP of walking
    int goals
    u8[MAX_GOALS] goal  # galleries whose artifact can be brought home, best first; then HOME
    double[MAX_GOALS] merit  # points per AP


cdef inline int apart(int one, int two) noexcept nogil:
    """Return the distance between two squares, without diagonals."""
    cdef int right = (one & 63) - (two & 63)
    cdef int down = (one >> 6) - (two >> 6)
    return max(right, -right) + max(down, -down)


cdef int ap_left(
    const RelicsState* s, const Tables* t, int seat, int heart, int staying) noexcept nogil
cdef int carried_points(const RelicsState* s, const Tables* t, int seat) noexcept nogil
cdef double mean_points(const RelicsState* s, const Tables* t) noexcept nogil
cdef int to_beat(const RelicsState* s, const Tables* t) noexcept nogil
cdef void mark_pieces(const RelicsState* s, const Tables* t, u32* rows) noexcept nogil
cdef void watch_race(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil
cdef void survey_station(const RelicsState* s, const Tables* t, Outlook* outlook) noexcept nogil
cdef void look_from(
    const RelicsState* s, const Tables* t, int seat, int staying, Outlook* outlook) noexcept nogil
cdef void look_fully(
    const RelicsState* s, const Tables* t, int seat, Outlook* outlook) noexcept nogil
cdef void look(const RelicsState* s, const Tables* t, int seat, Outlook* outlook) noexcept nogil
cdef void way_to(
    const RelicsState* s, const Tables* t, const Outlook* outlook, int goal,
    Route* route) noexcept nogil
