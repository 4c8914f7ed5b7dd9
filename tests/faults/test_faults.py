"""What goes wrong for real, at the running server: killed, locked out, without room, without a database."""

from __future__ import annotations

import contextlib
import http.client
import os
import resource
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from tests.calls import KNOCK, Caller, ask, children_of, eventually, is_alive, start_series
from tests.conftest import command, postgresql_url
from tests.live import COMMAND, LiveServer
from tests.postgres import restarted, running_cluster

KILLS = 10
LOST = (OSError, http.client.HTTPException, ValueError)
"""What a caller sees of a server that died under its hands."""


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[LiveServer]:
    """Two workers over either database."""
    with LiveServer(tmp_path, workers=2, environ={"DATABASE_URL": database}) as running:
        yield running


def workers_of(server: LiveServer) -> list[int]:
    assert server.process is not None
    return children_of(server.process.pid)


def send_until_answered(server: LiveServer, token: str, url: str, until: float = 60) -> tuple[int, Any]:
    """One hand sent as a phone's outbox does: the same again after a lost connection or a 503."""
    end = time.monotonic() + until
    body = {**KNOCK, "base": 0}
    while True:
        with contextlib.suppress(*LOST):
            status, told = ask(server.port, token, "PUT", url, body)
            if status == 409:
                body["base"] = told["series"]["version"]
            elif status != 503:
                return status, told
        assert time.monotonic() < end, "never answered"
        time.sleep(0.1)


def check(server: LiveServer) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "check"], env=server.environ, capture_output=True, text=True, timeout=120, check=False
    )


def test_killed_ten_times_in_the_middle_of_writing(server: LiveServer) -> None:
    url, scorer, _ = start_series(server.port)
    kept: list[str] = []
    is_over = threading.Event()

    def write(_number: int) -> None:
        while not is_over.is_set():
            hand_id = str(uuid4())
            with contextlib.suppress(AssertionError):
                status, told = send_until_answered(server, scorer, f"{url}/hands/{hand_id}")
                if status in {200, 201}:
                    kept.append(hand_id)
                else:
                    kept.append(f"{status}: {told}")

    with ThreadPoolExecutor(4) as pool:
        writers = [pool.submit(write, number) for number in range(4)]
        try:
            for number in range(1, KILLS + 1):
                before = len(kept)
                assert eventually(lambda before=before: len(kept) > before + 3, 60)
                if number % 5:
                    os.kill(workers_of(server)[0], signal.SIGKILL)
                else:
                    server.kill()
                    server.start()
        finally:
            is_over.set()
        for writer in writers:
            writer.result()
    _, series = ask(server.port, scorer, "GET", url)
    ids = [hand["id"] for hand in series["hands"]]
    assert len(ids) == len(set(ids)), "a hand is there twice"
    assert set(kept) <= set(ids), "an acknowledged hand is lost"
    assert series["version"] == len(ids)
    told = check(server)
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_worker_that_dies_in_a_request_is_replaced_and_the_hand_kept_once(
    server: LiveServer, database: str
) -> None:
    url, scorer, _ = start_series(server.port)
    hand_url = f"{url}/hands/{uuid4()}"
    with ThreadPoolExecutor(1) as pool, locked(database):
        answer = pool.submit(send_until_answered, server, scorer, hand_url)
        time.sleep(1)
        for worker in workers_of(server):
            os.kill(worker, signal.SIGKILL)
        time.sleep(0.5)
        assert not answer.done()
    assert answer.result()[0] == 201
    assert ask(server.port, scorer, "PUT", hand_url, {**KNOCK, "base": 0})[0] == 200
    assert len(ask(server.port, scorer, "GET", url)[1]["hands"]) == 1


@contextlib.contextmanager
def locked(database: str) -> Iterator[None]:
    """The database while somebody else holds what a hand needs."""
    if database.startswith("sqlite"):
        with contextlib.closing(
            sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        ) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    with psycopg.connect(database.replace("+psycopg", "")) as other:
        other.execute("SELECT 1 FROM series FOR UPDATE")
        yield
        other.rollback()


def hold_lock(server: LiveServer, database: str, seconds: float) -> list[int]:
    """The answers to a phone that sends one hand again and again while the database is locked so long."""
    url, scorer, _ = start_series(server.port)
    hand_url = f"{url}/hands/{uuid4()}"
    answers: list[int] = []

    def send() -> None:
        while not answers or answers[-1] == 503:
            answers.append(ask(server.port, scorer, "PUT", hand_url, {**KNOCK, "base": 0})[0])

    with ThreadPoolExecutor(1) as pool:
        with locked(database):
            sending = pool.submit(send)
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                began = time.monotonic()
                assert ask(server.port, scorer, "GET", url)[0] == 200, "reading goes on"
                assert time.monotonic() - began < 5
                time.sleep(0.2)
        sending.result()
    assert len(ask(server.port, scorer, "GET", url)[1]["hands"]) == 1
    return answers


def test_a_locked_database_is_waited_for_and_others_read_on(server: LiveServer, database: str) -> None:
    assert hold_lock(server, database, 2) == [201]


@pytest.mark.soak
def test_a_database_locked_for_longer_than_a_phone_waits(server: LiveServer, database: str) -> None:
    assert hold_lock(server, database, 12)[-1] in {200, 201}


def test_no_room_left_on_the_disk(sqlite_database: str, tmp_path: Path) -> None:
    """No file of the server's may grow any more; then it may again."""
    with LiveServer(tmp_path, workers=2, environ={"DATABASE_URL": sqlite_database}) as server:
        url, scorer, _ = start_series(server.port)
        kept = fill(server, scorer, url)
        status, told = ask(server.port, scorer, "PUT", f"{url}/hands/{uuid4()}", {**KNOCK, "base": kept})
        assert status == 503
        assert told["error"]
        _, series = ask(server.port, scorer, "GET", url)
        assert series["version"] == len(series["hands"]) == kept
        grow(server, resource.RLIM_INFINITY)
        assert ask(server.port, scorer, "PUT", f"{url}/hands/{uuid4()}", {**KNOCK, "base": kept})[0] == 201
        assert check(server).returncode == 0


def grow(server: LiveServer, most: int) -> None:
    """Let the files of the workers grow to so many bytes at most."""
    for pid in workers_of(server):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


def fill(server: LiveServer, token: str, url: str) -> int:
    """Enter hands until there is no room for another; how many were kept."""
    log = Path(server.environ["DATABASE_URL"].removeprefix("sqlite:///") + "-wal")
    grow(server, log.stat().st_size + 64 * 1024)
    for kept in range(200):
        body = {**KNOCK, "base": kept, "reason": "x" * 500}
        status, _ = ask(server.port, token, "PUT", f"{url}/hands/{uuid4()}", body)
        if status == 503:
            return kept
        assert status == 201
    raise AssertionError("the disk was never full")


def test_the_database_gone_and_back(tmp_path: Path) -> None:
    """PostgreSQL stopped and started again under a running server."""
    with running_cluster() as cluster:
        command(cluster, "CREATE DATABASE gone TEMPLATE template0")
        # As any PostgreSQL but the tests' quick one has it: what was acknowledged outlives a crash.
        command(cluster, "ALTER DATABASE gone SET synchronous_commit = on")
        environ = {"DATABASE_URL": postgresql_url(cluster, "gone")}
        with LiveServer(tmp_path, workers=2, environ=environ) as server:
            url, scorer, _ = start_series(server.port)
            first, second = f"{url}/hands/{uuid4()}", f"{url}/hands/{uuid4()}"
            assert ask(server.port, scorer, "PUT", first, {**KNOCK, "base": 0})[0] == 201
            with restarted(cluster) as start_again:
                for method, path, body in (
                    ("GET", url, None),
                    ("PUT", second, {**KNOCK, "base": 1}),
                    ("POST", "/books", {"name": "Kitchen"}),
                ):
                    status, told = ask(server.port, scorer, method, path, body)
                    assert status == 503, (method, path, told)
                    assert told["error"]
                assert not server.answers()
                start_again()
                assert eventually(server.answers, 30)
                assert send_until_answered(server, scorer, second)[0] == 201
                assert len(ask(server.port, scorer, "GET", url)[1]["hands"]) == 2


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database of either kind without anything in it."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.sqlite3'}"
        return
    name, cluster = "four_at_once", request.getfixturevalue("cluster")
    command(cluster, f"CREATE DATABASE {name} TEMPLATE template0")
    yield postgresql_url(cluster, name)
    command(cluster, f"DROP DATABASE {name} WITH (FORCE)")


def test_four_servers_started_at_once_on_an_empty_database_all_serve(
    empty_database: str, tmp_path: Path
) -> None:
    environ = {
        "DATABASE_URL": empty_database,
        "SCOREKEEPER_SECRET_KEY": "a key that four machines share, long enough",
    }
    servers = []
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        servers.append(LiveServer(folder, environ=environ))
    # A server ends with the thread that started it, so these threads stay until all is seen.
    with ThreadPoolExecutor(4) as pool:
        try:
            list(pool.map(LiveServer.start, servers))
            url, scorer, _ = start_series(servers[0].port)
            for base, server in enumerate(servers):
                hand_url = f"{url}/hands/{uuid4()}"
                assert ask(server.port, scorer, "PUT", hand_url, {**KNOCK, "base": base})[0] == 201
            versions = [ask(server.port, scorer, "GET", url)[1]["version"] for server in servers]
            assert versions == [4, 4, 4, 4]
            # Whoever guesses at links is counted by all of them together.
            guesses = [status_of(server, "/join/leads-nowhere") for server in (servers * 8)[:31]]
            assert guesses == [404] * 30 + [429]
        finally:
            list(pool.map(LiveServer.stop, servers))


def status_of(server: LiveServer, path: str) -> int:
    """What a stranger's browser is answered."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path)
    status = connection.getresponse().status
    connection.close()
    return status


def test_a_connection_cut_in_the_middle_of_a_save(server: LiveServer) -> None:
    """The hand is there in all games or in none, and sent once more it is there once."""
    url, scorer, _ = start_series(server.port)
    for number in range(6):
        hand_url = f"{url}/hands/{uuid4()}"
        base = ask(server.port, scorer, "GET", url)[1]["version"]
        with Caller(server.port, scorer) as caller:
            caller.connection.connect()
            socket = caller.connection.sock
            body = b'{"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 5}, "base": %d}' % base
            head = "\r\n".join(f"{name}: {value}" for name, value in caller.headers.items())
            sent = f"PUT /api{hand_url} HTTP/1.1\r\nHost: x\r\n{head}\r\nContent-Length: {len(body)}\r\n\r\n"
            whole = sent.encode() + body
            socket.sendall(whole if number % 2 else whole[: -10 * number - 1])
        seen = ask(server.port, scorer, "GET", url)[1]
        assert seen["version"] == len(seen["hands"])
        again = {"how": "gin", "knocker": "Bob", "deadwood": {"Alexandra": 5}, "base": base}
        assert eventually(
            lambda hand_url=hand_url, again=again: (
                ask(server.port, scorer, "PUT", hand_url, again)[0] in {200, 201}
            )
        )
        assert len(ask(server.port, scorer, "GET", url)[1]["hands"]) == number + 1


def test_the_port_is_free_and_no_worker_left_after_a_kill(tmp_path: Path) -> None:
    with LiveServer(tmp_path, workers=2) as server:
        workers = workers_of(server)
        server.kill()
        assert eventually(lambda: not any(is_alive(pid) for pid in workers))
        server.start()
        assert server.answers()
