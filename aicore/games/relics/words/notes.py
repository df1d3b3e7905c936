"""Notes beside actions in a list, and short descriptions of items and weapons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aicore.core.game import Game, Position, State, View
from aicore.core.language import N_
from aicore.core.language import gettext as _
from aicore.core.story import in_words, listed
from aicore.games.relics.words.nouns import THINGS, explained
from aicore.games.relics.words.wording import ap_text, half_ap, owed, points, some_holes, worth

BRIEFS = {
    "power-pack": N_("{pack} AP, or {pack} charges for a ray"),
    "tape": N_("mends a hole"),
    "vitality": N_("{vitality} more AP"),
    "adrenaline": N_("steps cost half this turn, and no gun fires at them"),
    "o2": N_("{o2} more AP"),
    "keycard": N_("an artifact without its trap, for {take_with_keycard} AP"),
    "security-hack": N_("switches a gun off for good"),
    "grapple-gun": N_("a leap of up to {grapple_reach} squares for 0 AP"),
    "rocketpack": N_("a leap of up to {rocket_reach} squares for {rocket} AP"),
    "doorway": N_("joins two walls"),
    "foam-gun": N_("mends a hole, or puts out fires"),
    "heat-ray": N_("against guns, nets and some traps; or AP"),
    "freeze-ray": N_("against fires, nets and some traps; or AP"),
    "platform-hack-1": N_("a spare platform, laid for free"),
    "platform-hack-2": N_("turns a platform in place"),
    "blaster": N_("destroys a gun about to fire, or a net"),
    "shield": N_("once raised, it stops a hit or certain traps"),
    "raised": N_("stops the next hit, or certain traps"),
}


def brief(name: str, data: dict[str, Any]) -> str:
    """Return what an item or a weapon does."""
    return _(BRIEFS[name], **data["figures"])


def note(game: Game, fields: State | View, action: str) -> str:
    """Return the cost and effect of an action, and the loss if it ends a turn."""
    words = action.split()
    if words[0] == "patch" and (debt := owed(game, fields)):
        holes = some_holes(fields["holes"])
        return _("mends {holes}, owes {ap} AP, ends the turn", holes=holes, ap=debt)
    effect = _effect(game.info.data["figures"], fields, words, game)
    named = [explained(word) for word in words if word in THINGS]
    effect = ": ".join(filter(None, (listed([*filter(None, named)]), effect)))
    if words[0] in ("at", "turn"):  # the cost is paid when laying, but noted when lifting
        return effect
    price = game.price(fields, game.parse(action))  # type: ignore[attr-defined]
    paid = _("{ap} AP", ap=ap_text(price[1])) if price[1] else ""
    return ", ".join(filter(None, (paid, effect)))


def _effect(figures: Mapping[str, Any], fields: Position, words: list[str], game: Game) -> str:
    """Return the effect of an action in a few words; "" if its name says it."""
    seat = fields["seat"]
    charge = fields["charge"][seat]
    match words:
        case ["end"]:
            left = half_ap(fields)
            return _("{ap} AP unspent", ap=ap_text(left)) if left > 0 else ""
        case ["escape"]:
            return _("out for good with {points}", points=points(worth(fields, seat)))
        case ["patch"]:
            return _("mends a hole")
        case ["raise"]:
            left = charge["shield"] - 1
            if not left:
                return _("leaves no charges")
            return in_words(left, "leaves one charge", "leaves {n} charges")
        case ["overload", ray]:
            return _("+{ap} AP for its charges", ap=charge[ray])
        case ["use", "vitality" | "o2" as item]:
            return _("+{ap} AP", ap=figures[item])
        case ["use", "power-pack", "suit"]:
            return _("+{ap} AP", ap=figures["pack"])
        case ["use", "power-pack", _]:
            return _("+{n} charges", n=figures["pack"])
        case ["use", "adrenaline"]:
            return (
                _("moves cost half this turn")
                if fields["ap"]
                else _("too late: no AP to walk with")
            )
        case ["use", "security-hack", _]:
            return _("off for good")
        case ["use", "tape"] | ["use", "foam-gun", "hole"]:
            return _("mends a hole")
        case ["net", means] if means != "pay":
            return _("a charge")
    return ""
