# Tokens of actions, as judges read them: see action_tokens.pyx.
from cython cimport final

from aicore.core._types cimport u16, u32
from aicore.core.game cimport Game
from aicore.core.policy_net cimport PolicyNet
from aicore.core.ruleset cimport Advice


@final
cdef class ActionTokens:
    cdef Game game
    cdef bint facts  # whether tokens are those of networks in C
    cdef Advice advice  # advice of the game's guidance for the latest view
    cdef u16* token  # tokens of the latest action
    cdef u32* advised  # scratch memory for max_actions actions, and for their weights
    cdef float* advised_weight

    cdef void view(self, const void* view) noexcept nogil
    cdef int encode(self, const void* view, u32 action, const Advice* advice) noexcept nogil

    cdef inline double logit(
        self, PolicyNet net, const float* last, const void* view, u32 action
    ) noexcept nogil:
        """Return a network's logit of an action, the sum of the logits of its tokens.

        Args:
            last: the network's last layer for the view.
            view: the latest view.
        """
        cdef int length = self.encode(view, action, &self.advice)
        cdef double total = 0.0
        cdef int i
        for i in range(length):
            total += net.logit(last, self.token[i])
        return total
