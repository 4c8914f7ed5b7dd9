"""The file that a call names."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import BinaryIO


def open_file(path: str) -> AbstractContextManager[BinaryIO]:
    """The file, or standard input for ``-``, which stays open. Raises ``OSError``."""
    if path != "-":
        return Path(path).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return nullcontext(sys.stdin.buffer)
