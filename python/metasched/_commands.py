"""The commands of the program as functions."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import _arguments
from ._arguments import Scenario, Schedulers, option
from ._program import call
from ._results import Explanation, Jobs, Reproduction, Results, Workload
from ._scheduler import hosting

_Path = str | os.PathLike[str]
_SVG = re.compile(r"<svg .*?</svg>", re.DOTALL)
_SOURCE = re.compile(r"<metadata>.*?</metadata>\n?", re.DOTALL)


def run(
    scenario: Scenario,
    *,
    set: Mapping[str, Any] | None = None,
    schedulers: Schedulers | None = None,
    replications: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
    max_waiting: int | None = None,
    jobs: bool | _Path = False,
    runs: bool = False,
    pairs: bool = True,
    results: _Path | None = None,
    logs: _Path | None = None,
    progress: bool = True,
) -> Results:
    """Simulates one point of a scenario: all its schedulers, all replications.

    Args:
        scenario: a dict of its JSON, the path of a file, a share link, or the name of a preset.
        set: parameters to change, by dotted path: `{"workload.bsbw_mbps": 300, "schedulers.1.lslt": 0.8}`.
        schedulers: these instead of the scenario's: a policy, a queue ("easy"), a dict with settings, a class of yours (`Scheduler`), or
            several.
        replications: simulate so often, each time other jobs.
        seed: where the random numbers come from, any text.
        threads: simulate on so many threads, on all cores if None; the results do not depend on it. In a process of several, such as
            joblib's, 1 is right.
        max_waiting: fail when more jobs of a run wait at once; 20 million if None.
        jobs: True to have every job too (`Results.jobs`), or a path to have them in a file.
        runs: whether to have each run by itself too (`document["runs"]`).
        pairs: whether any two schedulers can be compared (`Results.compare`).
        results: a folder of finished tasks, created if need be; those in it are not simulated again.
        logs: a folder to look for job logs in.
        progress: whether to pass on what the program says on the way.

    Raises:
        MetaschedError: if something is wrong with the scenario or fails.
    """
    named, given = _arguments.scenario(scenario)
    how = [*option("threads", threads), *option("max-waiting", max_waiting), *option("results", results), *option("logs", logs)]
    with hosting(schedulers) as own:
        changed = _arguments.settings(set, own, replications, seed)
        return _simulated(["run", *changed, *how, *option("runs", runs), *option("pairs", pairs)], named, given, jobs, progress)


def sweep(
    scenario: Scenario,
    *,
    over: Mapping[str, str | Iterable[Any]] | None = None,
    set: Mapping[str, Any] | None = None,
    schedulers: Schedulers | None = None,
    replications: int | None = None,
    seed: str | int | None = None,
    threads: int | None = None,
    max_waiting: int | None = None,
    jobs: bool | _Path = False,
    runs: bool = False,
    pairs: bool = False,
    results: _Path | None = None,
    figure: bool = False,
    logs: _Path | None = None,
    progress: bool = True,
) -> Results:
    """Simulates a scenario at every value of what it varies.

    Args:
        over: what to vary instead, by dotted path: a list of values, or "from..to:step".
        figure: whether to draw the curves too (`Results.figure`), which a notebook then shows.

    The rest is as in `run`.
    """
    named, given = _arguments.scenario(scenario)
    how = [*option("threads", threads), *option("max-waiting", max_waiting), *option("results", results), *option("logs", logs)]
    with hosting(schedulers) as own:
        changed = [*_arguments.settings(set, own, replications, seed), *_arguments.swept(over)]
        return _swept([*changed, *how], named, given, jobs, runs, pairs, results, figure, progress)


def _swept(
    command: list[str],
    named: list[str],
    given: bytes | None,
    jobs: bool | _Path,
    runs: bool,
    pairs: bool,
    results: _Path | None,
    figure: bool,
    progress: bool,
) -> Results:
    if not figure:
        return _simulated(["sweep", *command, *option("runs", runs), *option("pairs", pairs)], named, given, jobs, progress)
    if jobs is not False:
        raise ValueError("a sweep with every job keeps no finished tasks to draw from; allowed: one of jobs and figure")
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        command += [] if results else option("results", folder)
        kept = [*option("runs", runs), *option("pairs", pairs)]
        known = _simulated(["sweep", *command, *kept], named, given, False, progress, folder)
        drawn = call(["figure", *command, *named], given, False).decode()
    found = _SVG.search(drawn)
    # The command that it names is this one, whose folder is gone afterwards.
    return replace(known, figure=_SOURCE.sub("", found.group()) if found else "")


def _simulated(
    command: list[str], named: list[str], given: bytes | None, jobs: bool | _Path, progress: bool, hidden: str | None = None
) -> Results:
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        path = None if isinstance(jobs, bool) else Path(jobs)
        file = (path or Path(folder) / "jobs.csv") if jobs is not False else None
        printed = call([*command, "--json", *option("jobs-out", file), *named], given, progress, hidden or folder)
        if file is None:
            every = None
        else:
            every = Jobs(path) if path else Jobs(None, file.read_text(encoding="utf-8"))
    document = json.loads(printed)
    pairs = document.pop("pairs", None)
    return Results(document, every, pairs=pairs)


def reproduce(
    paper: str,
    *,
    full: bool = False,
    only: Sequence[str] = (),
    replications: int | None = None,
    threads: int | None = None,
    max_waiting: int | None = None,
    results: _Path | None = None,
    logs: _Path | None = None,
    progress: bool = True,
) -> Reproduction:
    """Runs the experiments of a paper: its claims, published and measured side by side.

    Args:
        paper: its name; an unknown one is answered with all names.
        full: whether to simulate the published number of jobs, which may take hours, instead of a fraction.
        only: only these experiments, such as `["fig13"]`.

    The rest is as in `run`.
    """
    only = [only] if isinstance(only, str) else only
    how = [*option("full", full), *option("only", ",".join(only) or None), *option("replications", replications)]
    how += [*option("threads", threads), *option("max-waiting", max_waiting), *option("results", results), *option("logs", logs)]
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        printed = call(["reproduce", "--json", f"--out={folder}", *how, "--", paper], None, progress, folder)
        pages = [page.read_text(encoding="utf-8") for page in sorted(Path(folder).glob("*.html"))]
    return Reproduction(json.loads(printed), tuple(figure for page in pages for figure in _SVG.findall(page)))


def workload(
    model: str,
    *,
    jobs: int | None = None,
    seed: str | int | None = None,
    set: Mapping[str, Any] | None = None,
    exact: bool = False,
    logs: _Path | None = None,
    progress: bool = True,
) -> Workload:
    """Draws jobs of a workload model, or reads those of a log, as a log in the Standard Workload Format.

    Args:
        model: its name; an unknown one is answered with all names.
        jobs: how many.
        exact: whether times keep all their decimals instead of being whole seconds.

    The rest is as in `run`.
    """
    how = [*option("jobs", jobs), *option("exact", exact), *option("logs", logs)]
    printed = call(["workload", *_arguments.settings(set, seed=seed), *how, "--", model], None, progress)
    return Workload(printed.decode())


def explain(
    scenario: Scenario,
    job: int | str,
    *,
    replication: int | None = None,
    set: Mapping[str, Any] | None = None,
    schedulers: Schedulers | None = None,
    seed: str | int | None = None,
    logs: _Path | None = None,
    progress: bool = True,
) -> Explanation:
    """Tells what happened to one job, and why, under each scheduler.

    Args:
        job: its number, from 0 in order of arrival, or `log:20` for its number or name in the log.
        replication: which replication of the jobs, from 1.

    The rest is as in `run`.
    """
    named, given = _arguments.scenario(scenario)
    with hosting(schedulers) as own:
        command = ["explain", *_arguments.settings(set, own, seed=seed)]
        command += [*option("job", job), *option("replication", replication), *option("logs", logs)]
        return _explained(command, named, given, progress)


def _explained(command: list[str], named: list[str], given: bytes | None, progress: bool) -> Explanation:
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        page = Path(folder) / "page.html"
        text = call([*command, f"--html={page}", *named], given, progress, folder).decode()
        figures = _SVG.findall(page.read_text(encoding="utf-8"))
    # The program prints either; telling it again is cheap, since it simulates up to the job's end only.
    document = json.loads(call([*command, "--json", *named], given, False))
    return Explanation(document, text, tuple(figures))
