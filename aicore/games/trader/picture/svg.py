"""Picture of a game of Free Trader: the map, the cards in play, the market, the ship."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from aicore.core.language import N_, capital, ngettext, npgettext, pgettext
from aicore.core.language import gettext as _
from aicore.core.outlines import SHIELD, SWORD
from aicore.core.picture import ENDED, Scene, fit, identify, refuse, width_of
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    TableDrawing,
    buttons,
    centered,
    choose,
    gauge,
    globe,
    headline,
    icon,
    in_rows,
    named,
    settle,
    slab,
)
from aicore.games.trader.picture.chart import CELL, PLANET, Chart, draw_planet
from aicore.games.trader.picture.faces import (
    CARD,
    KINDS,
    MODULES,
    badge,
    change,
    coin,
    event,
)
from aicore.games.trader.rules.state import CARGO, DEFENSES, ENGINES, WEAPONS
from aicore.games.trader.words import vocabulary
from aicore.games.trader.words.labels import status
from aicore.games.trader.words.vocabulary import titled
from aicore.games.trader.words.wording import SET_ASIDE, Words, next_bonus

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

MAP = (500.0, 424.0)  # size of the map beside the cards and the market
SMALL_MAP = 324.0  # height of the map on a phone
PARTS = 560.0  # width of the row of modules
USED = {"buy": "buy", "sell": "sell", "jump": "flight", "fine": "fine", "damage": "attack"}
"""Figure that counts on the card drawn last, by phase."""

DONE = {
    "buy": N_("Buy no more"),
    "sell": N_("Sell no more"),
    "upgrade": N_("Add nothing"),
}
"""Labels of the button for `done`, by phase."""


def draw(scene: Scene) -> Element:
    """Return a drawing: map, beside or below it cards and market, then the ship and its debts."""
    return _Table(scene).draw()


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, scene.position.game.info.title)
        self.words = Words(scene.position.game, scene.called)

    def draw(self) -> Element:
        """Draw everything from top to bottom."""
        fields = self.fields
        note = _("Month {month}", month=fields["month"])
        y = float(headline(self.picture, self.scene, self._asked(), note))
        if self.narrow:
            room = (3, 3, float(self.width), SMALL_MAP)
            y = Chart(self.picture, self.scene, self.words, fields, room).draw(MARGIN, y)
            y = self._side(MARGIN, y, self.width)
        else:
            room = (5, 4, *MAP)
            below = Chart(self.picture, self.scene, self.words, fields, room).draw(MARGIN, y)
            x = MARGIN + MAP[0] + 2 * GAP
            y = max(below, self._side(x, y, self.width - MAP[0] - 2 * GAP))
        y = self._ship(y)
        y = self._money(y)
        return settle(self.picture, y + MARGIN - GAP)

    def _side(self, x: float, y: float, width: float) -> float:
        """Draw the planet just found, the cards in play, the fight, the market and the buttons."""
        y = self._discovered(x, y, width)
        y = self._cards(x, y, width)
        y = self._struck(x, y, width)
        y = self._fight(x, y, width) if self.fields["enemy"] else self._market(x, y, width)
        places, phase = self.scene.places, self.fields["phase"]
        wanted = [
            (_("Strike back"), places("counterattack".__eq__)),
            (self._escape(), places(lambda text: text.split()[0] == "flee")),
            (_(DONE[phase]) if phase in DONE else "", places("done".__eq__)),
        ]
        return buttons(self.picture, self.scene, x, y, width, wanted)

    def _escape(self) -> str:
        """Return the label of the button for an emergency jump."""
        unknown = "flee" in self.scene.legal
        if self.fields["enemy"]:
            return _("Flee into the unknown") if unknown else _("Flee (1 V)")
        return _("Emergency jump into the unknown") if unknown else _("Emergency jump (1 V)")

    def _discovered(self, x: float, y: float, width: float) -> float:
        """Draw the planet to be placed."""
        name = self.fields["placing"]
        if not name:
            return y
        about = _("found: {planet}, {about}", planet=titled(name), about=self.words.about(name))
        group = named(self.picture, about)
        height = CELL[1] + 34
        slab(group, (x + 2, y + 2, width - 4, height), "face last")
        centered(group, x + width / 2, y + 22, [_("You found a planet")], 14, "bold")
        far = self.words.planets[name]["distance"] > self.words.level(self.fields, ENGINES)
        middle = (x + width / 2, y + 32 + PLANET)
        draw_planet(group, self.words, name, middle, 1, width, far, "ink")
        return y + height + 2 * GAP

    def _fight(self, x: float, y: float, width: float) -> float:
        """Draw the sums that decide each side's hit, with the card that is drawn for it."""
        fields, words = self.fields, self.words
        foe = words.events[fields["enemy"]]
        strength = foe[2] + next_bonus(fields)
        weapons, defenses = (words.level(fields, module) for module in (WEAPONS, DEFENSES))
        invader = foe[1] == "invader"
        about = {"strength": strength, "weapons": weapons, "defenses": defenses}
        hits = _(
            "It hits you if {strength} + the card's attack is more than "
            "{defenses} + the card's defense",
            **about,
        )
        if invader:
            hits = _(
                "It hits you if {strength} + 2 x the card's attack is more than "
                "{defenses} + the card's defense",
                **about,
            )
        destroys = _(
            "You destroy it if {weapons} + the card's attack is more than "
            "{strength} + the card's defense",
            **about,
        )
        twice = "2 x " if invader else ""
        sums = (
            (hits, _("It hits you if"), f"{strength} + {twice}", defenses),
            (destroys, _("You destroy it if"), f"{weapons} + ", strength),
        )
        for name, verb, first, second in sums:
            group = named(self.picture, name)
            slab(group, (x, y, width, 50), "paper edge")
            write(group, x + 12, y + 20, verb, "bold", font_size=13)
            left = x + 12.0
            beats = _("beats {n} + ", n=second)
            for text, outline in ((first, SWORD), (beats, SHIELD)):
                write(group, left, y + 41, text, font_size=14)
                left += width_of(text, 14) + 4
                icon(group, outline, (left, y + 29, 15, 0), "ink")
                left += 22
            write(group, left, y + 41, _("of a card"), "muted", font_size=13)
            y += 50 + GAP
        return y

    def _struck(self, x: float, y: float, width: float) -> float:
        """Draw the sums of the enemy's last attack, or its destruction, if that just happened."""
        fields, last = self.fields, self.scene.last
        sides: list[tuple[str, str]] = []
        drawn = any(text.startswith("event ") for _actor, text in last)
        if fields["enemy"] and drawn and fields["phase"] in ("damage", "combat"):
            theirs, ours = self.words.attack_sums(fields, fields["last_event"])
            _style, sign = KINDS[self.words.kind(fields["enemy"])]
            sides = [(sign, str(theirs)), (SHIELD, str(ours))]
            hit = theirs > ours
            about = _("the last attack: {theirs} against {ours}", theirs=theirs, ours=ours)
            verdict, style = (_("A hit!"), "bad") if hit else (_("It missed"), "good")
        elif any(text == "counterattack" for _actor, text in last) and not fields["enemy"]:
            about = _("you struck back")
            verdict, style = _("You destroyed it!"), "good"
        else:
            return y
        group = named(self.picture, f"{about}: {verdict}")
        slab(group, (x, y, width, 42), "paper last")
        left = x + 12
        for outline, number in sides:
            icon(group, outline, (left, y + 11, 20, 0), "ink")
            write(group, left + 26, y + 29, number, "bold", font_size=20)
            left += 68
        write(group, left, y + 27, verdict, f"{style} bold", font_size=17)
        return y + 42 + GAP

    def _asked(self) -> str:
        """Return the question to the player; where only an emergency jump is left, the reason."""
        legal = self.scene.legal
        if self.scene.over and not self.fields["end"]:
            return _(ENDED)
        if (
            self.fields["phase"] == "jump"
            and legal
            and all(action.startswith("flee ") for action in legal)
        ):
            return _("too far, or just left: only an emergency jump gets you on")
        return status(self.fields)

    def _in_play(self) -> list[list[Any]]:
        """Return the rows of the cards that are face up or set the prices."""
        fields = self.fields
        names = list(fields["face_up"])
        if fields["enemy"] and fields["enemy"] not in names:
            names.insert(0, fields["enemy"])
        if not names and fields["phase"] in ("buy", "sell") and fields["last_event"]:
            names = [fields["last_event"]]
        return [self.words.events[name] for name in names]

    def _cards(self, x: float, y: float, width: float) -> float:
        rows, new = self._in_play(), self.news("event")
        if not rows:
            return y
        used = USED.get(self.fields["phase"], "")
        across = 2 if len(rows) > 1 else 1
        boxes, y = in_rows(len(rows), across, x, y, width, CARD)
        for row, box in zip(rows, boxes, strict=True):
            drawn_for = row[0] == self.fields["last_event"] != self.fields["enemy"]
            counts = used if drawn_for else ""
            drawn = event(self.picture, row, self.words.goods, box, counts, row[0] in new)
            identify(drawn, row[0])
        return y + GAP / 2

    def _market(self, x: float, y: float, width: float) -> float:
        """Draw the goods with the number aboard and the prices here."""
        fields, words = self.fields, self.words
        trading = fields["phase"] if fields["phase"] in ("buy", "sell") else ""
        ways = {
            "buy": pgettext("market", "costs"),
            "sell": pgettext("market", "brings"),
            "": pgettext("market", "markup"),
        }
        aboard = pgettext("market", "aboard")
        write(self.picture, x, y + 14, pgettext("market", "Market"), "muted bold", font_size=13)
        write(self.picture, x + width * 0.7, y + 14, aboard, "muted end", font_size=13)
        write(self.picture, x + width - 8, y + 14, ways[trading], "muted end", font_size=13)
        y += 22
        for place, good in enumerate(words.goods):
            self._good(place, good, trading, (x, y, width, 36.0))
            y += 40
        return y + GAP / 2

    def _good(self, place: int, good: str, trading: str, box: Box) -> None:
        fields, words = self.fields, self.words
        x, y, width, height = box
        aboard = fields["hold"][good]
        here = next(name for name, *at in fields["planets"] if at == fields["ship"])
        modifier = words.planets[here]["goods"][place]
        name = vocabulary.good(good)
        slots = {"good": name, "n": aboard}
        sold = modifier != 0
        if trading == "sell":
            price, sold = _("{price} V", price=words.price(fields, good)), True
            about = _("{good}: {n} aboard, brings {price}", price=price, **slots)
            label = _("sell {good} for {price}", good=name, price=price)
        elif trading:
            sold = sold and words.events[fields["last_event"]][3][place] > 0
            price = _("{price} V", price=words.cost(fields, good)) if sold else _("not sold")
            about = _("{good}: {n} aboard, not sold", **slots)
            if sold:
                about = _("{good}: {n} aboard, costs {price}", price=price, **slots)
            label = _("buy {good} for {price}", good=name, price=price)
        else:
            price = change(modifier) if sold else _("not sold")
            about, label = _("{good}: {n} aboard", **slots), ""
        group = named(self.picture, about)
        slab(group, box, "face")
        load = add(group, "g")  # the next load slides into the hold when bought, back when sold
        badge(load, place, x + 20, y + height / 2, 26, "" if sold else "faint")
        identify(load, f"{good} {aboard + 1}", row=True)
        shown = fit(capital(name), width * 0.66 - 50, 14)
        write(group, x + 40, y + 23, shown, font_size=14)
        if aboard:
            write(group, x + width * 0.7 - 8, y + 23, str(aboard), "bold end")
        style = "bold end" if trading and sold else "muted end"
        write(group, x + width - 10, y + 23, price, style, font_size=14 if sold else 13)
        self.offer(group, box, lambda text: text in (f"buy {good}", f"sell {good}"), label)
        if trading == "sell":
            refuse(group, _("You have no {good} aboard.", good=name))
        elif trading and not sold:
            why = _("You cannot buy {good} here: the card or the planet has a 0.", good=name)
            refuse(group, why)
        elif trading and words.level(fields, CARGO) > sum(fields["hold"].values()):
            has = fields["vectorium"]
            refuse(
                group,
                _(
                    "A load of {good} costs {price}, and you have {n} V.",
                    good=name,
                    price=price,
                    n=has,
                ),
            )
        elif trading:
            refuse(
                group,
                _(
                    "A load of {good} costs {price}, and you have no free hold.",
                    good=name,
                    price=price,
                ),
            )

    def _ship(self, y: float) -> float:
        """Draw the modules, and the holds with their contents."""
        names = self.words.modules
        across, room = (2, self.width) if self.narrow else (len(names), PARTS)
        boxes, below = in_rows(len(names), across, MARGIN, y, room, 58.0)
        for place, (name, box) in enumerate(zip(names, boxes, strict=True)):
            self._module(place, name, box)
        if self.narrow:
            self._holds(MARGIN, below, self.width)
            return below + 66
        self._holds(MARGIN + room + GAP, y, self.width - room - GAP)
        return below

    def _module(self, place: int, name: str, box: Box) -> None:
        """Draw a module with its level; it is bought, sold or lost here."""
        scene, words = self.scene, self.words
        x, y, width, _height = box
        level = self.fields["modules"][name]
        title = vocabulary.module(name)
        group = named(self.picture, _("{module}: {level}", module=title, level=level))
        slab(group, box, "face")
        style = "ink" if level else "muted faint"
        icon(group, MODULES[place], (x + 9, y + 17, 24, 24), style)
        places = scene.places(lambda text: text.split()[0] in ACTS and text.split()[1:] == [name])
        sentence = ""
        if places:
            verb = scene.legal[places[0]].split()[0]
            price = words.prices[place] if verb == "upgrade" else words.refund(name)
            sentence = _(ACTS[verb], price=price)
            choose(group, scene, box, places, _("{module}: {act}", module=title, act=sentence))
        elif self.fields["phase"] == "upgrade":
            sentence = _("{price} V", price=words.prices[place])
            refuse(
                group,
                _(
                    "{module} costs {price}, and you have {n} V.",
                    module=title,
                    price=sentence,
                    n=self.fields["vectorium"],
                ),
            )
        base = y + (25 if sentence else 34)
        write(group, x + 38, base, fit(capital(title), width - 64, 13.5), "bold", font_size=13)
        write(group, x + width - 10, base + 1, str(level), "bold end", font_size=18)
        if sentence:
            write(group, x + 38, y + 45, sentence, "accent" if places else "muted", font_size=13)

    def _holds(self, x: float, y: float, width: float) -> None:
        """Draw a box for each hold in two rows; if there are too many, one for each good."""
        fields, words = self.fields, self.words
        aboard: dict[str, int] = {good: size for good, size in fields["hold"].items() if size}
        free = words.level(fields, CARGO) - sum(aboard.values())
        if free:
            aboard[""] = free
        label = pgettext("ship", "Hold") if aboard else pgettext("ship", "No hold")
        write(self.picture, x, y + 34, label, "muted bold", font_size=13)
        across = int((width - 40) // 30)
        boxes = [(good, 1, n) for good, size in aboard.items() for n in range(1, size + 1)]
        if len(boxes) > 2 * across:
            boxes = [(good, size, 1) for good, size in aboard.items()]
        top = y + (15 if len(boxes) <= across else 0)
        for place, (good, size, number) in enumerate(boxes):
            row, column = divmod(place, across)
            self._hold(good, size, number, (x + 40 + 30 * column, top + 30 * row, 26.0, 26.0))

    def _hold(self, good: str, size: int, number: int, box: Box) -> None:
        """Draw a hold, loaded or empty.

        Args:
            size: number of such holds that the box stands for.
            number: number of the load within its good, from 1.
        """
        words = self.words
        x, y, width, height = box
        group = named(self.picture, self._contents(good, size))
        slab(group, box, "face", 6)
        if good:
            place = words.goods.index(good)
            load = identify(add(group, "g"), f"{good} {number}", row=True)
            badge(load, place, x + width / 2, y + height / 2, 22)
        if size > 1:
            centered(group, x + width / 2, y + height + 13, [str(size)], 13, "bold")
        part = [words.modules[CARGO], *([good] if good else [])]
        wanted = [f"{verb} {' '.join(part)}" for verb in ("damage", "sell-module")]
        self.offer(group, box, wanted.__contains__, _("give up {part}", part=words.part(part)))

    @staticmethod
    def _contents(good: str, size: int) -> str:
        """Return the label of a box that stands for one or more holds."""
        name = vocabulary.good(good)
        if good:
            return ngettext("a hold with {good}", "{n} holds with {good}", size, good=name)
        return npgettext("label", "an empty hold", "{n} empty holds", size)

    def _money(self, y: float) -> float:
        """Draw the vectorium, the payments, and the cards left in the month."""
        fields, words, narrow = self.fields, self.words, self.narrow
        amount = fields["vectorium"]
        about = _("vectorium: {n} of {most}", n=amount, most=words.most)
        group = named(self.picture, about)
        coin(group, MARGIN + 11, y + 13, 22)
        room = self.width - 80 if narrow else 360
        due = 0 if fields["end"] else words.payments[min(fields["paid"], 3)]
        style = "good" if amount >= due else "seat4"
        gauge(group, (MARGIN + 28, y + 4, room, 18), amount, words.most, style)
        write(group, MARGIN + room + 36, y + 20, str(amount), "bold large")
        if fields["debt"]:
            y += 28
            text = _("{debt} V still owed to the police", debt=fields["debt"])
            write(self.picture, MARGIN, y + 14, text, "bad bold")
        x, top = (MARGIN, y + 34) if narrow else (MARGIN + 448, y - 8)
        self._payments(x, top)
        return self._to_come(y + (88 if narrow else 42))

    def _payments(self, x: float, y: float) -> None:
        fields = self.fields
        for place, payment in enumerate(self.words.payments):
            paid = place < fields["paid"]
            text = (
                _("payment of {n} V, made", n=payment) if paid else _("payment of {n} V", n=payment)
            )
            group = named(self.picture, text)
            cx = x + 22 + 50 * place
            now = place == fields["paid"] and not fields["end"]
            add(group, "circle", "good" if paid else f"face{' last' if now else ''}",
                cx=cx, cy=y + 22, r=19)  # fmt: skip
            if paid:
                add(group, "path", "none tick", d=f"M{cx - 8} {y + 22}l6 7l10-13")
            else:
                centered(group, cx, y + 27, [str(payment)], 15, "bold")
        left = len(fields["undrawn_events"]) - SET_ASIDE
        text = ngettext("in {n} card", "in {n} cards", left)
        if fields["due"]:
            text = _("due after this turn")
        if not fields["end"]:
            title = _("Next payment")
            write(self.picture, x + 4 + 50 * 4, y + 19, title, "muted", font_size=13)
            style = "bad bold" if fields["due"] or left < 4 else "bold"
            write(self.picture, x + 4 + 50 * 4, y + 36, text, style, font_size=13)

    def _to_come(self, y: float) -> float:
        """Draw the number of cards left of each kind, and of planets."""
        fields = self.fields
        if fields["end"]:
            return y
        kinds = Counter(self.words.kind(name) for name in fields["undrawn_events"])
        x, base = float(MARGIN), y + 18
        come = write(self.picture, x, base, _("Still to come"), "muted", font_size=13)
        add(come, "title").text = _("Two of these cards will not be drawn this month")
        x += 96
        step = 54 if self.narrow else 104
        for kind, (style, sign) in KINDS.items():
            name, left = vocabulary.kind(kind), kinds[kind]
            about = _("{kind} cards left in the deck: {n}", kind=name, n=left)
            group = named(self.picture, about)
            icon(group, sign, (x, y + 4, 18, 18), style)
            text = str(left) if self.narrow else vocabulary.cards(kind, left)
            write(group, x + 24, base, text, font_size=13)
            x += max(step, 34 + width_of(text, 13))
        number = len(fields["pile"])
        text = ngettext("{n} planet to find", "{n} planets to find", number)
        if self.narrow:
            x, base = float(MARGIN), base + 22
        globe(self.picture, "world0", "band", (x + 9, base - 5), 8)
        write(self.picture, x + 24, base, text, font_size=13)
        return base + 8


ACTS = {
    "upgrade": N_("+1 for {price} V"),
    "damage": N_("lose one"),
    "sell-module": N_("sell for {price} V"),
}
"""Actions on a module."""
