"""What items and weapons do, in a few words beside their names; the glossary says how."""

from __future__ import annotations

from typing import Any

BRIEFS = {
    "power-pack": "{pack} AP, or {pack} charges for a ray",
    "tape": "mends a hole",
    "vitality": "{vitality} AP more",
    "adrenaline": "this turn steps cost half, and no gun fires at them",
    "o2": "{o2} AP more",
    "keycard": "an artifact without its trap, for {take_with_keycard} AP",
    "security-hack": "switches a gun off for good",
    "grapple-gun": "a leap of up to {grapple_reach} squares for 0 AP",
    "rocketpack": "a leap of up to {rocket_reach} squares for {rocket} AP",
    "doorway": "a way between two walls",
    "foam-gun": "mends a hole, or puts out fires",
    "heat-ray": "against guns, nets and some traps; or AP",
    "freeze-ray": "against fires, nets and some traps; or AP",
    "platform-hack-1": "a spare platform, laid for nothing",
    "platform-hack-2": "turns a platform where it lies",
    "blaster": "destroys a gun about to fire, or a net",
    "shield": "once raised, it takes a hit or a trap",
    "raised": "takes the next hit or trap",
}


def brief(name: str, data: dict[str, Any]) -> str:
    """What an item or a weapon does."""
    return BRIEFS[name].format(**data["figures"])
