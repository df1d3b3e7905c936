"""Referee of tournaments, which plays one game after another at the speed of the rules.

A game is the same as in `aicore.arena.match.Match` with the same specs and seed; a test compares
the records. The referee is faster, because actions are integers, not texts, and C code draws the
luck. It does not ask a seat with only one legal action.
"""

import array
import json
from array import array
from dataclasses import dataclass

from cpython.buffer cimport PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc

from aicore.arena.luck cimport Meter
from aicore.core._types cimport i64, u32, u64
from aicore.core.chance cimport Chance
from aicore.core.clock cimport now
from aicore.core.game cimport END, Game, Head, MAX_SEATS, State
from aicore.core.ruleset cimport raise_mistakes

from aicore.core.errors import AicoreError, IllegalAction, MistakeError, NotationError
from aicore.core.language import fill
from aicore.core.language import gettext as _
from aicore.players.errors import EngineError

cdef enum:
    CHANCE_CODE = MAX_SEATS  # code for chance as the actor of an event
    FIRST_ROOM = 256  # initial number of events that there is room for

IDLE = -1
"""Seat in the slot while no player is thinking."""

ADJUDICATED = "adjudicated"
"""Reason of an adjudicated game's end."""

EXPECTED = 30.0
"""Assumed number of further decisions, for advice on thinking time."""


def advised(left, increment):
    """Return the advised seconds for a decision, from the seconds left on a clock."""
    return min(left / EXPECTED + 0.8 * increment, 0.5 * left)


@dataclass(frozen=True)
class Forfeit:
    """Forfeit of a game, with its reason.

    Args:
        seat: the seat that loses it.
        kind: "illegal", "time", "error", or the kind of an external engine's error.
        reason: the reason in words, in one line.
    """

    seat: int
    kind: str
    reason: str


@dataclass(frozen=True)
class Outcome:
    """Outcome of one game that was finished, adjudicated or forfeited.

    Args:
        events: the record's events, as JSON.
        plies: number of events.
        scores: score of each seat when the game stopped.
        returns: return of each seat; None after a forfeit.
        end: reason of the end; None after a forfeit.
        decisions: number of decisions of each seat.
        seconds: thinking time of each seat.
        forfeit: the forfeit that stopped the game; else None.
        state: the last position.
        luck: luck of each seat, in units of returns; None if it was not measured.
    """

    events: str
    plies: int
    scores: list
    returns: list | None
    end: str | None
    decisions: tuple
    seconds: tuple
    forfeit: Forfeit | None
    state: State
    luck: tuple | None = None


cdef class Referee:
    """Referee of games by one set of rules.

    Args:
        game: the rules.
        limit: seconds after which a decision is a forfeit; 0 for no limit.
        slot: shared memory of five 64-bit integers, for other processes to read: block, index of
            the game, seat or IDLE, time of the question, and latest time for the answer (0 for no
            limit). Times are nanoseconds of the monotonic clock. None for no reports.
        meter: the meter of the luck; None to measure no luck.
        clock: seconds of each seat for a whole game, and seconds that every decision adds; it
            replaces the limit. None for no clock.
        adjudicator: the adjudicator, which ends games whose result is known; None for none.
    """

    cdef readonly Game game
    cdef readonly double limit
    cdef readonly Meter meter
    cdef readonly object clock
    cdef readonly object adjudicator
    cdef Py_buffer _shared  # the memory of the slot
    cdef i64* slot
    cdef dict _texts  # JSON of each event, by its actor and number packed into one integer
    cdef u32* events
    cdef char* actors  # actor of each event: its seat, or CHANCE_CODE
    cdef Py_ssize_t room  # number of events that `events` and `actors` can hold
    cdef u32* legal

    def __cinit__(self):
        self.events = NULL
        self.actors = NULL
        self.legal = NULL
        self.slot = NULL

    def __init__(
        self, Game game not None, double limit=0.0, slot=None, Meter meter=None, clock=None,
        adjudicator=None,
    ):
        if meter is not None and meter.game != game:
            raise AicoreError(f"a meter for {meter.game.name} cannot measure {game.name}")
        self.game = game
        self.limit = limit
        self.meter = meter
        self.clock = clock
        self.adjudicator = adjudicator
        if slot is None:
            slot = array("q", [0, 0, IDLE, 0, 0])
        PyObject_GetBuffer(slot, &self._shared, PyBUF_WRITABLE)
        self.slot = <i64*> self._shared.buf
        if self._shared.len < 5 * <Py_ssize_t> sizeof(i64):
            raise ValueError("slot must hold five 64-bit integers")
        self._texts = {}
        self.legal = <u32*> PyMem_Malloc(game.max_actions * sizeof(u32))
        if self.legal == NULL:
            raise MemoryError
        self.room = 0
        self._grow(FIRST_ROOM)

    def __dealloc__(self):
        PyMem_Free(self.events)
        PyMem_Free(self.actors)
        PyMem_Free(self.legal)
        if self.slot != NULL:
            PyBuffer_Release(&self._shared)

    cdef int _grow(self, Py_ssize_t room) except -1:
        """Make room for `room` events in all."""
        cdef void* events = PyMem_Realloc(self.events, room * sizeof(u32))
        if events == NULL:
            raise MemoryError
        self.events = <u32*> events
        cdef void* actors = PyMem_Realloc(self.actors, room)
        if actors == NULL:
            raise MemoryError
        self.actors = <char*> actors
        self.room = room
        return 0

    def play(
        self, players, seeds, Chance luck not None, Py_ssize_t block=0, int number=0, verdict=None,
        u64 samples=0, opening=(),
    ):
        """Play one game, and return its Outcome.

        Args:
            players: the player at each seat; a player may sit at several seats.
            seeds: seed of each seat's player.
            luck: luck of the game, not yet used; the call advances it.
            block, number: the game's block and index, for the slot.
            verdict: a Forfeit by a supervisor that stopped a hung player; it takes effect when the
                seat is first asked. None for none.
            samples: seed of the meter's samples.
            opening: actions to play before asking any seat.
        """
        cdef Game game = self.game
        cdef State state = game.start()
        cdef Head* head = <Head*> state.data
        cdef Py_ssize_t plies = 0
        cdef int seat, size, i
        cdef int[MAX_SEATS] moves  # actions of each seat, including forced ones
        cdef int[MAX_SEATS] questions  # decisions that the referee asked each seat for
        cdef double[MAX_SEATS] seconds
        cdef double[MAX_SEATS] left  # seconds on the clock of each seat
        cdef double start, took, limit = self.limit
        cdef u32 event = 0
        cdef Py_ssize_t opening_plies = len(opening)
        cdef object forfeit = None
        cdef object adjudicated = None  # the returns by adjudication
        if len(players) != game.seats or len(seeds) != game.seats:
            raise AicoreError(
                f"{game.name} needs {game.seats} player{'s' * (game.seats > 1)}, "
                f"not {len(players)}")
        for i in range(MAX_SEATS):
            moves[i] = 0
            questions[i] = 0
            seconds[i] = 0.0
            left[i] = 0.0 if self.clock is None else self.clock[0]
        if self.adjudicator is not None:
            self.adjudicator.begin()
        self.slot[0] = block
        self.slot[1] = number
        if self.meter is not None:
            self.meter.begin(samples)
        while head.turn != END:
            seat = head.turn
            if plies == self.room:
                self._grow(2 * self.room)
            if seat < 0:
                if self.meter is not None:
                    self.meter.due(state.data)
                event = luck.happen(state)
                if self.meter is not None:
                    self.meter.happened(state.data)
                    raise_mistakes(game)
                self.actors[plies] = CHANCE_CODE
            else:
                size = game.actions(state.data, self.legal)
                raise_mistakes(game)
                if plies < opening_plies:
                    event = opening[plies]
                elif size == 1:
                    event = self.legal[0]
                else:
                    if self.adjudicator is not None:
                        adjudicated = self.adjudicator.result(state)
                        if adjudicated is not None:
                            break
                    if verdict is not None and verdict.seat == seat:
                        forfeit = verdict
                        break
                    player = players[seat]
                    player.seed = seeds[seat]
                    player.decisions = moves[seat]
                    questions[seat] += 1
                    if self.clock is not None:
                        limit = left[seat]
                        player.give_time(advised(limit, self.clock[1]), limit)
                    start = now()
                    self.slot[3] = <i64> (1e9 * start)
                    self.slot[4] = <i64> (1e9 * (start + limit)) if limit > 0.0 else 0
                    self.slot[2] = seat
                    try:
                        decision = player.decide(state.view(seat))
                        event = game.parse(decision.action)
                    except MistakeError:  # the game's fault, not the player's
                        raise
                    except (IllegalAction, NotationError) as error:
                        forfeit = Forfeit(seat, "illegal", _line(error))
                    except EngineError as error:
                        forfeit = Forfeit(seat, error.kind, _line(error))
                    except Exception as error:
                        forfeit = Forfeit(seat, "error", f"{type(error).__name__}: {_line(error)}")
                    finally:
                        self.slot[2] = IDLE
                    took = now() - start
                    seconds[seat] += took
                    if forfeit is not None:
                        break
                    if 0.0 < limit < took:
                        text = _("a decision took {took:.2f} s; the limit is {limit:.2f} s")
                        if self.clock is not None:
                            text = _("its clock ran out: {limit:.2f} s left, {took:.2f} s taken")
                        forfeit = Forfeit(seat, "time", fill(text, took=took, limit=limit))
                        break
                    if self.clock is not None:
                        left[seat] += self.clock[1] - took
                    if self.adjudicator is not None:
                        self.adjudicator.note(seat, decision)
                    for i in range(size):
                        if self.legal[i] == event:
                            break
                    else:
                        forfeit = Forfeit(seat, "illegal", self._illegal(state, event))
                        break
                moves[seat] += 1
                game.apply(state.data, event)
                raise_mistakes(game)
                if game.scripted:
                    game.bound(plies)
                self.actors[plies] = seat
            self.events[plies] = event
            plies += 1
        return Outcome(
            self._record(plies),
            plies,
            state.scores(),
            adjudicated if adjudicated is not None
            else state.returns() if forfeit is None else None,
            ADJUDICATED if adjudicated is not None else state.end,
            tuple([questions[i] for i in range(game.seats)]),
            tuple([seconds[i] for i in range(game.seats)]),
            forfeit,
            state,
            None if self.meter is None else self.meter.result(),
        )

    cdef str _record(self, Py_ssize_t plies):
        """Return the events so far, as a JSON list."""
        cdef Py_ssize_t i
        cdef list parts = [None] * plies
        cdef u64 code
        for i in range(plies):
            code = <u64> self.actors[i] << 32 | self.events[i]
            text = self._texts.get(code)
            if text is None:
                text = self._texts[code] = self._text(self.actors[i], self.events[i])
            parts[i] = text
        return "[" + ",".join(parts) + "]"

    def _text(self, int actor, event):
        """Return an event of the record as JSON."""
        if len(self._texts) > 1_000_000:  # games with endlessly many texts must not fill the memory
            self._texts.clear()
        actor_name = "chance" if actor == CHANCE_CODE else actor
        return json.dumps([actor_name, self.game.text(event)], separators=(",", ":"))

    def _illegal(self, State state, event):
        """Return the reason why an action is illegal, from the rules if possible."""
        try:
            state.event_text(event)
        except AicoreError as error:
            return _line(error)
        except Exception as error:  # an invalid number has no text
            text = _("{event} is not an action: {error}")
            return fill(text, event=str(event), error=_line(error))
        return _("{event} is not legal", event=str(event))


def _line(error):
    """Return an error's text as one line of bounded length."""
    return " ".join(str(error).split())[:500]
