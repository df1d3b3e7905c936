"""Actions as a page names them: on its buttons, and for people who cannot see what they click."""

from __future__ import annotations

from functools import cache, lru_cache

from aicore.core.language import Word, language, pgettext
from aicore.core.language import gettext as _
from aicore.games.relics.rules.names import GUN_IDS
from aicore.games.relics.words.nouns import THINGS, thing
from aicore.games.relics.words.wording import gun_name


def worded(action: str) -> str:
    """Return the text of an action's button: "end the turn", "use tape"."""
    match action.split():
        case ["end"]:
            return _("end the turn")
        case ["hit", gun]:
            return _("take the hit from {gun}", gun=gun_name(gun.removeprefix("gun")))
        case ["shoot", gun, _with, arm]:
            gun = gun_name(gun.removeprefix("gun"))
            return _("shoot {gun} with {weapon}", gun=gun, weapon=thing(arm))
    return spoken(action)


def spoken(action: str) -> str:
    """Return an action as the accessible name of its target: "lift p07", "use tape"."""
    return _spoken(action, language())


@lru_cache(1 << 12)  # a picture names about 500 places for a platform
def _spoken(action: str, _language: str) -> str:
    match action.split():
        case ["airlock", name]:
            return _("airlock {airlock}", airlock=name)
        case ["move", way]:
            return _("move {way}", way=named(way))
        case ["lift", platform]:
            return _("lift {platform}", platform=platform)
        case ["remove", platform]:
            return _("remove {platform}", platform=platform)
        case ["at", square]:
            return pgettext("action", "at {square}", square=square)
        case ["turn", turns]:
            return _("turn {turns}", turns=turns)
        case ["shoot", gun, _with, arm]:
            return _("shoot {gun} with {weapon}", gun=named(gun), weapon=thing(arm))
        case ["hit", gun]:
            return _("hit {gun}", gun=named(gun))
        case ["take", _keycard]:
            return _("take keycard")
        case ["respond", ray]:
            return _("respond {item}", item=thing(ray))
        case ["lose", item]:
            return pgettext("relics", "lose {item}", item=thing(item))
        case ["overload", ray]:
            return _("overload {item}", item=thing(ray))
        case ["net", "pay"]:
            return _("net pay")
        case ["net", weapon]:
            return _("net {item}", item=thing(weapon))
        case ["use", item]:
            return pgettext("relics", "use {item}", item=thing(item))
        case ["use", item, *targets]:
            aims = " ".join(named(target) for target in targets)
            return pgettext("relics", "use {item} {target}", item=thing(item), target=aims)
        case [verb]:
            return _verbs(language()).get(verb, verb)
    return action


def named(text: str) -> Word:
    """Return a word of an action: a thing, a gun, a direction, a place."""
    if text in THINGS:
        return thing(text)
    if text in GUN_IDS:
        number = text.removeprefix("gun")
        return Word(pgettext("relics", "gun{number}", number=number))
    return Word(_words(language()).get(text, text))


@cache
def _verbs(_language: str) -> dict[str, str]:
    return {
        "take": pgettext("relics", "take"),
        "suffer": pgettext("relics", "suffer"),
        "raise": pgettext("relics", "raise"),
        "patch": pgettext("relics", "patch"),
        "escape": pgettext("relics", "escape"),
        "end": pgettext("relics", "end"),
    }


@cache
def _words(_language: str) -> dict[str, str]:
    return {
        "n": pgettext("relics", "n"),
        "e": pgettext("relics", "e"),
        "s": pgettext("relics", "s"),
        "w": pgettext("relics", "w"),
        "NW": pgettext("relics", "NW"),
        "NE": pgettext("relics", "NE"),
        "SE": pgettext("relics", "SE"),
        "SW": pgettext("relics", "SW"),
        "suit": pgettext("relics", "suit"),
        "hole": pgettext("relics", "hole"),
        "fires": pgettext("relics", "fires"),
    }
