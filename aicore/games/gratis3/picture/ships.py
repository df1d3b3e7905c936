"""Panels of the seats on a page: systems, shields, trophies, craft, chips and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aicore.core import phrasebook
from aicore.core.language import N_, capital, fill, ngettext
from aicore.core.language import gettext as _
from aicore.core.outlines import BOMBER, ENGINE, FIGHTER, MEDAL, SHIELD, SIGHT, WRENCH
from aicore.core.picture import PLATE, offer, plate, refuse, width_of
from aicore.core.story import in_words
from aicore.core.svg import add, write
from aicore.core.tabletop import icon, named
from aicore.games.gratis3.picture.cards import STEP, small_card, small_cards
from aicore.games.gratis3.rules.board import SYSTEMS
from aicore.games.gratis3.words.phrases import MAX_SHIELDS, read_out, score, titled
from aicore.games.gratis3.words.phrases import named as called

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.game import Position
    from aicore.core.picture import Scene

TILE = 34  # height of a system
PAD = 12
ROW = 40  # height of a row of small cards
BROAD = 350  # width from which a panel has room for words
CRAMPED = 250  # width below which trophies have a row of their own
LINE = 26  # height of a row of numbers
FIRST_TROPHY = 3  # index of the first kind of trophy among what a seat has
SIGNS = (ENGINE, FIGHTER, SHIELD, SIGHT)
"""Icons of the systems."""

Store = tuple[str, int, str]
"""Something that a seat has: the icon's outline, the number, and a text about it."""

READY = N_("Small craft that are ready to launch: {fighters} and {bombers}.")
CHIP = "M12 2a10 10 0 1 1 0 20a10 10 0 1 1 0-20zM12 6a6 6 0 1 0 0 12a6 6 0 1 0 0-12z"
COOLING = N_(
    "Played cards cool down: you miss them for three turns. The leftmost comes back next. A card "
    "that peeps out behind another one was used to evade, and comes back with it."
)


class Ships:
    """Panels, one for each seat."""

    def __init__(self, parent: Element, scene: Scene, fields: Position) -> None:
        self.parent, self.scene, self.fields = parent, scene, fields
        self.lost = phrasebook.texts(scene.position.game, "systems")
        self.lost |= {
            name: _("the {lost}", lost=lost) for name, lost in self.lost.items() if name != "ravs"
        }
        self.systems: dict[str, list[int]] = {}
        for place, text in enumerate(scene.legal):
            words = text.split()
            if words[0] in ("repair", "knock") or words[:2] == ["override", "repair"]:
                self.systems.setdefault(words[-1], []).append(place)

    def draw(self, seat: int, x: float, y: float, width: float) -> float:
        """Draw the panel of a seat. Return its height."""
        broad = width >= BROAD
        other = seat != self.scene.seat
        rows = 1 + (other and not broad)
        stores = LINE * (1 + (width < CRAMPED))
        below = TILE + 8 + stores + ROW * rows
        won = score(self.fields, seat)
        note = ngettext("{n} point", "{n} points", won)
        plate(self.parent, self.scene, seat, x, y, width, (), note, room=below)
        left, base = x + PAD, y + PLATE
        if broad:
            self.shields(seat, x + width - 202, y + 12)
        step = (width - 2 * PAD + 4) / len(SYSTEMS)
        for number, system in enumerate(SYSTEMS):
            self.system(seat, number, system, left + step * number, base, step - 4)
        base += TILE + 8
        self.stores(seat, left, base, width)
        base += stores
        self.queue(seat, left, base)
        if other:
            self.hand(seat, x + width - PAD, base if broad else base + ROW)
        return PLATE + below

    def system(self, seat: int, number: int, name: str, x: float, y: float, width: float) -> None:
        """Draw a system: its icon with the chip on it, or crossed out while it is Down."""
        online = self.fields["systems"][seat][number]
        places = self.systems.get(name, []) if seat == self.choosable_seat() else []
        group = add(self.parent, "g")
        style = "table" if online else "none down"
        if self.scene.advised(places) or self.just_done(seat, name):
            style = f"table {'hint solid' if self.scene.advised(places) else 'last'}"
        elif places:
            style = "face"
        add(group, "rect", style, x=x, y=y, width=width, height=TILE, rx=7)
        middle = y + TILE / 2
        wordy = width > 78
        at = x + 5 if wordy else x + width / 2 - 10
        black = self.fields["system_black"][seat][number]
        color = ("ink" if black else f"seat{seat}") if online else "bad faint"
        icon(group, SIGNS[number], (at, middle - 10, 20, 20), color)
        if not online:
            cross = f"M{at:.1f} {middle - 9:.1f}l20 18m0 -18l-20 18"
            add(group, "path", "none crossed", d=cross)
        title = capital(called(name))
        if wordy:
            look = "ink" if online else "bad"
            write(group, x + 28, middle + 5, title, look, font_size=13)
        stands = _("Online") if online else _("Down")
        add(group, "title").text = _(
            "{whose:your|*'s} {system}: {stands}",
            whose=self.scene.called[seat],
            system=called(name),
            stands=stands,
        )
        done = read_out(self.scene.legal[places[0]]) if len(places) == 1 else title
        offer(group, places, f"{done}, {stands}")
        text = _("{system} is {stands}. While it is Down, {lost}.")
        refuse(group, fill(text, system=title, stands=stands, lost=self.lost[name]))

    def choosable_seat(self) -> int | None:
        """Return the seat whose systems can be chosen: the target, or the seat to move."""
        if self.fields["phase"] == "knock":
            target = self.fields["pending"]["target"]
            return target if isinstance(target, int) else None
        return self.scene.position.turn

    def just_done(self, seat: int, name: str) -> bool:
        """Whether the seat has repaired this system in the last events."""
        done = (f"repair {name}", f"override repair {name}")
        return any(actor == seat and text in done for actor, text in self.scene.last)

    def shields(self, seat: int, x: float, y: float) -> None:
        """Draw four shields: filled if up, dark if black."""
        up, black = self.fields["shields"][seat], self.fields["shield_black"][seat]
        text = _("{whose:your|*'s} shields: {up} of {most}")
        group = named(
            self.parent, fill(text, whose=self.scene.called[seat], up=up, most=MAX_SHIELDS)
        )
        for number in range(MAX_SHIELDS):
            style = "none edge" if number >= up else "ink" if number < black else f"seat{seat}"
            icon(group, SHIELD, (x + 22 * number, y, 18, 18), style)

    def stores(self, seat: int, x: float, y: float, width: float) -> None:
        """Draw the craft that are ready, the chips in supply, and the trophies.

        A panel without room for words has its shields here.
        """
        fields = self.fields
        won, bay, chips = (fields[key][seat] for key in ("trophies", "rav_supply", "supply"))
        up, fighters, bombers = fields["shields"][seat], bay["fighter"], bay["bomber"]
        ready = _(
            READY,
            fighters=in_words(fighters, "one Fighter", "{n} Fighters"),
            bombers=in_words(bombers, "one Bomber", "{n} Bombers"),
        )
        colored, black = won["colored"], won["black"]
        stores = [
            (
                SHIELD,
                up,
                _("{up} of {most} shields are up: each takes one hit.", up=up, most=MAX_SHIELDS),
            ),
            (FIGHTER, fighters, ready),
            (BOMBER, bombers, ready),
            (WRENCH, chips, _chips(chips)),
            (MEDAL, colored, _knocked_out(colored)),
            (CHIP, black, _black_chips(black)),
        ]
        if width >= BROAD and self.spelled_out(seat, stores[1:], x, y, width - 2 * PAD):
            return
        shown = stores[1:] if width >= BROAD else stores
        for line in [shown] if width >= CRAMPED else [shown[:4], shown[4:]]:
            rest = width - 2 * PAD - sum(20 + 9 * len(str(number)) for _, number, _ in line)
            at = x
            for outline, number, about in line:
                group = named(self.parent, about)
                icon(group, outline, (at, y + 1, 18, 18), "muted")
                write(group, at + 20, y + 15, str(number), font_size=14)
                refuse(group, about)
                at += 20 + 9 * len(str(number)) + min(16, rest / len(line))
            y += LINE

    def spelled_out(self, seat: int, stores: list[Store], x: float, y: float, room: float) -> bool:
        """Draw what a seat has in words, without trophies that nobody has won yet.

        Return whether the words fit; otherwise nothing is drawn.
        """
        won, bay = self.fields["trophies"][seat], self.fields["rav_supply"][seat]
        words = (
            ngettext("{n} Fighter", "{n} Fighters", bay["fighter"]),
            ngettext("{n} Bomber", "{n} Bombers", bay["bomber"]),
            ngettext("{n} chip", "{n} chips", self.fields["supply"][seat]),
            ngettext("{n} system hit", "{n} systems hit", won["colored"]),
            ngettext("{n} black chip", "{n} black chips", won["black"]),
        )
        shown = [
            (outline, text, about)
            for place, ((outline, number, about), text) in enumerate(
                zip(stores, words, strict=True)
            )
            if number or place < FIRST_TROPHY
        ]
        needed = sum(30 + width_of(text, 13) for _outline, text, _about in shown) - 8
        if needed > room:
            return False
        for outline, text, about in shown:
            group = named(self.parent, about)
            icon(group, outline, (x, y + 1, 18, 18), "muted")
            write(group, x + 22, y + 15, text, font_size=13)
            refuse(group, about)
            x += 30 + width_of(text, 13) + min(16, (room - needed) / len(shown))
        return True

    def queue(self, seat: int, x: float, y: float) -> None:
        """Draw the cards that cool down, the one that comes back next first."""
        fields, scene = self.fields, self.scene
        label = write(self.parent, x, y + 20, _("Cooling"), "muted", font_size=13)
        refuse(label, _(COOLING))
        x += 58
        covers, can_be = fields["evasion"][seat], fields["pending"]["can_be"][seat]
        played = {text for actor, text in scene.last if actor == seat}
        cards = fields["queue"][seat]
        for number, card in enumerate(cards):
            if can_be[number]:
                hidden = titled(covers[number]) if covers[number] else _("a card face down")
                about = _("with it: {card}", card=hidden)
                small_card(self.parent, covers[number], x + 7, y - 3, about, False)
            back = _("back in {turns} turns", turns=number + 1) if number else _("back next")
            new = number == len(cards) - 1 and f"play {card}" in played
            small_card(self.parent, card, x, y, f"{titled(card)}: {back}", new)
            x += STEP + (8 if can_be[number] else 0)

    def hand(self, seat: int, x: float, y: float) -> None:
        """Draw the cards in another seat's hand, up to x, as far as the viewer knows them."""
        hand = sorted(self.fields["hand"][seat], key=lambda card: card or "~")
        left = small_cards(self.parent, hand, x, y)
        write(self.parent, left - 6, y + 20, _("Hand"), "muted end", font_size=13)


def _chips(number: int) -> str:
    """Return a text about the chips that are left for repairs and shields."""
    return in_words(
        number,
        "one chip left: each repair or shield takes one, or a black one when they run out.",
        "{n} chips left: each repair or shield takes one, or a black one when they run out.",
    )


def _knocked_out(number: int) -> str:
    """Return a text about the colored trophies."""
    return in_words(
        number,
        "one system of others knocked out, worth 2 points each.",
        "{n} systems of others knocked out, worth 2 points each.",
    )


def _black_chips(number: int) -> str:
    """Return a text about the black trophies."""
    return in_words(
        number,
        "one black chip won, for craft destroyed and at the planet, worth 1 point each.",
        "{n} black chips won, for craft destroyed and at the planet, worth 1 point each.",
    )
