"""The ``scorekeeper`` command (contract.md, Command line).

Scoring a file needs neither the application nor the database, so those are imported by the calls that do.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.engine.errors import Malformed, Refused
from scorekeeper.engine.seriesfile import SeriesFile, loads, read_series, write_sheet
from scorekeeper.engine.sheet import Sheet, replay
from scorekeeper.words.reasons import tell_why
from scorekeeper.words.refusals import tell_place, tell_refusal
from scorekeeper.words.sheettext import draw_sheet

NOTHING_READ = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code is 0, 1 where something was refused, 2 where nothing could be read."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    options = _parser().parse_args(arguments)
    try:
        exit_code: int = options.call(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever was listening has heard enough; what is still buffered must not complain at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return exit_code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keeps the score of Hollywood Gin.")
    calls = parser.add_subparsers(title="calls", metavar="CALL")
    score = calls.add_parser("score", help="print the sheet of each series in a file")
    score.add_argument("file", metavar="FILE", help="one JSON series, or one a line; - for standard input")
    score.add_argument("--json", action="store_true", help="one JSON object a line, one for each series")
    score.set_defaults(call=_score)
    return parser


def _score(options: argparse.Namespace) -> int:
    try:
        content = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except OSError as error:
        return _complain(f"{options.file}: {error.strerror}", NOTHING_READ)
    tell = _tell_json if options.json else _tell_text
    parsed = refused = 0
    for line, value in _values(content):
        try:
            if isinstance(value, Refused):
                raise value
            parsed += 1
            series = read_series(value)
            tell(series, replay_file(series))
        except Refused as refusal:
            refused += 1
            _tell_refused(refusal, line, as_json=options.json)
    if parsed == refused == 0:
        return _complain(f"{options.file}: there is no series in it.", NOTHING_READ)
    if parsed == 0:
        return NOTHING_READ
    return 1 if refused else 0


def replay_file(series: SeriesFile) -> Sheet:
    """The sheet of a series file."""
    hands = (filed.hand for filed in series.hands)
    return replay(series.rules, hands, series.first_dealer, series.next_dealer)


def _values(content: bytes) -> Iterator[tuple[int, Any]]:
    """The JSON values in a file with the line each starts on: one value, else one a line. A line that is not
    JSON is yielded as its refusal, for its neighbours are read all the same.
    """
    try:
        yield 1, loads(content)
        return
    except Malformed:
        pass
    for line, text in enumerate(content.split(b"\n"), 1):
        if not text.strip():
            continue
        try:
            value = loads(text)
        except Malformed as refusal:
            value = refusal
        yield line, value


def _tell_json(series: SeriesFile, sheet: Sheet) -> None:
    print(json.dumps(write_sheet(sheet, series.players, tell_why), ensure_ascii=False))


def _tell_text(series: SeriesFile, sheet: Sheet) -> None:
    print(draw_sheet(sheet, series.players), end="\n\n")


def _tell_refused(refusal: Refused, line: int, *, as_json: bool) -> None:
    sentence = f"{tell_place(refusal, line)}: {tell_refusal(refusal, refusal.players)}"
    if as_json:
        print(json.dumps({"error": sentence}, ensure_ascii=False))
    else:
        print(sentence, file=sys.stderr)


def _complain(sentence: str, exit_code: int) -> int:
    print(f"scorekeeper: {sentence}", file=sys.stderr)
    return exit_code
