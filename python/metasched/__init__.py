"""Metasched: a laboratory for scheduling jobs on several clusters at once.

    import metasched

    curve = metasched.sweep("landing", set={"workload.jobs_per_cluster": 2000})
    print(curve.of("first-fit")[0].mean_turnaround_s)
    curve.to_pandas()

A scenario is a dict, a file's path, a share link, or the name of a preset. Everything is computed by the program `metasched`, which
comes with this module and runs as a process of its own, with the same numbers as in a terminal.
"""

from importlib import import_module as _import_module
from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from ._arguments import Scenario, Schedulers
from ._commands import (
    compare,
    explain,
    figure,
    link,
    presets,
    read,
    reproduce,
    run,
    schema,
    sweep,
    terms,
    trace,
    tune,
    validate,
    workload,
)
from ._jobs import Jobs
from ._program import MetaschedError
from ._results import Comparison, Comparisons, Figure, Report, Reproduction, Results, Row, Tuning, Workload
from ._scheduler import Cluster, Platform, Scheduler, State, WaitingJob
from ._tables import Table

try:
    __version__ = _version("metasched")
except _PackageNotFoundError:  # Run from a checkout.
    __version__ = "0"

if _TYPE_CHECKING:
    from . import gym


def __getattr__(name: str) -> _Any:
    # Gymnasium is loaded with the first use.
    if name == "gym":
        return _import_module(".gym", __name__)
    raise AttributeError(f"module metasched has no attribute {name}")


__all__ = [
    "Cluster",
    "Comparison",
    "Comparisons",
    "Figure",
    "Jobs",
    "MetaschedError",
    "Platform",
    "Report",
    "Reproduction",
    "Results",
    "Row",
    "Scenario",
    "Scheduler",
    "Schedulers",
    "State",
    "Table",
    "Tuning",
    "WaitingJob",
    "Workload",
    "compare",
    "explain",
    "figure",
    "gym",
    "link",
    "presets",
    "read",
    "reproduce",
    "run",
    "schema",
    "sweep",
    "terms",
    "trace",
    "tune",
    "validate",
    "workload",
]
