"""A game of relics in words; the words of single phrases are in phrases.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.story import Ending, Names, SeenEvent, counted, listed
from aicore.games.relics.words.glossary import glossary
from aicore.games.relics.words.notes import note
from aicore.games.relics.words.phrases import Phrase, ended, phrase
from aicore.games.relics.words.wording import called, near, platform, points, worth

__all__ = ["ENDS", "aim", "end", "glossary", "note", "tell", "tell_all"]

SET_UP = ("gallery", "platform", "weapon", "airlock")
TOGETHER = 3  # maximum number of phrases in a sentence, besides a find and the turn's end
GOES_ON = {  # words that may follow as parts of the same phrase
    "lift": ("at",),
    "use platform-hack-1": ("spare",),
    "spare": ("at",),
    "at": ("turn",),
    "take": ("artifact",),
    "artifact": ("respond", "suffer", "lose"),
    "suffer": ("lose",),
}

ENDS = {
    "all-out": "when everybody is out",
    "rounds": "with the last round",
    "last-defense": "with the Last Defense",
}
"""Phrase for each ending that completes "the games end"."""


def aim(game: Game) -> tuple[str, ...]:
    """Return the goal, the course of a turn, the end of the game, and the danger to know."""
    worths = [entry["points"] for entry in game.info.data["artifacts"]]
    figures = game.info.data["figures"]
    return phrasebook.aim(game, low=min(worths), high=max(worths), **figures)


def tell(game: Game, event: SeenEvent, names: Names) -> str:
    """Return sentences about an event and its consequences."""
    if event.words[0] in SET_UP:
        text = _set_up(event, names)
    else:
        text = _clause([phrase(game, [event], names, left=True)], names)
    then = _then(game, [event], names, whole=True)
    return " ".join(map(names.sentence, [text, *then]))


def tell_all(game: Game, events: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return a few sentences about events; steps that belong together share a sentence."""
    lines: list[str] = []
    open_phrases: list[Phrase] = []

    def close() -> None:
        if open_phrases:
            lines.append(names.sentence(_clause(open_phrases, names)))
            open_phrases.clear()

    groups = list(_groups(events))
    for number, group in enumerate(groups):
        word = group[0].words[0]
        if word in SET_UP:
            lines += map(names.sentence, _all_set_up(game, group, names))
        elif word == "remove":
            close()
            removed = [_removed(game, each, names) for each in group]
            lines.append(names.sentence(f"the Last Defense: {listed(removed)}"))
        else:
            last = number + 1 == len(groups) or groups[number + 1][0].words[0] in SET_UP
            done = phrase(game, group, names, left=last)
            most = TOGETHER + (ended(group[-1]) or word == "item")
            if open_phrases and (open_phrases[0].seat != done.seat or len(open_phrases) >= most):
                close()
            open_phrases.append(done)
            if done.result or ended(group[-1]):
                close()
        asked = number + 1 == len(groups) or groups[number + 1][0].words[0] != "remove"
        then = _then(game, group, names, whole=False, asked=asked)
        if then:
            close()
        lines += map(names.sentence, then)
    close()
    return lines


def danger(game: Game, event: SeenEvent) -> str:
    """Return a warning if an action about to be played may lose the game; "" if not."""
    before, seat = event.before, int(event.actor)
    carried = worth(before, seat)
    if event.words[0] == "escape":
        out = before["escaped"]
        over = event.after["end"] or len(out) == game.seats - 1
        if over and all(worth(before, other) < carried for other in out):
            return ""  # it wins
        return (
            f"Once you are out, your game is over with {points(carried)}: there is no way back in."
        )
    last = before["final"] or before["round"] == game.options["rounds"]
    if event.words[0] == "end" and last:
        return f"This is your last turn: inside, your {points(carried)} count for nothing."
    return ""


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a warning if the end of a turn leaves more than half its AP unspent; "" if not."""
    left = event.before["ap"]
    given = game.info.data["figures"]["first_ap"] + 1 - event.before["round"]
    if event.words[0] != "end" or 2 * left <= given:
        return ""
    return f"You have {left} of {given} AP left, and unspent AP are lost."


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return sentences about the end of the game, its reason and the points."""
    fields, out = ending.position, ending.position["escaped"]
    carried = [worth(fields, seat) for seat in range(game.seats)]
    why = {
        "all-out": "everybody is out",
        "rounds": f"the station closes after round {game.options['rounds']}",
        "last-defense": f"the Last Defense tears the station apart in round {fields['round']}",
    }[ending.reason]
    if not out:
        held = [f"{names[seat]} carried {points(carried[seat])}" for seat in range(game.seats)]
        nobody = f"nobody got out, so nobody wins; {listed(held)}"
        return " ".join(map(names.sentence, [why, nobody]))
    winner = ending.winners[0]
    results = [names.does(winner, "win", f"with {points(carried[winner])}")]
    for seat in sorted(out, key=lambda seat: -carried[seat]):
        if seat != winner:
            as_many = carried[seat] == carried[winner]
            later = f"{points(carried[seat])} too, but got out later"
            results.append(
                names.does(seat, "have", later if as_many else f"{carried[seat] or 'none'}")
            )
    for seat in range(game.seats):
        if seat not in out:
            bag = f"carried {points(carried[seat])} but " if carried[seat] else ""
            results.append(f"{names[seat]} {bag}did not get out")
    return " ".join(map(names.sentence, [why, "; ".join(results)]))


# Sentences


def _clause(phrases: Sequence[Phrase], names: Names) -> str:
    """Return consecutive phrases of a seat as a clause, with the result of the last."""
    first, *others = phrases
    parts = [names.does(first.seat, first.verb, first.rest)]
    parts += [f"{names.verb(each.seat, each.verb)} {each.rest}".strip() for each in others]
    result = phrases[-1].result
    return f"{listed(parts)}: {result}" if result else listed(parts)


def _groups(events: Sequence[SeenEvent]) -> Iterator[list[SeenEvent]]:
    """Yield the events of each phrase: a walk, a lift with its landing, a take with its trap."""
    group: list[SeenEvent] = []
    for event in events:
        if group and not _belongs(group[-1], event):
            yield group
            group = []
        group.append(event)
    if group:
        yield group


def _belongs(last: SeenEvent, event: SeenEvent) -> bool:
    """Whether an event continues the phrase of the one before."""
    word, before = event.words[0], last.words[0]
    if word in SET_UP or before in SET_UP:
        return word in SET_UP and before in SET_UP
    if word == before == "remove":
        return not _starts(last)
    if word == before == "move":
        return _quiet(last) and last.after["seat"] == event.before["seat"]
    key = last.text if last.text in GOES_ON else before
    return word in GOES_ON.get(key, ())


def _quiet(event: SeenEvent) -> bool:
    """Whether a step had no consequences: no hole, no shot, no item."""
    before, after = event.before, event.after
    return bool(
        after["phase"] == "act"
        and after["holes"] == before["holes"]
        and after["fired"] == before["fired"]
        and after["fires"] == before["fires"]
    )


def _removed(game: Game, event: SeenEvent, names: Names) -> str:
    """Return a clause about a platform that the Last Defense takes."""
    seat = int(event.actor)
    kind = platform(game.info.data, event.words[1])
    spot = event.before["platforms"][event.words[1]][:2]
    return names.does(seat, "remove", f"a {kind} {near(event.before, spot, seat, names)}")


# Before the first turn


def _set_up(event: SeenEvent, names: Names) -> str:
    """Return a clause about one event of the setup."""
    word, *rest = event.words
    before, after = event.before, event.after
    if word == "gallery":
        guns = [f"gun {gun}" for gun in after["guns"] if gun not in before["guns"]]
        armed = f", with {listed(guns)}" if guns else ""
        return f"{called(rest[0])} is built{armed}"
    if word == "platform":
        return "a platform drifts into place"
    if word == "weapon":
        weapon = after["weapon"][int(rest[0])]
        return names.does(int(rest[0]), "get", f"a {weapon.title()}")
    return names.does(int(event.actor), "start", f"at airlock {rest[0]}")


def _all_set_up(game: Game, group: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return lines about the setup: one for tiles, one for weapons, one for airlocks."""
    words = [event.words[0] for event in group]
    after, lines = group[-1].after, []
    laid = [
        counted(words.count("gallery"), "gallery", "galleries") if "gallery" in words else "",
        counted(len(after["guns"]), "gun") if "gallery" in words else "",
        counted(words.count("platform"), "platform") if "platform" in words else "",
    ]
    if any(laid):
        lines.append(f"the station is laid out: {listed([each for each in laid if each])}")
    for word in ("weapon", "airlock"):
        parts = [_set_up(each, names) for each in group if each.words[0] == word]
        if parts:
            charges = counted(game.info.data["figures"]["weapon_charges"], "charge")
            lines.append(listed(parts) + (f" ({charges} each)" if word == "weapon" else ""))
    return lines


# Consequences


def _starts(event: SeenEvent) -> bool:
    """Whether the event starts a turn."""
    starts = event.words[0] in ("remove", "airlock") or ended(event)
    return starts and bool(event.after["phase"] == "act")


def _then(
    game: Game, group: Sequence[SeenEvent], names: Names, whole: bool, asked: bool = True
) -> list[str]:
    """Return the consequences of a phrase for all: a round, the Last Defense, the next turn.

    Args:
        whole: whether to name the seat on turn in any case, or only after something unusual.
        asked: whether to say that the Last Defense requires platforms. If not, a sentence about
            their removal implies it.
    """
    before, after = group[0].before, group[-1].after
    if after["end"]:
        return []
    lines = ["the doorway is gone"] if len(after["doorways"]) < len(before["doorways"]) else []
    base = game.info.data["figures"]["first_ap"] + 1 - after["round"]
    rounds = game.options["rounds"]
    if after["round"] != before["round"]:
        last = ", the last," if after["round"] == rounds else ""
        lines.append(f"round {after['round']} of {rounds}{last} begins: {base} AP a turn")
    if asked and after["phase"] == "defense" and before["phase"] != "defense":
        lines.append("the Last Defense: everybody inside removes a platform")
    if after["final"] and not before["final"]:
        lines.append("no platform is left to remove: everybody inside has one last turn")
    if _starts(group[-1]):
        lines += _turn(before, after, base, names, whole)
    return lines


def _turn(before: Position, after: Position, base: int, names: Names, whole: bool) -> list[str]:
    """Return sentences about the turn that begins, and the AP of the round that its seat lacks."""
    seat: int = after["seat"]
    less: list[str] = []
    shielded = before["shield_up"][seat] and not after["shield_up"][seat]
    heart = after["heart"] == seat and not shielded
    owed = base - after["ap"] + after["carried"][seat] - heart
    if owed:
        less.append(f"{owed} AP {'was' if owed == 1 else 'were'} owed")
    if heart:
        less.append("the Heart takes 1")
    if shielded:
        less.append("the shield stops the radiation of the Heart and drops")
    if not whole and not less:
        return []
    text = f"{names.whose(seat)} turn begins with {after['ap']} AP"
    return [f"{text}: {listed(less)}" if less else text]
