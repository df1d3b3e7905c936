"""Python API of a game's rules."""

from aicore.core._types cimport u32
from aicore.core.validate cimport bounded_int
from aicore.core.position cimport event_number, new_state
from aicore.core.ruleset cimport raise_mistakes, raise_mistakes_since

from hashlib import sha256

from aicore.core.errors import (
    AicoreError, MistakeError, NotationError, OptionError, StateError, quoted,
)
from aicore.core import game_data
from aicore.core.game_data import GameData

cdef enum:
    MAX_LENGTH = 1000  # maximum number of characters in a text that may denote an event
    ENDLESS = 20  # maximum number of events, in multiples of a Python game's max_length

globals().update(Position=Position, State=State, View=View)  # so that Python can import them


cdef class Game(Ruleset):
    """Immutable rules of one game for a number of seats and a choice of options.

    Create games with `aicore.load`. A game's module derives its own class, which sets the declared
    bounds in its ``__init__`` and defines the C methods that ruleset.pxd lists.
    """

    def __init__(self, info, seats, dict options not None):
        if self.info is not None:
            raise TypeError("a game can be initialized only once")
        known = game_data.KNOWN.get(info.name) if isinstance(info, GameData) else None
        if known is None or not isinstance(info, type(known)) or not any([
            kind.__module__ in (f"aicore.games.{info.name}.game", "aicore.plain.rules")
            for kind in type(self).__mro__
        ]):
            raise TypeError("create games with aicore.load")
        fewest, most = known.seats
        self.seats = bounded_int("seats", seats, fewest, min(most, MAX_SEATS))
        self._options = {
            option.name: option.read(options.get(option.name, option.default), OptionError)
            for option in info.options.values()
        }
        self.info = info
        self.teams = tuple(range(self.seats))
        self.low = 0.0
        self.high = 1.0
        self.chance_sources = ()
        self.max_tokens = 1
        self.fields = ()

    cdef int check_same_game(self, Position position) except -1:
        """Check that a position is of this game. Raises AicoreError."""
        if position.game is not self and position.game != self:
            raise AicoreError(f"expected a position of {_named(self, position.game)}, "
                              f"not {_named(position.game, self)}")
        return 0

    cdef int check_to_move(self, View view) except -1:
        """Check that a view is of this game and its seat is to move. Raises AicoreError."""
        self.check_same_game(view)
        if (<const Head*> view.data).turn != view.seat:
            raise AicoreError(f"seat {view.seat} is not to move")
        return 0

    @property
    def name(self):
        """Name by which `aicore.load` finds the game."""
        return self.info.name

    def report_mistakes(self, before=None):
        """Raise MistakeError if the game's own code made a mistake.

        A compiled game never raises it.

        Args:
            before: number of mistakes in an earlier state of `mistakes`. Only later ones count,
                even if they were reported. None counts those that were not reported.
        """
        raise_mistakes_since(self, self.reported if before is None else before)

    def bound(self, events):
        """Raise MistakeError if a game has so many events that it may never end.

        Call it while playing games in plain Python to their end.

        Args:
            events: number of events played so far.
        """
        if self.scripted and events > ENDLESS * <long long> self.max_length:
            raise MistakeError(
                f"{self.name}: the game is not over after {events} events: does it always end? "
                "If games can be this long, set longest in the class")

    @property
    def sides(self):
        """Number of teams; seats without partners count as teams."""
        return len(set(self.teams))

    @property
    def cooperative(self):
        """Whether several seats win or lose together, against the game."""
        return self.seats > 1 and self.sides == 1

    @property
    def stake(self):
        """Difference between the greatest and the least return of a seat."""
        return self.high - self.low

    def share(self, double value):
        """Return an expected return as a share of the range of returns, from 0 to 1.

        In a game that can only be won or lost, the share is the probability of winning. A value out
        of range is clipped.
        """
        return min(1.0, max(0.0, (value - self.low) / (self.high - self.low)))

    def shares(self, values):
        """Return expected returns as shares of the range of returns; see `share`."""
        return tuple([self.share(value) for value in values])

    def start(self):
        """Return the first position, in which a chance event is often due."""
        cdef State state = new_state(self, NULL)
        self.begin(state.data)
        raise_mistakes(self)
        return state

    @property
    def options(self):
        """Values of all rule options, by name."""
        return dict(self._options)

    @property
    def observation_version(self):
        """Digest of the encoding of observations and tokens; a network fits only one encoding."""
        encoded = [tuple(field._replace(name="", names=())) for field in self.fields]
        encoded.append((self.seats, self.num_tokens, self.max_tokens))
        return sha256(repr(encoded).encode()).hexdigest()[:12]

    @property
    def symmetries(self):
        """Tuple of the game's symmetries (`aicore.core.symmetry.Symmetry`)."""
        return ()

    def check_view(self, View view not None):
        """Check that a view is of this game and its seat is to move. Raises AicoreError."""
        self.check_to_move(view)

    @property
    def grammar(self):
        """Forms of the game's actions and outcomes."""
        if self._grammar is None:
            self._grammar = self.info.notation.grammar(self)
        return self._grammar

    def text(self, event):
        """Return the notation of an action or outcome. Raises NotationError if it has none."""
        cdef u32 number = event_number(self, event)
        try:
            return self.grammar.to_text(number)
        except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            raise NotationError(f"{number} is not an event of {self.name}") from error

    def parse(self, text):
        """Return the action or outcome (an integer) of a text. Raises NotationError."""
        if not isinstance(text, str):
            raise NotationError(f"{quoted(text)}: an event of {self.name} must be a string")
        if len(text) > MAX_LENGTH:
            raise NotationError(
                f"{quoted(text)}: {len(text)} characters are too many for an event of {self.name}")
        return self.grammar.from_text(text)

    def item(self, outcome):
        """Return the card or face that an outcome shows, as an integer that ignores the seat.

        Raises NotationError.
        """
        return self.chance_item(event_number(self, outcome))

    def from_dict(self, dict fields not None):
        """Return the state that a full dictionary from `State.to_dict` describes.

        The fields must match the state exactly, without extra or inconsistent entries. A list may
        be in another order if its order has no meaning in the game. Raises StateError.
        """
        cdef State state = new_state(self, NULL)
        try:
            self.restore(fields, state.data)
        except StateError:
            raise
        except (
            ArithmeticError, AttributeError, LookupError, TypeError, ValueError
        ) as error:
            lacking = isinstance(error, KeyError) and error.args[0] not in fields
            what = "it lacks" if lacking else f"{type(error).__name__}:"
            raise StateError(f"not a state of {self.name}: {what} {error}") from error
        found = self.dump(state.data, -1)
        raise_mistakes(self)
        for name in [*found, *fields]:
            if name not in found or name not in fields or not _alike(found[name], fields[name]):
                raise StateError(
                    f"not a state of {self.name}: {name} is {fields.get(name)!r}; "
                    f"the other entries imply {found.get(name)!r}")
        return state

    def __reduce__(self):
        return self.info.load_again, (self.info.name, self.seats, self.options)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __eq__(self, other):
        if type(self) is not type(other):
            return False
        return (
            self.seats == (<Game> other).seats
            and self._options == (<Game> other)._options
            and (self.info is (<Game> other).info or self.info.data == (<Game> other).info.data)
        )

    def __hash__(self):
        return hash((self.info.name, self.seats, tuple(sorted(self._options.items()))))

    def __repr__(self):
        return f"<aicore game {self.info.name}, {self.seats} seats, {self._options}>"


cdef str _named(Game game, Game other):
    """Return a game's name and seats, and the options that distinguish it from another game."""
    words = [game.name, f"{game.seats} seat" + "s" * (game.seats > 1)]
    if type(game) is type(other) and game.seats == other.seats:
        words += [
            f"{name}={value}" for name, value in game._options.items()
            if value != other._options.get(name)
        ] or ["different data"]
    return ", ".join(words)


def _alike(found, given):
    """Whether two parts of a dump are equal, ignoring the order of lists of plain values."""
    if found == given:
        return True
    if isinstance(found, dict) and isinstance(given, dict):
        return found.keys() == given.keys() and all(_alike(found[k], given[k]) for k in found)
    if not isinstance(found, list) or not isinstance(given, list) or len(found) != len(given):
        return False
    if any(isinstance(part, (dict, list)) for part in found):
        return all(map(_alike, found, given))
    return sorted(map(repr, found)) == sorted(map(repr, given))
