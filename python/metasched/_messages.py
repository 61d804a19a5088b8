"""What the program says on standard error: lines, and a bar that is drawn over and over."""

from __future__ import annotations

import codecs
import re
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TextIO

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_UNFINISHED_CONTROL = re.compile(r"\x1b(\[[0-9;?]*)?$")
_ENDS = re.compile(r"[\r\n]+")
_BAR = re.compile(r"\d+% of .* left\s*$")
_PERCENT = re.compile(r"(\d+)% (of .*)")
_ERROR = "error: "


def _has_widgets() -> bool:
    """Whether a notebook can show a bar of tqdm, which needs ipywidgets too."""
    return all(find_spec(name) is not None for name in ("tqdm", "ipywidgets"))


class Messages:
    """Collects lines, and passes all on to a stream if there is one."""

    def __init__(self, stream: TextIO | None, hidden: str | None = None) -> None:
        self._stream = stream
        # Lines with this name are of no interest.
        self._hidden = hidden
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._drawn = 0
        self._widget: Any = None
        self._lines: list[str] = []
        self._errors: list[str] = []

    def are_watched(self) -> bool:
        """Whether somebody looks on: at a terminal, or at a notebook, which draws over lines as terminals do."""
        stream = self._stream
        return stream is not None and (stream.isatty() or self._is_notebook())

    def _is_notebook(self) -> bool:
        return type(self._stream).__module__.startswith("ipykernel")

    def hear(self, piece: bytes) -> None:
        """A piece of what was said, which may end anywhere."""
        text = self._rest + self._decoder.decode(piece)
        cut = _UNFINISHED_CONTROL.search(text)
        text, waiting = (text[: cut.start()], text[cut.start() :]) if cut else (text, "")
        *whole, last = _ENDS.split(_CONTROL.sub("", text))
        for line in whole:
            self._say(line)
        if _BAR.search(last):
            self._draw(last)
            last = ""
        self._rest = last + waiting

    def end(self) -> None:
        """Nothing more will come."""
        self._say(self._rest + self._decoder.decode(b"", final=True))
        self._rest = ""
        self._clear()

    def failure(self) -> str:
        """What was wrong, in the program's words: from its first error on, or what it said last."""
        return "\n".join(self._errors or self._lines[-1:])

    def _say(self, line: str) -> None:
        if _BAR.search(line):
            self._draw(line)
        elif self._errors or line.startswith(_ERROR):
            # An exception will say it.
            self._errors += [line.removeprefix(_ERROR).rstrip()] if line.strip() else []
        elif line.strip():
            self._lines.append(line.rstrip())
            self._clear()
            if self._hidden is None or self._hidden not in line:
                self._write(line.rstrip() + "\n")

    def _draw(self, bar: str) -> None:
        bar = bar.rstrip()
        percent = _PERCENT.search(bar)
        if percent and self._is_notebook() and (self._widget or _has_widgets()):
            bar_of: Any = import_module("tqdm.notebook").tqdm
            self._widget = self._widget or bar_of(total=100, bar_format="{l_bar}{bar}{postfix}")
            self._widget.n = int(percent.group(1))
            self._widget.set_postfix_str(percent.group(2).strip())
            return
        self._write("\r" + bar.ljust(self._drawn))
        self._drawn = len(bar)

    def _clear(self) -> None:
        if self._widget is not None:
            self._widget.close()
            self._widget = None
        if self._drawn > 0:
            self._write("\r" + " " * self._drawn + "\r")
            self._drawn = 0

    def _write(self, text: str) -> None:
        if self._stream is not None:
            self._stream.write(text)
            self._stream.flush()
