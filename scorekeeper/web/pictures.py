"""Pictures of a series and of two people: numbers in, SVG out.

Each is small enough for a bad signal, stands in its page (so that it prints, works without a network and
asks nobody for anything), and tells the two people apart without colour: ▲, a solid line and full bars
against ●, a dashed line and hatched bars. Lengths are whole units of a drawing 280 wide, so that words
keep their size on a small phone. Colours are those of the page, by the classes ``p0`` and ``p1``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias, TypeVar

from markupsafe import Markup, escape

from scorekeeper.engine.hand import Pair

Amount: TypeAlias = int | Decimal
Item = TypeVar("Item")

WIDTH = 280
MARKS = ("▲", "●")
LETTERS = 13
"""Height of words and figures."""
MOST_STEPS = 80
"""Steps drawn of one line; longer ones leave some out, never the last."""
MOST_BARS = 40
"""Bars side by side; more would be too thin to tell apart."""
DASHED = ' stroke-dasharray="6 3"'


@dataclass(frozen=True, slots=True)
class Told:
    """What a picture says to whom can't see it: what it is of, and what can be seen in it."""

    title: str
    finding: str


@dataclass(frozen=True, slots=True)
class Step:
    """A total from a hand on."""

    hand: int
    total: int


@dataclass(frozen=True, slots=True)
class Share:
    """One kind of something, and how much of it is each person's, in hundredths and as told ("31 %")."""

    label: str
    parts: Pair
    told: tuple[str, str]


# --- the pictures ----------------------------------------------------------------------------------------


def draw_game(
    name: str, told: Told, lines: tuple[Sequence[Step], Sequence[Step]], hands: int, target: int
) -> Markup:
    """The running totals of both people in one game as steps, and the target as a line.

    ``name`` is the picture's own on its page, ``hands`` how many the series has. The target's number stands
    beside the lines, where none of them can run through it.
    """
    left, right, top, bottom = 30, 218, 8, 104
    most = max([target, *(step.total for line in lines for step in line)])
    last = max(hands, 1)

    def across(hand: int) -> int:
        return left + (right - left) * (2 * hand - 1) // (2 * last)

    def up(total: int) -> int:
        return bottom - (bottom - top) * total // most

    paths = []
    for seat, line in enumerate(lines):
        steps = "".join(f"H{across(step.hand)}V{up(step.total)}" for step in thinned(line, MOST_STEPS))
        shape = f"M{left} {bottom}{steps}H{right}"
        paths.append(
            f'<path class="p{seat}" d="{shape}" fill="none" stroke="currentColor" stroke-width="2.5"'
            f"{DASHED if seat else ''}/>"
        )
    ends = [line[-1].total if line else 0 for line in lines]
    heights = spread(up(ends[0]) + 5, up(ends[1]) + 5, highest=LETTERS, lowest=bottom + 3)
    return framed(
        name,
        told,
        122,
        flat_line(left, right, bottom),
        f'<path d="M{left} {up(target)}H{right}" stroke="currentColor" stroke-dasharray="1 3"/>',
        text(left - 5, up(target) + 5, str(target), end=True),
        *paths,
        *(text(right + 5, heights[seat], f"{MARKS[seat]} {ends[seat]}", seat) for seat in (0, 1)),
        text(left, 120, "1"),
        text(right, 120, str(hands), end=True),
    )


def draw_split(name: str, told: Told, counts: Pair) -> Markup:
    """Two counts as one bar in two parts, a part for each person; who has none has no part, but a place."""
    least = 44
    whole = sum(counts)
    middle = min(max(WIDTH * counts[0] // whole if whole else WIDTH // 2, least), WIDTH - least)
    mine = f'<path class="p0" d="M0 1h{middle - 1}v24H0z" fill="currentColor"/>' if counts[0] else ""
    theirs = (
        f'{hatching(name)}<path class="p1" d="M{middle + 2} 2H{WIDTH - least + 4}v22H{middle + 2}z"'
        f' fill="url(#{name}-h)"/>'
        f'<path class="p1" d="M{middle + 2} 2H{WIDTH - 1}v22H{middle + 2}z" fill="none"'
        ' stroke="currentColor" stroke-width="2"/>'
    )
    on = ' class="on" fill="#fff"' if counts[0] else ' class="p0" fill="currentColor"'
    return framed(
        name,
        told,
        26,
        mine,
        theirs if counts[1] else "",
        f'<text x="7" y="18"{on}>{MARKS[0]} {counts[0]}</text>',
        text(WIDTH - 7, 18, f"{counts[1]} {MARKS[1]}", 1, end=True),
    )


def draw_margins(name: str, told: Told, margins: Sequence[int]) -> Markup:
    """What each series was won by, oldest first: a bar up for one person, down for the other.

    Of a long row only the last ones are drawn.
    """
    shown = margins[-MOST_BARS:]
    left, middle, reach = 18, 44, 38
    most = max([1, *(abs(margin) for margin in shown)])
    pitch = min((WIDTH - left) // max(len(shown), 1), 22)
    wide = max(pitch * 2 // 3, 3)
    bars: tuple[list[str], list[str]] = ([], [])
    level = []
    for place, margin in enumerate(shown):
        x = left + pitch * place + 2
        tall = max(reach * abs(margin) // most, 2)
        if margin:
            seat = 0 if margin > 0 else 1
            bars[seat].append(f"M{x} {middle}v{'-' if margin > 0 else ''}{tall}h{wide}V{middle}z")
        else:
            level.append(f"M{x} {middle - 3}v6")
    return framed(
        name,
        told,
        2 * middle,
        *both_ways(name, bars),
        flat_line(left, WIDTH, middle),
        f'<path d="{"".join(level)}" stroke="currentColor" stroke-width="2"/>' if level else "",
        text(0, middle - 10, MARKS[0], 0),
        text(0, middle + 20, MARKS[1], 1),
    )


def draw_shares(name: str, told: Told, shares: Sequence[Share]) -> Markup:
    """Kinds of something as pairs of bars, a pair a kind; the longest bar takes all the room."""
    left, right, row = 84, 212, 38
    most = max([1, *(part for share in shares for part in share.parts)])
    drawn = [hatching(name)]
    for place, share in enumerate(shares):
        y = row * place + 3
        drawn.append(text(0, y + 20, share.label))
        for seat in (0, 1):
            top = y + 16 * seat
            wide = (right - left) * share.parts[seat] // most
            fill = "currentColor" if seat == 0 else f"url(#{name}-h)"
            drawn.append(
                f'<path class="p{seat}" d="M{left} {top + 1}h{max(wide, 1)}v12H{left}z" fill="{fill}"'
                ' stroke="currentColor"/>'
            )
            drawn.append(text(left + wide + 6, top + 12, f"{MARKS[seat]} {share.told[seat]}", seat))
    return framed(name, told, row * len(shares), *drawn)


def draw_balance(name: str, told: Told, balances: Sequence[Amount], ending: str) -> Markup:
    """What somebody is owed from series to series, oldest first: above the line to one, below to the other.

    ``ending`` is how it stands now, as told. Of a long row only the last steps are drawn.
    """
    shown = [Decimal(balance) for balance in balances[-MOST_STEPS:]]
    left, right, middle, reach = 18, 206, 48, 40
    most = max([Decimal(1), *(abs(balance) for balance in shown)])
    heights = [int(reach * balance / most) for balance in shown]
    last = max(len(shown), 1)
    areas: tuple[list[str], list[str]] = ([], [])
    line = [f"M{left} {middle}"]
    for place, height in enumerate(heights):
        here = left + (right - left) * place // last
        there = left + (right - left) * (place + 1) // last
        line.append(f"V{middle - height}H{there}")
        if height:
            areas[0 if height > 0 else 1].append(f"M{here} {middle}V{middle - height}H{there}V{middle}z")
    at = middle - (heights[-1] if heights else 0) + 5
    return framed(
        name,
        told,
        2 * middle,
        *both_ways(name, areas),
        flat_line(left, right, middle),
        f'<path d="{"".join(line)}" fill="none" stroke="currentColor" stroke-width="2"/>',
        text(0, middle - 10, MARKS[0], 0),
        text(0, middle + 20, MARKS[1], 1),
        text(right + 5, at, ending),
    )


# --- what they are drawn with ----------------------------------------------------------------------------


def framed(name: str, told: Told, height: int, *drawn: str) -> Markup:
    """The picture with its words: a title for the few, the finding for who wants to know."""
    return Markup(  # noqa: S704 - every word in it is escaped; the rest are our own numbers
        f'<svg class="picture" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{name}-t"'
        f' aria-describedby="{name}-d" font-size="{LETTERS}">'
        f'<title id="{name}-t">{escape(told.title)}</title>'
        f'<desc id="{name}-d">{escape(told.finding)}</desc>{"".join(drawn)}</svg>'
    )


def text(x: int, y: int, words: str, seat: int | None = None, *, end: bool = False) -> str:
    """Words that begin, or end, at a place."""
    pen = "" if seat is None else f' class="p{seat}"'
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x}" y="{y}"{pen}{anchor} fill="currentColor">{escape(words)}</text>'


def flat_line(left: int, right: int, height: int) -> str:
    """A line to measure from."""
    return f'<path d="M{left} {height}H{right}" stroke="currentColor"/>'


def hatching(name: str) -> str:
    """The second person's filling, for ``url(#name-h)``."""
    return (
        f'<pattern id="{name}-h" class="p1" width="4" height="4" patternUnits="userSpaceOnUse"'
        ' patternTransform="rotate(45)"><path d="M0 0v4" stroke="currentColor" stroke-width="3"/></pattern>'
    )


def both_ways(name: str, shapes: tuple[Sequence[str], Sequence[str]]) -> list[str]:
    """What is the first person's, filled, and what is the second's, hatched."""
    fills = ("currentColor", f"url(#{name}-h)")
    drawn = [hatching(name)] if shapes[1] else []
    drawn += [
        f'<path class="p{seat}" d="{"".join(shapes[seat])}" fill="{fills[seat]}" stroke="currentColor"/>'
        for seat in (0, 1)
        if shapes[seat]
    ]
    return drawn


def spread(one: int, other: int, *, highest: int, lowest: int) -> Pair:
    """Two heights for words, at least a line apart where they would run into one another."""
    gap = LETTERS + 1 - abs(one - other)
    if gap <= 0:
        return one, other
    above, below = sorted((one, other))
    above, below = above - gap // 2, below + (gap + 1) // 2
    slip = max(highest - above, 0) - max(below - lowest, 0)
    above, below = above + slip, below + slip
    return (above, below) if one <= other else (below, above)


def thinned(items: Sequence[Item], most: int) -> Sequence[Item]:
    """At most so many of a row, evenly, the last one always among them."""
    if len(items) <= most:
        return items
    return [items[(place + 1) * len(items) // most - 1] for place in range(most)]
