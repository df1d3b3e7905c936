"""Reef: grow coral on hexagons; only your largest colony counts."""

from aicore.plain import END, Game, Hexes, Int, Seat, action

RADIUS = 3
COLORS = ("blue", "orange")


class Reef(Game):
    """Two corals grow on a round reef of 37 hexagons. In your turn you settle a free hexagon; after
    the first turn of each player it must touch coral of any color. Coral with four or more
    neighbors of another color dies at once, and its hexagon is free again, but no hexagon is
    settled right after coral died there. If nothing can be settled, the game is over. The player
    with the larger largest colony wins; if they are equally large, the second player wins."""

    seats = 2
    longest = 120
    words = {
        "colony": "Hexagons of one color that hang together.",
        "die": "Coral with four neighbors of other colors leaves the board.",
    }

    reef = Hexes(Seat(*COLORS, nobody="empty"), radius=RADIUS)
    dead = Hexes(Int(0, 1), radius=RADIUS, shown=False)  # where coral died in the last turn
    turns = Int(0, 120)
    largest = Int(0, 37, seats=True, track=True)

    @action("settle PLACE", PLACE=reef.places)
    def settle(self, s, place):
        """Let your coral grow on a free hexagon."""
        s.reef[place] = COLORS[s.turn]
        s.turns += 1
        s.dead.fill(0)
        colors = dict(zip(self.reef.places, s.reef, strict=True))
        for near in (*self.reef.near[place], place):
            mine = colors[near]
            hostile = sum(colors[each] not in ("empty", mine) for each in self.reef.near[near])
            if mine != "empty" and hostile >= 4:
                s.reef[near], s.dead[near] = "empty", 1
        self.measure(s)
        s.turn = self.after(s.turn)
        if s.turns == 120 or not self.free(s):
            s.turn = END

    @settle.legal
    def free(self, s):
        colors = dict(zip(self.reef.places, s.reef, strict=True))
        dead = dict(zip(self.reef.places, s.dead, strict=True))
        empty = [name for name, color in colors.items() if color == "empty" and not dead[name]]
        if s.turns < 2:
            return empty
        near = self.reef.near
        return [name for name in empty if any(colors[each] != "empty" for each in near[name])]

    def measure(self, s):
        """Count the largest colony of each player."""
        colors = dict(zip(self.reef.places, s.reef, strict=True))
        s.largest.fill(0)
        for seat, color in enumerate(COLORS):
            left = {name for name, each in colors.items() if each == color}
            while left:
                colony, found = [left.pop()], 1
                while colony:
                    for name in self.reef.near[colony.pop()]:
                        if name in left:
                            left.remove(name)
                            colony.append(name)
                            found += 1
                s.largest[seat] = max(s.largest[seat], found)

    def scores(self, s):
        return s.largest.tolist()

    def result(self, s):
        return int(s.largest[1] >= s.largest[0])

    def ending(self, s):
        return "the reef is full" if s.turns < 120 else "the tide came in"

    def estimate(self, s):
        blue, orange = s.largest
        return [(blue + 1) / (blue + orange + 2), (orange + 1) / (blue + orange + 2)]

    def promising(self, s):
        """Consider hexagons beside your own coral first."""
        if s.turns < 2:
            return None
        mine = COLORS[s.turn]
        colors = dict(zip(self.reef.places, s.reef, strict=True))
        return {
            f"settle {name}": 1 + 3 * sum(colors[each] == mine for each in self.reef.near[name])
            for name in self.free(s)
        }
