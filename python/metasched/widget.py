"""A figure in Jupyter, with sliders for numbers of its scenario. Needs `pip install metasched[widget]`.

from metasched.widget import FigureWidget

FigureWidget("landing", measure="mean_wait_s", sliders={"workload.interarrival_s": (100, 400, 25)})
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._arguments import Scenario, Schedulers
from ._commands import figure
from ._program import MetaschedError

_SHOWN = ("kind", "measure", "theme", "set")


class FigureWidget(anywidget.AnyWidget):
    """A figure of a scenario (a dict, a file's path, a share link, or the name of a preset) as `metasched figure` draws it. `sliders`
    are least value, largest value and step of parameters, by dotted path; `schedulers`, if given, replace the scenario's. `kind`
    (`means`, `boxes`, `gantt`, …), `measure`, `theme` and `set` (parameters to change) can also be changed later: the figure
    follows, and `problem` says what was wrong.

    Raises:
        MetaschedError: if the first figure cannot be drawn.
    """

    _esm = Path(__file__).with_name("widget.js")

    kind = traitlets.Unicode("means").tag(sync=True)
    measure = traitlets.Unicode(None, allow_none=True).tag(sync=True)
    theme = traitlets.Enum(["light", "dark"], "light").tag(sync=True)
    set = traitlets.Dict().tag(sync=True)
    sliders = traitlets.Dict().tag(sync=True)
    svg = traitlets.Unicode().tag(sync=True)
    problem = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        scenario: Scenario,
        *,
        sliders: Mapping[str, tuple[float, float, float]] | None = None,
        schedulers: Schedulers | None = None,
        **shown: Any,
    ) -> None:
        unknown = ", ".join(name for name in shown if name not in _SHOWN)
        if unknown:
            raise TypeError(f"unknown: {unknown}. Allowed: {', '.join(_SHOWN)}")
        self._scenario, self._schedulers = scenario, schedulers
        super().__init__(sliders={path: list(range) for path, range in (sliders or {}).items()}, **shown)
        self.svg = self._drawn()
        self.observe(self._draw, _SHOWN)

    def _drawn(self) -> str:
        drawn = figure(
            self._scenario,
            self.kind,
            measure=self.measure,
            theme=self.theme,
            set=self.set,
            schedulers=self._schedulers,
            progress=False,
        )
        return drawn.text

    def _draw(self, _: object) -> None:
        try:
            self.svg, self.problem = self._drawn(), ""
        except MetaschedError as error:
            self.problem = error.message
