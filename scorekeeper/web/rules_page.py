"""The rules page: the game in plain words with the numbers of one series, or as it is usually played."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.column import Column
from scorekeeper.engine.extras import extras_of
from scorekeeper.engine.hand import Hand
from scorekeeper.engine.rules import DEFAULTS, Rules
from scorekeeper.engine.sheet import replay
from scorekeeper.web.pages import Link, Player
from scorekeeper.words.reasons import sum_of_hand
from scorekeeper.words.rows import sum_of_game
from scorekeeper.words.rules import GROUPS, group_name, option_name, option_value, rules_name, sum_of_total


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One option of a series in words, beside the default: "Gin bonus", "25", "20"."""

    label: str
    value: str
    usual: str
    differs: bool


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """The options of one part of the game."""

    label: str
    lines: tuple[RuleLine, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """Sums under these rules, as on the pad: "8 − 3 = 5"; empty where the rules don't have the case.

    The game is one that closes at `points` with four boxes against 62 points with three; `shutout` the same
    against nothing.
    """

    knock: str
    undercut: str
    gin: str
    big_gin: str
    spade: str
    points: int
    won: str
    lost: str
    value: str
    shutout: str


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules: of one series (with its players), or, without players, of the game as usually played.

    `rules` are the engine's own, whose numbers the sentences take. `change_url` leads to where they can still
    be changed, `other_url` to the same hands under other rules; "" where that is not to be done.
    """

    players: tuple[Player, Player] | None
    rules_name: str
    groups: tuple[RuleGroup, ...]
    differences: int
    rules: Rules
    stake: str
    examples: Examples
    change_url: str
    other_url: str
    back_url: str
    menu: tuple[Link, ...]


def rules_page(
    rules: Rules,
    players: tuple[Player, Player] | None,
    back_url: str,
    menu: tuple[Link, ...],
    change_url: str = "",
    other_url: str = "",
) -> RulesPage:
    """The page for these rules; `players` are those of the series that has them."""
    groups = tuple(
        RuleGroup(group_name(group), tuple(rule_line(key, rules) for key in keys))
        for group, keys in GROUPS.items()
    )
    return RulesPage(
        players=players,
        rules_name=rules_name(rules),
        groups=groups,
        differences=sum(line.differs for group in groups for line in group.lines),
        rules=rules,
        stake=option_value("stake", rules.stake),
        examples=examples(rules),
        change_url=change_url,
        other_url=other_url,
        back_url=back_url,
        menu=menu,
    )


def rule_line(key: str, rules: Rules) -> RuleLine:
    """One option beside its default."""
    value, usual = getattr(rules, key), getattr(DEFAULTS, key)
    return RuleLine(
        label=option_name(key),
        value=option_value(key, value),
        usual=option_value(key, usual),
        differs=value != usual,
    )


def examples(rules: Rules) -> Examples:
    """The sums that the sections show."""
    played = example_game(rules, (20, 22, 20))
    alone = example_game(rules, ())
    won, lost = extras_of(rules, played.points, played.boxes, 0, shutout=False)
    only, _nothing = extras_of(rules, alone.points, alone.boxes, 0, shutout=True)
    return Examples(
        knock=sum_of_hand(Hand("knock", 0, (3, 8)), rules),
        undercut=sum_of_hand(Hand("knock", 1, (3, 8)), rules),
        gin=sum_of_hand(Hand("gin", 0, (0, 31)), rules),
        big_gin="" if rules.big_gin_bonus is None else sum_of_hand(Hand("big_gin", 0, (0, 31)), rules),
        spade=sum_of_hand(Hand("knock", 0, (4, 20), spade=True), rules) if rules.spade_doubles else "",
        points=played.points[0],
        won=sum_of_total(won, played.boxes[0]),
        lost=sum_of_total(lost, played.boxes[1]),
        value=sum_of_game(rules, played),
        shutout=sum_of_total(only, alone.boxes[0]),
    )


def example_game(rules: Rules, lost: tuple[int, ...]) -> Column:
    """A game that somebody closes 5 points above the target with his fourth line, against these lines."""
    line = (rules.target + 5) // 4
    won = (line, line, line, rules.target + 5 - 3 * line)
    hands = [Hand("points", winner=1, points=points) for points in lost]
    hands += [Hand("points", winner=0, points=points) for points in won]
    return replay(rules, hands).columns[0]
