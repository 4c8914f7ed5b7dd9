"""The whole sheet: a series replayed hand by hand (rules.md, sections 2 to 6)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from scorekeeper.engine.column import COLUMNS, Column, columns_entered
from scorekeeper.engine.extras import extras_of
from scorekeeper.engine.hand import VOID, Hand, Pair, Result, Score, Seat, other, score_hand
from scorekeeper.engine.rules import Rules
from scorekeeper.engine.settlement import Money, column_value, money_of, net_of, rounded

Totals: TypeAlias = tuple[Pair, Pair, Pair]


@dataclass(frozen=True, slots=True)
class Played:
    """What one hand did to the sheet.

    ``columns`` are those it was entered in; ``win`` counts the winner's wins up to and with this hand (0:
    nobody won); ``was_open`` the columns that stood open before it; ``closes`` those it closed; ``before``
    and ``after`` the running points by column and seat. A hand ``after_end`` scores nothing and has nobody as
    dealer.
    """

    number: int
    hand: Hand
    score: Score
    columns: tuple[int, ...]
    win: int
    was_open: tuple[int, ...]
    closes: tuple[int, ...]
    before: Totals
    after: Totals
    dealer: Seat | None
    after_end: bool = False

    @property
    def result(self) -> Result:
        """How it ended: as entered, or as an undercut, or void."""
        return self.score.result

    @property
    def winner(self) -> Seat | None:
        """Who scored; None for a void hand."""
        return self.score.winner

    @property
    def points(self) -> int:
        """The points, bonus included, that went to each column entered."""
        return self.score.points


@dataclass(frozen=True, slots=True)
class Sheet:
    """A series as its sheet shows it; pairs are by seat.

    ``wins`` counts the hands that each won; ``decided`` is who has two columns; ``over`` that no hand scores
    any more; ``winner`` the series winner once over (None also for a draw by points); ``next_dealer`` None
    where unknown; ``net`` what each is up, rounded by the rules, summing to 0; ``net_exact`` the same for
    seat 0 before rounding.
    """

    hands: tuple[Played, ...]
    columns: tuple[Column, Column, Column]
    wins: Pair
    games_won: Pair
    decided: Seat | None
    over: bool
    winner: Seat | None
    next_dealer: Seat | None
    net: Pair
    net_exact: int
    money: Money | None


def replay(
    rules: Rules,
    hands: Iterable[Hand],
    first_dealer: Seat | None = None,
    next_dealer: Seat | None = None,
    known: Sheet | None = None,
) -> Sheet:
    """The sheet of these checked hands in this order. Pure and complete: nothing of a series is kept that
    this can't tell.

    ``next_dealer`` is a dealer set by hand for the hand to come. Hands left over after the end are flagged
    and score nothing. ``known`` is a sheet by the same rules and first dealer: where these hands begin with
    all of its own, it is gone on from, which comes to the same and takes less time.
    """
    hands = list(hands)
    running = _Running(rules, first_dealer)
    played: tuple[Played, ...] = ()
    if known is not None and hands[: len(known.hands)] == [one.hand for one in known.hands]:
        played = known.hands
        running.go_on_from(known)
    played += tuple(running.play(hand) for hand in hands[len(played) :])
    columns = running.columns()
    exact = net_of(columns)
    net = rounded(exact, rules.round_to)
    return Sheet(
        hands=played,
        columns=columns,
        wins=(running.wins[0], running.wins[1]),
        games_won=running.games_won(),
        decided=running.decided(),
        over=running.over,
        winner=_series_winner(rules, running, exact),
        next_dealer=running.dealer if next_dealer is None else next_dealer,
        net=(net, -net),
        net_exact=exact,
        money=money_of(rules.stake, net),
    )


class _Running:
    """The pad while a series is replayed onto it; seen by ``replay`` alone."""

    def __init__(self, rules: Rules, first_dealer: Seat | None) -> None:
        self.rules = rules
        self.dealer = first_dealer
        self.count = 0
        self.wins = [0, 0]
        self.points = [[0, 0], [0, 0], [0, 0]]
        self.lines = [[0, 0], [0, 0], [0, 0]]
        self.boxes = [[0, 0], [0, 0], [0, 0]]
        self.open: tuple[int, ...] = COLUMNS
        self.winners: list[Seat | None] = [None, None, None]
        self.closed_by: list[int | None] = [None, None, None]
        self.totals: Totals = ((0, 0), (0, 0), (0, 0))
        self.over = False

    def go_on_from(self, sheet: Sheet) -> None:
        """Stand as after the last hand of a sheet."""
        self.count = len(sheet.hands)
        self.wins = [*sheet.wins]
        last = next((one for one in reversed(sheet.hands) if not one.after_end), None)
        if last is not None:
            self.dealer = _deals_next(self.rules, last.winner, last.dealer)
            self.totals = last.after
        for index, column in enumerate(sheet.columns):
            self.points[index] = [*column.points]
            self.lines[index] = [*column.lines]
            self.boxes[index] = [*column.boxes]
            self.winners[index] = column.winner
            self.closed_by[index] = column.closed_by
        self.open = tuple(column.number for column in sheet.columns if column.winner is None)
        self.over = sheet.over

    def play(self, hand: Hand) -> Played:
        self.count += 1
        was_open, before = self.open, self.totals
        if self.over:
            return Played(self.count, hand, VOID, (), 0, was_open, (), before, before, None, after_end=True)
        dealer = self.dealer if hand.dealer is None else hand.dealer
        score = score_hand(self.rules, hand)
        columns: tuple[int, ...] = ()
        closes: tuple[int, ...] = ()
        win = 0
        if score.winner is not None:
            self.wins[score.winner] += 1
            win = self.wins[score.winner]
            columns = self.enter(score.winner, win, score)
            closes = self.close(score.winner, columns)
            first, second, third = self.points
            self.totals = (first[0], first[1]), (second[0], second[1]), (third[0], third[1])
        self.dealer = _deals_next(self.rules, score.winner, dealer)
        return Played(self.count, hand, score, columns, win, was_open, closes, before, self.totals, dealer)

    def enter(self, seat: Seat, win: int, score: Score) -> tuple[int, ...]:
        has_line = [lines[seat] > 0 for lines in self.lines]
        columns = columns_entered(self.rules.late_start, win, self.open, has_line)
        for number in columns:
            self.points[number - 1][seat] += score.points
            self.lines[number - 1][seat] += 1
            self.boxes[number - 1][seat] += score.boxes
        return columns

    def close(self, seat: Seat, columns: tuple[int, ...]) -> tuple[int, ...]:
        closes = tuple(number for number in columns if self.points[number - 1][seat] >= self.rules.target)
        for number in closes:
            self.winners[number - 1] = seat
            self.closed_by[number - 1] = self.count
        if closes:
            self.open = tuple(number for number in COLUMNS if self.winners[number - 1] is None)
            decided = self.rules.stop_when_decided and self.decided() is not None
            self.over = decided or not self.open
        return closes

    def games_won(self) -> Pair:
        return self.winners.count(0), self.winners.count(1)

    def decided(self) -> Seat | None:
        won = self.games_won()
        return 0 if won[0] >= 2 else 1 if won[1] >= 2 else None

    def columns(self) -> tuple[Column, Column, Column]:
        return self.column(1), self.column(2), self.column(3)

    def column(self, number: int) -> Column:
        points, lines, boxes = (
            (pairs[number - 1][0], pairs[number - 1][1]) for pairs in (self.points, self.lines, self.boxes)
        )
        winner = self.winners[number - 1]
        if winner is None:
            return Column(number, points, lines, boxes, total=points)
        shutout = lines[1 - winner] == 0
        first, second = extras_of(self.rules, points, boxes, winner, shutout)
        total = first.total, second.total
        value = column_value(self.rules, number, points, total, winner, shutout)
        closed_by = self.closed_by[number - 1]
        return Column(number, points, lines, boxes, winner, closed_by, shutout, total, value)


def _deals_next(rules: Rules, winner: Seat | None, dealer: Seat | None) -> Seat | None:
    """Who deals after a hand (rules.md, section 6); None where nobody knows."""
    if winner is None:
        return dealer
    if rules.next_dealer == "winner":
        return winner
    if rules.next_dealer == "loser":
        return other(winner)
    return None if dealer is None else other(dealer)


def _series_winner(rules: Rules, running: _Running, net: int) -> Seat | None:
    if not running.over:
        return None
    if rules.series_winner == "columns":
        return running.decided()
    return 0 if net > 0 else 1 if net < 0 else None
