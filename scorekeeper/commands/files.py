"""The file that a call names."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO


def open_file(path: str) -> AbstractContextManager[BinaryIO]:
    """The file, or standard input for ``-``, which stays open. Raises ``OSError``."""
    return nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb")
