"""A game of gratis3 in words: each event as deeds, deeds as sentences, a turn as a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from aicore.core.game import Game
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.gratis3.asides import aside as aside
from aicore.games.gratis3.board import board_of
from aicore.games.gratis3.deeds import Deed, score, together
from aicore.games.gratis3.glossary import glossary as glossary
from aicore.games.gratis3.teller import Teller

ROLLED = re.compile("(die|dice) (miss|hit)")
LOW = 6  # black chips: from here on the story counts them


def aim(game: Game) -> tuple[str, ...]:
    """What to try for, what a turn is, how it ends, and the danger to know."""
    last, cards = board_of(game).locations, game.info.data["cards"]
    moving = sum(
        copies
        for card, copies in zip(cards["ids"], cards["copies"], strict=True)
        if card in ("launch-move", "move-launch", "shields-guns")
    )
    return (
        "Win the most points: 2 for a coloured chip (a system of an enemy's Carrier knocked out), "
        "1 for a black chip (an enemy's Fighter or Bomber destroyed, reaching the planet, each "
        "turn begun there).",
        "In a turn, repair a system that is Down, play one command card (to move, launch, raise "
        "shields or shoot), then fly your Fighters and Bombers and attack with them.",
        f"The game ends when all Carriers have come to the planet at Location {last} and the last "
        "of them had one more turn; at once when the last of "
        f"{game.options['black_chips']} black chips is taken; or after "
        f"{game.options['max_turns']} turns each.",
        "Who has landed draws a black chip each turn, while the others come after. Only "
        f"{moving} of your {sum(cards['copies'])} cards move you, and a card that you play is away "
        "for three turns.",
    )


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """The event in a sentence or two."""
    deeds = Teller(game, event, names).deeds()
    return " ".join(_sentences([_in_full(deed) for deed in deeds], names))


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """What happened, a paragraph for each turn."""
    lines: list[tuple[int, Deed]] = []
    dealt = [event for event in events if event.words[0] == "queue"]
    for event in events:
        if event.words[0] != "queue":
            deeds = Teller(game, event, names).deeds()
            lines += [(event.before["turns"] + deed.later, deed) for deed in deeds]
    if lines and lines[-1][1].waits:
        number, deed = lines[-1]
        lines[-1] = number, replace(_in_full(deed), small=False)
    paragraphs = [_dealt(dealt, names)] if dealt else []
    for _, turn in groupby(lines, lambda one: one[0]):
        deeds = _rerolled([deed for _, deed in turn])
        kept = [deed for deed in deeds if not deed.small]
        paragraphs.append(" ".join(_sentences(kept or deeds, names)))
    if events:
        chips, before = (side["stockpile"] for side in (events[-1].after, events[0].before))
        if 0 < chips < before and chips <= LOW:
            paragraphs.append(
                f"Only {counted(chips, 'black chip')} {'is' if chips == 1 else 'are'} left."
            )
    return paragraphs


def end(game: Game, ending: Ending, names: Names) -> str:
    """How the game ended, in a few sentences."""
    fields = ending.fields
    number = -(-fields["turns"] // game.seats)
    if ending.reason == "chips":
        text = names.does(fields["seat"], "take", "the last black chip, which ends the game")
    elif ending.reason == "planet":
        text = f"all Carriers have come to the planet, and the game ends in round {number}"
    else:
        text = f"time is up: every seat has had {game.options['max_turns']} turns"
    return f"{names.sentence(text)} {names.sentence(_result(game, ending, names))}"


def _result(game: Game, ending: Ending, names: Names) -> str:
    """Who wins with what, and why after a tie."""
    fields, winners = ending.fields, ending.winners
    points = [score(fields, seat) for seat in range(game.seats)]
    best = points[winners[0]]
    ships = [
        2 * sum(fields["systems"][seat]) + fields["shields"][seat] for seat in range(game.seats)
    ]
    won = fields["trophies"][winners[0]]
    text = names.does(winners[0], "win", f"with {counted(best, 'point')}")
    text += f" ({won['coloured']} coloured and {won['black']} black trophies)"
    tied = [seat for seat in range(game.seats) if points[seat] == best]
    shared = f"{names.all(winners)} share the victory"
    if len(tied) > len(winners):
        ship = "ship" if len(winners) == 1 else "ships"
        how = names.does(winners[0], "win") if len(winners) == 1 else shared
        less = listed([str(ships[seat]) for seat in tied if seat not in winners])
        text = f"{names.all(tied)} have {counted(best, 'point')} each; {how} by the better {ship}, "
        text += f"{ships[winners[0]]} to {less} (2 for each system Online, 1 for each shield)"
    elif len(winners) > 1:
        text = f"{shared}, with {counted(best, 'point')} each and ships as good as each other"
    others = [
        names.does(seat, "have", str(points[seat]))
        for seat in range(game.seats)
        if points[seat] < best
    ]
    return f"{text}; {listed(others)}" if others else text


def _dealt(dealt: Sequence[SeenEvent], names: Names) -> str:
    """The queues at the start, in one sentence."""
    queues = []
    for event in dealt:
        _, seat, cards = event.words
        whose = "yours" if int(seat) == names.you else names.whose(int(seat))
        queues.append(f"{whose} {', '.join(cards.split(','))}")
    return names.sentence(f"three cards cool down in each queue: {'; '.join(queues)}")


def _in_full(deed: Deed) -> Deed:
    """A deed with what is said of it when it is told by itself."""
    return replace(deed, rest=f"{deed.rest}{deed.more}", more="")


def _rerolled(deeds: Sequence[Deed]) -> list[Deed]:
    """Deeds in which the second and later rolls of a nuke are called so."""
    rerolled: list[Deed] = []
    rolls = 0
    due = False
    for deed in deeds:
        if due and ROLLED.search(deed.rest):
            rolls += 1
            deed = replace(deed, rest=f"rolled again, {deed.rest}")
            due = False
        if deed.group.startswith("strike"):
            deed = replace(deed, group=f"{deed.group} {rolls}")
        due = due or deed.again
        rerolled.append(deed)
    return rerolled


@dataclass
class _Clause:
    """What one subject does: verbs, each with all that it is done to."""

    seat: int | None
    join: str
    verbs: list[tuple[str, list[str]]]

    def text(self, names: Names) -> str:
        """The clause in words."""
        parts = []
        for verb, rests in self.verbs:
            head, _, rest = verb.partition(" ")
            if self.seat is not None:
                verb = f"{names.verb(self.seat, head)} {rest}".strip()
            parts.append(f"{verb} {together(rests)}".strip())
        return listed(parts) if self.seat is None else f"{names[self.seat]} {listed(parts)}"


def _sentences(deeds: Sequence[Deed], names: Names) -> Iterator[str]:
    """The sentences that tell deeds: one for each group of them."""
    for _, group in groupby(deeds, lambda deed: (deed.later, deed.group)):
        yield names.sentence(_sentence(list(group), names))


def _sentence(deeds: Sequence[Deed], names: Names) -> str:
    """A group of deeds as a sentence, with the points that they bring."""
    clauses: list[_Clause] = []
    gains: dict[int, tuple[int, int]] = {}
    for deed in deeds:
        last = clauses[-1] if clauses else None
        rest = deed.brief or deed.rest if last else deed.rest
        if last and last.seat == deed.seat and last.verbs[-1][0] == deed.verb != "":
            last.verbs[-1][1].append(rest)
        elif last and last.seat == deed.seat is not None:
            last.verbs.append((deed.verb, [rest]))
        else:
            join = ": " if deed.follows else "; "
            clauses.append(_Clause(deed.seat, join, [(deed.verb, [rest])]))
        for seat, gain, total in deed.gains:
            gains[seat] = gains.get(seat, (0, 0))[0] + gain, total
    text = clauses[0].text(names)
    for clause in clauses[1:]:
        text += clause.join + clause.text(names)
    for seat, (gain, total) in gains.items():
        whom = "" if clauses[-1].seat == seat else f" for {names[seat]}"
        text += f" ({gain} point{'s' * (gain > 1)}{whom}, {total} in all)"
    return text
