"""Serving: the database made ready, the door opened, the address told, gunicorn started from Python.

Gunicorn's threads serve a kitchen with one worker and a club with many. What differs from its own command:
the port is taken before anything else, so that a taken one is one clear sentence; and Ctrl-C lets requests
under way finish.
"""

from __future__ import annotations

import io
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import segno
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import ThreadWorker

from scorekeeper import create_app
from scorekeeper.config import Settings
from scorekeeper.words.serving import tell_address, tell_taken, tell_unknown_host

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication

THREADS = 8
"""Requests one worker serves at a time: a waiting database or a slow phone blocks one, not the rest."""
KEEP_ALIVE = 15
"""Seconds a phone's connection stays open: longer than its polls are apart."""
PATIENCE = 60
"""Seconds a worker may be silent before it is replaced; a locked database is waited for less long."""
FAREWELL = 8
"""Seconds that requests under way get to finish when the server is stopped."""
BACKLOG = 512


class PortTaken(OSError):
    """The door can't be opened; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Door:
    """Where to listen, with how many workers. `host` None means all addresses; port 0 any free one."""

    host: str | None = None
    port: int = 8000
    workers: int = 1


class PatientWorker(ThreadWorker):
    """A worker that leaves Ctrl-C to its main process, which stops it gently: a terminal tells both."""

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGINT, signal.SIG_IGN)


class PatientArbiter(Arbiter):
    """A main process whose Ctrl-C is as gentle as a stop by the system."""

    def handle_int(self) -> None:
        self.handle_term()


class Server(BaseApplication):
    """The application under gunicorn, loaded once and shared by its workers."""

    def __init__(self, settings: Settings, options: dict[str, Any]) -> None:
        self._settings = settings
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> WSGIApplication:
        return create_app(self._settings)

    def run(self) -> None:
        PatientArbiter(self).run()


def serve(door: Door, settings: Settings, tell: Callable[[str], None]) -> NoReturn:
    """Serve until stopped; `tell` gets the address and its QR code once the door is open.

    Ends by `SystemExit`.

    The database must be ready. Raises `PortTaken` when the door can't be opened.
    """
    doors = open_doors(door)
    port = doors[0].getsockname()[1]
    address = settings.public_url or f"http://{reachable_host(door.host)}:{port}"
    tell(tell_address(address, local=f"http://localhost:{port}"))
    tell(qr_code(address))
    Server(settings, options(doors, door.workers)).run()
    raise SystemExit(0)


def options(doors: list[socket.socket], workers: int) -> dict[str, Any]:
    """How gunicorn is to serve through these open doors."""
    return {
        "bind": [f"fd://{opened.detach()}" for opened in doors],
        "workers": workers,
        "threads": THREADS,
        "worker_class": PatientWorker,
        "preload_app": True,
        "control_socket_disable": True,
        "keepalive": KEEP_ALIVE,
        "timeout": PATIENCE,
        "graceful_timeout": FAREWELL,
        "backlog": BACKLOG,
        "loglevel": "warning",
        "proc_name": "scorekeeper",
    }


def open_doors(door: Door) -> list[socket.socket]:
    """Listening sockets: one for a named host, one each for IPv4 and IPv6 where all addresses are meant."""
    if door.host is not None:
        return [opened(door.host, door.port)]
    first = opened("0.0.0.0", door.port)  # noqa: S104  all addresses are what the contract says
    try:
        return [first, opened("::", first.getsockname()[1])]
    except PortTaken:
        # No IPv6 on this machine, or somebody else's there: every phone in a home network also has IPv4.
        return [first]


def opened(host: str, port: int) -> socket.socket:
    """A listening socket. Raises `PortTaken`, also for a host that isn't this machine's."""
    try:
        family, kind, protocol, _canonical, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise PortTaken(tell_unknown_host(host)) from None
    door = socket.socket(family, kind, protocol)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    try:
        door.bind(address)
        door.listen(BACKLOG)
    except OSError as error:
        door.close()
        raise PortTaken(tell_taken(host, port, os.strerror(error.errno or 0))) from None
    return door


def reachable_host(host: str | None) -> str:
    """The host part of an address that a phone in the same network can open."""
    if host is not None and host not in {"0.0.0.0", "::"}:  # noqa: S104
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Asks the routing table which of our addresses it would take; nothing is sent by this.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "localhost"


def qr_code(address: str) -> str:
    """The address as a QR code of half blocks, to be photographed from a dark terminal."""
    drawn = io.StringIO()
    segno.make(address, error="L").terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")
