"""Notes beside actions in a list, and short descriptions of items and weapons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aicore.core.game import Game, Position, State, View
from aicore.core.story import counted, trial
from aicore.games.relics.words.wording import ap_text, half_ap, points, some_holes, worth

BRIEFS = {
    "power-pack": "{pack} AP, or {pack} charges for a ray",
    "tape": "mends a hole",
    "vitality": "{vitality} more AP",
    "adrenaline": "steps cost half this turn, and no gun fires at them",
    "o2": "{o2} more AP",
    "keycard": "an artifact without its trap, for {take_with_keycard} AP",
    "security-hack": "switches a gun off for good",
    "grapple-gun": "a leap of up to {grapple_reach} squares for 0 AP",
    "rocketpack": "a leap of up to {rocket_reach} squares for {rocket} AP",
    "doorway": "joins two walls",
    "foam-gun": "mends a hole, or puts out fires",
    "heat-ray": "against guns, nets and some traps; or AP",
    "freeze-ray": "against fires, nets and some traps; or AP",
    "platform-hack-1": "a spare platform, laid for free",
    "platform-hack-2": "turns a platform in place",
    "blaster": "destroys a gun about to fire, or a net",
    "shield": "once raised, it stops a hit or a trap",
    "raised": "stops the next hit or trap",
}


def brief(name: str, data: dict[str, Any]) -> str:
    """Return what an item or a weapon does."""
    return BRIEFS[name].format(**data["figures"])


def note(game: Game, fields: State | View, action: str) -> str:
    """Return the cost and effect of an action, and the loss if it ends a turn."""
    words = action.split()
    if words[0] == "patch" and (owed := _owed(fields)):
        return f"mends {some_holes(fields['holes'])}, owes {owed} AP, ends the turn"
    effect = _effect(game.info.data["figures"], fields, words, game)
    if words[0] in ("at", "turn"):  # the cost is paid when laying, but noted when lifting
        return effect
    price = game.price(fields, game.parse(action))  # type: ignore[attr-defined]
    paid = f"{ap_text(price[1])} AP" if price[1] else ""
    return ", ".join(filter(None, (paid, effect)))


def _effect(figures: Mapping[str, Any], fields: Position, words: list[str], game: Game) -> str:
    """Return the effect of an action in a few words; "" if its name says it."""
    seat = fields["seat"]
    charge = fields["charge"][seat]
    match words:
        case ["end"]:
            left = half_ap(fields)
            return f"{ap_text(left)} AP unspent" if left > 0 else ""
        case ["escape"]:
            return f"out for good with {points(worth(fields, seat))}"
        case ["patch"]:
            return "mends a hole"
        case ["raise"]:
            return f"{counted(charge['shield'] - 1, 'charge')} left then"
        case ["overload", ray]:
            return f"+{charge[ray]} AP for its charges"
        case ["use", "vitality" | "o2" as item]:
            return f"+{figures[item]} AP"
        case ["use", "power-pack", what]:
            return f"+{figures['pack']} {'AP' if what == 'suit' else 'charges'}"
        case ["use", "adrenaline"]:
            return "moves cost half this turn" if fields["ap"] else "too late: no AP to walk with"
        case ["use", "security-hack", _]:
            return "off for good"
        case ["use", "tape"] | ["use", "foam-gun", "hole"]:
            return "mends a hole"
        case ["net", means] if means != "pay":
            return "a charge"
    return ""


def _owed(fields: State | View) -> int:
    """Return the AP that `patch` takes from the next turn."""
    seat = fields["seat"]
    if "patch" not in fields.legal():
        return 0
    state = trial(fields)
    state.apply("patch")
    return int(state["carried"][seat]) - int(fields["carried"][seat])
