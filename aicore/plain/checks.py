"""Checks for every position of a plain game. Each yields sentences about mistakes.

The conformance kit has the same checks; these have sentences for authors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import aicore
from aicore.core.drawing import plain
from aicore.core.errors import AicoreError, MistakeError
from aicore.core.game import Game, State
from aicore.core.language import N_, fill
from aicore.core.language import gettext as _
from aicore.core.picture import Scene, to_svg
from aicore.core.schema import through_json
from aicore.core.story import CHANCE_ACTOR, Names, ending, seen_event
from aicore.plain.forms import PlainForm

Finding = tuple[str, Any]
"""Sentence about a mistake, and the author's function to blame, or None if it is unknown."""

MAX_EVENTS = 12  # maximum number of events tried in a position
SAMPLES = 3  # number of redrawn positions for each seat


def events(state: State) -> list[int]:
    """Return the events that can happen next, as integers."""
    return state.legal_actions() or [event for event, _ in state.outcome_actions()]


def some(items: list[int], most: int = MAX_EVENTS) -> list[int]:
    """Return at most `most` items, about evenly spaced."""
    return items[:: max(1, -(-len(items) // most))]


def form_of(game: Game, event: int) -> PlainForm:
    """Return the form of an event."""
    form: PlainForm = game.grammar.form_of(event)
    return form


def check_lists(state: State) -> Iterator[Finding]:
    """Check that each event is listed once, and that a second call lists the same events."""
    listed = events(state)
    for event, times in Counter(listed).items():
        if times > 1:
            form = form_of(state.game, event)
            yield (
                _(
                    "it lists {event!r} twice: list each event once; `.held()` repeats each card "
                    "by its count",
                    event=state.game.text(event),
                ), form.lister
            )  # fmt: skip
    again = events(state)
    if sorted(listed) != sorted(again):
        event = next(iter({*listed} ^ {*again}), (listed or again)[0])
        yield (
            _("two calls in one position list different events: the list may depend only on s"),
            form_of(state.game, event).lister
        )  # fmt: skip


def check_playing(state: State) -> Iterator[Finding]:
    """Check that playing an event twice from one position leads to the same position."""
    for event in some(events(state)):
        first, second = state.clone(), state.clone()
        first.apply(event)
        second.apply(event)
        if bytes(first) != bytes(second):
            yield (
                _(
                    "playing {event!r} twice from one position leads to two different positions: "
                    "the result may depend only on s and the arguments; put luck in an @event",
                    event=state.game.text(event),
                ), form_of(state.game, event).play
            )  # fmt: skip


def check_dump(state: State) -> Iterator[Finding]:
    """Check that the fields describe the state completely."""
    fields = state.to_dict()
    again = state.game.from_dict(through_json(fields))
    if bytes(again) != bytes(state):
        text = _("writing the position's fields and reading them again gives another position")
        yield text, None


_LEGAL = N_(
    "the legal actions of seat {seat} give away hidden information: whether {action!r} is among "
    "them depends on fields that it cannot see"
)
_PROMISING = N_(
    "the promising actions of seat {seat} give away hidden information: whether {action!r} is "
    "among them depends on fields that it cannot see"
)


def check_views(state: State) -> Iterator[Finding]:
    """Check that a seat's view and legal actions depend only on fields that it sees."""
    game = state.game
    if not game.has_hidden:
        return
    rng = aicore.Rng(5)
    for seat in range(game.seats):
        view = state.view(seat)
        for _sample in range(SAMPLES):
            other = state.resample(seat, rng)
            if bytes(other.view(seat)) != bytes(view):
                text = _("redrawing fields that seat {seat} cannot see changes its view", seat=seat)
                yield text, None
                return
            if state.turn != seat:
                continue
            for leak, mine, theirs in (
                (_LEGAL, state.legal_actions(), other.legal_actions()),
                (_PROMISING, state.promising(), other.promising()),
            ):
                if mine != theirs:
                    changed = set(mine) ^ set(theirs)
                    event: Any = next(iter(changed)) if changed else mine[0]
                    number = event[0] if isinstance(event, tuple) else event
                    form = form_of(game, number)
                    text = fill(_(leak), seat=seat, action=game.text(number))
                    yield text, form.lister or form.play
                    return


def check_texts(state: State) -> Iterator[Finding]:
    """Check that an event's text reveals nothing to a seat that the next position hides."""
    game = state.game
    if not game.has_hidden:
        return
    for seat in range(game.seats):
        read: dict[bytes, tuple[State, str]] = {}
        for event in events(state):
            after = state.clone()
            after.apply(event)
            text = state.event_text(event, seat)
            other, sentence = read.setdefault(bytes(after.view(seat)), (after, text))
            if other != after and sentence != text:
                form = form_of(game, event)
                said = _(
                    "the text {text!r} reveals to seat {seat} something that the fields hide: use "
                    "{word} in {form!r}",
                    text=text,
                    seat=seat,
                    word="secret=True" if not form.chance else "seen_by=",
                    form=form.pattern,
                )
                yield said, form.play
                return


def check_possible(state: State) -> Iterator[Finding]:
    """Check that the game can continue from positions that a seat considers possible."""
    game = state.game
    if not game.has_hidden or state.turn == aicore.END:
        return
    rng = aicore.Rng(11)
    for seat in range(game.seats):
        other = state.resample(seat, rng)
        try:
            for event in some(events(other), 4):
                after = other.clone()
                after.apply(event)
                after.play_out(rng, 50)
        except MistakeError as error:
            text = _(
                "in a position that seat {seat} considers possible: {error}; if hidden fields "
                "depend on each other, write resample(self, s, seat, random)",
                seat=seat,
                error=error,
            )
            yield text, None
            return


def check_guides(state: State) -> Iterator[Finding]:
    """Check that estimates, suggestions, scores, stories and drawings work."""
    if state.turn >= 0:
        state.evaluate()
        state.policy(aicore.Rng(3))
        state.promising()
    state.scores()
    _tell(state)
    legal = tuple(state.legal()) if state.turn >= 0 else ()
    for position in (state, state.view(0)):
        try:
            drawn = plain(position, 78)
            to_svg(Scene(position, legal=legal))
        except MistakeError:
            raise
        except Exception as error:
            named = "" if isinstance(error, AicoreError) else f"{type(error).__name__}: "
            reason = f"{named}{error}"
            text = _("the position cannot be drawn: {reason}", reason=reason)
            yield text, _method(state, "picture")
            return
        width = max(map(len, drawn.splitlines()), default=0)
        if width > 78:
            text = _("its picture is {width} columns wide; at most 78 fit", width=width)
            yield text, _method(state, "picture")


def _tell(state: State) -> None:
    """Tell the aim, and one event that can happen next or the end. Raises MistakeError."""
    game, story = state.game, state.game.info.story
    names = Names.numbered(game.seats)
    story.aim(game)
    if state.turn == aicore.END:
        story.end(game, ending(state, 0), names)
        return
    event = events(state)[0]
    after = state.clone()
    after.apply(event)
    actor = state.turn if state.turn >= 0 else CHANCE_ACTOR
    story.tell(game, seen_event(state, actor, event, after, 0), names)


def _method(state: State, name: str) -> Any:
    return getattr(type(state.game.author), name, None)  # type: ignore[attr-defined]


# Checks for positions of all games, and slower checks for positions of a few games.
OFTEN: tuple[Callable[[State], Iterator[Finding]], ...] = (check_lists, check_views)
SELDOM: tuple[Callable[[State], Iterator[Finding]], ...] = (
    check_playing, check_dump, check_texts, check_possible, check_guides,
)  # fmt: skip
