"""Lichen: grow over a rock of hexagons as the wind blows, for two or three players."""

from aicore.plain import CHANCE, END, Array, Enum, Game, Hexes, Int, Option, Seat, action, event

WINDS = "east", "southeast", "southwest", "west", "northwest", "northeast"  # as `step` counts them
ARROWS = dict(zip(WINDS, "→↘↙←↖↗", strict=True))
CORNERS = {2: ("a4", "g4"), 3: ("d1", "g4", "a7")}


class Lichen(Game):
    """Lichens grow over a round rock. Each turn, the wind blows in two directions. From one of your
    hexagons, grow onto the next one in either direction. You take another player's hexagon only if
    you have more neighbors there than its owner. Whoever has the most hexagons after all rounds
    wins; in a tie, the player among them who moves last."""

    summary = "Grow over a rock of hexagons as the wind blows."
    seats = 2, 3
    options = {"rounds": Option(12, "turns of each player", low=4, high=20)}
    words = {"grow": "Take the next hexagon with the wind from one of yours."}

    rock = Hexes(Seat(nobody="bare"), radius=3)
    wind = Array(Enum("calm", *WINDS, icons=ARROWS), 2)
    round = Int(1, 21, track=True)
    next = Seat(shown=False)

    def setup(self, s):
        for seat, corner in enumerate(CORNERS[self.seats]):
            s.rock[corner] = seat
        s.turn = CHANCE

    @event("wind FIRST SECOND", FIRST=WINDS, SECOND=WINDS)
    def blow(self, s, first, second):
        s.wind = [first, second]
        s.turn = s.next

    @blow.chances
    def winds(self, s):
        return [(first, second) for first in WINDS for second in WINDS]

    @action("grow PLACE", PLACE=rock.places)
    def grow(self, s, place):
        """Grow onto a hexagon with the wind."""
        s.rock[place] = s.turn
        self.finish(s)

    @grow.legal
    def targets(self, s):
        owners = dict(zip(self.rock.places, s.rock, strict=True))
        mine = [place for place, owner in owners.items() if owner == s.turn]
        ways = {WINDS.index(wind) for wind in s.wind}
        reached = {self.rock.step(place, way) for place in mine for way in ways} - {None, *mine}
        return sorted(place for place in reached if self.yields(owners, place, s.turn))

    def yields(self, owners, place, seat):
        """Whether a hexagon is bare, or a seat has more neighbors there than the owner."""
        if owners[place] == "bare":
            return True
        near = [owners[each] for each in self.rock.near[place]]
        return near.count(seat) > near.count(owners[place])

    @action("wait", otherwise=True)
    def wait(self, s):
        """Grow nowhere: no wind helps you."""
        self.finish(s)

    def finish(self, s):
        s.wind.fill("calm")
        s.next = self.after(s.turn)
        s.round += s.next == 0
        s.turn = END if s.round > self.options["rounds"] else CHANCE

    def scores(self, s):
        return [s.rock.count(seat) for seat in range(self.seats)]

    def result(self, s):
        scores = self.scores(s)
        return max(range(self.seats), key=lambda seat: (scores[seat], seat))

    def ending(self, s):
        return "the lichens are old"

    def estimate(self, s):
        scores = self.scores(s)
        return [score / sum(scores) for score in scores]

    def promising(self, s):
        """Prefer hexagons of others, and those with many neighbors that are not yours yet."""
        owners = dict(zip(self.rock.places, s.rock, strict=True))
        return {
            f"grow {place}": 1 + 2 * (owners[place] != "bare")
            + sum(owners[each] != s.turn for each in self.rock.near[place])
            for place in self.targets(s)
        }  # fmt: skip
