# The C tables of a game, filled from its data files.
from aicore.games.booster.guide cimport GuideTable
from aicore.games.booster.melds cimport MeldTable

cdef int fill_melds(MeldTable* table, dict cards) except -1
cdef int fill_guide(GuideTable* table, dict cards, dict guide, dict race) except -1
