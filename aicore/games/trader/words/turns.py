"""Whole turns of Free Trader in a few sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from aicore.core.game import Game
from aicore.core.language import gettext as _
from aicore.core.story import Names, SeenEvent, in_words
from aicore.games.trader.words import clauses, vocabulary
from aicore.games.trader.words.wording import SEAT, Words, vectorium

STAGES = {
    "buy": "market",
    "jump": "jump",
    "flee": "flight",
    "sell-module": "fine",
    "counterattack": "fight",
    "damage": "fight",
    "sell": "close",
    "upgrade": "close",
}
"""Stage of a turn that an action belongs to, by its verb."""
DRAWN = {
    "buy": "market",
    "arrive": "arrival",
    "fine": "fine",
    "attack": "fight",
    "counterattack": "fight",
    "jump": "flight",
}
"""Stage of a turn that an event card belongs to, by the purpose of the draw."""
OVER = ("paid", "payment")  # endings that come before the drawn card takes effect
SHORT_FIGHT = 2  # maximum number of cards in a fight that is reported with its figures


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return sentences about the ship's journey, its encounters and its earnings."""
    paragraph = Paragraph(Words(game, names))
    for run in _runs(events):
        paragraph.add(_stage(run[0]), run, run[-1] is events[-1])
    paragraph.finish(events)
    return paragraph.sentences


class Paragraph:
    """Sentences under construction; successive actions of the trader are joined into one."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.sentences: list[str] = []
        self._does: list[str] = []

    def add(self, stage: str, run: Sequence[SeenEvent], last: bool) -> None:
        """Add a stage of a turn.

        Args:
            run: events of the stage.
            last: whether it is the last stage to report.
        """
        card = run[0].text.startswith("event ")
        months = self.words.month(run[0] if card else run[-1])
        if card:
            self._say(*months)
        getattr(self, f"_{stage}")(run, last)
        if not card:
            self._say(*months)

    def close(self, tail: str = "") -> None:
        """End the current sentence."""
        if self._does:
            clause = self.words.does(*self._does)
            self.sentences.append(self.words.names.sentence(clause + tail))
            self._does = []

    def finish(self, events: Sequence[SeenEvent]) -> None:
        """End the current sentence, and add a warning if the ship is stranded."""
        self.close()
        if events and (clause := clauses.stranded(events[-1])):
            self._say(clause)

    def _say(self, *clauses: str) -> None:
        """Add clauses as separate sentences."""
        for clause in clauses:
            self.close()
            self.sentences.append(self.words.names.sentence(clause))

    def _do(self, predicate: str) -> None:
        """Add the trader's next action to the current sentence."""
        self._does.append(predicate)

    def _explore(self, run: Sequence[SeenEvent], last: bool) -> None:
        if run[0].before["drawing"] is None:
            self.close()
        if run[-1].words[0] == "planet":
            self._say(clauses.action(self.words, run[-1]))
        else:
            self._do(clauses.place(self.words, run[-1].before, run[-1].words[1]))

    def _market(self, run: Sequence[SeenEvent], last: bool) -> None:
        words, after = self.words, run[-1].after
        opened = run[0].words[0] == "event"
        bought = _loads(run, "buy")
        if opened and len(run) == 1:
            if clause := clauses.card(words, run[0]):
                self._say(clause)
            return
        if bought:
            spent = sum(
                event.before["vectorium"] - event.after["vectorium"]
                for event in run
                if _is(event, "buy")
            )
            self._do(
                _(
                    "{who:buy|buys} {loads} for {price} V",
                    who=words.names[SEAT],
                    loads=words.loads(bought),
                    price=spent,
                )
            )
        elif opened:
            self._do(_("{who:buy|buys} nothing", who=words.names[SEAT]))
        if (not bought and not opened) or after["end"]:
            self._do(clauses.leave(words, run[-1].before, after))
        elif last and bought:
            self.close(f": {vectorium(after)}, {clauses.free_holds(words, after)}")

    def _jump(self, run: Sequence[SeenEvent], last: bool) -> None:
        planet = self.words.on(run[0].before, run[0].words[1])
        self._do(_("{who:jump|jumps} to {planet}", who=self.words.names[SEAT], planet=planet))
        if last:
            self.close(f": {vectorium(run[0].after)}")

    def _flight(self, run: Sequence[SeenEvent], last: bool) -> None:
        for event in run:
            name = event.words[1] if len(event.words) > 1 else ""
            if _is(event, "flee"):
                self._do(clauses.flight(self.words, event.before, name))
            elif event.after["end"] not in OVER:
                if self.words.misjump(name) or not self._does:
                    self._say(clauses.warp(self.words, event.after, name))
                elif last:
                    self._do(_("{who:arrive|arrives} safely", who=self.words.names[SEAT]))

    def _arrival(self, run: Sequence[SeenEvent], last: bool) -> None:
        after = run[0].after
        if after["end"] not in OVER:
            if self._does:
                self.close(clauses.where_clause(self.words, after, run[0].words[1]))
            else:
                self._say(clauses.card(self.words, run[0]))

    def _fine(self, run: Sequence[SeenEvent], last: bool) -> None:
        words = self.words
        if _is(run[0], "event") and (clause := clauses.card(words, run[0])):
            self._say(clause)
        if sold := [event for event in run if _is(event, "sell-module")]:
            self._do(clauses.sacrifice(words, sold))

    def _fight(self, run: Sequence[SeenEvent], last: bool) -> None:
        words = self.words
        run = [event for event in run if event.after["end"] not in OVER]
        cards = [event for event in run if _is(event, "event")]
        if len(cards) > SHORT_FIGHT:
            self._say(_long_fight(words, run))
            return
        lines: list[str] = []
        for event in run:
            if _is(event, "damage") and lines:
                lines[-1] = _(
                    "{attack}, and {loss}", attack=lines[-1], loss=clauses.damage(words, event)
                )
            elif _is(event, "event"):
                lines.append(clauses.card(words, event))
            elif _is(event, "damage") or (last and event is run[-1]):
                lines.append(clauses.action(words, event))
        self._say(*lines)

    def _close(self, run: Sequence[SeenEvent], last: bool) -> None:
        words = self.words
        self.close()
        if sold := _loads(run, "sell"):
            self._do(clauses.sale(words, sold, [event for event in run if _is(event, "sell")]))
        if _is(run[-1], "upgrade"):
            self._do(clauses.upgrade(words, run[-1]))
            self.close(f": {clauses.improved(words, run[-1])}")
        elif sold:
            now = clauses.vectorium_before_payment(words, run[-1])
            self.close(_(": {now} V now", now=now))
        elif last:
            self._do(clauses.leave(words, run[-1].before, run[-1].after))


def _runs(events: Sequence[SeenEvent]) -> list[list[SeenEvent]]:
    """Group events by stage; a card that ends a month begins a new group."""
    keys, months = [], 0
    for event in events:
        before, after = event.before, event.after
        months += _is(event, "event") and (before["month"] < after["month"] or after["end"] in OVER)
        keys.append((months, _stage(event)))
    numbered = groupby(range(len(events)), key=lambda number: keys[number])
    return [[events[number] for number in run] for _key, run in numbered]


def _stage(event: SeenEvent) -> str:
    """Return the stage of a turn that an event belongs to."""
    verb, before = event.words[0], event.before
    if verb == "event":
        return DRAWN[before["drawing"]]
    if verb in ("planet", "place"):
        return "explore"
    if verb == "done":
        return "market" if before["phase"] == "buy" else "close"
    return STAGES[verb]


def _is(event: SeenEvent, verb: str) -> bool:
    return event.words[0] == verb


def _loads(run: Sequence[SeenEvent], verb: str) -> dict[str, int]:
    """Return the number of loads bought or sold, by good."""
    return dict(Counter(event.words[1] for event in run if _is(event, verb)))


def _long_fight(words: Words, run: Sequence[SeenEvent]) -> str:
    """Return a summary of many attacks and answers."""
    who, kind = words.names[SEAT], words.kind(run[0].before["enemy"])
    enemy = vocabulary.enemy(kind)
    cards = [event for event in run if _is(event, "event")]
    attacks = [event for event in cards if event.before["drawing"] == "attack"]
    answers = [event for event in cards if event.before["drawing"] == "counterattack"]
    hits = sum(
        event.after["phase"] == "damage" or event.after["end"] is not None for event in attacks
    )
    lost = [event.words[1:] for event in run if _is(event, "damage")]
    lines = []
    if attacks:
        attacked = {"enemy": enemy, "times": _times(len(attacks)), "who": who}
        if not hits:
            lines.append(_("{enemy} attacks {times} and never hits {who}", **attacked))
        elif hits == len(attacks) > 1:
            lines.append(_("{enemy} attacks {times} and hits {who} each time", **attacked))
        else:
            lines.append(
                _("{enemy} attacks {times} and hits {who} {hits}", hits=_times(hits), **attacked)
            )
    if lost:
        lines.append(_("{who} {who:lose|loses} {parts}", who=who, parts=words.parts(lost)))
    if answers:
        struck = {"who": who, "times": _times(len(answers))}
        if answers[-1].after["enemy"]:
            lines.append(
                _(
                    "{who} {who:strike|strikes} back {times}, but {enemy} is still there",
                    enemy=enemy,
                    **struck,
                )
            )
        else:
            destroys = words.destroys(answers[-1])
            lines.append(
                _(
                    "{who} {who:strike|strikes} back {times} and {destroys}",
                    destroys=destroys,
                    **struck,
                )
            )
    if run[-1].after["end"]:
        lines.append(_("no module is left, and the ship is destroyed"))
    return "; ".join(lines)


def _times(number: int) -> str:
    """Return a number of times: "once", "twice", "three times"."""
    if number == 2:
        return _("twice")
    return in_words(number, "once", "{n} times")
