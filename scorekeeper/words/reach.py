"""What would do it: the hands that close a game or win the series, and what each player still needs."""

from __future__ import annotations

from scorekeeper.engine.reach import Least, Reach, WayToWin
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.seriesfile import Names
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.locale import ngettext


def name_least(hand: Least) -> str:
    """The smallest hand of its kind that is enough: ``gin against 9 or more``, ``any undercut``."""
    match hand.kind:
        case "knock":
            return _("a knock that wins %(points)s or more", points=hand.least)
        case "undercut" if hand.least == 0:
            return _("any undercut")
        case "undercut":
            return _("an undercut by %(points)s or more", points=hand.least)
        case "gin" if hand.least == 0:
            return _("any gin")
        case "gin":
            return _("gin against %(points)s or more", points=hand.least)
        case "big_gin" if hand.least == 0:
            return _("any big gin")
    return _("big gin against %(points)s or more", points=hand.least)


def tell_closing(hand: Least, game: int) -> str:
    """That a hand closes a game."""
    return _("%(hand)s closes game %(game)s", hand=name_least(hand), game=game)


def tell_winning(hand: Least) -> str:
    """That a hand wins the series."""
    return _("%(hand)s wins the series", hand=name_least(hand))


def tell_out_of_reach(reach: Reach) -> str:
    """Why no single hand closes a game; empty where one does."""
    if reach.hands:
        return ""
    if not reach.is_entered:
        return _("the next win does not go into this game yet")
    return _("no single hand is worth that much")


def tell_with_spade(hands: tuple[Least, ...]) -> str:
    """The hands that are enough when a spade doubles them; empty where there are none."""
    if not hands:
        return ""
    return _("with a spade: %(hands)s", hands=", ".join(name_least(hand) for hand in hands))


def tell_way(way: WayToWin, rules: Rules, players: Names) -> str:
    """What a player still needs to win the series."""
    name = players[way.seat]
    if rules.series_winner == "points":
        return _("The larger net wins the series, so for %(name)s every game counts by its value.", name=name)
    if way.columns_needed == 0:
        return _("%(name)s has two games: that decides the series.", name=name)
    if not way.is_possible:
        return _("%(name)s can’t win two games any more.", name=name)
    games = ", ".join(str(game) for game in way.open_columns)
    if len(way.open_columns) == way.columns_needed:
        return ngettext(
            "%(name)s needs game %(games)s.",
            "%(name)s needs games %(games)s.",
            len(way.open_columns),
            name=name,
            games=games,
        )
    return ngettext(
        "%(name)s needs one of games %(games)s.",
        "%(name)s needs two of games %(games)s.",
        way.columns_needed,
        name=name,
        games=games,
    )
