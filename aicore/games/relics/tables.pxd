# The C tables of relics, filled from its data file.
from aicore.games.relics.state cimport Tables

cdef int fill_tables(Tables* t, dict data) except -1
