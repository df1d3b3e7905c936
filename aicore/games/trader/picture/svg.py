"""Picture of a game of Free Trader: the map, the cards in play, the market, the ship."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from aicore.core.picture import Scene, fit, identify, refuse, wrap
from aicore.core.svg import add, write
from aicore.core.tabletop import (
    GAP,
    MARGIN,
    TableDrawing,
    buttons,
    centered,
    choose,
    gauge,
    headline,
    icon,
    in_rows,
    named,
    paragraph,
    settle,
    slab,
)
from aicore.games.trader.picture.chart import Chart
from aicore.games.trader.picture.faces import CARD, KINDS, MODULES, badge, event
from aicore.games.trader.rules.state import CARGO
from aicore.games.trader.words.labels import DRAWINGS, ENDS, PHASES, fight, initials
from aicore.games.trader.words.wording import Words

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from aicore.core.tabletop import Box

MAP = 600.0  # width of the map beside the cards and the market
USED = {"buy": "buy", "sell": "sell", "jump": "flight", "fine": "fine", "damage": "attack"}
"""Line that counts on the card that was drawn last, by phase."""

DONE = {"buy": "Buy no more", "sell": "Sell no more", "upgrade": "No module"}
PLAIN = {"counterattack": "Strike back", "flee": "Flee into the unknown"}


def draw(scene: Scene) -> Element:
    """Return a drawing: map, beside or below it cards and market, then the ship and its debts."""
    return _Table(scene).draw()


class _Table(TableDrawing):
    def __init__(self, scene: Scene) -> None:
        super().__init__(scene, "Free Trader")
        self.words = Words(scene.position.game, scene.called)
        self.letters = initials(self.data)

    def draw(self) -> Element:
        """Draw everything from top to bottom."""
        fields = self.fields
        end = fields["end"]
        text = ENDS[end] if end else DRAWINGS.get(fields["drawing"]) or PHASES[fields["phase"]]
        note = f"month {fields['month']}, {fields['paid']} of 4 payments made"
        y = float(headline(self.picture, self.scene, text, note))
        if self.narrow:
            room = (3, 3, float(self.width))
            y = Chart(self.picture, self.scene, self.words, fields, room).draw(MARGIN, y)
            y = self._side(MARGIN, y, self.width)
        else:
            room = (5, 4, MAP)
            below = Chart(self.picture, self.scene, self.words, fields, room).draw(MARGIN, y)
            x = MARGIN + MAP + 2 * GAP
            y = max(below, self._side(x, y, self.width - MAP - 2 * GAP))
        y = self._ship(y)
        y = self._money(y)
        return settle(self.picture, y + MARGIN - GAP)

    def _side(self, x: float, y: float, width: float) -> float:
        """Draw the planet just found, the cards in play, the fight, the market and the buttons."""
        y = self._discovered(x, y, width)
        y = self._cards(x, y, width)
        if self.fields["enemy"]:
            lines = wrap(fight(self.fields, self.data), width, 13)
            y = paragraph(self.picture, x, y, lines, "", 13, 17, drop=14) + GAP
        y = self._market(x, y, width)
        done = [text for actor, text in self.scene.last if actor != "chance" and text != "done"]
        if done:
            self.just_done(x, y + 12, width, done[-1])
            y += 16 + GAP
        places = self.scene.places
        wanted = [(sentence, places(text.__eq__)) for text, sentence in PLAIN.items()]
        wanted.append((DONE.get(self.fields["phase"], "Done"), places("done".__eq__)))
        return buttons(self.picture, self.scene, x, y, width, wanted)

    def _discovered(self, x: float, y: float, width: float) -> float:
        """Draw the planet to be placed."""
        name = self.fields["placing"]
        if not name:
            return y
        about = self.words.about(name)
        lines = wrap(about, width - 24, 13)
        group = named(self.picture, f"found: {name}, {about}")
        height = 32 + 17 * len(lines)
        slab(group, (x + 2, y + 2, width - 4, height), "face last")
        write(group, x + 12, y + 22, f"found: {name.replace('-', ' ')}", "bold")
        paragraph(group, x + 12, y + 28, lines, "", 13, 17)
        return y + height + 2 * GAP

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
        letters = self.letters if across == 1 else [""] * len(self.letters)
        boxes, y = in_rows(len(rows), across, x, y, width, CARD)
        for row, box in zip(rows, boxes, strict=True):
            line = used if row[0] == self.fields["last_event"] else ""
            event(self.picture, row, letters, box, line, row[0] in new)
        return y + GAP / 2

    def _market(self, x: float, y: float, width: float) -> float:
        """Draw the goods with the number aboard and the prices here."""
        fields, words = self.fields, self.words
        trading = fields["phase"] if fields["phase"] in ("buy", "sell") else ""
        ways = {"buy": "costs", "sell": "brings"}
        title = fit(f"Goods at {words.here(fields)}", width * 0.62 - 50, 14)
        write(self.picture, x, y + 14, title, "muted bold", font_size=13)
        write(self.picture, x + width * 0.62, y + 14, "aboard", "muted end", font_size=12)
        if trading:
            write(self.picture, x + width - 8, y + 14, ways[trading], "muted end", font_size=12)
        y += 22
        for place, good in enumerate(words.goods):
            self._good(place, good, trading, (x, y, width, 32.0))
            y += 36
        return y + GAP / 2

    def _good(self, place: int, good: str, trading: str, box: Box) -> None:
        fields, words = self.fields, self.words
        x, y, width, height = box
        aboard = fields["hold"][good]
        here = next(name for name, *at in fields["planets"] if at == fields["ship"])
        change = words.planets[here]["goods"][place]
        price = ""
        if trading == "sell":
            price = f"{words.price(fields, good)} V"
        elif trading:
            listed = words.events[fields["last_event"]][3][place]
            price = f"{words.cost(fields, good)} V" if listed and change else "not sold"
        about = f"{good}: {aboard} aboard"
        if trading:
            about += f", {'costs' if trading == 'buy' else 'brings'} {price}"
        group = named(self.picture, about)
        slab(group, box, "face")
        load = add(group, "g")  # the next load slides into the hold when bought, back when sold
        badge(load, self.letters[place], place, x + 18, y + height / 2, 20)
        identify(load, f"{good} {aboard + 1}", row=True)
        write(group, x + 36, y + 21, fit(good, width * 0.62 - 60, 14))
        sentence = str(aboard) if aboard else "-"
        style = "bold end" if aboard else "muted end"
        write(group, x + width * 0.62 - 8, y + 21, sentence, style)
        if trading:
            write(group, x + width - 12, y + 21, price, "bold end" if price else "muted end")
        else:
            shown = f"{change:+d}" if change else "not sold"
            write(group, x + width - 12, y + 21, shown, "muted end", font_size=12)
        label = f"{trading} {good} for {price}"
        self.offer(group, box, lambda text: text in (f"buy {good}", f"sell {good}"), label)
        if trading == "sell":
            refuse(group, f"You have no {good} aboard.")
        elif trading and price == "not sold":
            refuse(group, f"You cannot buy {good} here: the card or the planet has a 0.")
        elif trading:
            free = words.level(fields, CARGO) - sum(fields["hold"].values())
            left = f"you have {fields['vectorium']} V" if free else "you have no free hold"
            refuse(group, f"A load of {good} costs {price}, and {left}.")

    def _ship(self, y: float) -> float:
        """Draw the modules, and the holds with their contents."""
        names = self.words.modules
        across, room = (2, self.width) if self.narrow else (len(names), MAP + 2 * GAP)
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
        x, y, width, _ = box
        level = self.fields["modules"][name]
        group = named(self.picture, f"{name}: {level}")
        slab(group, box, "face")
        style = "ink" if level else "muted faint"
        icon(group, MODULES[place], (x + 9, y + 17, 24, 24), style)
        write(group, x + width - 12, y + 36, str(level), "bold large end")
        places = scene.places(lambda text: text.split()[0] in ACTS and text.split()[1:] == [name])
        sentence = ""
        if places:
            verb = scene.legal[places[0]].split()[0]
            price = words.prices[place] if verb == "upgrade" else words.refund(name)
            sentence = ACTS[verb].format(price)
            choose(group, scene, box, places, f"{name}: {sentence}")
        elif self.fields["phase"] == "upgrade":
            sentence = f"{words.prices[place]} V"
            refuse(group, f"{name} costs {sentence}, and you have {self.fields['vectorium']} V.")
        shown = fit(name, width - 68, 13.5)
        write(group, x + 40, y + (25 if sentence else 34), shown, "bold", font_size=13)
        if sentence:
            write(group, x + 40, y + 43, sentence, "accent" if places else "muted", font_size=12)

    def _holds(self, x: float, y: float, width: float) -> None:
        """Draw a box for each hold in two rows; if there are too many, one for each good."""
        fields, words = self.fields, self.words
        aboard: dict[str, int] = {good: size for good, size in fields["hold"].items() if size}
        free = words.level(fields, CARGO) - sum(aboard.values())
        if free:
            aboard[""] = free
        write(self.picture, x, y + 34, "Hold" if aboard else "No hold", "muted bold", font_size=13)
        across = int((width - 44) // 30)
        boxes = [(good, 1, one) for good, size in aboard.items() for one in range(1, size + 1)]
        if len(boxes) > 2 * across:
            boxes = [(good, size, 1) for good, size in aboard.items()]
        top = y + (15 if len(boxes) <= across else 0)
        for place, (good, size, number) in enumerate(boxes):
            row, column = divmod(place, across)
            self._hold(good, size, number, (x + 44 + 30 * column, top + 30 * row, 26.0, 26.0))

    def _hold(self, good: str, size: int, one: int, box: Box) -> None:
        """Draw a hold, loaded or empty.

        Args:
            size: number of such holds that the box stands for.
            one: number of the load within its good, from 1.
        """
        words = self.words
        x, y, width, height = box
        number = f", {size} of them" if size > 1 else ""
        group = named(self.picture, f"{f'a hold with {good}' if good else 'an empty hold'}{number}")
        slab(group, box, "face", 6)
        if good:
            place = words.goods.index(good)
            load = identify(add(group, "g"), f"{good} {one}", row=True)
            badge(load, self.letters[place], place, x + width / 2, y + height / 2, 19)
        if size > 1:
            centered(group, x + width / 2, y + height + 13, [str(size)], 11, "bold")
        part = [words.modules[CARGO], *([good] if good else [])]
        wanted = [f"{verb} {' '.join(part)}" for verb in ("damage", "sell-module")]
        self.offer(group, box, wanted.__contains__, f"give up {words.part(part)}")

    def _money(self, y: float) -> float:
        """Draw the vectorium, the payments, and the cards left in the month."""
        fields, words, narrow = self.fields, self.words, self.narrow
        amount = fields["vectorium"]
        group = named(self.picture, f"vectorium: {amount} of {words.most}")
        write(group, MARGIN, y + 18, "V", "bold", font_size=18)
        room = self.width - 80 if narrow else 420
        due = 0 if fields["end"] else words.payments[min(fields["paid"], 3)]
        style = "good" if amount >= due else "seat4"
        gauge(group, (MARGIN + 28, y + 4, room, 18), amount, words.most, style)
        write(group, MARGIN + room + 36, y + 20, str(amount), "bold large")
        if fields["debt"]:
            y += 28
            text = f"{fields['debt']} V still owed to the police"
            write(self.picture, MARGIN, y + 14, text, "bad bold")
        x, top = (MARGIN, y + 34) if narrow else (MARGIN + 530, y - 8)
        self._payments(x, top)
        return self._to_come(y + (88 if narrow else 42))

    def _payments(self, x: float, y: float) -> None:
        fields = self.fields
        for place, payment in enumerate(self.words.payments):
            paid = place < fields["paid"]
            text = f"payment of {payment} V{', made' if paid else ''}"
            group = named(self.picture, text)
            cx = x + 22 + 50 * place
            now = place == fields["paid"] and not fields["end"]
            add(group, "circle", "good" if paid else f"face{' last' if now else ''}",
                cx=cx, cy=y + 22, r=19)  # fmt: skip
            if paid:
                add(group, "path", "none tick", d=f"M{cx - 8} {y + 22}l6 7l10-13")
            else:
                centered(group, cx, y + 27, [str(payment)], 15, "bold")
        left = len(fields["undrawn_events"]) - 2
        text = "due after this turn" if fields["due"] else f"in {left} card{'s' * (left != 1)}"
        if not fields["end"]:
            write(self.picture, x + 4 + 50 * 4, y + 20, "next one", "muted", font_size=12)
            style = "bad bold" if fields["due"] or left < 4 else "bold"
            write(self.picture, x + 4 + 50 * 4, y + 36, text, style, font_size=13)

    def _to_come(self, y: float) -> float:
        """Draw the number of cards left in each deck."""
        fields = self.fields
        if fields["end"]:
            return y
        kinds = Counter(self.words.kind(name) for name in fields["undrawn_events"])
        x = float(MARGIN)
        for kind, (style, sign) in KINDS.items():
            group = named(self.picture, f"{kind} cards left in the deck: {kinds[kind]}")
            icon(group, sign, (x, y + 2, 18, 18), style)
            text = str(kinds[kind]) if self.narrow else f"{kinds[kind]} {kind}"
            write(group, x + 24, y + 16, text, font_size=13)
            x += 56 if self.narrow else 112
        unknown = len(fields["pile"])
        text = f"left in the deck; two won't be drawn; {unknown} planets to find"
        if self.narrow:
            return paragraph(self.picture, MARGIN, y + 26, wrap(text, self.width, 12)) + 4
        write(self.picture, x, y + 16, text, "muted", font_size=13)
        return y + 26


ACTS = {"upgrade": "+1 for {} V", "damage": "lose one", "sell-module": "sell for {} V"}
"""Actions on a module."""
