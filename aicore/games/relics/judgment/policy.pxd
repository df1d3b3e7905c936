# The courier: a policy that fetches the artifact with most points per AP, and gets home in time.
from aicore.core._types cimport u32
from aicore.core.rng cimport RngState
from aicore.games.relics.judgment.bridges cimport Place
from aicore.games.relics.rules.actions cimport Offers
from aicore.games.relics.judgment.routes cimport Route
from aicore.games.relics.judgment.reach cimport Outlook
from aicore.games.relics.rules.state cimport RelicsState, Tables


ctypedef struct Plan:
    # A courier's plan for its turn, so that it need not survey the board before every action.
    int round  # round of the turn; 0 if there is no plan
    int seat
    int here  # square of the courier
    int goal
    Route route  # route from there


cdef u32 go_for(
    const RelicsState* s, const Tables* t, const Offers* offers, const Outlook* outlook, int goal,
    RngState* rng) noexcept nogil
cdef u32 decide(
    const RelicsState* s, const Tables* t, const Offers* offers, const Outlook* outlook, Plan* plan,
    RngState* rng) noexcept nogil
cdef void choose_place(
    const RelicsState* s, const Tables* t, const Outlook* outlook, Place* place) noexcept nogil
cdef u32 decide_place(const RelicsState* s, const Tables* t, const Outlook* outlook) noexcept nogil
cdef u32 advise(const Tables* t, const RelicsState* s, Plan* plan, RngState* rng) noexcept nogil
