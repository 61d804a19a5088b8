"""The program as a process: its errors, its messages, and that it never outlives a call."""

from __future__ import annotations

import io
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import metasched
import psutil  # type: ignore[import-untyped]
import pytest
from metasched._messages import Messages

#: Minutes of work, were it not stopped.
LONG = "{'workload.jobs_per_cluster': 3_000_000}"

posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def test_wrong_input_is_one_error_with_all_that_is_wrong(scenario: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(metasched.MetaschedError) as caught:
        metasched.run(scenario, set={"workload.bsbw": 3, "platform.nodes": 1})
    error = caught.value
    assert error.exit_code == 2 and error.command[1] == "run"
    assert "Did you mean workload.bsbw_mbps?" in error.message and "platform.nodes is not known" in error.message
    assert "error: " not in error.message and str(error).endswith("(exit code 2)")
    assert "not known" not in capsys.readouterr().err
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_the_parser_of_arguments_is_heard_too() -> None:
    with pytest.raises(metasched.MetaschedError, match="invalid value 'x' for '--threads <N>'") as caught:
        metasched.run("landing", threads="x")  # type: ignore[arg-type]
    assert caught.value.exit_code == 2


def test_a_failure_while_running_has_another_code(scenario: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(metasched.MetaschedError) as caught:
        metasched.run(scenario, jobs=tmp_path / "missing" / "jobs.csv")
    assert caught.value.exit_code == 1 and "missing" in caught.value.message


def test_without_the_program_it_says_where_it_looked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda *_: "/nowhere")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(FileNotFoundError, match="metasched is in none of /nowhere.*METASCHED_BIN"):
        metasched.run("landing")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@posix
def test_a_terminal_sees_the_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    metasched.sweep("landing", threads=1)
    shown = terminal.getvalue()
    assert shown.count("\r") > 2 and "% of 1.24 million jobs" in shown and "\x1b" not in shown
    assert shown.endswith("on 1 thread.\n") and shown.count("Simulated 1.24 million jobs") == 1


def test_others_get_lines_or_nothing(scenario: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    metasched.run(scenario, jobs=True)
    said = capsys.readouterr()
    assert said.out == "" and "\r" not in said.err
    assert said.err.splitlines()[0].startswith("The sweep over workload.bsbw_mbps") and "Simulated" in said.err
    metasched.run(scenario, progress=False)
    metasched.explain("teaching-two-clusters", 1)
    assert capsys.readouterr().err == ""


def test_messages_may_come_in_pieces() -> None:
    bar = "█░ {}% of 1.2 million jobs, 3 jobs/s, 1 s left   "
    said = f"warning: ä.\r\n{bar.format(0)}\r\x1b[2K{bar.format(50)}\x1b[1A\r\x1b[2KDone.\r\nerror: a.\r\n\r\nUsage: b\r\n".encode()
    for size in range(1, len(said) + 1):
        stream = io.StringIO()
        messages = Messages(stream)
        for at in range(0, len(said), size):
            messages.hear(said[at : at + size])
        messages.end()
        shown = stream.getvalue()
        assert shown.startswith("warning: ä.\n\r") and shown.endswith("\rDone.\n"), size
        assert messages.failure() == "a.\nUsage: b"


def test_a_notebook_shows_a_bar_of_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    class Bar:
        def __init__(self, **how: Any) -> None:
            bars.append(self)
            self.n, self.shown, self.open = 0, list[tuple[int, str]](), True

        def set_postfix_str(self, text: str) -> None:
            self.shown.append((self.n, text))

        def close(self) -> None:
            self.open = False

    bars: list[Bar] = []
    stream = type("OutStream", (io.StringIO,), {"__module__": "ipykernel.iostream"})()
    monkeypatch.setitem(sys.modules, "tqdm.notebook", type("module", (), {"tqdm": Bar}))
    monkeypatch.setattr("metasched._messages._has_widgets", lambda: True)
    messages = Messages(stream)
    assert messages.are_watched()
    messages.hear("█░ 0% of 1.2 million jobs, 1 s left   \r█░ 50% of 1.2 million jobs, 1 s left   \rDone.\n".encode())
    messages.end()
    assert len(bars) == 1 and not bars[0].open and stream.getvalue() == "Done.\n"
    assert bars[0].shown == [(0, "of 1.2 million jobs, 1 s left"), (50, "of 1.2 million jobs, 1 s left")]
    # Without tqdm the bar is text.
    monkeypatch.setattr("metasched._messages._has_widgets", lambda: False)
    messages = Messages(stream)
    messages.hear("█░ 50% of 1.2 million jobs, 1 s left   \r".encode())
    assert "\r█░ 50% of" in stream.getvalue()


def started(code: str) -> tuple[subprocess.Popen[str], psutil.Process]:
    """Runs Python code that starts the program; both processes."""
    whole = f"import metasched, os, signal, sys, threading, time\n{code}"
    python = subprocess.Popen(
        [sys.executable, "-c", whole], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    for _ in range(3000):
        children = psutil.Process(python.pid).children()
        # Between fork and exec the child is a second Python.
        if children and "metasched" in children[0].name():
            time.sleep(0.3)
            return python, children[0]
        time.sleep(0.02)
    python.kill()
    raise AssertionError("the program did not start")


def assert_ended(child: psutil.Process) -> None:
    assert psutil.wait_procs([child], timeout=60)[1] == [], "the program outlives the call"


@posix
def test_ctrl_c_reaches_the_program(tmp_path: Path) -> None:
    file = tmp_path / "jobs.csv"
    python, child = started(f"metasched.run('landing', set={LONG}, threads=1, jobs={str(file)!r})")
    assert list(tmp_path.iterdir()) != []
    # As a notebook does: the signal goes to Python alone.
    os.kill(python.pid, signal.SIGINT)
    _, said = python.communicate(timeout=60)
    assert "KeyboardInterrupt" in said and python.returncode in (130, -signal.SIGINT)
    assert not file.exists()
    assert_ended(child)


@posix
def test_a_terminal_interrupts_both() -> None:
    python, child = started(f"metasched.run('landing', set={LONG}, threads=1)")
    os.killpg(python.pid, signal.SIGINT)
    _, said = python.communicate(timeout=60)
    assert "KeyboardInterrupt" in said
    assert_ended(child)


@posix
def test_no_program_outlives_a_thread() -> None:
    thread = f"threading.Thread(target=lambda: metasched.run('landing', set={LONG}, threads=1), daemon=True).start()"
    leave = "signal.signal(signal.SIGUSR1, lambda *_: sys.exit(0))"
    python, child = started(f"{leave}\n{thread}\ntime.sleep(600)")
    os.kill(python.pid, signal.SIGUSR1)
    python.communicate(timeout=60)
    assert python.returncode == 0
    assert_ended(child)


@posix
def test_an_error_of_ours_ends_the_program() -> None:
    fail = "signal.signal(signal.SIGUSR1, lambda *_: 1 / 0)"
    python, child = started(f"{fail}\nmetasched.run('landing', set={LONG}, threads=1)")
    os.kill(python.pid, signal.SIGUSR1)
    _, said = python.communicate(timeout=60)
    assert "ZeroDivisionError" in said
    assert_ended(child)


@posix
def test_a_killed_program_is_an_error() -> None:
    code = f"try: metasched.run('landing', set={LONG}, threads=1)\nexcept metasched.MetaschedError as error: print(error)"
    python, child = started(code)
    child.kill()
    out, _ = python.communicate(timeout=60)
    assert "(exit code 137)" in out and "signal 9" in out
