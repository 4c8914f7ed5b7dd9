"""What a change would do: the fold with one more line that is not stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from scorekeeper.engine.moves import Moves, what_moves
from scorekeeper.store.pad import Line, Pad
from scorekeeper.store.series import Table, lay_table
from scorekeeper.store.steps import Ground, Plan, Step


@dataclass(frozen=True, slots=True)
class Foresight:
    """A change before it is kept: the series as it is, as it would be, and what differs.

    Where nothing would be new ``step`` is None and ``after`` is ``before``.
    """

    before: Table
    after: Table
    step: Step | None
    moves: Moves


def foresee(table: Table, plan: Plan) -> Foresight:
    """What a plan comes to on this table. Raises ``Refused`` or ``Missing`` as the verb would."""
    pad = Pad(table.lines)
    step = plan(Ground(pad, table.rules, table.players, table.told))
    if step is None:
        return Foresight(table, table, None, moves_between(table, table, None))
    line = Line(
        version=len(table.lines) + 1,
        kind=step.kind,
        hand_id=step.hand_id,
        key=None,
        device_id=None,
        device=None,
        at=datetime.now(UTC),
        sent_at=None,
        reason=None,
        body=step.body,
    )
    pad.write(line)
    after = lay_table(table.row, [*table.lines, line], pad)
    return Foresight(table, after, step, moves_between(table, after, step))


def moves_between(before: Table, after: Table, step: Step | None) -> Moves:
    """What differs between two states of one series, seen from the hand that the step changes."""
    return what_moves(
        before.sheet, after.sheet, standing(before), standing(after), None if step is None else step.hand_id
    )


def standing(table: Table) -> list[object]:
    """The ids of the hands that count, in order."""
    return [kept.id for kept in table.hands if not kept.struck]
