"""Chance that gives the same deal in all games of one seed, even if the decisions differ."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from aicore.core._types cimport i64, u32, u64
from aicore.core.bits cimport fold, mix
from aicore.core.validate cimport seed_word
from aicore.core.game cimport CHANCE, Game, Head, State
from aicore.core.maths cimport log
from aicore.core.ruleset cimport raise_mistakes, Ruleset
from aicore.core.siphash cimport SipState, sip_end, sip_start

from aicore.core.errors import IllegalAction


cdef u32 keyed_draw(
    Ruleset game, const void* state, const Key* key, u32* before, Hashes* hashes,
    u32* events, double* weights
) noexcept nogil:
    """Return the outcome of the due chance event in `state`.

    Args:
        key: seed of the luck.
        before: number of independent events so far, by source; updated.
        hashes: cached hashes of decks, by source.
        events, weights: scratch memory for `max_outcomes` entries each.
    """
    cdef int size = game.outcomes(state, events, weights)
    cdef int number = -1
    cdef int best = 0
    cdef int source = game.chance_source(state, &number)
    cdef u64 uneven = 0
    cdef int i
    cdef u64 hashed
    cdef u64 greatest = 0
    cdef Hashes* kept
    cdef double wait, target
    cdef double shortest = 0.0
    cdef u32 item
    if number < 0:
        hashed = hash_of(key, source, number, before[source])
        before[source] += 1
        target = <double> (hashed >> 11) / 9007199254740992.0
        for i in range(size):
            target -= weights[i]
            if target < 0.0:
                return events[i]
        return events[size - 1]
    # Exponential race: outcome i has the shortest waiting time with probability weights[i], and
    # stays ahead of the same rivals in later draws.
    kept = &hashes[source]
    if kept.number != number:
        memset(kept.card, 0, sizeof(kept.card))
        kept.number = number
    for i in range(1, size):
        uneven |= (<u64*> weights)[i] ^ (<u64*> weights)[0]
    for i in range(size):
        item = game.chance_item(events[i])
        hashed = kept.card[item] if item < KEPT else 0
        if hashed == 0:
            hashed = hash_of(key, source, number, item)
            if item < KEPT:
                kept.card[item] = hashed
        if uneven:
            wait = -log((<double> (hashed >> 11) + 0.5) / 9007199254740992.0) / weights[i]
            if i == 0 or wait < shortest:
                shortest = wait
                best = i
        elif i == 0 or hashed > greatest:  # with equal weights, the greatest hash waits least
            greatest = hashed
            best = i
    return events[best]


cdef u64 hash_of(const Key* key, int source, i64 number, u32 item) noexcept nogil:
    """Return the hash of a card in a pass through its deck, or of an independent event."""
    cdef SipState start
    if key.sealed:
        start = sip_start(key.key, source, number)
        return sip_end(start, item)
    return mix(fold(fold(fold(mix(key.number), <u64> source), <u64> number), item))


cdef class Chance:
    """Source of luck, determined by a seed.

    A draw from a deck takes the available card that ranks first by hash(seed, deck, pass through
    the deck, card). Dice and other independent events use hash(seed, source, number of earlier
    events). Over all seeds, each outcome has exactly the probability that `State.outcomes` gives.

    Args:
        seed: an integer or a key of 16 bytes. An integer is the number of a deal that anyone can
            reproduce; more than 64 bits are mixed into 64 bits. A key keeps the luck secret:
            without the key, nobody can predict later events from earlier ones. Matches use keys:
            see `aicore.core.deal`.

    Raises ValueError if a key does not have 16 bytes.
    """

    def __cinit__(self, seed):
        self.key.sealed = isinstance(seed, bytes)
        if not self.key.sealed:
            self.seed = self.key.number = seed_word(seed)
            return
        if len(seed) != 16:
            raise ValueError(f"a key must have 16 bytes, not {len(seed)}")
        self.seed = seed
        self.key.key[0] = int.from_bytes(seed[:8], "little")
        self.key.key[1] = int.from_bytes(seed[8:], "little")

    def __reduce__(self):
        return type(self), (self.seed,), [self._before[i] for i in range(MAX_SOURCES)]

    def __setstate__(self, before):
        for i in range(MAX_SOURCES):
            self._before[i] = before[i]

    cdef u32 drawn(self, State state, bint counted) except? 0:
        """Return the outcome of the due chance event in `state`; count it as drawn if `counted`."""
        cdef Game game = state.game
        cdef u32[MAX_SOURCES] before
        cdef u32 event
        cdef u32* events
        cdef double* weights
        if (<Head*> state.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        events = <u32*> malloc(game.max_outcomes * sizeof(u32))
        weights = <double*> malloc(game.max_outcomes * sizeof(double))
        try:
            if events == NULL or weights == NULL:
                raise MemoryError
            memcpy(before, self._before, sizeof(before))
            event = keyed_draw(
                game, state.data, &self.key, before, self._hashes, events, weights)
            raise_mistakes(game)
            if counted:
                memcpy(self._before, before, sizeof(before))
            return event
        finally:
            free(events)
            free(weights)

    cdef u32 happen(self, State state) except? 0:
        """Draw and apply the due chance event, and return its outcome."""
        cdef u32 event = self.drawn(state, True)
        state.game.apply(state.data, event)
        raise_mistakes(state.game)
        return event

    def draw(self, State state not None):
        """Return the outcome (an integer) of the due chance event in `state`, without applying it.

        Raises IllegalAction if none is due.
        """
        return self.drawn(state, False)

    def pass_over(self, State state not None):
        """Count the due chance event in `state` as drawn, when a record supplies its outcome.

        Raises IllegalAction if none is due.
        """
        cdef int number = -1
        cdef int source
        if (<Head*> state.data).turn != CHANCE:
            raise IllegalAction("no chance event is due")
        source = state.game.chance_source(state.data, &number)
        if number < 0:
            self._before[source] += 1

    def step(self, State state not None):
        """Draw and apply the due chance event, and return its outcome (an integer).

        Raises IllegalAction if none is due.
        """
        return self.happen(state)

    def settle(self, State state not None):
        """Draw and apply chance events until a seat is to move or the game is over.

        Return the texts of the outcomes in order.
        """
        events = []
        while (<Head*> state.data).turn == CHANCE:
            events.append(state.game.text(self.happen(state)))
        return events
