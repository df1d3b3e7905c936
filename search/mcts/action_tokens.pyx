"""Tokens of actions, as a network in C or an evaluator in Python reads them."""

from cython cimport final
from libc.stdlib cimport calloc, free

from aicore.core._types cimport u16, u32
from aicore.core.game cimport Game
from aicore.core.ruleset cimport Advice


@final
cdef class ActionTokens:
    """Encoder of a game's actions, with scratch memory.

    Args:
        game: game that has arrays.
        facts: whether actions are encoded as for networks in C, with the advice of the game's
            guidance.

    Raises MemoryError.
    """

    def __cinit__(self, Game game not None, bint facts):
        self.game, self.facts = game, facts
        self.token = <u16*> calloc(game.net_max_tokens, sizeof(u16))
        self.advised = <u32*> calloc(game.max_actions, sizeof(u32))
        self.advised_weight = <float*> calloc(game.max_actions, sizeof(float))
        if not (self.token and self.advised and self.advised_weight):
            raise MemoryError

    def __dealloc__(self):
        free(self.token)
        free(self.advised)
        free(self.advised_weight)

    cdef void view(self, const void* view) noexcept nogil:
        """Prepare to encode the actions of a mover's view."""
        if self.facts:
            self.game.advise_net(view, self.advised, self.advised_weight, &self.advice)

    cdef int encode(self, const void* view, u32 action, const Advice* advice) noexcept nogil:
        """Write an action's tokens to `token`, and return their number.

        Args:
            view: a mover's view.
            advice: what `view` prepared for it.
        """
        if self.facts:
            return self.game.net_encode(view, action, advice, self.token)
        return self.game.encode(view, action, self.token)
