"""What docs/python.md shows can be run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "python.md"


def test_its_pieces_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    pieces = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(pieces) == 5
    names: dict[str, Any] = {}
    for piece in pieces:
        exec(piece, names)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11 and lines[0].endswith("False") and lines[8].endswith("True")
    turnaround = [point.of("no-share")[0].mean_turnaround_s for point in names["points"]]
    assert turnaround == sorted(turnaround, reverse=True), "longer gaps between jobs, shorter waits"
    assert [[row.digest for row in point] for point in names["same"]] == [[row.digest for row in point] for point in names["points"]]
