# C tables of relics, filled from its data file.
from aicore.games.relics.rules.state cimport Tables

cdef int fill_tables(Tables* t, dict data, int seats, int rounds) except -1
