"""A terminal for the program's messages, where the system has such a thing."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import IO

#: Fits a notebook's output.
_COLUMNS = 100
_MOST_BYTES = 1 << 16


@dataclass(frozen=True)
class Pair:
    """Both ends of a terminal: what is written to theirs is read from ours."""

    ours: IO[bytes]
    theirs: int


def open_pair() -> Pair | None:
    """A new terminal, or None: Windows has none, and messages come without a bar there."""
    try:
        import fcntl
        import pty
        import struct
        import termios

        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, _COLUMNS, 0, 0))
    except (ImportError, OSError):
        return None
    return Pair(os.fdopen(ours, "rb", buffering=0), theirs)


def read(stream: IO[bytes]) -> bytes:
    """What has come, or nothing at the end."""
    try:
        return os.read(stream.fileno(), _MOST_BYTES)
    except OSError:  # How Linux says that nobody holds the other end of a terminal.
        return b""
