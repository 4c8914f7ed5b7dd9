"""The real server: one hand sent many times, many writers at once, oversized bodies, and every way to end."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import uuid4

import pytest

from tests.calls import KNOCK, Caller, ask, can_bind, children_of, eventually, is_alive, start_series
from tests.live import COMMAND, LiveServer

WRITING_SECONDS = 5
MEGABYTE = 1024 * 1024


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[LiveServer]:
    """Two workers over either database."""
    with LiveServer(tmp_path, workers=2, environ={"DATABASE_URL": database}) as running:
        yield running


@pytest.fixture
def lone_server(sqlite_database: str, tmp_path: Path) -> Iterator[LiveServer]:
    """One worker over SQLite, as in a kitchen."""
    with LiveServer(tmp_path, environ={"DATABASE_URL": sqlite_database}) as running:
        yield running


def test_one_hand_sent_80_times_at_once_is_kept_once(server: LiveServer) -> None:
    url, token, _ = start_series(server.port)
    hand_url = f"{url}/hands/{uuid4()}"

    def send(_number: int) -> int:
        return ask(server.port, token, "PUT", hand_url, {**KNOCK, "base": 0})[0]

    with ThreadPoolExecutor(80) as pool:
        assert Counter(pool.map(send, range(80))) == {201: 1, 200: 79}
    _, series = ask(server.port, token, "GET", url)
    assert (series["version"], len(series["hands"])) == (1, 1)


def test_connections_that_say_nothing_keep_nobody_waiting(lone_server: LiveServer) -> None:
    with contextlib.ExitStack() as stack:
        for _ in range(40):
            stack.enter_context(socket.create_connection(("127.0.0.1", lone_server.port), timeout=20))
        begun = time.monotonic()
        assert lone_server.answers()
        assert time.monotonic() - begun < 2


def test_20_writers_on_4_series_lose_nothing(server: LiveServer) -> None:
    tables = [start_series(server.port) for _ in range(4)]
    until = time.monotonic() + WRITING_SECONDS

    def write(number: int) -> tuple[str, list[str], Counter[int]]:
        """Enter hands until the time is up, looking again whenever somebody else was faster."""
        url, scorer, owner = tables[number % 4]
        base, kept, answers = 0, [], Counter[int]()
        with Caller(server.port, scorer if number % 8 < 4 else owner) as caller:
            while time.monotonic() < until:
                hand_id = str(uuid4())
                status, told = caller.call("PUT", f"{url}/hands/{hand_id}", {**KNOCK, "base": base})
                answers[status] += 1
                assert status in {201, 409}, told
                base = (told if status == 201 else told["series"])["version"]
                if status == 201:
                    kept.append(hand_id)
        return url, kept, answers

    with ThreadPoolExecutor(20) as pool:
        written = list(pool.map(write, range(20)))
    assert sum((answers for _, _, answers in written), Counter[int]()).keys() <= {201, 409}
    for url, scorer, _ in tables:
        _, series = ask(server.port, scorer, "GET", url)
        sent = [hand_id for other, kept, _ in written if other == url for hand_id in kept]
        assert sorted(hand["id"] for hand in series["hands"]) == sorted(sent)
        assert series["version"] == len(sent)
    assert sum(len(kept) for _, kept, _ in written) > 20


@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_body_over_the_limit_is_answered_413_and_one_within_is_whole(
    lone_server: LiveServer, is_chunked: bool
) -> None:
    for length, status in ((MEGABYTE, 201), (MEGABYTE + 1, 413), (8 * MEGABYTE, 413)):
        name = json.dumps({"name": "Kitchen"}).encode()
        body = b" " * (length - len(name)) + name
        with Caller(lone_server.port) as caller:
            sent = iter([body[:1000], body[1000:]]) if is_chunked else body
            caller.connection.request("POST", "/api/books", sent, caller.headers, encode_chunked=is_chunked)
            answer = caller.connection.getresponse()
            assert answer.status == status, length
            assert isinstance(json.loads(answer.read()), dict)


def test_a_taken_port_is_one_sentence_and_touches_no_database(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        told = subprocess.run(
            [COMMAND, "--host", "127.0.0.1", "--port", str(port)],
            env={**os.environ, "SCOREKEEPER_INSTANCE": str(tmp_path), "DATABASE_URL": ""},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (told.returncode, told.stdout) == (1, "")
    assert len(told.stderr.splitlines()) == 1
    assert str(port) in told.stderr
    assert not (tmp_path / "scorekeeper.sqlite3").exists()


def test_the_address_and_its_qr_code_are_printed_and_a_second_start_keeps_all(tmp_path: Path) -> None:
    environ = {"SCOREKEEPER_PUBLIC_URL": "https://score.example/"}
    server = LiveServer(tmp_path, environ=environ)
    with server:
        url, token, _ = start_series(server.port)
        assert ask(server.port, token, "PUT", f"{url}/hands/{uuid4()}", {**KNOCK, "base": 0})[0] == 201
        log = server.log.read_text()
        assert "https://score.example " in log
        assert log.count("█") > 100
    with server:
        assert ask(server.port, token, "GET", url)[1]["version"] == 1
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_where_no_phone_can_go_no_phone_is_sent(lone_server: LiveServer) -> None:
    told = lone_server.log.read_text()
    assert f"Open http://localhost:{lone_server.port}: only this machine can." in told
    assert "█" not in told


@pytest.mark.soak
def test_requests_that_stall_do_not_keep_others_out_for_long(lone_server: LiveServer) -> None:
    """More than there are threads, some within their head and some within their body."""
    body = (
        b"POST /api/books HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"
    )
    with contextlib.ExitStack() as stack:
        for number in range(12):
            connection = stack.enter_context(socket.create_connection(("127.0.0.1", lone_server.port)))
            connection.sendall(body if number % 2 else b"GET /api/ser")
        assert not lone_server.answers()
        assert eventually(lone_server.answers, 60)


def test_nobody_is_believed_to_come_by_https_unless_the_operator_says_so(lone_server: LiveServer) -> None:
    """Not even a neighbour on this machine, whom the server below would believe by itself."""
    for name, value in (("X-Forwarded-Proto", "https"), ("X-Forwarded-Ssl", "on")):
        with Caller(lone_server.port) as caller:
            caller.connection.request("GET", "/series/new", headers={name: value})
            answer = caller.connection.getresponse()
            assert answer.headers["Strict-Transport-Security"] is None, name
            assert "Secure" not in answer.headers["Set-Cookie"], name


UNREADABLE = {
    "no request": b"GARBAGE\r\n\r\n",
    "a long address": b"GET /api/" + b"x" * 500_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long header": b"GET /api/series HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n",
    "many headers": b"GET /api/series HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    "two lengths": b"PUT /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
    "an unknown coding": b"POST /api/books HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
    "chunks that are none": b"POST /api/books HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
}


def test_what_can_t_be_read_is_answered_in_the_api_s_way(lone_server: LiveServer) -> None:
    for name, sent in UNREADABLE.items():
        with socket.create_connection(("127.0.0.1", lone_server.port), timeout=20) as connection:
            connection.sendall(sent)
            answer = http.client.HTTPResponse(connection)
            answer.begin()
            assert 400 <= answer.status < 500, name
            assert answer.headers["Content-Type"] == "application/json", name
            assert json.loads(answer.read())["error"] == "That request could not be read.", name


@pytest.mark.parametrize(
    "end", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGKILL]
)
def test_however_the_main_process_ends_its_workers_end_and_the_port_is_free(
    end: signal.Signals, tmp_path: Path
) -> None:
    # These tests may run under nohup, which the server would heed as it should.
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    with LiveServer(tmp_path, workers=2) as server:
        signal.signal(signal.SIGHUP, before)
        process = server.process
        assert process is not None
        assert eventually(lambda: len(children_of(process.pid)) == 2)
        workers = children_of(process.pid)
        process.send_signal(end)
        code = process.wait(20)
        assert code == (-signal.SIGKILL if end == signal.SIGKILL else 0)
        assert eventually(lambda: not any(is_alive(pid) for pid in workers))
        assert eventually(lambda: can_bind(server.port))


def test_a_request_under_way_is_finished_when_the_server_is_stopped(lone_server: LiveServer) -> None:
    assert lone_server.process is not None
    body = json.dumps({"name": "Kitchen table"}).encode()
    head = (
        f"POST /api/books HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", lone_server.port), timeout=20) as connection:
        connection.sendall(head.encode() + body[:5])
        time.sleep(0.5)
        for pid in (lone_server.process.pid, *children_of(lone_server.process.pid)):
            os.kill(pid, signal.SIGINT)  # as a terminal's Ctrl-C does: to everybody in the foreground
        time.sleep(0.5)
        connection.sendall(body[5:])
        assert connection.recv(100).startswith(b"HTTP/1.1 201")
    assert lone_server.process.wait(20) == 0


def test_a_restart_behind_a_door_that_stays_open_loses_no_request(
    sqlite_database: str, tmp_path: Path
) -> None:
    """As under systemd: requests wait in the socket that it holds, on old connections and on new ones."""
    is_over = threading.Event()
    with socket.create_server(("127.0.0.1", 0), backlog=100) as door:
        server = LiveServer(tmp_path, workers=2, environ={"DATABASE_URL": sqlite_database}, door=door)
        with server, ThreadPoolExecutor(6) as pool:
            url, scorer, _ = start_series(server.port)

            def write(is_kept_open: bool) -> Counter[int]:
                answers = Counter[int]()
                with Caller(server.port, scorer) as caller:
                    while not is_over.is_set():
                        body = {**KNOCK, "base": caller.call("GET", url)[1]["version"]}
                        answers[caller.call("PUT", f"{url}/hands/{uuid4()}", body)[0]] += 1
                        if not is_kept_open:
                            caller.connection.close()
                return answers

            writers = [pool.submit(write, bool(number % 2)) for number in range(6)]
            try:
                for _ in range(2):
                    time.sleep(1)
                    server.stop()
                    server.start()
                time.sleep(1)
            finally:
                is_over.set()
            answers = sum((writer.result() for writer in writers), Counter[int]())
            assert answers.keys() <= {201, 409}
            assert len(ask(server.port, scorer, "GET", url)[1]["hands"]) == answers[201]
    assert "only this machine can" in server.log.read_text()


def test_a_worker_that_dies_is_replaced(lone_server: LiveServer) -> None:
    assert lone_server.process is not None
    (worker,) = children_of(lone_server.process.pid)
    os.kill(worker, signal.SIGKILL)
    assert eventually(lambda: children_of(lone_server.process.pid) not in ([], [worker]))
    assert eventually(lone_server.answers)
