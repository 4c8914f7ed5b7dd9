"""A sheet drawn for the terminal: columns side by side, each hand with its arithmetic."""

import unicodedata
from collections.abc import Iterable

from scorekeeper.engine.column import COLUMNS, Column
from scorekeeper.engine.hand import Pair
from scorekeeper.engine.seriesfile import Names
from scorekeeper.engine.sheet import Played, Sheet
from scorekeeper.words.locale import decimal
from scorekeeper.words.locale import gettext as _
from scorekeeper.words.reasons import tell_why
from scorekeeper.words.terms import signed

WIDEST_NAME = 12


def draw_sheet(sheet: Sheet, players: Names) -> str:
    """The text table of a series: a row a hand with the running totals it made, foot rows, who leads and who
    deals.
    """
    short = (_shortened(players[0]), _shortened(players[1]))
    rows = [["#", *(name for _number in COLUMNS for name in short), ""]]
    rows += [_hand_row(played, players) for played in sheet.hands]
    foot = _foot_rows(sheet)
    widths = [max(_width(row[place]) for row in rows + foot) for place in range(7)]
    for first, column in zip((1, 3, 5), sheet.columns, strict=True):
        widths[first + 1] = max(widths[first + 1], _width(_heading(column)) - widths[first] - 2)
    heading = [" " * widths[0]]
    for first, column in zip((1, 3, 5), sheet.columns, strict=True):
        heading.append(_padded(_heading(column), widths[first] + 2 + widths[first + 1]))
    lines = ["   ".join(heading).rstrip(), _line(rows[0], widths), _rule(widths)]
    lines += [_line(row, widths) for row in rows[1:]]
    if sheet.hands:
        lines.append(_rule(widths))
    lines += [_line(row, widths) for row in foot]
    return "\n".join([f"{players[0]} – {players[1]}", *lines, *_closing_lines(sheet, players)])


def _hand_row(played: Played, players: Names) -> list[str]:
    cells = []
    for number in COLUMNS:
        pair = ["", ""]
        if number in played.columns and played.winner is not None:
            pair[played.winner] = str(played.after[number - 1][played.winner])
        cells += pair
    return [str(played.number), *cells, tell_why(played, players)]


def _foot_rows(sheet: Sheet) -> list[list[str]]:
    rows = [_foot(_("points"), (column.points for column in sheet.columns))]
    if any(column.winner is not None for column in sheet.columns):
        rows.append(_foot(_("boxes"), (column.boxes for column in sheet.columns)))
        rows.append(_foot(_("total"), (column.total for column in sheet.columns)))
    return rows


def _foot(label: str, pairs: Iterable[Pair]) -> list[str]:
    return ["", *(str(number) for pair in pairs for number in pair), label]


def _closing_lines(sheet: Sheet, players: Names) -> list[str]:
    lines = []
    for column in sheet.columns:
        if column.winner is not None and column.value is not None:
            lines.append(
                _(
                    "Game %(number)s: won by %(winner)s with hand %(hand)s, worth %(value)s.",
                    number=column.number,
                    winner=players[column.winner],
                    hand=column.closed_by,
                    value=signed(column.value),
                )
            )
    lines += _standing_lines(sheet, players)
    if sheet.net[0]:
        up = 0 if sheet.net[0] > 0 else 1
        lines.append(_("%(name)s is up %(points)s.", name=players[up], points=sheet.net[up]))
    if sheet.money is not None:
        lines.append(
            _(
                "%(payer)s pays %(payee)s %(amount)s %(currency)s.",
                payer=players[sheet.money.payer],
                payee=players[sheet.money.payee],
                amount=decimal(sheet.money.text),
                currency=sheet.money.currency,
            )
        )
    if not sheet.over and sheet.next_dealer is not None:
        lines.append(_("%(name)s deals next.", name=players[sheet.next_dealer]))
    return lines


def _standing_lines(sheet: Sheet, players: Names) -> list[str]:
    if not sheet.over:
        if sheet.decided is None:
            return []
        return [_("Decided: %(winner)s has two games.", winner=players[sheet.decided])]
    if sheet.winner is None:
        return [_("The series is a draw.")]
    return [_("%(winner)s wins the series.", winner=players[sheet.winner])]


def _heading(column: Column) -> str:
    heading = _("Game %(number)s", number=column.number)
    return heading if column.winner is None else _("%(game)s, closed", game=heading)


def _line(row: list[str], widths: list[int]) -> str:
    cells = [" " * (width - _width(cell)) + cell for cell, width in zip(row[:7], widths, strict=True)]
    pairs = [f"{cells[place]}  {cells[place + 1]}" for place in (1, 3, 5)]
    return "   ".join([cells[0], *pairs, row[7]]).rstrip()


def _rule(widths: list[int]) -> str:
    return "   ".join(
        ["─" * widths[0], *("─" * (widths[place] + 2 + widths[place + 1]) for place in (1, 3, 5))]
    )


def _shortened(name: str) -> str:
    return name if _width(name) <= WIDEST_NAME else name[: WIDEST_NAME - 1] + "…"


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))


def _width(text: str) -> int:
    """How many places a text takes in a terminal: wide characters two, marks that combine none."""
    return sum(_places(character) for character in text) if not text.isascii() else len(text)


def _places(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
