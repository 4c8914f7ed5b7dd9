"""Serving: the database made ready, the door opened, the address told, gunicorn started from Python.

Gunicorn's threads serve a kitchen with one worker and a club with many. What differs from its own command:
the port is taken before anything else, so that a taken one is one clear sentence; and Ctrl-C lets requests
under way finish.
"""

from __future__ import annotations

import errno
import gc
import io
import json
import os
import signal
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, NoReturn

import segno
from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.http.errors import LimitRequestHeaders, LimitRequestLine, ParseException
from gunicorn.systemd import SD_LISTEN_FDS_START, listen_fds
from gunicorn.workers.gthread import _DEFER, ThreadWorker  # type: ignore[attr-defined]

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.store.grants import Role
from scorekeeper.store.links import make_link
from scorekeeper.store.migrate import upgrade
from scorekeeper.store.models import db
from scorekeeper.store.scorebooks import all_books, books_named
from scorekeeper.words.faults import tell_fault
from scorekeeper.words.serving import (
    tell_address,
    tell_only_here,
    tell_taken,
    tell_unknown_host,
    tell_which_book,
)

THREADS = 8
"""Requests one worker serves at a time: a waiting database or a slow phone blocks one, not the rest."""
KEEP_ALIVE = 15
"""Seconds a phone's connection stays open: longer than its polls are apart."""
PATIENCE = 60
"""Seconds a worker may be silent before it is replaced; a locked database is waited for less long."""
FAREWELL = 8
"""Seconds that requests under way get to finish when the server is stopped."""
STALLED = 15
"""Seconds that a thread waits for the next bytes of a request; a phone in a tunnel sends its hand again."""
BACKLOG = 512
EVERY_ADDRESS = "0.0.0.0"  # noqa: S104  all addresses are what the contract says


class DoorShut(OSError):
    """The door can't be opened; the text is one sentence for the operator."""


class NoSuchBook(LookupError):
    """No book to invite to, or several and none named rightly; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where to listen, with how many workers. `host` None means all addresses; port 0 any free one."""

    host: str | None = None
    port: int = 8000
    workers: int = 1


UNREADABLE: dict[type[BaseException], HTTPStatus] = {
    LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
}
"""What a request is answered that can't be read so far as to know what it asks; 400 where not named here."""


class PatientWorker(ThreadWorker):
    """A worker that leaves Ctrl-C and a closed terminal to its main process, which stops it gently: both are
    told.
    """

    def init_process(self) -> None:
        for door in self.sockets:
            # Every connection that comes through it has this from it.
            door.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", STALLED, 0))
        super().init_process()

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def handle(self, conn: Any) -> Any:
        """A connection takes a thread once it says something: browsers open some ahead, and gunicorn would
        wait five seconds for each.
        """
        if not conn.initialized and not conn.wait_for_data(0):
            return _DEFER
        return super().handle(conn)

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        """Answer a request that can't be read in the API's own way: what it asks is not known yet."""
        if not isinstance(exc, ParseException):
            super().handle_error(req, client, addr, exc)
            return
        status = UNREADABLE.get(type(exc), HTTPStatus.BAD_REQUEST)
        told = json.dumps({"error": tell_fault(status), "field": None}).encode()
        head = (
            f"HTTP/1.1 {status} {status.phrase}",
            "Content-Type: application/json",
            f"Content-Length: {len(told)}",
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
            "Connection: close",
        )
        with suppress(OSError):
            client.sendall("\r\n".join((*head, "", "")).encode() + told)


class PatientArbiter(Arbiter):
    """A main process whose Ctrl-C is as gentle as a stop by the system; a closed terminal stops it too, but
    for `nohup`.
    """

    def init_signals(self) -> None:
        is_kept = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        super().init_signals()
        if is_kept:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def start(self) -> None:
        super().start()
        # The doors were opened before, perhaps by somebody else: no file of theirs is ours to remove.
        self.systemd = True

    def handle_int(self) -> None:
        self.handle_term()

    def handle_hup(self) -> None:
        self.handle_term()

    def handle_usr2(self) -> None:
        """Nothing: a new release is started by whoever holds the door."""


class Server(BaseApplication):
    """The application under gunicorn, made once and shared by its workers."""

    def __init__(self, app: Flask, options: dict[str, Any]) -> None:
        self._app = app
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        # What all workers begin with is no garbage: looking through it again and again would take time, and
        # the memory that they share until something is written to it.
        gc.freeze()
        return self._app

    def run(self) -> None:
        PatientArbiter(self).run()


def prepare(settings: Settings) -> Flask:
    """The application over a database in its newest shape, without a connection for workers to inherit."""
    app = create_app(settings)
    upgrade(app)
    with app.app_context():
        db.engine.dispose()
    return app


def read_templates(app: Flask) -> None:
    """Read every template now, once for all workers: a newer release that is put in the place of this one
    while it runs must not be half in its pages.
    """
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)


def serve(door: Door, settings: Settings, tell: Callable[[str], None]) -> NoReturn:
    """Serve until stopped; `tell` gets the address and its QR code. Ends by `SystemExit`.

    Raises `DoorShut` when the port can't be opened, before the database is touched.
    """
    doors = given_doors() or open_doors(door)
    app = prepare(settings)
    read_templates(app)
    tell_where(settings, doors[0], tell)
    Server(app, options(doors, door.workers)).run()
    raise SystemExit(0)


def tell_where(settings: Settings, door: socket.socket, tell: Callable[[str], None]) -> None:
    """Tell the address for phones and its QR code, and the one for this machine's own browser."""
    if door.family == socket.AF_UNIX:
        return  # the proxy behind which it lies knows
    listening, port = door.getsockname()[:2]
    host = reachable_host(listening)
    is_named = host is not None and host == written_host(listening)
    local = f"http://{host if is_named else 'localhost'}:{port}"
    if host is None and settings.public_url is None:
        tell(tell_only_here(local))
        return
    address = public_address(settings, host, port)
    tell(tell_address(address, local=local))
    tell(qr_code(address))


def invite(settings: Settings, book: str | None, role: Role, port: int, tell: Callable[[str], None]) -> int:
    """Tell a fresh link to a book, and its QR code, for whoever lost all devices; the exit code.

    Raises `NoSuchBook`.
    """
    app = prepare(settings)
    with app.app_context():
        named = books_named(book) if book else all_books()
        if len(named) != 1:
            raise NoSuchBook(tell_which_book([found.name for found in named or all_books()]))
        token = make_link(named[0].id, role, None)
    link = f"{public_address(settings, reachable_host(EVERY_ADDRESS), port)}/join/{token}"
    tell(link)
    tell(qr_code(link))
    return 0


def public_address(settings: Settings, host: str | None, port: int) -> str:
    """Where phones find this machine: as the operator says, else by its address in the home network."""
    return settings.public_url or f"http://{host or 'localhost'}:{port}"


def options(doors: list[socket.socket], workers: int) -> dict[str, Any]:
    """How gunicorn is to serve through these open doors."""
    return {
        "bind": [f"fd://{opened.detach()}" for opened in doors],
        "workers": workers,
        "threads": THREADS,
        "worker_class": PatientWorker,
        "preload_app": True,
        "control_socket_disable": True,
        # Whom to believe about address and scheme is the operator's word, and ours to keep.
        "forwarded_allow_ips": "",
        "keepalive": KEEP_ALIVE,
        "timeout": PATIENCE,
        "graceful_timeout": FAREWELL,
        "backlog": BACKLOG,
        "loglevel": "warning",
        "proc_name": "scorekeeper",
    }


def given_doors() -> list[socket.socket]:
    """Listening sockets that whoever started us holds open (systemd's socket activation): while we are
    restarted, connections wait in them, and none is refused.
    """
    return [socket.socket(fileno=SD_LISTEN_FDS_START + number) for number in range(listen_fds())]


def open_doors(door: Door) -> list[socket.socket]:
    """Listening sockets: one for a named host, one each for IPv4 and IPv6 where all addresses are meant."""
    if door.host is not None:
        return [opened(door.host, door.port)]
    first = opened(EVERY_ADDRESS, door.port)
    try:
        return [first, opened("::", first.getsockname()[1])]
    except DoorShut:
        # No IPv6 on this machine, or somebody else's there: every phone in a home network also has IPv4.
        return [first]


def opened(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `DoorShut`, also for a host that isn't this machine's."""
    try:
        family, kind, protocol, _canonical, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise DoorShut(tell_unknown_host(host)) from None
    door = socket.socket(family, kind, protocol)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    try:
        door.bind(address)
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise DoorShut(tell_unknown_host(host)) from None
        raise DoorShut(tell_taken(port, os.strerror(error.errno or 0))) from None
    return door


def reachable_host(listening: str) -> str | None:
    """The host part of an address that a phone in the same network can open; None where only this machine
    can.
    """
    if ip_address(listening).is_loopback:
        return None
    if not ip_address(listening).is_unspecified:
        return written_host(listening)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the routing table which of our addresses it would take; nothing is sent by this.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return None


def written_host(address: str) -> str:
    """An address as it stands in a URL."""
    return f"[{address}]" if ":" in address else address


def qr_code(address: str) -> str:
    """The address as a QR code of half blocks, to be photographed from a dark terminal."""
    drawn = io.StringIO()
    segno.make(address, error="L").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")
