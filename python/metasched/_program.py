"""Running the program: its result, its messages, its end, and ours."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any

from . import _terminal
from ._messages import Messages

#: So long may a program take to end that was asked to [s]; it may be writing a line of results.
_PATIENCE_S = 5.0

running: set[subprocess.Popen[bytes]] = set()


class MetaschedError(Exception):
    """The program ended without a result: `message` is what it said, `exit_code` 1 (failed while running), 2 (wrong input) or
    128 + N (stopped by signal N), and `command` what was run."""

    def __init__(self, message: str, exit_code: int, command: Sequence[str]) -> None:
        super().__init__(message, exit_code, command)
        self.message = message
        self.exit_code = exit_code
        self.command = list(command)

    def __str__(self) -> str:
        return f"{self.message} (exit code {self.exit_code})"


def program() -> str:
    """The path of the program: METASCHED_BIN if that is set, the one that came with this module, or the one on PATH."""
    chosen = os.environ.get("METASCHED_BIN")
    if chosen:
        return chosen
    name = "metasched" + (sysconfig.get_config_var("EXE") or "")
    # The last is where `pip install --target` puts programs.
    folders = [
        Path(sysconfig.get_path("scripts")),
        Path(sysconfig.get_path("scripts", f"{os.name}_user")),
        Path(__file__).parents[1] / "bin",
    ]
    for folder in folders:
        if (folder / name).is_file():
            return str(folder / name)
    found = shutil.which("metasched")
    if found is None:
        places = ", ".join(map(str, folders))
        raise FileNotFoundError(
            f"the program metasched is in none of {places}, nor on PATH; install the wheel again, or set METASCHED_BIN to the program"
        )
    return found


def call(arguments: Sequence[str], given: bytes | None = None, progress: bool = True, folder: str | None = None) -> bytes:
    """Runs the program and returns what it prints; what it says on the way is passed on to standard error, but not what it says of
    `folder`, where files are kept from one line of ours to the next.

    Raises:
        MetaschedError: if it does not end well.
    """
    command = [program(), *arguments]
    messages = Messages(sys.stderr if progress else None, folder)
    # Files, unlike pipes, need no second thread: this one reads messages until the program ends.
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said_to_it:
        said_to_it.write(given or b"")
        said_to_it.seek(0)
        process, stderr = _start(command, said_to_it, printed, progress and messages.are_watched())
        with stderr:
            try:
                _hear_all(stderr, messages)
                code = process.wait()
            except BaseException as error:
                end(process, gently=isinstance(error, KeyboardInterrupt))
                # Such as where finished tasks are kept.
                _hear_all(stderr, messages)
                raise
            finally:
                messages.end()
                running.discard(process)
        assert_well(code, messages, command)
        printed.seek(0)
        return printed.read()


def assert_well(code: int, messages: Messages, command: Sequence[str]) -> None:
    """Raises what a program said that did not end well."""
    if code != 0:
        # One that was killed had no time to say so.
        words = messages.failure() if code > 0 else f"the program was ended by signal {-code}"
        raise MetaschedError(words or "the program did not say why it failed", code if code > 0 else 128 - code, command)


def _start(command: list[str], given: IO[bytes], printed: IO[bytes], watched: bool) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
    """Starts the program, with a terminal for its messages if somebody watches: it draws its progress on nothing else."""
    terminal = _terminal.open_pair() if watched else None
    stderr: Any = subprocess.PIPE if terminal is None else terminal.theirs
    try:
        process = subprocess.Popen(command, stdin=given, stdout=printed, stderr=stderr)
    except BaseException:
        if terminal is not None:
            terminal.ours.close()
        raise
    finally:
        if terminal is not None:
            os.close(terminal.theirs)
    running.add(process)
    if terminal is not None:
        return process, terminal.ours
    assert process.stderr is not None
    return process, process.stderr


def _hear_all(stderr: IO[bytes], messages: Messages) -> None:
    while piece := _terminal.read(stderr):
        messages.hear(piece)


def end(process: subprocess.Popen[bytes], gently: bool) -> None:
    """Ends the program, as Ctrl-C does if there is time for it."""
    try:
        if gently and process.poll() is None:
            # A terminal has told the program too; it heeds the first of the two.
            process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
            process.wait(_PATIENCE_S)
    except subprocess.TimeoutExpired:
        pass
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


@atexit.register
def _end_all() -> None:
    """Threads that do not outlive us, such as joblib's, may have left programs."""
    for process in list(running):
        end(process, gently=False)
