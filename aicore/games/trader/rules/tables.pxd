# C tables of Free Trader, filled from its data file.
from aicore.games.trader.rules.state cimport Tables

cdef int fill_tables(Tables* t, dict data) except -1
