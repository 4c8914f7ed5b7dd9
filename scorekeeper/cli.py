"""The ``scorekeeper`` command (contract.md, Command line).

Scoring a file needs neither the application nor the database, so those are imported by the calls that do.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from scorekeeper.commands.files import open_file
from scorekeeper.engine.errors import Refused
from scorekeeper.engine.jsonlines import read_values
from scorekeeper.engine.seriesfile import SeriesFile, read_series, write_sheet
from scorekeeper.engine.sheet import Sheet, replay
from scorekeeper.words.keeping import tell_unkept
from scorekeeper.words.locale import language_wanted, use_locale
from scorekeeper.words.reasons import tell_why
from scorekeeper.words.refusals import tell_place, tell_refusal
from scorekeeper.words.sheettext import draw_sheet

NOTHING_READ = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; the exit code is 0, 1 where something was refused, 2 where nothing could be read."""
    # Where one of them is closed, a file opened from here on would take its place and be printed into.
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115  it stays open
    if sys.stdout is None:
        return _complain("Standard output is closed: there is nowhere to print to.", 1)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    use_locale(language_wanted(os.environ))
    options = _parser().parse_args(arguments)
    try:
        exit_code: int = options.call(options)
        sys.stdout.flush()
    except OSError as trouble:
        return _stop_printing(trouble)
    return exit_code


def _stop_printing(trouble: OSError) -> int:
    """The exit code where nothing more can be printed, or a file is not to be had."""
    with suppress(OSError):
        sys.stdout.flush()
    # What is still buffered must not complain at exit either.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(trouble, BrokenPipeError):
        return 1  # Whoever was listening has heard enough.
    return _complain(f"{trouble.filename or 'Standard output'}: {trouble.strerror}.", 1)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        description="Keeps the score of Hollywood Gin; without a call it serves the pages.",
    )
    parser.add_argument("--host", metavar="H", help="address to listen on (all of this machine's)")
    parser.add_argument("--port", metavar="N", type=_port, default=8000, help="port (8000; 0: any free one)")
    parser.add_argument("--workers", metavar="N", type=_count, default=1, help="processes that serve (1)")
    parser.add_argument("--public-url", metavar="U", help="address that links and QR codes carry")
    parser.set_defaults(call=_serve)
    calls = parser.add_subparsers(title="calls", metavar="CALL")
    score = calls.add_parser("score", help="print the sheet of each series in a file")
    score.add_argument("file", metavar="FILE", help="one JSON series, or one a line; - for standard input")
    score.add_argument("--json", action="store_true", help="one JSON object a line, one for each series")
    score.set_defaults(call=_score)
    link = calls.add_parser("link", help="print a fresh link to a book and its QR code")
    link.add_argument("--book", metavar="NAME", help="the book's name, where there are several")
    link.add_argument("--role", choices=("owner", "scorer", "viewer"), default="owner")
    link.set_defaults(call=_link)
    _add_archive(calls)
    _add_upkeep(calls)
    upgrade = calls.add_parser("upgrade", help="bring the database to the newest shape")
    upgrade.set_defaults(call=_upgrade)
    return parser


def _add_archive(calls: Any) -> None:
    export = calls.add_parser("export", help="print all series, one a line, with their log")
    export.add_argument("--book", metavar="NAME", help="those of one book only")
    export.add_argument("--csv", action="store_true", help="for a spreadsheet, one hand a row")
    export.set_defaults(call=_export)
    bring_in = calls.add_parser("import", help="keep the series of a file; repeat it as you like")
    bring_in.add_argument("file", metavar="FILE", help="one JSON series, or one a line; - for standard input")
    bring_in.add_argument(
        "--book", metavar="NAME", help="the book for all of them, in place of each one's own"
    )
    bring_in.add_argument(
        "--paper",
        nargs=2,
        metavar="PLAYER",
        help="FILE is the sheet of two players in an old notebook: lines such as Ann knock 4 26, Bob 18",
    )
    bring_in.set_defaults(call=_import)


def _add_upkeep(calls: Any) -> None:
    check = calls.add_parser("check", help="replay every series and compare it with what is kept of it")
    check.set_defaults(call=_check)
    backup = calls.add_parser("backup", help="copy a SQLite database, also while it is served")
    backup.add_argument("file", metavar="FILE", help="where the copy goes")
    backup.set_defaults(call=_backup)
    sweep = calls.add_parser("sweep", help="remove for good what was deleted more than 30 days ago")
    sweep.set_defaults(call=_sweep)


def _port(told: str) -> int:
    if not told.isascii() or not told.isdecimal() or int(told) > 65535:
        raise argparse.ArgumentTypeError("a port is a number from 0 to 65535")
    return int(told)


def _count(told: str) -> int:
    if not told.isascii() or not told.isdecimal() or not 1 <= int(told) <= 1000:
        raise argparse.ArgumentTypeError("a number of workers is 1 or more")
    return int(told)


def _serve(options: argparse.Namespace) -> int:
    from scorekeeper.serve import Door, serve

    return _with_application(
        lambda settings: serve(Door(options.host, options.port, options.workers), settings, _tell),
        options.public_url,
    )


def _link(options: argparse.Namespace) -> int:
    from scorekeeper.serve import invite

    return _with_application(
        lambda settings: invite(settings, options.book, options.role, options.port, _tell), options.public_url
    )


def _export(options: argparse.Namespace) -> int:
    from scorekeeper.commands.archive import export

    return _with_application(lambda settings: export(settings, options.book, as_csv=options.csv))


def _import(options: argparse.Namespace) -> int:
    from scorekeeper.commands.archive import bring_in

    return _with_application(lambda settings: bring_in(settings, options.file, options.book, options.paper))


def _check(_options: argparse.Namespace) -> int:
    from scorekeeper.commands.upkeep import check

    return _with_application(check)


def _sweep(_options: argparse.Namespace) -> int:
    from scorekeeper.commands.upkeep import sweep_out

    return _with_application(sweep_out)


def _backup(options: argparse.Namespace) -> int:
    from scorekeeper.commands.upkeep import back_up

    return _with_application(lambda settings: back_up(settings, options.file))


def _upgrade(_options: argparse.Namespace) -> int:
    from scorekeeper.serve import prepare

    def call(settings: Any) -> int:
        prepare(settings)
        return 0

    return _with_application(call)


def _with_application(call: Callable[[Any], int], address: str | None = None) -> int:
    """Does what needs the application's settings; trouble with them is a sentence and exit code 1."""
    from scorekeeper.config import Unusable, public_url, read_settings
    from scorekeeper.serve import DoorShut, NoSuchBook
    from scorekeeper.store.errors import NotKept, Unavailable

    try:
        settings = read_settings()
        if address:
            settings = replace(settings, public_url=public_url(address))
        return call(settings)
    except (Unusable, DoorShut, NoSuchBook) as trouble:
        return _complain(str(trouble), 1)
    except Unavailable as trouble:
        # The driver's own words: the operator is who can do something about it.
        reason = str(trouble.__cause__ or "").partition("\n")[0]
        return _complain(f"{tell_unkept(trouble.code, trouble.facts)} ({reason})", 1)
    except NotKept as trouble:
        return _complain(tell_unkept(trouble.code, trouble.facts) or trouble.code, 1)


def _tell(text: str) -> None:
    print(text, flush=True)


def _score(options: argparse.Namespace) -> int:
    try:
        opened = open_file(options.file)
    except OSError as error:
        return _complain(f"{options.file}: {error.strerror}", NOTHING_READ)
    tell = _tell_json if options.json else _tell_text
    parsed = refused = 0
    with opened as file:
        for line, value in read_values(file):
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
    """The sheet of a series file: of the hands that are not struck out."""
    hands = (filed.hand for filed in series.hands if not filed.struck)
    return replay(series.rules, hands, series.first_dealer, series.next_dealer)


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
