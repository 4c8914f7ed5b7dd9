"""What one machine's operator decides: where data lives, the secret key, who may start books.

Everything comes from the environment, so a club's service file and a kitchen's `make run` go the same way.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

LARGEST_BODY = 1024 * 1024
"""Bytes a request may carry (contract: at most 1 MiB a body)."""

SECRET_BYTES = 32
YES = frozenset({"1", "yes", "true", "on"})
NO = frozenset({"0", "no", "false", "off"})


class Unusable(ValueError):
    """A setting that the program refuses to start with; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All that differs between a kitchen, a club and a test.

    ``books_an_hour`` is how many new books one address may start, ``writes_a_minute`` is what one device may
    write, None for as much as it likes, counted ``limits_in`` this process or a Redis that several share;
    ``slow_query`` the seconds from which a statement is logged.
    """

    instance: Path
    database_url: str
    secret_key: str
    public_url: str | None = None
    proxies: int = 0
    anyone_starts_books: bool = True
    books_an_hour: int | None = None
    writes_a_minute: int | None = None
    limits_in: str = "memory://"
    logs_requests: bool = False
    slow_query: float = 1.0
    testing: bool = False


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Settings of this machine; makes the instance folder and the secret key on the first call.

    Raises `Unusable` for a value that makes no sense, for a folder that can't be used and for a secret that
    others can read.
    """
    instance = instance_folder(environ)
    make_folder(instance)
    return Settings(
        instance=instance,
        database_url=database_url(environ.get("DATABASE_URL"), instance),
        secret_key=secret_key(environ.get("SCOREKEEPER_SECRET_KEY"), instance),
        public_url=public_url(environ.get("SCOREKEEPER_PUBLIC_URL")),
        proxies=proxies(environ.get("SCOREKEEPER_PROXIES", "0")),
        anyone_starts_books=switch("SCOREKEEPER_NEW_BOOKS", environ.get("SCOREKEEPER_NEW_BOOKS", "yes")),
        books_an_hour=limit("SCOREKEEPER_BOOKS_AN_HOUR", environ.get("SCOREKEEPER_BOOKS_AN_HOUR") or "60"),
        writes_a_minute=limit(
            "SCOREKEEPER_WRITES_A_MINUTE", environ.get("SCOREKEEPER_WRITES_A_MINUTE") or "no"
        ),
        limits_in=limits_in(environ.get("SCOREKEEPER_LIMITS_IN")),
        logs_requests=switch("SCOREKEEPER_LOG_REQUESTS", environ.get("SCOREKEEPER_LOG_REQUESTS", "no")),
        slow_query=(whole("SCOREKEEPER_SLOW_QUERY_MS", environ.get("SCOREKEEPER_SLOW_QUERY_MS")) or 1000)
        / 1000,
    )


def instance_folder(environ: Mapping[str, str]) -> Path:
    """Where the SQLite file and the secret lie: named, else the checkout's own folder, else the user's."""
    named = environ.get("SCOREKEEPER_INSTANCE")
    if named:
        return Path(named).expanduser().resolve()
    checkout = Path(__file__).resolve().parent.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "instance"
    return user_data_path("scorekeeper", appauthor=False)


def make_folder(instance: Path) -> None:
    """Make sure of the instance folder; where it is made now, nobody else looks into it."""
    try:
        instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as trouble:
        raise Unusable(unusable_folder(instance, trouble)) from None


def unusable_folder(instance: Path, trouble: OSError) -> str:
    """The sentence for a folder in which nothing can be kept."""
    return f"Nothing can be kept in {instance} ({trouble.strerror}): name another SCOREKEEPER_INSTANCE."


def database_url(named: str | None, instance: Path) -> str:
    """The database as SQLAlchemy spells it; `postgres://` and `postgresql://` mean psycopg 3.

    What is refused is not repeated: it may hold a password.
    """
    if not named:
        return f"sqlite:///{instance / 'scorekeeper.sqlite3'}"
    for spelling in ("postgres://", "postgresql://"):
        if named.startswith(spelling):
            named = "postgresql+psycopg://" + named.removeprefix(spelling)
    try:
        is_ours = make_url(named).drivername in {"postgresql+psycopg", "sqlite"}
    except (ArgumentError, ValueError):
        is_ours = False
    if not is_ours:
        raise Unusable(
            "DATABASE_URL is to be postgresql://name:password@host:port/database or sqlite:///file."
        )
    return named


def secret_key(named: str | None, instance: Path) -> str:
    """The key that signs cookies: named where several machines share one, else the instance's own."""
    if not named:
        return read_secret(instance / "secret_key")
    if len(named) < SECRET_BYTES:
        raise Unusable(f"SCOREKEEPER_SECRET_KEY is too short: {SECRET_BYTES} characters or more.")
    return named


def read_secret(path: Path) -> str:
    """The key that signs cookies: made once, readable by its owner alone.

    Several processes may start at once over an empty folder; a link to a finished file appears whole or not
    at all, so all of them end with the same key.
    """
    try:
        if not path.exists():
            make_secret(path)
        mode = path.stat().st_mode
        secret = path.read_text(encoding="ascii", errors="replace").strip()
    except OSError as trouble:
        raise Unusable(unusable_folder(path.parent, trouble)) from None
    if mode & (stat.S_IROTH | stat.S_IWOTH):
        raise Unusable(f"Everybody on this machine can read the secret key in {path}: chmod 600 it.")
    if len(secret) < SECRET_BYTES:
        raise Unusable(f"The secret key in {path} is too short: delete the file and a new one is made.")
    return secret


def make_secret(path: Path) -> None:
    """A fresh key at `path`, unless another process was first."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(SECRET_BYTES))
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def public_url(named: str | None) -> str | None:
    """The address that links and QR codes carry, without a slash at its end."""
    if not named:
        return None
    if not named.startswith(("http://", "https://")):
        raise Unusable(f"A public address begins with http:// or https://, not as in {named!r}.")
    return named.rstrip("/")


def proxies(named: str) -> int:
    """How many proxies in front are believed about the caller's address and scheme; none by default."""
    if not (named.isdecimal() and len(named) == 1):
        raise Unusable(f"SCOREKEEPER_PROXIES is a number from 0 to 9, not {named!r}.")
    return int(named)


def limits_in(named: str | None) -> str:
    """Where writes are counted: in each process for itself, or in a Redis that several machines share."""
    if not named:
        return "memory://"
    if not named.startswith(("memory://", "redis://", "rediss://", "redis+")):
        raise Unusable(f"SCOREKEEPER_LIMITS_IN begins with redis:// or rediss://, not as in {named!r}.")
    return named


def limit(name: str, value: str) -> int | None:
    """How many the operator allows; None where he says no to counting them."""
    return None if value.lower() in NO else whole(name, value)


def whole(name: str, value: str | None) -> int | None:
    """A number of the operator's, 1 or more; None where there is none."""
    if not value:
        return None
    if not (value.isascii() and value.isdecimal() and 0 < int(value) < 10**9):
        raise Unusable(f"{name} is a whole number, 1 or more, not {value!r}.")
    return int(value)


def switch(name: str, value: str) -> bool:
    """A yes or no of the operator."""
    if value.lower() in YES:
        return True
    if value.lower() in NO:
        return False
    raise Unusable(f"{name} is yes or no, not {value!r}.")
