"""Text beside the board about the turn and each seat.

A terminal has codes for what players type, such as p07 and gun3; a page has words instead.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from aicore.core.game import Position
from aicore.core.language import N_, Word, fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.story import Names
from aicore.games.relics.rules.chart import Chart
from aicore.games.relics.words.nouns import thing
from aicore.games.relics.words.wording import gun_name

LAID = {
    "galleries": N_("laying out the galleries"),
    "platforms": N_("laying out the platforms"),
    "weapons": N_("dealing the weapons"),
}
DOING = {
    "airlocks": N_("{who} {who:choose|chooses} an airlock"),
    "act": N_("{who} {who:have|has} {ap} AP"),
    "at": N_("{who} {who:place|places} {platform}"),
    "turn": N_("{who} {who:turn|turns} {platform}"),
    "guns": N_("{who} {who:face|faces} {gun}, about to fire"),
    "item": N_("{who} {who:find|finds} an item"),
    "artifact": N_("{who} {who:take|takes} an artifact"),
    "keycard": N_("{who} {who:take|takes} an artifact with a keycard"),
    "spare": N_("{who} {who:draw|draws} a platform"),
    "trap": N_("{who} {who:face|faces} the trap of the {artifact}"),
    "lose": N_("{who} {who:lose|loses} an item to the acid"),
    "defense": N_("{who} {who:remove|removes} a platform (Last Defense)"),
}
TRAPS = {
    "mercurial-salamander": N_("the gallery burns"),
    "venusian-dragonfly": N_("a hole, an item lost"),
    "lunar-sickle": N_("double costs on this gallery"),
    "cererian-flower": N_("a hole, {flower} AP less next turn"),
    "martian-spearhead": N_("two holes"),
    "jovian-scepter": N_("no {kind} until {scepter} others moved"),
    "saturnian-hourglass": N_("{hourglass} AP lost"),
    "uranium-gem": N_("a net on this gallery"),
    "neptunian-shell": N_("{shell} slow moves"),
}
ENDINGS = {
    "all-out": N_("everyone is out"),
    "rounds": N_("time is up"),
    "last-defense": N_("the station is gone"),
}


def heading(
    fields: Position,
    chart: Chart,
    rounds: int | str,
    names: Names | None = None,
    codes: bool = True,
) -> list[str]:
    """Return the round, the current activity, and facts that matter for it.

    Args:
        codes: whether to name things by codes, such as p07, or in words.
    """
    names = names or Names.numbered(len(fields["pos"]))
    lines = [_("Round {n} of {rounds}", n=fields["round"], rounds=rounds)]
    if fields["end"]:
        return [*lines, _(ENDINGS[fields["end"]])]
    phase = fields["phase"]
    lines.append(_(LAID[phase]) if phase in LAID else _doing(fields, names, codes))
    if phase == "trap":
        lines.append(trap(fields["drawn"], chart.data, codes))
    if fields["adrenaline"]:
        lines.append(_("on adrenaline"))
    if fields["holes"]:
        lines.append(ngettext("{n} hole to mend!", "{n} holes to mend!", fields["holes"]))
    here = chart.pieces.get(fields["seat"])
    if here is not None and phase in ("act", "at", "turn"):
        guns = [gun for gun in chart.covering(here) if gun not in fields["fired"]]
        if guns:
            lines.append(
                _("in the line of {guns}", guns=", ".join(_gun(gun, codes) for gun in guns))
            )
    if fields["final"]:
        lines.append(_("last turns!"))
    return lines


def _doing(fields: Position, names: Names, codes: bool) -> str:
    """Return a description of what the seat on turn does."""
    phase = fields["phase"]
    seat = fields["turn"] if phase in ("airlocks", "defense") else fields["seat"]
    platform = fields["lifting"] if codes else _("a platform")
    if codes and phase == "turn":
        platform = _(
            "{platform} at {square}",
            platform=platform,
            square=",".join(map(str, fields["spot"] or ())),
        )
    ap = f"{fields['ap']}{' 1/2' if fields['credit'] else ''}"
    return _(
        DOING[phase],
        who=names[seat],
        ap=ap,
        platform=platform,
        gun=_gun((fields["queue"] or [""])[0], codes),
        artifact=thing(fields["drawn"]) if fields["drawn"] else Word(""),
    )


def _gun(number: int | str, codes: bool) -> str:
    return f"gun{number}" if codes else gun_name(number)


def _two_floors(codes: bool) -> str:
    """Return platforms with two squares of floor, in a few characters."""
    return "#2" if codes else _("2-AP platform")


def trap(artifact: str, data: dict[str, Any], codes: bool = True) -> str:
    """Return the effect of an artifact's trap in a few words."""
    return _(TRAPS[artifact], kind=_two_floors(codes), **data["figures"])


def holdings(fields: Position, data: dict[str, Any], seat: int) -> list[str]:
    """Return a seat's weapon, artifacts with their points, and items with their charges.

    Items and weapons have the names that players type.
    """
    charge = fields["charge"][seat]
    points = {entry["id"]: entry["points"] for entry in data["artifacts"]}
    lines = []
    weapon = fields["weapon"][seat]
    if weapon:
        up = fields["shield_up"][seat]
        text = _("shield is up ({n} left)") if up else _("{weapon} ({n} left)")
        lines.append(fill(text, weapon=weapon, n=charge.get(weapon, 0)))
    if fields["heart"] == seat:
        lines.append(f"{thing('heart-of-sol')}: {data['figures']['heart_points']}")
    lines += [f"{thing(name)}: {points[name]}" for name in fields["artifacts"][seat]]
    items = []
    for name, copies in Counter(fields["items"][seat]).items():
        number = f" x{copies}" if copies > 1 else ""
        items.append(f"{name}{number}{f' ({charge[name]})' if name in charge else ''}")
    return [*lines, ", ".join(items)] if items else lines


def burdens(fields: Position, seat: int, codes: bool = True) -> list[str]:
    """Return the handicaps of a seat.

    Args:
        codes: whether to name things by codes, such as p07, or in words.
    """
    lines = []
    if fields["carried"][seat]:
        lines.append(_("{ap} AP less next turn", ap=fields["carried"][seat]))
    if fields["heart"] == seat and seat not in fields["escaped"]:
        lines.append(_("the Heart: 1 AP less"))
    if fields["sickle"][seat]:
        place = fields["sickle"][seat] if codes else _("the marked gallery")
        lines.append(_("pays double on {gallery}", gallery=place))
    if fields["net"][seat]:
        place = fields["net"][seat] if codes else _("the marked gallery")
        lines.append(_("netted on {gallery}", gallery=place))
    if fields["shell"][seat]:
        lines.append(ngettext("slow for {n} move", "slow for {n} moves", fields["shell"][seat]))
    if fields["scepter"][seat]:
        left, kind = fields["scepter"][seat], _two_floors(codes)
        lines.append(
            ngettext(
                "no {kind} until {n} other moved",
                "no {kind} until {n} others moved",
                left,
                kind=kind,
            )
        )
    return lines
