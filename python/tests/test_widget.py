"""The figure in Jupyter: its Python side. tests/browser/widget.test.mjs has its JavaScript."""

from __future__ import annotations

from typing import Any

import pytest
from metasched import MetaschedError
from metasched.widget import FigureWidget


def test_the_figure_follows_what_is_chosen(scenario: dict[str, Any]) -> None:
    widget = FigureWidget(scenario, sliders={"workload.interarrival_s": (100, 400, 25)}, measure="mean_wait_s")
    assert widget.sliders == {"workload.interarrival_s": [100, 400, 25]}
    svgs = [widget.svg]
    for name, value in [("set", {"workload.interarrival_s": 200}), ("measure", None), ("kind", "gantt"), ("theme", "dark")]:
        setattr(widget, name, value)
        svgs.append(widget.svg)
        assert widget.problem == ""
    assert all(svg.startswith("<svg") for svg in svgs)
    assert len({*svgs}) == 5


def test_what_is_wrong_is_said(scenario: dict[str, Any]) -> None:
    widget = FigureWidget(scenario)
    before = widget.svg
    widget.set = {"workload.bsbw": 3}
    assert "Did you mean workload.bsbw_mbps?" in widget.problem and widget.svg == before
    widget.set = {}
    assert widget.problem == ""
    with pytest.raises(MetaschedError, match="pie"):
        FigureWidget(scenario, kind="pie")
    with pytest.raises(TypeError, match="unknown: them"):
        FigureWidget(scenario, them="dark")


def test_the_module_of_the_browser_comes_with_it() -> None:
    assert "export default { render }" in str(FigureWidget._esm)
