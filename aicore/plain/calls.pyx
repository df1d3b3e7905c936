"""Calls to the methods of a plain game's author, with checks of their results.

The class keeps the first failure. From then on, it returns results that end every search at once,
such as the end of the game. The caller of the search raises the failure before it uses any result
(`aicore.core.ruleset.raise_mistakes`).
"""

from cpython.bytearray cimport PyByteArray_AsString
from libc.math cimport isfinite
from libc.string cimport memcmp, memcpy, memmove

from aicore.core._types cimport u32, u64, u8
from aicore.core.game cimport CHANCE, Game, Head, MAX_STATE_WORDS
from aicore.core.cells cimport write
from aicore.core.layout cimport Layout
from aicore.core.layout_place cimport Place
from aicore.core.rng cimport Rng, RngState, rng_below, rng_uniform
from aicore.plain.memory cimport notice
from aicore.plain.prepared cimport ListedForm, PlayedEvent
from aicore.plain.state cimport Struct

from numbers import Integral, Real

from aicore.core.errors import MistakeError, NotationError
from aicore.plain.mirrors import symmetries_of
from aicore.plain.mistakes import Wrong, describe
from aicore.plain.random import Random

cdef enum:
    MAX_UNCHANGED = 1000  # maximum number of consecutive chance events that change nothing
    MAX_STREAK = 1 << 20  # maximum number of chance events that follow each other
    HISTORY = 3  # number of history fields, which are a state's last fields
    MAX_CACHED = 1 << 20  # maximum number of entries in each cache
    MAX_DRAWS = 200  # maximum number of draws of hidden information until one is accepted

cdef double TOLERANCE = 1e-9


cdef inline object code_of(dict codes, form, key):
    """Return the number of an event that the author's method listed. Raises Wrong."""
    try:
        code = codes.get(key)
    except TypeError:  # unhashable
        code = None
    if code is None:
        code = form.number(key)
        if code is None:
            raise Wrong("unknown", form, key)
    return code


cdef inline object listed(keys, form):
    """Return what the author's method listed. Raises Wrong if it is no list."""
    if not isinstance(keys, (list, tuple, dict)) and not hasattr(keys, "__iter__"):
        raise Wrong("unknown", form, keys)
    return keys


cdef bytes start_bytes(Layout layout):
    """Return a state in which all cells hold their start values."""
    cdef const Place* place
    cdef char* where
    cdef int i, owner, k
    state = bytearray(layout.size)
    for i in range(layout.number):
        place = &layout.place[i]
        for owner in range(max(place.owners, 1)):
            where = PyByteArray_AsString(state) + place.offset + owner * place.step
            full = layout.parts[i].kind.amounts if layout.parts[i].kind.full else None
            for k in range(place.count):
                write(
                    where + k * place.cell.width, &place.cell,
                    place.start if full is None else full[k])
    return bytes(state)


cdef class PlainCalls(Game):
    """Game with the author's object, and states for calls to its methods."""

    def __init__(self, info, seats, options):
        super().__init__(info, seats, options)
        made = self.make(info)
        self.file = made.file
        self.author, self._grammar, self.layout = made.author, made.grammar, made.layout
        self.kind, self.slots = made.kind, made.packing.slots
        self.state_size = made.packing.size
        self.history, self.history_entries = made.history, {}
        self.mirrors = made.mirrors
        self.free_states = []
        self.played_events, self.number_by_text = {}, {}
        author = self.author
        self.first = start_bytes(self.layout)
        self.listers, self.otherwise, self.chances = (
            tuple([ListedForm(form, author, made.phases[form.pattern]) for form in forms])
            for forms in (
                [form for form in self.grammar.actions if not form.otherwise],
                [form for form in self.grammar.actions if form.otherwise],
                self.grammar.events,
            )
        )
        self.suggest, self.estimate = made.method("suggest"), made.method("estimate")
        self.promise, self.redraw = made.method("promising"), made.method("resample")
        self.plausible, self.together = made.method("plausible"), made.together
        self.remembers = made.remembers
        self.phase_at = self.layout["phase"].offset if any(made.phases.values()) else -1
        self.teams, self.team_count = made.teams, len(set(made.teams))
        author.engine_redraw = self.redraw_state
        self.prunes_legal = self.promise is not None
        self.scripted = True
        self.max_actions = max(1, made.max_actions)
        self.max_outcomes = made.max_outcomes
        self.low, self.high = made.bounds
        self.has_chance = bool(self.grammar.events)
        self.has_hidden = self.layout.hides()
        self.constant_sum = made.constant_sum
        self.chance_sources, self.sources = made.sources
        self.num_tokens = made.num_tokens
        self.max_tokens = 1 + max([len(form.blanks) for form in made.token_forms], default=0)
        self.max_length = made.longest
        self.patience = max(1000, 20 * self.max_length)
        self.perfect_recall = made.perfect_recall
        self.returns_sum = float("nan")
        if self.num_tokens:
            self.declare_observation(self.layout.fields)
            self.lay_tokens(made.token_forms)
        self.listed_state = bytearray(self.state_size)
        ranges = [form.first for form in self.grammar.events]
        self.first_item = min(ranges, default=0)
        ends = [form.first + form.size for form in self.grammar.events]
        self.item_count = min(max(ends, default=0) - self.first_item, MAX_CACHED)
        self.items = bytearray(b"\xff" * (sizeof(u32) * self.item_count))
        self.item = <u32*> PyByteArray_AsString(self.items)

    cdef int lay_tokens(self, tuple forms) except -1:
        """Keep the tokens of all forms of actions (`aicore.plain.build.TokenForm`) for C."""
        cdef TokenForm* form
        cdef int number = 0
        cdef int i
        self.token_memory = bytearray(sizeof(TokenForm) * len(forms))
        self.blank_memory = bytearray(
            sizeof(TokenBlank) * sum([len(one.blanks) for one in forms]))
        self.token_form = <TokenForm*> PyByteArray_AsString(self.token_memory)
        self.token_blank = <TokenBlank*> PyByteArray_AsString(self.blank_memory)
        for i, one in enumerate(forms):
            form = &self.token_form[i]
            form.first, form.last, form.token = one.first, one.last, one.token
            form.blank, form.blanks = number, len(one.blanks)
            for token, step, span in one.blanks:
                self.token_blank[number] = TokenBlank(token, step, span)
                number += 1
        return 0

    @property
    def symmetries(self):
        """Symmetries of the game (`aicore.core.symmetry.Symmetry`)."""
        return symmetries_of(self, self.mirrors)

    cdef object make(self, info):
        """Build the author object and everything derived from it. Raises AicoreError."""
        return info.make(self.seats, self.options)

    # Calls to the author's methods.

    cdef Struct acquire(self, const void* state):
        """Return a state for one call, a copy of the position."""
        cdef Struct found
        if self.free_states:
            found = self.free_states.pop()
        else:
            found = self.kind(self.state_size, self.slots)
        memcpy(found.data, state, self.state_size)
        return found

    cdef void release(self, Struct state, void* target) noexcept:
        """Copy the state to `target`, unless it is NULL, and keep the state for reuse."""
        if target != NULL:
            memcpy(target, state.data, self.state_size)
        self.free_states.append(state)

    cdef void fail(self, error, Struct state, str doing, event) noexcept:
        """Keep the first failure; later failures are its consequences."""
        if self.mistakes == self.reported:
            try:
                self.failure = describe(self, error, state, doing, event)
            except BaseException as another:
                self.failure = MistakeError(f"{self.name}: {type(error).__name__}, then {another}")
        self.mistakes += 1

    cdef int report(self) except -1:
        self.reported = self.mistakes
        raise self.failure

    # Listing and playing, with the GIL held.

    cdef u64 phase_bit(self, Struct state) noexcept:
        """Return the bit of the phase; 0 if no form names a phase."""
        if self.phase_at < 0:
            return 0
        return <u64> 1 << (<u8*> state.data)[self.phase_at]

    cdef list legal_events(self, Struct state):
        """Return the legal actions. Raises Wrong and whatever the author's methods raise."""
        cdef list found = []
        self.collect(state, self.listers, found)
        if not found:
            self.collect(state, self.otherwise, found)
        if not found:
            raise Wrong("none", None, (<Head*> state.data).turn)
        return found

    cdef int collect(self, Struct state, tuple listers, list found) except -1:
        """Add the legal actions of some forms to `found`."""
        cdef ListedForm one
        cdef u64 now = self.phase_bit(state)
        for one in listers:
            if one.phases and not one.phases & now:
                continue
            keys = one.keys(state)
            if keys is None:
                continue
            if keys is True or not one.blanks:
                if not keys:
                    continue
                if len(found) + len(one.whole) > self.max_actions:
                    raise Wrong("many", one.form, self.max_actions)
                found.extend(one.whole)
            else:
                for key in listed(keys, one.form):
                    found.append(code_of(one.codes, one.form, key))
                    if len(found) > self.max_actions:
                        raise Wrong("many", one.form, self.max_actions)
        return 0

    cdef object random_action(self, Struct state, RngState* rng):
        """Return a uniformly random legal action.

        The result is the same as a draw from `legal_events`, but only one number is computed.
        """
        cdef list given = []  # the actions that each form lists
        cdef list forms = []  # the forms; None if `given` already has a form's numbers
        cdef ListedForm one
        cdef Py_ssize_t total = 0
        cdef Py_ssize_t size, chosen, i
        cdef u64 now = self.phase_bit(state)
        for one in self.listers:
            if one.phases and not one.phases & now:
                continue
            keys = one.keys(state)
            if keys is None:
                continue
            if keys is True or not one.blanks:
                if not keys:
                    continue
                given.append(one.whole)
                forms.append(None)
                size = len(one.whole)
            elif not isinstance(keys, (list, tuple)):
                total = 0
                break
            else:
                size = len(keys)
                if size == 0:
                    continue
                given.append(keys)
                forms.append(one)
            total += size
            if total > self.max_actions:
                raise Wrong("many", one.form, self.max_actions)
        if total == 0:  # no action is listed, or a listing has no length before it is expanded
            given = self.legal_events(state)
            return given[rng_below(rng, <u32> len(given))]
        chosen = rng_below(rng, <u32> total)
        for i in range(len(given)):
            keys = given[i]
            size = len(keys)
            if chosen < size:
                one = forms[i]
                return keys[chosen] if one is None else code_of(one.codes, one.form, keys[chosen])
            chosen -= size

    cdef list chance_outcomes(self, Struct state):
        """Return the due chance event's outcomes.

        They are pairs (number, probability), or numbers if all are equally likely.
        """
        return self.with_probabilities(self.outcome_lists(state))

    cdef list outcome_lists(self, Struct state):
        """Return the author's lists of outcomes, as tuples (list, numbers by outcome, form).

        If the second part is None, the list has the numbers themselves.
        """
        cdef list given = []
        cdef ListedForm one
        cdef u64 now = self.phase_bit(state)
        for one in self.chances:
            if one.phases and not one.phases & now:
                continue
            keys = one.keys(state)
            if keys is None:
                continue
            if not one.blanks and not isinstance(keys, (bool, dict)):
                keys = {(): keys}
            if keys is True:
                given.append((one.whole, None, one.form))
                continue
            if isinstance(keys, (list, tuple, dict)) and not keys:
                continue
            given.append((keys, one.codes, one.form))
            if self.together is not None and one.form.reveals is not None:
                break
        return given

    cdef list with_probabilities(self, list given):
        """Return the outcomes in the author's lists, as `chance_outcomes` does."""
        cdef list equal = []
        cdef list found = []
        cdef double total = 0.0
        cdef dict codes
        cdef bint whole = True
        cdef int lists = 0  # number of lists that are not empty
        form = None
        for keys, codes, form in given:
            if codes is None:
                if len(equal) + len(found) + len(keys) > self.max_outcomes:
                    raise Wrong("many chances", form, self.max_outcomes)
                equal.extend(keys)
                lists += 1
                continue
            has_weights = isinstance(keys, dict)
            before = len(equal) + len(found)
            for key in listed(keys, form):
                code = code_of(codes, form, key)
                if not has_weights:
                    equal.append(code)
                else:
                    weight = keys[key]
                    if not isinstance(weight, (int, float, Real)) or not 0 <= weight <= 1e15:
                        raise Wrong("weight", form, (key, weight))
                    whole = whole and isinstance(weight, (int, Integral))
                    if weight:
                        found.append((code, <double> weight))
                        total += weight
                if len(equal) + len(found) > self.max_outcomes:
                    raise Wrong("many chances", form, self.max_outcomes)
            lists += len(equal) + len(found) > before
            if equal and self.together is not None and form.reveals is not None:
                return equal
        if not found:
            if not equal:
                raise Wrong("no chance", self.chance_forms(), None)
            if lists > 1:
                raise Wrong("two chances", self.grammar.form_of(equal[len(equal) - 1]), None)
            return equal
        if equal:
            raise Wrong("two chances", self.grammar.form_of(equal[0]), None)
        if whole:
            return [(code, weight / total) for code, weight in found]
        if not -TOLERANCE < total - 1.0 < TOLERANCE:
            raise Wrong("sum", self.grammar.form_of(found[0][0]), total)
        return found

    cdef int remember_form(self, const void* state, list outcomes) except -1:
        """Remember the form of a position's outcomes; the next call asks for its source."""
        first = outcomes[0]
        self.listed_form = self.grammar.form_of(first[0] if isinstance(first, tuple) else first)
        memcpy(PyByteArray_AsString(self.listed_state), state, self.state_size)
        return 0

    cdef object chance_forms(self):
        """Return the only form of chance events, or a list of all."""
        return self.grammar.events[0] if len(self.chances) == 1 else list(self.grammar.events)

    cdef int play(self, Struct state, event) except -1:
        """Carry out an event. Raises Wrong and whatever the author's method raises."""
        cdef u64[MAX_STATE_WORDS] before
        cdef int actor
        cdef PlayedEvent known
        known = self.played_events.get(event)
        if known is None:
            known = PlayedEvent(self.grammar.form_of(event), self.author, event)
            if len(self.played_events) > MAX_CACHED:
                self.played_events.clear()
            self.played_events[event] = known
        actor = (<Head*> state.data).turn
        if actor == CHANCE and not self.has_chance:
            raise Wrong("no chance", None, None)
        if not known.chance:
            self.streak = 0
            if self.remembers:
                memcpy(before, state.data, self.state_size)
            known.play(state)
            if self.remembers:
                notice(self.layout, self.seats, <char*> before, state, known.facts)
            if self.history is not None:
                self.record_history(state, actor, event)
            if (<Head*> state.data).turn == CHANCE and not self.has_chance:
                raise Wrong("no chance", None, None)
            return 0
        memcpy(before, state.data, self.state_size)
        known.play(state)
        if self.remembers:
            notice(self.layout, self.seats, <char*> before, state, known.facts)
        changed = memcmp(before, state.data, self.state_size) != 0
        if self.history is not None:
            self.record_history(state, CHANCE, event)
        self.count_chance(changed, before, state.data, event)
        return 0

    cdef int count_chance(
        self, bint changed, const void* before, const void* after, event
    ) except -1:
        """Count a chance event. Raises Wrong if chance events never end.

        A search goes through many outcomes without an action between them, but comes back each
        time; only events that follow each other count.
        """
        follows = memcmp(before, self.chance_left, self.state_size) == 0
        memcpy(self.chance_left, after, self.state_size)
        self.unchanged = 0 if changed else self.unchanged + 1
        self.streak = self.streak + 1 if follows else 1
        if self.unchanged > MAX_UNCHANGED or self.streak > MAX_STREAK:
            self.unchanged = self.streak = 0
            raise Wrong("chance for ever", self.grammar.form_of(event), None)
        return 0

    cdef int record_history(self, Struct state, int actor, event) except -1:
        """Insert an event at the front of the history, unless its form is not recorded."""
        cdef const Place* place
        cdef char* where
        cdef int i, size, k
        cdef int number = self.layout.number - HISTORY
        if event not in self.history_entries:
            if len(self.history_entries) > MAX_CACHED:
                self.history_entries.clear()
            self.history_entries[event] = self.history.entry(event)
        entry = self.history_entries[event]
        if entry is None:
            return 0
        values = ((actor if actor >= 0 else -1,), entry[:1], entry[1:])
        for i in range(HISTORY):
            place = &self.layout.place[number + i]
            size = place.cell.width * <int> len(values[i])
            where = state.data + place.offset
            memmove(where + size, where, place.count * place.cell.width - size)
            for k in range(<int> len(values[i])):
                write(where + k * place.cell.width, &place.cell, values[i][k])
        return 0

    cdef object sample_chance(self, Struct state, RngState* rngs, bint several):
        """Return an outcome of the due chance event, sampled by probability.

        The result is the same as from the whole list. If all outcomes are equally likely, this
        computes only one number.

        Args:
            rngs: the generator of random numbers; if `several`, one for each die or deck.
            several: whether each die or deck has its own generator.
        """
        cdef list given = self.outcome_lists(state)
        cdef list found
        cdef Py_ssize_t size
        cdef int source = 0
        if len(given) == 1:
            keys, codes, form = given[0]
            if codes is None or isinstance(keys, (list, tuple)):
                size = len(keys)
                if 0 < size <= self.max_outcomes:
                    if several:
                        source = self.sources[form.name][0]
                    size = rng_below(&rngs[source], <u32> size)
                    return keys[size] if codes is None else code_of(codes, form, keys[size])
        found = self.with_probabilities(given)
        if several:
            first = found[0]
            form = self.grammar.form_of(first[0] if isinstance(first, tuple) else first)
            source = self.sources[form.name][0]
        return self.sample_listed(found, &rngs[source])

    cdef object sample_listed(self, list outcomes, RngState* rng):
        """Return one of the listed outcomes, sampled by probability."""
        cdef double target
        if not isinstance(outcomes[0], tuple):
            return outcomes[rng_below(rng, <u32> len(outcomes))]
        target = rng_uniform(rng)
        for code, chance in outcomes:
            target -= chance
            if target < 0.0:
                return code
        return outcomes[len(outcomes) - 1][0]

    cdef object suggested_action(self, Struct state, RngState* rng):
        """Return the author's suggestion; without one, a random legal action."""
        cdef list legal
        cdef Rng random
        if self.suggest is None:
            return self.random_action(state, rng)
        legal = self.legal_events(state)
        if len(legal) == 1:
            return legal[0]
        random = Random()
        random.state = rng[0]
        found = self.suggest(state, random)
        rng[0] = random.state
        if found is None:
            return legal[rng_below(rng, <u32> len(legal))]
        code = self.number_of(found, "suggest")
        if code not in legal:
            raise Wrong("advice", None, ("suggest", found))
        return code

    cdef int number_of(self, text, str method) except -1:
        """Return the action that an author's text denotes. Raises Wrong."""
        found = self.number_by_text.get(text) if isinstance(text, str) else None
        if found is None:
            try:
                found = self.grammar.from_text(text) if isinstance(text, str) else None
            except NotationError:
                found = None
            if found is None:
                raise Wrong("advice", None, (method, text))
            if len(self.number_by_text) > MAX_CACHED:
                self.number_by_text.clear()
            self.number_by_text[text] = found
        return found

    # Hidden information.

    def redraw_state(self, Struct state, seat, random):
        """Redraw what a seat does not see, for the author's methods."""
        cdef RngState rng = (<Rng?> random).state
        self.redraw_plausible(state, self.own_seat(seat), &rng)
        (<Rng> random).state = rng

    cdef int redraw_once(self, Struct state, int seat, RngState* rng) except -1:
        """Redraw what a seat does not see, following the declarations of the fields.

        If a seat that has chosen would have no legal choice, draw again, up to `MAX_DRAWS` times.
        """
        cdef Rng random
        cdef int _
        for _ in range(MAX_DRAWS):
            self.layout.rearrange(state.data, seat, rng)
            if self.together is None:
                return 0
            random = Random()
            random.state = rng[0]
            possible = self.together.redraw(state, seat, random)
            rng[0] = random.state
            if possible:
                return 0
        return 0

    cdef int redraw_plausible(self, Struct state, int seat, RngState* rng) except -1:
        """Redraw what a seat does not see, until the author's `plausible` accepts the draw.

        After `MAX_DRAWS` rejections, keep the most plausible draw.
        """
        cdef u64[MAX_STATE_WORDS] best
        cdef double most = 0.0
        cdef double weight
        cdef int _
        if self.plausible is None:
            return self.redraw_once(state, seat, rng)
        for _ in range(MAX_DRAWS):
            self.redraw_once(state, seat, rng)
            found = self.plausible(state, seat)
            if not isinstance(found, (int, float, Real)) or not 0 <= found <= 1:
                raise Wrong("likelihood", "plausible", found)
            weight = <double> found
            if weight == 1.0 or weight > 0.0 and rng_uniform(rng) < weight:
                return 0
            if weight > most:
                most = weight
                memcpy(best, state.data, self.state_size)
        if most > 0.0:
            memcpy(state.data, best, self.state_size)
        return 0

    # Results.

    cdef object by_seat(self, found, str method):
        """Return an author's result with an entry for each seat; members of a team share theirs."""
        if self.team_count == self.seats > 1:
            return found
        if isinstance(found, (list, tuple)):
            if len(found) == self.seats:
                return found
            if len(found) != self.team_count:
                raise Wrong("solo returns" if self.seats == 1 else "team returns", method, found)
        elif self.team_count == 1:
            if not isinstance(found, (int, float, Real)):
                raise Wrong("solo returns" if self.seats == 1 else "team returns", method, found)
            if isinstance(found, bool):
                found = self.high if found else self.low
            found = [found]
        else:
            return found
        return [found[team] for team in self.teams]

    cdef int read_returns(self, found, str method, double* out) except -1:
        """Write each seat's return, the result `found` of a method, to `out`. Raises Wrong."""
        cdef int seat
        found = self.by_seat(found, method)
        if not isinstance(found, (list, tuple)) or len(found) != self.seats:
            raise Wrong("returns", method, found)
        for seat in range(self.seats):
            if not isinstance(found[seat], (int, float, Real)):
                raise Wrong("returns", method, found)
            out[seat] = <double> found[seat] + 0.0
            if not isfinite(out[seat]) or not (
                self.low - TOLERANCE <= out[seat] <= self.high + TOLERANCE
            ):
                raise Wrong("bounds", method, found)
        return 0
