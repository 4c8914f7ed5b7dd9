"""The rules page: the game in plain words with the numbers of one series, or as it is usually played."""

from __future__ import annotations

from scorekeeper.engine.rules import DEFAULTS, OPTIONS, Rules
from scorekeeper.web.pages import Link, Player, RuleLine, RuleNumbers, RulesPage
from scorekeeper.words.rules import option_name, option_value, rules_name


def rules_page(
    rules: Rules, players: tuple[Player, Player] | None, back_url: str, menu: tuple[Link, ...]
) -> RulesPage:
    """The page for these rules; `players` are those of the series that has them."""
    return RulesPage(
        players=players,
        rules_name=rules_name(rules),
        lines=tuple(rule_line(key, rules) for key in OPTIONS),
        rules=rule_numbers(rules),
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


def rule_numbers(rules: Rules) -> RuleNumbers:
    """The values that the page's sentences name."""
    names = RuleNumbers.__slots__
    return RuleNumbers(**{name: getattr(rules, name) for name in names})
