"""Page that steps through a recorded game, with pictures and the story, and makes no requests.

Each picture of a game differs little from the one before. So the page keeps a picture as a list of
shared pieces, and a game of a few hundred positions takes hundreds of kilobytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any
from xml.etree.ElementTree import Element

from aicore.coach.accounts import accounts
from aicore.coach.fitting import Choice, LuckEvent
from aicore.coach.highlights import highlights, in_numbers, in_sentences
from aicore.coach.results import as_message, change, figure, result
from aicore.coach.review import Review
from aicore.coach.summary import summary
from aicore.core.language import gettext as _
from aicore.core.language import language
from aicore.core.picture import Scene, stylesheet
from aicore.core.record import Event, Ply, Record, replay
from aicore.core.story import CHANCE_ACTOR, Names, SeenEvent, ending, tell_all
from aicore.core.svg import serialized
from aicore.session.foresight import tell_better
from aicore.session.outcome import ended_early
from aicore.session.seat_labels import seat_names, strength
from aicore.web.page_files import bundled, texts

GROUP = re.compile("(?=<(?:g|polygon|text)[ >])")
STYLES = ("static/style.css", "static/table.css", "replay_page.css")
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
SLIGHT = 0.005  # share below which luck gets no note


@dataclass(frozen=True)
class Frame:
    """Position of the game, at a decision or at its end.

    Args:
        ply: the number of events before it.
        actor: the seat that decided last; "chance" if none did.
        sentences: sentences about the events since the previous frame.
        pictures: pictures of the position, wide and narrow.
    """

    ply: int
    actor: int | str
    sentences: list[str]
    pictures: tuple[Element, Element]


def render_replay(
    record: Record,
    seat: int | None = None,
    review: Review | None = None,
    called: Sequence[str] | None = None,
    ended: str = "",
) -> str:
    """Return a record's page, as HTML.

    Args:
        seat: the seat whose view the page shows; None shows everything.
        review: a review of the record, whose findings the page shows too.
        called: the names of the seats; None takes the names of their players.
        ended: a sentence about how people ended the game early; "" if they did not.

    Raises RecordError, OptionError.
    """
    game = record.load()
    if seat is not None:
        game.start().view(seat)  # raises for a seat that the game does not have
    names = called or seat_names(record.players, game.info)
    if record.resigned is not None and not ended:
        ended = ended_early(game, record.resigned, "resigned", names, None)
    frames = list(_frames(replay(record, unfinished=True), names, seat, ended))
    pieces = Pieces()
    remarks = None if review is None else Remarks(review, names)
    content: dict[str, Any] = {
        "names": list(names),
        "frames": [
            {
                "ply": frame.ply,
                "actor": frame.actor,
                "sentences": frame.sentences,
                "wide": pieces.take(frame.pictures[0]),
                "narrow": pieces.take(frame.pictures[1]),
                **({} if remarks is None else remarks.frame(frame.ply)),
            }
            for frame in frames
        ],
        "pieces": pieces.texts,
    }
    if remarks is not None:
        content["review"] = remarks.summary()
        if stakes := as_message(game):
            content["stakes"] = stakes
    players = ", ".join(
        f"{name}{strength(spec, game.info, plainly=True)}"
        for name, spec in zip(names, record.players, strict=True)
    )
    facts = [players]
    if seat is not None:
        facts.append(_("as seen by {name}", name=names[seat]))
    if seat is None or record.over:  # the seed reveals hidden information and future chance
        facts.append(_("seed {seed}", seed=record.seed))
    if not record.finished:
        facts.append(ended.removesuffix(".") or _("unfinished"))
    return _page(game.info.title, ", ".join(facts), content)


def _frames(
    plies: Iterator[Ply], names: Sequence[str], seat: int | None, ended: str
) -> Iterator[Frame]:
    called = Names(names)
    happened: list[SeenEvent] = []
    events: list[Event] = []
    for ply in plies:
        if ply.turn != "chance" or ply.event is None:
            over = ply.event is None and bool(ended)
            lines = [*tell_all(ply.state.game, happened, called), *([ended] if over else [])]
            if ply.turn == "end":
                story = ply.state.game.info.story
                lines.append(story.end(ply.state.game, ending(ply.state, seat), called))
            position = ply.state if seat is None else ply.state.view(seat)
            wide, narrow = (
                Scene(position, tuple(names), (), tuple(events), (), is_narrow, over)
                for is_narrow in (False, True)
            )
            draw = ply.state.game.info.picture.draw
            decided = [each.actor for each in happened if each.actor != CHANCE_ACTOR]
            actor = decided[-1] if decided else CHANCE_ACTOR
            yield Frame(ply.number, actor, lines, (draw(wide), draw(narrow)))
            happened, events = [], []
        heard = ply.heard(seat)
        if heard is not None:
            happened.append(heard)
            events.append((ply.turn, heard.text))


class Pieces:
    """Pieces of pictures, each stored once.

    Attributes:
        texts: the pieces.
    """

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}

    def take(self, picture: Element) -> list[int]:
        """Return the indices of a picture's pieces; each group of elements begins a piece."""
        indices = []
        for text in GROUP.split(serialized(picture)):
            if text not in self._places:
                self._places[text] = len(self.texts)
                self.texts.append(text)
            indices.append(self._places[text])
        return indices


class Remarks:
    """Review in the form that the page's script reads.

    Args:
        review: the review.
        names: the names of the seats.
    """

    def __init__(self, review: Review, names: Sequence[str]) -> None:
        self.review = review
        self.names = tuple(names)
        events: list[Choice | LuckEvent] = [*review.choices, *review.luck_events]
        self._course = {point.ply: point for point in review.course}
        self._events = sorted(events, key=lambda each: each.ply, reverse=True)

    def frame(self, ply: int) -> dict[str, Any]:
        """Return the remarks on the frame after `ply` events; call this for frames in order."""
        notes = []
        while self._events and self._events[-1].ply < ply:
            each = self._events.pop()
            note = self._decision_note(each) if isinstance(each, Choice) else self._luck_note(each)
            if note:
                notes.append(note)
        point = self._course.get(ply)
        return {
            "notes": notes,
            "shares": None if point is None else [round(share, 4) for share in point.shares],
            "searched": None if point is None else [round(share, 4) for share in point.searched],
        }

    def _decision_note(self, choice: Choice) -> list[str]:
        seat = choice.seat
        played, best = choice.played_shares[seat], choice.best_shares[seat]
        name, game = self.names[seat], self.review.game
        if choice.best == choice.played:
            share = result(game, played, 1)
            return [choice.word, f"{name}: {share}"]
        text = _(
            "{name}: {share}; {best} with {moves}",
            name=name,
            share=figure(game, played, 1),
            best=result(game, best, 1),
            moves=", ".join(choice.line[:4]),
        )
        return [choice.word, text]

    def _luck_note(self, luck_event: LuckEvent) -> list[str]:
        if not luck_event.events or max(map(abs, luck_event.shares)) < SLIGHT:
            return []
        game = self.review.game
        text = ", ".join(
            f"{name} {change(game, share, ' %')}"
            for name, share in zip(self.names, luck_event.shares, strict=True)
        )
        return ["luck", f"{', '.join(luck_event.events)}: {text}"]

    def summary(self) -> dict[str, Any]:
        """Return the turning points, the marked decisions, the accounts and a summary."""
        names = Names(self.names)
        marks = tell_better(self.review, names)
        turns = in_sentences(highlights(self.review, names), marks)
        turned = in_numbers([], turns, marks, 0)
        account = accounts(self.review, self.names)
        notes = [*account.words, *account.notes]
        sentences = summary(self.review, turns, 0, names)
        return {
            **turned,
            "summary": sentences,
            "columns": account.columns,
            "rows": account.rows,
            "notes": notes,
        }


def _as_json(what: Any) -> str:
    """Return JSON that may stand in HTML."""
    return json.dumps(what, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")


def _page(title: str, facts: str, content: dict[str, Any]) -> str:
    def part(name: str) -> str:
        return files("aicore.web").joinpath(name).read_text(encoding="utf-8")

    script = bundled("replay")
    known = {
        key: text
        for key, text in texts(language()).items()
        if json.dumps(key, ensure_ascii=False) in script
    }
    labels = {
        "steps": _("steps"),
        "first": _("go to the start (Home)"),
        "back": _("step back (left arrow)"),
        "pause": _("play or pause (space)"),
        "play": _("play"),
        "next": _("step forward (right arrow)"),
        "last": _("go to the end (End)"),
        "step": _("step"),
        "review": _("Review"),
        "noscript": _("This page needs JavaScript to show the game."),
    }
    parts = {name: escape(text) for name, text in labels.items()} | {
        "language": language(),
        "policy": escape(POLICY),
        "title": escape(title),
        "facts": escape(facts),
        "style": stylesheet() + "".join(map(part, STYLES)),
        "script": script,
        "content": _as_json(content),
        "texts": _as_json(known),
    }
    return re.sub(r"\{(\w+)\}", lambda match: parts[match[1]], part("replay_page.html"))
