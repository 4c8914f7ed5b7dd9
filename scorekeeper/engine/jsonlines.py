"""JSON values in a file: one value, or one a line; read as they are asked for, however many there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import IO, Any

from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.seriesfile import loads


def read_values(file: IO[bytes]) -> Iterator[tuple[int, Any]]:
    """Each value with the line that it starts on. A line that is no JSON is yielded as its refusal, since its
    neighbours are read all the same.
    """
    number, first = 1, file.readline()
    while first and not first.strip():
        number, first = number + 1, file.readline()
    if not first:
        return
    try:
        yield number, loads(first)
    except Malformed as refused:
        # Not a value a line, or a spoilt one; only the whole file tells.
        rest = file.read()
        try:
            yield number, loads(first + rest)
        except Malformed as whole:
            if refused.code == "not_json" != whole.code:
                # JSON over several lines, which makes no sense here.
                yield number, whole
                return
            yield number, refused
            yield from by_line(rest.split(b"\n"), number + 1)
    else:
        yield from by_line(file, number + 1)


def by_line(lines: Iterable[bytes], number: int) -> Iterator[tuple[int, Any]]:
    """A value, or its refusal, for each line that isn't blank, counted from ``number``."""
    for line, text in enumerate(lines, number):
        if text.strip():
            try:
                value = loads(text)
            except Malformed as refused:
                value = refused
            yield line, value
