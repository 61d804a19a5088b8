"""What docs/python.md and the handbook show can be run as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def run_pieces(page: Path) -> tuple[int, dict[str, Any]]:
    """Runs the pieces of a page one after the other; their number, and what they define."""
    pieces = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {"__name__": "pieces"}
    for piece in pieces:
        exec(piece, names)
    return len(pieces), names


def test_its_pieces_run_one_after_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    pieces, names = run_pieces(ROOT / "docs" / "python.md")
    assert pieces == 7
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 13 and lines[0].endswith("False") and lines[8].endswith("True") and lines[9:11] == ["(6, 3)", "24 True"]
    turnaround = [point.of("no-share")[0].mean_turnaround_s for point in names["points"]]
    assert turnaround == sorted(turnaround, reverse=True), "longer gaps between jobs, shorter waits"
    assert [[row.digest for row in point] for point in names["same"]] == [[row.digest for row in point] for point in names["points"]]


def test_the_how_to_of_schedulers_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pieces, names = run_pieces(ROOT / "handbook" / "src" / "how-to" / "python-scheduler.md")
    lines = capsys.readouterr().out.splitlines()
    assert pieces == 4 and lines[-2:] == ["True", "True"], "digests are equal; rewards are waits"
    assert names["found"].schedulers == ["no-share (queue fcfs)", "FirstCome"]
