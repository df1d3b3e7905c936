# Effects of items.
from aicore.games.relics.rules.state cimport RelicsState, Tables

cdef void give_item(const Tables* t, RelicsState* s, int item) noexcept nogil
cdef void use_item(const Tables* t, RelicsState* s, int item, int detail) noexcept nogil
cdef void disable_net(const Tables* t, RelicsState* s, int how) noexcept nogil
cdef void overload(RelicsState* s, int ray) noexcept nogil
