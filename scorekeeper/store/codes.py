"""Codes of six characters: read out across a table, typed into another phone, good once and not for long."""

from __future__ import annotations

import hashlib
from datetime import timedelta

LETTERS = "23456789ACEFHJKMNPRTVWXY"
"""Nothing that looks like something else: no 0, O, D, Q, no 1, I, L; nor B, G, S, U, Z, like others here."""
LENGTH = 6
LIFE = timedelta(minutes=10)


def spell_code(seed: str, attempt: int) -> str:
    """The code that follows from a secret seed; another attempt gives another one."""
    number = int.from_bytes(hashlib.sha256(f"{attempt} {seed}".encode()).digest())
    code = ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(LETTERS))
        code += LETTERS[place]
    return code


def read_code(typed: str) -> str:
    """A code as it was made, however it was typed: in any case, with blanks or dashes anywhere."""
    return "".join(letter for letter in typed if letter.isalnum()).upper()


def hash_code(code: str) -> str:
    """What is kept of a code; never that of a link's token, so that no code can be tried as a link."""
    return hashlib.sha256(f"code {code}".encode("utf-8", "surrogatepass")).hexdigest()
