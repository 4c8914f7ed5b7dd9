"""The real server for tests: the `scorekeeper` command in a process, on a free port, over its own folder."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.calls import children_of

COMMAND = Path(sysconfig.get_path("scripts")) / "scorekeeper"
START_SECONDS = 90
STOP_SECONDS = 15
END_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux's prctl."""
HAND_OVER = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ |= {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())}
os.execv(sys.argv[2], sys.argv[2:])
"""
"""What systemd does for a service with a socket of its own."""
OWN_SETTINGS = ("DATABASE_URL", "SCOREKEEPER_")


class LiveServer:
    """A running scorekeeper; the port stays the same when it is stopped and started again."""

    def __init__(
        self,
        instance: Path,
        *,
        workers: int = 1,
        environ: Mapping[str, str] | None = None,
        door: socket.socket | None = None,
    ) -> None:
        """Nothing runs yet; `environ` is added to the server's environment. `door` is a listening socket that
        is held for it while it does not run, as systemd does.
        """
        self.instance = instance
        self.door = door
        self.port = door.getsockname()[1] if door else free_port()
        self.workers = workers
        self.log = instance / "server.log"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(OWN_SETTINGS)}
        # All that tests do comes from one address.
        own = {"SCOREKEEPER_INSTANCE": str(instance), "SCOREKEEPER_BOOKS_AN_HOUR": "no"}
        self.environ = {**inherited, **own, **(environ or {})}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def at_home(self) -> str:
        """The origin as in a home network: plain http and so, for a browser, not secure."""
        return f"http://score.test:{self.port}"

    @property
    def secure(self) -> str:
        """The origin that a browser trusts like https: this machine's own."""
        return f"http://localhost:{self.port}"

    @property
    def address(self) -> str:
        """The origin for clients that are no browsers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def command(self) -> list[str]:
        """How it is called; through whoever hands the door over, where one is held."""
        words = [str(COMMAND), "--workers", str(self.workers)]
        if self.door:
            return [sys.executable, "-c", HAND_OVER, str(self.door.fileno()), *words]
        return [*words, "--host", "127.0.0.1", "--port", str(self.port)]

    def start(self) -> None:
        """Serve, and come back when it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                pass_fds=[self.door.fileno()] if self.door else [],
                env=self.environ,
                cwd=self.instance,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                preexec_fn=end_with_parent if sys.platform == "linux" else None,
            )
        until = time.monotonic() + START_SECONDS
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > until:
                self.stop()
                raise RuntimeError(f"The server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)

    def answers(self) -> bool:
        """Whether it is up and its database too."""
        try:
            with urllib.request.urlopen(f"{self.address}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def stop(self) -> None:
        """End it as an operator does; what does not end in time is killed."""
        if not self.process:
            return
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None

    def kill(self) -> None:
        """End it as a power cut does: main process and workers at once."""
        assert self.process is not None
        for pid in (self.process.pid, *children_of(self.process.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def end_with_parent() -> None:
    """Called in the new process: a killed test run must leave no server behind."""
    ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGTERM)
