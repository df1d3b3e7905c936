"""Game whose rules are an author's Python methods.

`PlainRules` calls the methods for play. This module has the rest: hidden information, arrays,
chance, and the methods for Python code.
"""

from cpython.bytearray cimport PyByteArray_AsString
from libc.string cimport memcmp, memcpy

from aicore.core._types cimport u8, u16, u32, u64
from aicore.core.game cimport CHANCE, END, Game, Head, MAX_STATE_WORDS
from aicore.core.restoring cimport bounded_int
from aicore.core.rng cimport Rng, RngState
from aicore.plain.calls cimport TokenBlank, TokenForm, UNKNOWN
from aicore.plain.playing cimport PlainRules
from aicore.plain.state cimport Struct

from numbers import Real

from aicore.plain.mistakes import Wrong
from aicore.plain.random import Random

MAX_SCORE = 1e15  # doubles and JSON hold all whole numbers up to this one exactly


cdef class PlainGame(PlainRules):
    """Game in plain Python, returned by `aicore.load`."""

    # Information.

    cdef void conceal(self, void* state, int seat) noexcept nogil:
        self.layout.rearrange(state, seat, NULL)

    cdef void resample(self, void* state, int seat, RngState* rng) noexcept nogil:
        if self.redraw is None and self.plausible is None and self.together is None:
            self.layout.rearrange(state, seat, rng)
            return
        # The author's method gets only what the seat knows: it cannot depend on the true state.
        self.layout.rearrange(state, seat, NULL)
        if self.mistakes == self.reported:
            with gil:
                self._resample(state, seat, rng)

    cdef void _resample(self, void* state, int seat, RngState* rng) noexcept:
        """Call the author's method, and check that it changes nothing that the seat sees."""
        cdef u64[MAX_STATE_WORDS] before, after
        cdef Struct held = None
        cdef Rng random
        try:
            held = self.acquire(state)
            if self.redraw is None:
                self.redraw_plausible(held, seat, rng)
                self.release(held, state)
                return
            random = Random()
            random.state = rng[0]
            self.redraw(held, seat, random)
            rng[0] = random.state
            memcpy(before, state, self.state_size)
            memcpy(after, held.data, self.state_size)
            self.layout.rearrange(before, seat, NULL)
            self.layout.rearrange(after, seat, NULL)
            if bytes((<char*> before)[:self.state_size]) != bytes(
                    (<char*> after)[:self.state_size]):
                raise Wrong("redrawn", None, seat)
            self.release(held, state)
        except BaseException as error:
            self.fail(error, held, "resample", None)

    cdef bint concealed(self, const void* before, u32 event, int seat) noexcept nogil:
        cdef bint found = False
        with gil:
            found = self._concealed(before, event, seat)
        return found

    cdef bint _concealed(self, const void* before, u32 event, int seat) noexcept:
        try:
            form = self.grammar.form_of(event)
            if not form.chance:
                return form.secret and (<const Head*> before).turn != seat
            if not form.seen_by:
                return False
            if form.seen_by == "nobody":
                return True
            for blank, value in zip(form.blanks, form.args(event)):
                if blank.name == form.seen_by:
                    return value != seat
        except BaseException as error:
            self.fail(error, None, "concealed", None)
        return False

    # Arrays.

    cdef int encode(self, const void* state, u32 action, u16* tokens) noexcept nogil:
        cdef const TokenForm* form = self.token_form
        cdef const TokenBlank* blank
        cdef u32 place
        cdef int i
        while action > form.last:
            form += 1
        place = action - form.first
        tokens[0] = form.token
        if form.blanks == 0:
            tokens[0] += <u16> place
        for i in range(form.blanks):
            blank = &self.token_blank[form.blank + i]
            tokens[1 + i] = <u16> (blank.token + place // blank.step % blank.span)
        return 1 + form.blanks

    cdef void observe(self, const void* state, int seat, u8* out) noexcept nogil:
        cdef int turn = (<const Head*> state).turn
        if not 0 <= seat < self.seats:  # after an author's mistake no seat is to move
            return
        out[0] = seat
        if turn >= 0:
            out[1] = 1 + (turn - seat if turn >= seat else turn - seat + self.seats)
        self.layout.observe(state, seat, out)

    # Chance.

    cdef int chance_source(self, const void* state, int* number) noexcept nogil:
        cdef int source = 0
        number[0] = -1
        if self.mistakes == self.reported and self.sources is not None:
            with gil:
                source = self._chance_source(state, number)
        return source

    cdef int _chance_source(self, const void* state, int* number) noexcept:
        cdef Struct held = None
        try:
            held = self.acquire(state)
            if self.listed_form is None or memcmp(
                PyByteArray_AsString(self.listed_state), state, self.state_size
            ):
                self.remember_form(state, self.chance_outcomes(held))
            source, deck, passes = self.sources[self.listed_form.name]
            if deck:
                number[0] = max(0, getattr(held, passes)) if passes else 0
            self.release(held, NULL)
            return source
        except BaseException as error:
            self.fail(error, held, "chances", None)
        return 0

    cdef u32 chance_item(self, u32 outcome) noexcept nogil:
        cdef u32 place = outcome - self.first_item
        cdef u32 item
        if place < self.item_count and self.item[place] != UNKNOWN:
            return self.item[place]
        with gil:
            item = self._chance_item(outcome)
            if place < self.item_count:
                self.item[place] = item
        return item

    cdef u32 _chance_item(self, u32 outcome) noexcept:
        try:
            form = self.grammar.form_of(outcome)
            for blank, value in zip(form.blanks, form.args(outcome)):
                if blank.name == form.deck:
                    return blank.places[value]
        except Exception:
            pass
        except BaseException as error:  # such as KeyboardInterrupt
            self.fail(error, None, "chances", None)
        return outcome

    # Python API.

    cdef list scores(self, const void* state):
        cdef Struct held
        method = self.author.scores if hasattr(self.author, "scores") else None
        if method is None:
            return Game.scores(self, state)
        held = self.acquire(state)
        try:
            found = self.by_seat(method(held), "scores")
            if not isinstance(found, (list, tuple)) or len(found) != self.seats or not all(
                    isinstance(score, (int, float, Real)) and not isinstance(score, bool)
                    and -MAX_SCORE <= score <= MAX_SCORE for score in found):
                raise Wrong("returns", "scores", found)
            self.release(held, NULL)
            return [
                score if isinstance(score, (int, float)) else
                int(score) if score == int(score) else float(score) for score in found]
        except BaseException as error:
            self.fail(error, held, "scores", None)
        return [0] * self.seats

    cdef str end_reason(self, const void* state):
        cdef Struct held
        method = self.author.ending if hasattr(self.author, "ending") else None
        if method is None:
            return "end"
        held = self.acquire(state)
        try:
            found = method(held)
            if not isinstance(found, str) or not found.strip() or len(found) > 60:
                raise Wrong("word", None, found)
            self.release(held, NULL)
            return found
        except BaseException as error:
            self.fail(error, held, "ending", None)
        return "end"

    cdef dict dump(self, const void* state, int seat):
        cdef int turn = (<const Head*> state).turn
        found = self.layout.dump(state, seat)
        found["turn"] = "chance" if turn == CHANCE else "end" if turn == END else turn
        return found

    cdef int restore(self, dict fields, void* state) except -1:
        turn = fields.get("turn")
        self.layout.restore(fields, state)
        if turn == "chance" or turn == "end":
            (<Head*> state).turn = CHANCE if turn == "chance" else END
        else:
            (<Head*> state).turn = bounded_int(turn, 0, self.seats - 1, "turn")
        return 0


GAME = PlainGame
