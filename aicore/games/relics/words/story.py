"""A game of relics in words; the words of single phrases are in phrases.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aicore.core import phrasebook
from aicore.core.game import Game, Position
from aicore.core.language import N_, Clause, Person, fill, ngettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.story import Ending, Names, SeenEvent, in_words, listed
from aicore.games.relics.words.glossary import glossary
from aicore.games.relics.words.notes import note
from aicore.games.relics.words.nouns import called
from aicore.games.relics.words.phrases import Phrase, ended, phrase
from aicore.games.relics.words.wording import gun_name, near, platform, points, worth

__all__ = ["ENDS", "aim", "end", "glossary", "note", "tell", "tell_all"]

SET_UP = ("gallery", "platform", "weapon", "airlock")
MAX_PHRASES = 3  # in a sentence, besides a found item and the end of the turn
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
    "all-out": N_("when everybody is out"),
    "rounds": N_("with the last round"),
    "last-defense": N_("with the Last Defense"),
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
            lines.append(names.sentence(_("the Last Defense: {removed}", removed=listed(removed))))
        else:
            last = number + 1 == len(groups) or groups[number + 1][0].words[0] in SET_UP
            done = phrase(game, group, names, left=last)
            most = MAX_PHRASES + (ended(group[-1]) or word == "item")
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
        return _(
            "Once you are out, your game is over with {points}: there is no way back in.",
            points=points(carried),
        )
    last = before["final"] or before["round"] == game.options["rounds"]
    if ended(event) and last:
        return _(
            "This is your last turn: if you stay inside, your {points} count for nothing.",
            points=points(carried),
        )
    return ""


def confirm(game: Game, event: SeenEvent) -> str:
    """Return a warning if the end of a turn leaves more than half its AP unspent; "" if not."""
    left = event.before["ap"]
    given = game.info.data["figures"]["first_ap"] + 1 - event.before["round"]
    if event.words[0] != "end" or 2 * left <= given:
        return ""
    text = _("You have {left} of {given} AP left, and unspent AP are lost.")
    return fill(text, left=left, given=given)


def end(game: Game, ending: Ending, names: Names) -> str:
    """Return sentences about the end of the game, its reason and the points."""
    fields, out = ending.position, ending.position["escaped"]
    carried = [worth(fields, seat) for seat in range(game.seats)]
    why = {
        "all-out": _("everybody is out"),
        "rounds": _("the station closes after round {n}", n=game.options["rounds"]),
        "last-defense": _(
            "the Last Defense tears the station apart in round {n}", n=fields["round"]
        ),
    }[ending.reason]
    if not out:
        held = [
            _("{who} carried {points}", who=names[seat], points=points(carried[seat]))
            for seat in range(game.seats)
        ]
        nobody = _("nobody got out, so nobody wins; {held}", held=listed(held))
        return " ".join(map(names.sentence, [why, nobody]))
    winner = ending.winners[0]
    most = points(carried[winner])
    results = [
        pgettext("relics", "{who} {who:win|wins} with {points}", who=names[winner], points=most)
    ]
    for seat in sorted(out, key=lambda seat: -carried[seat]):
        if seat != winner:
            results.append(_outdone(names[seat], carried[seat], carried[seat] == carried[winner]))
    for seat in range(game.seats):
        if seat not in out:
            results.append(_left_inside(names[seat], carried[seat]))
    return " ".join(map(names.sentence, [why, "; ".join(results)]))


def _outdone(who: Person, carried: int, as_many: bool) -> str:
    """Return a clause about a seat that got out, but did not win."""
    if as_many:
        text = _("{who} {who:have|has} {points} too, but got out later")
        return fill(text, who=who, points=points(carried))
    if not carried:
        return _("{who} {who:have|has} none", who=who)
    return _("{who} {who:have|has} {n}", who=who, n=carried)


def _left_inside(who: Person, carried: int) -> str:
    """Return a clause about a seat that did not get out."""
    if carried:
        return _("{who} carried {points} but did not get out", who=who, points=points(carried))
    return _("{who} did not get out", who=who)


# Sentences


def _clause(phrases: Sequence[Phrase], names: Names) -> str:
    """Return consecutive phrases of a seat as a clause, with the result of the last."""
    deeds = f"{names[phrases[0].seat]} {listed([each.deed for each in phrases])}"
    result = phrases[-1].result
    if not result:
        return deeds
    return pgettext("relics", "{deeds}: {result}", deeds=deeds, result=Clause(result))


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
    where = near(event.before, spot, seat, names)
    who = names[seat]
    return _("{who} {who:remove|removes} a {platform} {where}", who=who, platform=kind, where=where)


# Before the first turn


def _set_up(event: SeenEvent, names: Names) -> str:
    """Return a clause about one event of the setup."""
    word, *rest = event.words
    before, after = event.before, event.after
    if word == "gallery":
        guns = [gun_name(gun) for gun in after["guns"] if gun not in before["guns"]]
        gallery = called(rest[0])
        if not guns:
            return _("{gallery} is built", gallery=gallery)
        return _("{gallery} is built, with {guns}", gallery=gallery, guns=listed(guns))
    if word == "platform":
        return _("a platform drifts into place")
    if word == "weapon":
        who = names[int(rest[0])]
        if after["weapon"][int(rest[0])] == "shield":
            return _("{who} {who:get|gets} a Shield", who=who)
        return _("{who} {who:get|gets} a Blaster", who=who)
    who = names[int(event.actor)]
    return _("{who} {who:start|starts} at airlock {airlock}", who=who, airlock=rest[0])


def _all_set_up(game: Game, group: Sequence[SeenEvent], names: Names) -> list[str]:
    """Return lines about the setup: one for tiles, one for weapons, one for airlocks."""
    words = [event.words[0] for event in group]
    after, lines = group[-1].after, []
    laid = []
    if "gallery" in words:
        laid.append(in_words(words.count("gallery"), "one gallery", "{n} galleries"))
        laid.append(in_words(len(after["guns"]), "one gun", "{n} guns"))
    if "platform" in words:
        laid.append(in_words(words.count("platform"), "one platform", "{n} platforms"))
    if laid:
        lines.append(_("the station is laid out: {things}", things=listed(laid)))
    weapons = [_set_up(each, names) for each in group if each.words[0] == "weapon"]
    if weapons:
        charges = game.info.data["figures"]["weapon_charges"]
        each = in_words(charges, "one charge each", "{n} charges each")
        lines.append(f"{listed(weapons)} ({each})")
    airlocks = [_set_up(each, names) for each in group if each.words[0] == "airlock"]
    return [*lines, listed(airlocks)] if airlocks else lines


# Consequences


def _starts(event: SeenEvent) -> bool:
    """Whether the event starts a turn."""
    starts = event.words[0] in ("remove", "airlock") or ended(event)
    return starts and bool(event.after["phase"] == "act")


def _then(
    game: Game, group: Sequence[SeenEvent], names: Names, whole: bool, asked: bool = True
) -> list[str]:
    """Return the consequences of a phrase for everybody: a round, the Last Defense, a turn.

    Args:
        whole: whether to name the seat on turn in any case, or only after something unusual.
        asked: whether to say that the Last Defense requires platforms. If not, a sentence about
            their removal implies it.
    """
    before, after = group[0].before, group[-1].after
    if after["end"]:
        return []
    lines = [_("the doorway is gone")] if len(after["doorways"]) < len(before["doorways"]) else []
    base = game.info.data["figures"]["first_ap"] + 1 - after["round"]
    rounds = game.options["rounds"]
    if after["round"] != before["round"]:
        text = (
            _("round {n} of {rounds}, the last, begins: {ap} AP a turn")
            if after["round"] == rounds
            else _("round {n} of {rounds} begins: {ap} AP a turn")
        )
        lines.append(fill(text, n=after["round"], rounds=rounds, ap=base))
    if asked and after["phase"] == "defense" and before["phase"] != "defense":
        lines.append(_("the Last Defense: everybody inside removes a platform"))
    if after["final"] and not before["final"]:
        lines.append(_("no platform is left to remove: everybody inside has one last turn"))
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
        less.append(ngettext("{n} AP was owed", "{n} AP were owed", owed))
    if heart:
        less.append(_("the Heart takes 1"))
    if shielded:
        less.append(_("the shield stops the radiation of the Heart and drops"))
    if not whole and not less:
        return []
    slots: dict[str, object] = {"who": names[seat], "ap": after["ap"]}
    if not less:
        return [_("{who:your|*'s} turn begins with {ap} AP", **slots)]
    slots["less"] = Clause(listed(less))
    return [_("{who:your|*'s} turn begins with {ap} AP: {less}", **slots)]
