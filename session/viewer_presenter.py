"""Messages for one viewer, made only from the knowledge of their seat.

For a viewer with a seat, everything comes from that seat's view. A viewer without a seat sees
everything, and is admitted only if nothing can leak.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from aicore.coach.advice import Advice, chosen_first, why_not_others
from aicore.coach.draws import drawable, drawn
from aicore.coach.fitting import Choice
from aicore.coach.highlights import Highlight, Point, in_numbers
from aicore.coach.results import as_message
from aicore.core.decision import Candidate, Decision
from aicore.core.game import Game, State, View
from aicore.core.picture import Scene, drawing, to_svg
from aicore.core.steps import Steps, at_once
from aicore.core.story import ending, notes, tell_all
from aicore.session import lessons
from aicore.session.confirming import Question, question
from aicore.session.foresight import Foresight
from aicore.session.outcome import outcome
from aicore.session.seated_game import STRANGER, SeatedGame

MAX_DESCRIBED = 100  # maximum legal actions that differ only in numbers, to describe them
NUMBER = re.compile(r"\d+")
LISTED = 6  # candidates in a hint
MAX_TURNS = 500  # newest turns of the story in a state; `at` shows the others
Message = dict[str, Any]


class ViewerPresenter:
    """View of a seated game for one viewer.

    Args:
        table: the game.
        seat: the viewer's seat, or None.
        narrow: whether pictures are for a small screen.
    """

    def __init__(self, table: SeatedGame, seat: int | None, narrow: bool = False) -> None:
        self.table = table
        self.game: Game = table.game
        self.seat = seat
        self.narrow = narrow

    @property
    def blind(self) -> bool:
        """Whether the viewer may see nothing but the names of the players."""
        return self.seat is None and not self.table.open_to_all()

    @property
    def moves(self) -> bool:
        """Whether the viewer's seat is to move."""
        table = self.table
        return self.seat is not None and table.turn == self.seat and table.sits(self.seat)

    def position(self, state: State) -> State | View:
        """Return the visible part of a state."""
        return state if self.seat is None else state.view(self.seat)

    def picture(self, state: State, **scene: Any) -> str:
        """Return a picture of a position as the viewer sees it."""
        return to_svg(self._scene(state, **scene), alone=False)

    def _scene(self, state: State, **scene: Any) -> Scene:
        names = self.table.names(self.seat)
        over = bool(self.table.closed) and state is self.table.state
        return Scene(self.position(state), tuple(names), narrow=self.narrow, over=over, **scene)

    def poster(self) -> str:
        """Return the last position as a standalone picture, the same for every viewer."""
        table = self.table
        names = tuple(table.names(nameless=STRANGER))
        return to_svg(Scene(self.position(table.state), names, over=bool(table.closed)))

    def state(self) -> Message:
        """Return the whole table as a message."""
        message = at_once(self.stating())
        assert message is not None
        return message

    def _version(self) -> object:
        """Return everything that affects a description or a picture, to notice changes."""
        table = self.table
        return table.ply, table.undone, table.ended(), self.moves, tuple(table.names(self.seat))

    def stating(self) -> Steps[Message | None]:
        """Build `state` step by step; return None if the table has changed in the meantime."""
        table, names, before = self.table, self.table.names(self.seat), self._version()
        view = table.state.view(self.seat) if self.moves and self.seat is not None else None
        legal = view.legal() if view is not None else []
        alike = Counter(map(_kind, legal))
        few = [action for action in legal if alike[_kind(action)] <= MAX_DESCRIBED]
        text: dict[str, str] = {}
        asked: dict[str, Question] = {}
        if view is not None:
            yield from self._preview_all(view, legal, few, text, asked)
        costs = notes(view, few) if view is not None else {}
        story, picture = None if self.blind else table.story(self.seat), ""
        if story is not None:
            scene = self._scene(table.state, legal=tuple(legal), last=story.news())
            picture = yield from drawing(scene, alone=False)
        if before != self._version():
            return None
        can = self.can()
        return {
            "type": "state",
            "table": "",
            "ply": table.ply,
            "game": self.game.name,
            "title": self.game.info.title,
            "accent": self.game.info.accent,
            "seat": self.seat,
            "owner": True,
            "players": [self._player(seat, name) for seat, name in enumerate(names)],
            "turn": table.turn,
            "waits": "" if table.turn is None else names[table.turn],
            "facts": self._facts(),
            "picture": picture,
            "legal": legal,
            "descriptions": [text.get(action, "") for action in legal],
            "costs": [costs.get(action, "") for action in legal],
            "danger": {action: one.danger for action, one in asked.items() if one.danger},
            "confirm": {action: one.commits for action, one in asked.items() if one.commits},
            "story": [] if story is None else story.entries[-MAX_TURNS:],
            "can": can,
            "aim": table.aim,
            "result": self.result(),
            "outcome": self.short_result(),
            "end": self.end(),
            "seed": str(table.log.deal.seed) if table.over else None,
            "clock": [],
            "running": None,
            "trouble": "",
            "warning": "",
            "lesson": lessons.progress(table, legal),
            "stakes": as_message(self.game),
            "pending": table.steps_left(self.seat)
            if self.moves and self.seat is not None and "undo" in can
            else [],
        }

    def _player(self, seat: int, name: str) -> Message:
        if self.table.sits(seat):
            return {"name": name, "kind": "person", "here": True}
        about, level = self.table.strengths[seat], self.table.levels[seat]
        return {"name": name, "kind": "computer", "about": about, "level": level}

    def _facts(self) -> list[str]:
        """Return the options that differ from the default, each by the first words of its help."""
        game = self.game
        return [
            f"{re.split('[;,(:]', option.help)[0].strip() or option.name}: "
            f"{str(game.options[option.name]).replace('_', ' ')}"
            for option in game.info.options.values()
            if game.options[option.name] != option.default
        ]

    def can(self) -> list[str]:
        """Return the requests that the viewer may make now: none in a puzzle."""
        table = self.table
        if table.puzzle is not None:
            return []
        allowed = {
            "undo": self.seat is not None and table.back_to(self.seat) is not None,
            "hint": self.moves and table.helped,
            "chances": self.judge() is not None or table.log.over,
            "hurry": self.seat is not None and table.thinks is not None and table.lesson is None,
            "rematch": table.over and self.seat is not None and table.sits(self.seat),
            "fork": self.may_fork(),
            "review": table.over and any(isinstance(who, int) for who, _text in table.log.events),
            "explore": self.may_explore(),
            "others": table.log.over and table.game.seats == 1,
            "save": self.may_save(),
        }
        return [name for name, may in allowed.items() if may]

    def judge(self) -> View | None:
        """Return the view for win chances or expected results, if allowed.

        It is the viewer's, or the mover's if the viewer has no seat.
        """
        table = self.table
        if table.over or self.blind or not table.helped:
            return None
        return table.state.view(max(table.state.turn, 0) if self.seat is None else self.seat)

    def may_fork(self) -> bool:
        """Whether a copy of the game can be played on without revealing hidden information."""
        table = self.table
        free = not self.game.has_hidden and table.helped
        return not self.blind and (table.over or table.still or free)

    def may_explore(self) -> bool:
        """Whether other moves may be tried here; not while several people play a game."""
        table = self.table
        return self.may_fork() and (table.over or table.still or table.people < 2)

    def may_save(self) -> bool:
        """Whether the game may be saved as a file: nothing in it is hidden any longer."""
        return not self.blind and (self.table.over or self.table.still)

    def result(self) -> str | None:
        """Return a sentence about how the game ended, or None."""
        table = self.table
        if table.closed or not table.over:
            return table.ended(self.seat) or None
        return self.game.info.story.end(
            self.game, ending(table.state, self.seat), table.names(self.seat)
        )

    def short_result(self) -> str | None:
        """Return how the game ended in a few words, or None."""
        table = self.table
        return outcome(table.state, table.names(self.seat)) if table.log.over else self.result()

    def end(self) -> Message | None:
        """Return each seat's share of what can be won, score and team; None without a result."""
        table, teams = self.table, list(self.game.teams)
        if table.log.over:
            shares = self.shares(table.state.returns())
            return {"shares": shares, "scores": list(table.state.scores()), "teams": teams}
        if table.closed_by is None:
            return None
        shares = [float(team != teams[table.closed_by]) for team in teams]
        return {"shares": shares, "scores": [], "teams": teams}

    def preview(self, actions: Sequence[str]) -> Message:
        """Return the effects of the viewer's actions, until something would be revealed."""
        assert self.seat is not None
        table = self.table
        view = table.state.view(self.seat)
        ahead, asked = table.foresee(actions), table.question(actions[0])
        return {
            "type": "preview",
            "ply": table.ply,
            "actions": list(actions),
            "picture": self.picture(ahead.state, last=tuple((self.seat, a) for a in ahead.steps)),
            "sentences": tell_all(self.game, ahead.heard, table.names(self.seat)),
            "cost": notes(view, actions[:1]).get(actions[0], ""),
            "danger": asked.danger,
            "confirm": asked.commits,
        }

    def _preview_all(
        self,
        view: View,
        legal: Sequence[str],
        actions: Sequence[str],
        text: dict[str, str],
        asked: dict[str, Question],
    ) -> Iterator[None]:
        """Find the effects of each action, and the questions to ask before some are played.

        Args:
            text: the effects in sentences, by action, to which this adds.
            asked: the questions, by action, to which this adds.
        """
        game, names, foresight = self.game, self.table.names(view.seat), Foresight(view, legal)
        story = game.info.story
        for action in actions:
            yield
            ahead = foresight.look([action])
            if not ahead.heard:
                continue
            text[action] = story.tell(game, ahead.heard[0], names)
            if doubt := question(ahead):
                asked[action] = doubt

    def unwarned(self, action: str) -> bool:
        """Whether `state` says nothing about an action because too many are alike."""
        legal, kind = self.table.state.legal(), _kind(action)
        return sum(_kind(other) == kind for other in legal) > MAX_DESCRIBED

    def at(self, ply: int) -> Message:
        """Return the game after its first `ply` events."""
        table = self.table
        past = table.story(self.seat).until(table.log.events, ply)
        return {
            "type": "at",
            "ply": ply,
            "picture": self.picture(past.state, last=past.news),
            "sentences": past.sentences,
            "of": table.ply,
        }

    def hint(self, decision: Decision, advice: Advice) -> Message:
        """Return the advice of a search as a message."""
        table, legal = self.table, tuple(self.table.state.legal())
        shown = chosen_first(decision)[:LISTED]
        text: dict[str, str] = {}
        undescribed = [one.action for one in shown if self.unwarned(one.action)]
        if undescribed and self.seat is not None:
            view = table.state.view(self.seat)
            for _step in self._preview_all(view, legal, undescribed, text, {}):
                pass
        return {
            "type": "hint",
            "ply": table.ply,
            "actions": advice.steps,
            "typed": advice.typed,
            "sentences": advice.sentences,
            "chances": self.shares(shown[0].values) if shown else None,
            "candidates": [
                self._candidate(one, decision.share(one), text.get(one.action, "")) for one in shown
            ],
            "notes": why_not_others(self.game, shown, table.turn or 0) if shown else [],
            "picture": self.picture(table.state, legal=legal, hint=tuple(advice.steps)),
        }

    def _candidate(self, candidate: Candidate, share: float | None, sentences: str) -> Message:
        return {
            "action": candidate.action,
            "sentences": sentences,
            "share": share,
            "visits": candidate.visits,
            "values": self.shares(candidate.values),
        }

    def shares(self, values: Sequence[float]) -> list[float]:
        """Return expected returns as shares (0 to 1) of the range of returns."""
        return [round(share, 4) for share in self.game.shares(values)]

    def drawn(self) -> float | None:
        """Return 1 if a finished game was a draw, else 0; None if draws are not counted."""
        if not drawable(self.game):
            return None
        return float(drawn(self.table.state))

    def review(
        self,
        points: Sequence[Point],
        turns: Sequence[Highlight],
        marks: Sequence[tuple[Choice, str]],
        summary: list[str],
    ) -> Message:
        """Return a message with a game's course, largest changes, marked decisions and summary."""
        fields = in_numbers(points, turns, marks, self.seat or 0)
        return {"type": "review", **fields, "summary": summary, "result": self.result()}


@lru_cache(4096)
def _kind(action: str) -> str:
    """Return an action without its numbers; where things are placed, many differ only in these."""
    return NUMBER.sub("", action)
