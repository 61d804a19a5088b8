"""The commands of the program as functions."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _arguments
from ._arguments import Scenario, Schedulers, option
from ._jobs import Jobs, is_parquet
from ._program import call
from ._results import Comparisons, Figure, Report, Reproduction, Results, Tuning, Workload
from ._scheduler import hosting
from ._tables import Table, library

if TYPE_CHECKING:
    from typing import TypedDict

    from typing_extensions import Unpack

    class Changes(TypedDict, total=False):
        """Changes of a scenario and how it is simulated, as in `run`."""

        set: Mapping[str, Any] | None
        replications: int | None
        seed: str | int | None
        threads: int | None
        max_waiting: int | None
        results: _Path | None
        logs: _Path | None
        progress: bool

    class How(Changes, total=False):
        """The same with other schedulers."""

        schedulers: Schedulers | None


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
        jobs: True to have every job too (`Results.jobs`), or a path to have them in a file: CSV, or Parquet if it ends in .parquet.
        runs: whether to have each run by itself too (`document["runs"]`), with its name: scheduler, replication, point
            (`document["run_names"]`).
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
        raise ValueError("a sweep with every job keeps no finished tasks to draw from. Allowed: one of jobs and figure")
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
    path = None if isinstance(jobs, bool) else Path(jobs)
    packed = path if path is not None and is_parquet(path) else None
    if packed is not None:
        library("pyarrow")
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        file = (Path(folder) / "jobs.csv" if path is None or packed is not None else path) if jobs is not False else None
        printed = call([*command, "--json", *option("jobs-out", file), *named], given, progress, hidden or folder)
        every = None if file is None else Jobs(path) if path else Jobs(None, file.read_text(encoding="utf-8"))
        if packed is not None:
            every = Jobs(file).to_parquet(packed)
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
) -> Report:
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


def _explained(command: list[str], named: list[str], given: bytes | None, progress: bool) -> Report:
    with tempfile.TemporaryDirectory(prefix="metasched-") as folder:
        page = Path(folder) / "page.html"
        text = call([*command, f"--html={page}", *named], given, progress, folder).decode()
        figures = _SVG.findall(page.read_text(encoding="utf-8"))
    # The program prints either; telling it again is cheap, since it simulates up to the job's end only.
    document = json.loads(call([*command, "--json", *named], given, False))
    return Report(document, text, tuple(figures))


def trace(log: _Path, *, set: Mapping[str, Any] | None = None, logs: _Path | None = None) -> Report:
    """Describes a job log: sizes, run times, arrivals, and what is doubtful in it.

    Args:
        log: its path; SWF, output of Slurm's sacct, or a workload of Batsim.
        set: what is chosen of it: `{"workload.status": "completed"}`.
        logs: a folder to look for it in.
    """
    return _explained(["trace", *_arguments.settings(set), *option("logs", logs)], ["--", os.fspath(log)], None, False)


def compare(
    scenario: Scenario, schedulers: Schedulers | None = None, *, measures: str | Sequence[str] = (), **how: Unpack[Changes]
) -> Comparisons:
    """Compares schedulers on the same jobs: differences with intervals, who gains and who loses.

    Args:
        scenario: as in `run`, or the path of a job log.
        schedulers: the others are compared with the first one. Of a scenario: some of its own by name, all if None, or others as in `run`;
            of a log: some of EASY, Conservative and SJF + EASY.
        measures: by these; groups of jobs are compared by the first one.

    Changes of the scenario are as in `run`.
    """
    several: Any = [schedulers] if isinstance(schedulers, str) else schedulers or []
    are_names = isinstance(several, Sequence) and all(isinstance(own, str) for own in several)
    by = [measures] if isinstance(measures, str) else measures
    arguments = ["compare", "--json", *(f"--measure={own}" for own in by)]
    return Comparisons(json.loads(_asked(arguments, scenario, how, several if are_names else (), None if are_names else several)))


def tune(
    scenario: Scenario,
    vary: Mapping[str, tuple[float, float]],
    *,
    objective: str = "mean_turnaround_s",
    budget: int | None = None,
    hold_out: int | None = None,
    **how: Unpack[How],
) -> Tuning:
    """Looks for the numbers of a scheduler at which a measure is best, and tests them on other jobs.

    Args:
        vary: the least and the largest value of each, by dotted path: `{"schedulers.0.lslt": (0, 2)}`.
        objective: the measure.
        budget: at most so many points are tried, 60 if None.
        hold_out: so many more replications test the choice, 5 if None.

    The rest is as in `run`.
    """
    ranges = [f"--vary={path}={least}:{most}" for path, (least, most) in vary.items()]
    more = [*option("objective", objective), *option("budget", budget), *option("hold-out", hold_out)]
    return Tuning(json.loads(_asked(["tune", "--json", *ranges, *more], scenario, how)))


def figure(
    scenario: Scenario,
    kind: str | None = None,
    *,
    measure: str | None = None,
    over: Mapping[str, str | Iterable[Any]] | None = None,
    x: int | None = None,
    at: int | None = None,
    baseline: int | None = None,
    ratio: bool = False,
    start_s: float | None = None,
    jobs: int | None = None,
    title: str | None = None,
    log: bool = False,
    theme: str | None = None,
    width: int | None = None,
    format: str = "svg",
    **how: Unpack[How],
) -> Figure:
    """Draws a figure of a scenario's results, which a notebook shows.

    Args:
        kind: means (if None), boxes, surface, …, or gantt, compare and machine; an unknown one is answered with all that there are.
        measure: the measure that is shown.
        over: what to vary instead, as in `sweep`.
        x: which sweep is on the x axis, from 0; `at`: which value of the other one.
        baseline: compare with the scheduler at this position, from 0; with `ratio` by ratios.
        start_s: where a Gantt chart begins; `jobs`: how many jobs it has.
        log: whether the axis of the measure is logarithmic.
        theme: light or dark.
        width: in pixels.
        format: svg, or latex, table, csv, markdown, method.

    The rest is as in `run`.
    """
    given = {"kind": kind, "measure": measure, "x": x, "at": at, "baseline": baseline, "ratio": ratio, "from": start_s}
    given |= {"jobs": jobs, "title": title, "log": log, "theme": theme, "width": width, "format": format}
    options = [*_arguments.swept(over), *(own for name, value in given.items() for own in option(name, value))]
    return Figure(_asked(["figure", *options], scenario, how))


def validate(scenario: Scenario, *, strict: bool = False, **how: Unpack[How]) -> dict[str, Any]:
    """Checks a scenario, and gives its size: points, runs, jobs, time.

    Args:
        strict: whether a setting that nothing reads is an error.

    Raises:
        MetaschedError: with all that is wrong.
    """
    return _object(_asked(["validate", "--json", *option("strict", strict)], scenario, how))


def link(scenario: Scenario, *, base: str | None = None, **how: Unpack[How]) -> str:
    """The share link of a scenario, which opens in the page at the address `base`."""
    # A link is taken apart first, so that it can be changed too.
    whole = read(scenario) if isinstance(scenario, str) and "#" in scenario else scenario
    return _asked(["link", *option("base", base)], whole, how).strip()


def read(scenario: Scenario, **how: Unpack[How]) -> dict[str, Any]:
    """The whole scenario of a link, a file, or a preset, as a dict."""
    text = _asked(["link"], scenario, how)
    return _object(text if text.startswith("{") else _asked(["link"], text.strip(), {}))


def presets() -> Table:
    """The scenarios that come with the program."""
    return Table("Presets", json.loads(call(["presets", "--json"])))


def schema() -> dict[str, Any]:
    """The JSON Schema of scenarios."""
    return _object(call(["schema"]).decode())


def terms(*words: str) -> Table:
    """The terms of the glossary: all, or those that are asked for."""
    asked = [json.loads(call(["explain", "--json", "--", word])) for word in words]
    return Table("Terms", asked or json.loads(call(["explain", "--terms", "--json"])))


def _asked(command: list[str], scenario: Scenario, how: Mapping[str, Any], names: Sequence[str] = (), others: Any = None) -> str:
    """What a command prints about a scenario; `names` follow it, and `others` replace its schedulers."""
    named, given = _arguments.scenario(scenario)
    options = dict(how)
    progress = bool(options.pop("progress", True))
    with hosting(options.pop("schedulers", others)) as own:
        changed = _arguments.settings(how.get("set"), own, how.get("replications"), how.get("seed"))
        others = [name for name in options if name not in ("set", "replications", "seed")]
        rest = [own for name in others for own in option(name.replace("_", "-"), options[name])]
        after = [*(["--"] if names and "--" not in named else []), *names]
        return call([*command, *changed, *rest, *named, *after], given, progress).decode()


def _object(text: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(text)
    return read
