# Lead of each seat as a share: a game that looks decided stays worth playing.
from aicore.core.game cimport MAX_SEATS


cdef inline void lead_shares(
    const double* points, int seats, double scale, double* out,
) noexcept nogil:
    """Write each seat's lead over the best other one, 0 .. 1, and 0.5 when level.

    Args:
        scale: lead that counts for half as much as an infinite one; above 0.
    """
    cdef int seat, other
    cdef double best, ahead
    for seat in range(seats):
        best = -1e300
        for other in range(seats):
            if other != seat and points[other] > best:
                best = points[other]
        ahead = (points[seat] - best) / scale
        out[seat] = 0.5 + 0.5 * ahead / (1.0 + (ahead if ahead > 0 else -ahead))
