"""Extras of a closed column: game, boxes, shutout (rules.md, section 4). They never count toward the
target.
"""

from dataclasses import dataclass

from scorekeeper.engine.hand import Pair, Seat
from scorekeeper.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Extras:
    """One player's extras in a column, line by line, so that they can be shown as a sum: points + game +
    boxes + shutout.
    """

    points: int
    game: int
    boxes: int
    shutout: int

    @property
    def total(self) -> int:
        """The column's total of this player, extras included."""
        return self.points + self.game + self.boxes + self.shutout


def extras_of(rules: Rules, points: Pair, boxes: Pair, winner: Seat, shutout: bool) -> tuple[Extras, Extras]:
    """Both players' extras, by seat, for a column that ``winner`` has closed (or would close: the preview of
    an open one).

    Without extras in the rules there are none, no shutout either, and the total is the points.
    """
    if not rules.extras:
        return Extras(points[0], 0, 0, 0), Extras(points[1], 0, 0, 0)
    first = _extras(rules, points[0], boxes[0], winner == 0, shutout)
    second = _extras(rules, points[1], boxes[1], winner == 1, shutout)
    return first, second


def _extras(rules: Rules, points: int, boxes: int, is_winner: bool, shutout: bool) -> Extras:
    box_points = boxes * rules.box_bonus
    if not is_winner:
        return Extras(points, 0, box_points, 0)
    game = rules.game_bonus
    if not shutout or rules.shutout == "none":
        return Extras(points, game, box_points, 0)
    if rules.shutout == "plus_100":
        return Extras(points, game, box_points, 100)
    if rules.shutout == "double_points":
        return Extras(points, game, box_points, points)
    return Extras(points, game, box_points, points + game + box_points)
