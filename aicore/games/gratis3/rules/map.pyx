"""Tables of the board, built from its description."""

from libc.string cimport memset

from aicore.core._types cimport u64
from aicore.core.bits cimport bit, count, lowest

from aicore.core.errors import DataError

STEPS = (3, 2)  # maximum number of lines in a move of a Fighter and of a Bomber


cdef int fill_map(MapTable* m, object board, int fighters, int bombers) except -1:
    """Fill the tables of a board. Raises DataError if it is too large.

    Args:
        fighters, bombers: number of Fighters and of Bombers of a seat.
    """
    cdef int space, i, kind, slot, used, place
    names = board.names
    m.locations = board.locations
    m.spaces = len(names)
    for space, name in enumerate(names):
        m.column[space] = <int> board.places[name][0]
        for slot, other in enumerate(board.near[name]):
            m.neighbor[space][slot] = names.index(other)
            m.behind[space][slot + 1] = bit(m.neighbor[space][slot])
            m.near[space] |= m.behind[space][slot + 1]
    for place, beside in enumerate(board.green):
        for slot, name in enumerate(beside):
            m.beside_list[place][slot] = names.index(name)
            m.beside[place] |= bit(m.beside_list[place][slot])
    used = 0
    for kind in range(2):
        most = []
        for space in range(m.spaces):
            for slot in range(count(m.near[space]) + 1):
                used = fill_reaches(m, kind, space, slot, STEPS[kind], used)
            most.append(sum([
                count(m.reaches[m.first[kind][space][0] + i].to)
                for i in range(m.size[kind][space][0])]))
        most.sort(reverse=True)
        m.most_moves += sum(most[:bombers if kind else fighters])
    return 0


cdef int fill_reaches(MapTable* m, int kind, int start, int slot, int steps, int used) except -1:
    """Tabulate the moves from a Space for one tail, by the last Space before the end.

    Return the new number of table entries.
    """
    cdef u64[MAP_SPACES] ends  # ends of moves of any length, by the last Space before the end
    cdef u64[MAP_SPACES] latest  # ends of moves of the current length
    cdef u64[MAP_SPACES] longer
    cdef u64 rest
    cdef int space, to, _
    memset(ends, 0, sizeof(ends))
    memset(latest, 0, sizeof(latest))
    latest[start] = m.near[start] & ~m.behind[start][slot]
    for _ in range(steps):
        memset(longer, 0, sizeof(longer))
        for space in range(m.spaces):
            ends[space] |= latest[space]
            rest = latest[space]
            while rest:
                to = lowest(rest)
                longer[to] |= m.near[to] & ~bit(space)
                rest &= rest - 1
        latest = longer
    m.first[kind][start][slot] = used
    for space in range(m.spaces):
        if ends[space]:
            if used == MAX_REACHES:
                raise DataError("map.lines: RAVs have too many moves for the tables; remove lines")
            m.reaches[used].to = ends[space]
            m.reaches[used].tail = space
            m.size[kind][start][slot] += 1
            used += 1
    return used
