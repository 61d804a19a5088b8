"""Metasched: a laboratory for scheduling jobs on several clusters at once.

    import metasched

    curve = metasched.sweep("landing", set={"workload.jobs_per_cluster": 2000})
    print(curve.of("first-fit")[0].mean_turnaround_s)
    curve.to_pandas()

A scenario is a dict, a file's path, a share link, or the name of a preset. Everything is computed by the program `metasched`, which
comes with this module and runs as a process of its own, with the same numbers as in a terminal.
"""

from importlib.metadata import PackageNotFoundError as _PackageNotFoundError
from importlib.metadata import version as _version

from ._arguments import Scenario, Schedulers
from ._commands import explain, reproduce, run, sweep, workload
from ._program import MetaschedError
from ._results import Comparison, Explanation, Jobs, Reproduction, Results, Row, Workload
from ._scheduler import Platform, Scheduler, State, WaitingJob

try:
    __version__ = _version("metasched")
except _PackageNotFoundError:  # Run from a checkout.
    __version__ = "0"

__all__ = [
    "Comparison",
    "Explanation",
    "Jobs",
    "MetaschedError",
    "Platform",
    "Reproduction",
    "Results",
    "Row",
    "Scenario",
    "Scheduler",
    "Schedulers",
    "State",
    "WaitingJob",
    "Workload",
    "explain",
    "reproduce",
    "run",
    "sweep",
    "workload",
]
