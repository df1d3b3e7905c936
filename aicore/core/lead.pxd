# Lead of each seat as a share, so that searchers keep playing well in games that look decided.


cdef inline void lead_shares(
    const double* points, int seats, double scale, double* out,
) noexcept nogil:
    """Write each seat's lead over the best other seat as a share from 0 to 1; 0.5 if it is level.

    Args:
        points: points of each seat.
        scale: lead that counts half as much as an infinite lead; above 0.
        out: room for each seat's share.
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
