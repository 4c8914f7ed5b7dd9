"""How things are measured, and the table they are told in."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.calls import children_of
from tests.live import LiveServer

ROUNDS = 15


class Target(NamedTuple):
    """What a figure should be: words for it, and whether it is so."""

    words: str
    is_met: Callable[[float], bool]


def at_least(low: float) -> Target:
    """No less than this."""
    return Target(f"≥ {low:g}", lambda figure: figure >= low)


def at_most(high: float) -> Target:
    """No more than this."""
    return Target(f"≤ {high:g}", lambda figure: figure <= high)


class Table:
    """What was measured, printed line by line as it comes."""

    def __init__(self) -> None:
        self._missed: list[str] = []

    def add(
        self, what: str, figure: float, unit: str = "", target: Target | None = None, beside: str = ""
    ) -> None:
        """One figure, and what it should be."""
        is_missed = target is not None and not target.is_met(figure)
        if is_missed:
            self._missed.append(what.strip())
        digits = 0 if figure >= 100 or figure == int(figure) else 2
        told = f"{figure:,.{digits}f} {unit}".strip()
        wanted = "" if target is None else target.words
        print(
            f"{what:34}{told:>14}  {wanted:8}{'MISSED ' if is_missed else '':7}{beside}".rstrip(), flush=True
        )

    def add_beside(self, what: str, both: tuple[float, float], least: str, target: Target) -> None:
        """The rate of something here as a part of the rate of the least that it could be."""
        ours, bare = both
        self.add(what, bare / ours, "", target, f"{ours * 1000:.2f} ms; {least} {bare * 1000:.2f} ms")

    def tell_missed(self) -> None:
        """What is not as it should be."""
        print(f"Missed: {', '.join(self._missed)}." if self._missed else "All targets are met.")


def alternating(one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """The medians of both, asked in turn after a round that does not count."""
    one(), other()
    rounds = [(one(), other()) for _ in range(ROUNDS)]
    return statistics.median(first for first, _ in rounds), statistics.median(second for _, second in rounds)


def cpu_seconds(server: LiveServer) -> float:
    """Seconds of processor time that the workers of a server have taken by now."""
    return sum(cpu_of(pid) for pid in workers_of(server))


def cpu_of(pid: int) -> float:
    """Seconds of processor time that the threads of a process have taken, to the nanosecond."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9


def memory_of(server: LiveServer) -> int:
    """Bytes of memory that the largest worker of a server takes, with its part of what it shares."""
    return max(share_of(pid) for pid in workers_of(server))


def share_of(pid: int) -> int:
    """Bytes of memory of a process; those that several share count in parts (Linux's Pss)."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return next(int(line.split()[1]) * 1024 for line in told.splitlines() if line.startswith("Pss:"))


def workers_of(server: LiveServer) -> list[int]:
    """The worker processes of a server that runs."""
    assert server.process is not None
    return children_of(server.process.pid)
