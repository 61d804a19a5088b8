"""What calls return: plain objects, which can be pickled and become tables."""

from __future__ import annotations

import difflib
import html
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._jobs import Jobs
from ._measures import Measures
from ._tables import HasRows, Table, flat, named, to_pandas, to_polars

if TYPE_CHECKING:
    import pandas
    import polars


@dataclass(frozen=True)
class Row(Measures):
    """The result of one scheduler at one point. Every measure is an attribute: `row.mean_turnaround_s`."""

    #: The swept parameters and their values here.
    parameters: Mapping[str, Any]
    scheduler: str
    #: All measures, as the program names them (`metasched run --json`).
    measures: Mapping[str, Any]
    #: The policy and the settings that the runs read, by their names in a scenario.
    settings: Mapping[str, Any] = field(default_factory=dict)

    # Types know the measures by name, so that a misspelt one is found.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # Copies and pickles are looked at before they have any measures.
            measures: Mapping[str, Any] = self.__dict__.get("measures", {})
            if name in measures:
                return measures[name]
            near = difflib.get_close_matches(name, measures, 1)
            raise AttributeError(f"there is no measure {name}" + (f". Did you mean {near[0]}?" if near else ""), name=name, obj=self)


@dataclass(frozen=True)
class Comparison:
    """A measure under one scheduler, compared with another on the same jobs. Numbers that would mislead are None; `why` says why."""

    #: The scheduler that the other is compared with.
    first: str
    scheduler: str
    measure: str
    #: The values under both schedulers.
    first_value: float | None
    value: float | None
    #: The value under the scheduler less that under the first one, and the half width of its 95 % interval.
    difference: float | None
    difference_ci95: float | None
    #: The one value over the other, and the half width of its 95 % interval.
    ratio: float | None
    ratio_ci95: float | None
    #: Probability of a difference at least so large if there were none.
    p: float | None
    #: The result in words, such as "less, better".
    words: str
    #: The reason if there is no interval.
    why: str | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the difference."""
        if self.difference is None or self.difference_ci95 is None:
            return None
        return self.difference - self.difference_ci95, self.difference + self.difference_ci95


@dataclass(frozen=True, repr=False)
class Results(HasRows, Sequence[Row]):
    """What `run` and `sweep` return: a row per point and scheduler, in the order of the program's table."""

    #: The program's JSON.
    document: Mapping[str, Any]
    #: Every job, if it was asked for.
    jobs: Jobs | None = None
    #: The curves as SVG, if they were asked for.
    figure: str = ""
    #: All pairs of schedulers, if they were asked for.
    pairs: Sequence[Mapping[str, Any]] | None = None

    def __post_init__(self) -> None:
        points = self.document["points"]
        told = self.document.get("schedulers", [])
        settings = {own["scheduler"]: (place, own["settings"]) for place, own in enumerate(told)}

        def row(parameters: Mapping[str, Any], own: Mapping[str, Any]) -> Row:
            place, read = settings.get(own["scheduler"], (0, {}))
            return Row(parameters, own["scheduler"], own, _at_point(read, place, parameters))

        every = [row(point["parameters"], own) for point in points for own in point["results"]]
        object.__setattr__(self, "_rows", every)

    def __getitem__(self, at: Any) -> Any:
        return self._every[at]

    def __len__(self) -> int:
        return len(self._every)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._every)

    @property
    def _every(self) -> list[Row]:
        every: list[Row] = self.__dict__["_rows"]
        return every

    @property
    def schedulers(self) -> list[str]:
        """The names of the schedulers."""
        return list(dict.fromkeys(row.scheduler for row in self))

    def of(self, scheduler: str) -> list[Row]:
        """The rows of a scheduler, one per point. Its policy or queue is enough, if only one has it.

        Raises:
            KeyError: if there is none of this name, or several.
        """
        name = named(scheduler, self.schedulers)
        return [row for row in self if row.scheduler == name]

    def compare(self, first: str, other: str, measure: str = "mean_turnaround_s", *, point: int | None = None) -> Comparison:
        """Another scheduler compared with the first on the same jobs, by any measure: the difference is that of the other less the first.

        Args:
            first: the scheduler that the other is compared with, by its name; its policy or queue is enough, if only one has it.
            measure: its name in the program's JSON.
            point: which point of a sweep, from 0.

        Raises:
            KeyError: if there is no such scheduler or measure.
            ValueError: if the two are the same, a point is missing, or pairs were not asked for (`sweep(…, pairs=True)`).
        """
        if self.pairs is None:
            raise ValueError("pairs of schedulers were not asked for; give pairs=True to the call")
        points = len(self.document["points"])
        if point is None and points != 1:
            raise ValueError(f"there are {points} points; choose one: point=0 to {points - 1}")
        names = named(first, self.schedulers), named(other, self.schedulers)
        if names[0] == names[1]:
            raise ValueError(f"{first} and {other} are the same scheduler, {names[0]}; name two")
        found = [own for own in self.pairs if (own["versus"], own["scheduler"]) == names and own["point"] == (point or 0)]
        for own in found:
            if own["measure"] == measure:
                numbers = {name: own[name] for name in ("difference", "difference_ci95", "ratio", "ratio_ci95", "p", "words", "why")}
                return Comparison(*names, measure, own["first"], own["other"], **numbers)
        measures = [own["measure"] for own in found]
        near = difflib.get_close_matches(measure, measures, 1)
        raise KeyError(f"no measure {measure}; " + (f"did you mean {near[0]}?" if near else f"there are {', '.join(measures)}"))

    def rows(self, long: bool = False) -> list[dict[str, Any]]:
        """A row per point and scheduler in the columns of the program's CSV tables, and the settings of the schedulers
        (`scheduler.policy`, `scheduler.chunk`). If `long`, a row per measure: its name, its value, and the half width of its interval.
        """
        if long:
            return [{**_head(row), "measure": name, **value} for row in self for name, value in _long(row.measures)]
        ends = {name: self.document[name] for name in ("engine_version", "scenario_digest")}
        rows = [{**row.parameters, **flat(row.measures), **ends, **flat(row.settings, "scheduler")} for row in self]
        return [{key: value for key, value in row.items() if key != "paired"} for row in rows]

    def to_pandas(self, long: bool = False) -> pandas.DataFrame:
        return to_pandas(self.rows(long))

    def to_polars(self, long: bool = False) -> polars.DataFrame:
        return to_polars(self.rows(long))

    @property
    def clusters(self) -> Table:
        """A row per point, scheduler and cluster, numbered from 0: utilisation, and energy if the power of nodes is given."""
        return self._each("cluster")

    @property
    def links(self) -> Table:
        """A row per point, scheduler and link, numbered from 0: utilisation."""
        return self._each("link")

    @property
    def replications(self) -> Table:
        """A row per point, scheduler and replication, numbered from 0: mean turnaround."""
        return self._each("replication")

    def _each(self, what: str) -> Table:
        """The lists of measures with one value for each of something."""
        rows = []
        for row in self:
            lists = {name.removeprefix(f"{what}_"): own for name, own in row.measures.items() if name.startswith(f"{what}_")}
            for place in range(max(map(len, lists.values()), default=0)):
                rows.append({**_head(row), what: place, **{name: own[place] for name, own in lists.items() if place < len(own)}})
        return Table(f"{what}s".capitalize(), rows)

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {len(self.schedulers)} schedulers, scenario {self.document['scenario_digest']}>"

    def _repr_html_(self) -> str:
        swept = list(self[0].parameters) if len(self) > 0 else []
        measures = ["mean_turnaround_s", "turnaround_ci95_s", "mean_wait_s", "mean_bounded_slowdown", "utilisation", "unstable"]
        return self._table([*swept, "scheduler", *measures], f"Scenario {self.document['scenario_digest']}") + self.figure


def _head(row: Row) -> dict[str, Any]:
    return {**row.parameters, "scheduler": row.scheduler}


def _at_point(settings: Mapping[str, Any], place: int, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of the scheduler at this place of the scenario, with the values of a point for those that are swept."""
    own = dict(settings)
    for path, value in parameters.items():
        name = re.sub(rf"^schedulers\.({place}|\*)\.", "", path)
        if name != path and name in own:
            own[name] = value
    return own


def _long(measures: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each number by itself, with the half width of its 95 % interval."""
    whole = flat(measures)
    for name, value in whole.items():
        if isinstance(value, (str, bool)) or value is None or "ci95" in name or name.startswith("paired"):
            continue
        stem, unit = (name[:-2], "_s") if name.endswith("_s") else (name, "")
        half = whole.get(f"{stem.removeprefix('mean_')}_ci95{unit}", whole.get(f"ci95.{name}"))
        yield name, {"value": value, "ci95": half}


@dataclass(frozen=True, repr=False)
class Comparisons(HasRows):
    """What `compare` returns: each scheduler compared with the first one by each measure, on the same jobs."""

    #: The program's JSON.
    document: Mapping[str, Any]

    @property
    def sentence(self) -> str:
        """The answer in words."""
        return str(self.document["sentence"])

    def rows(self) -> list[dict[str, Any]]:
        """A row per scheduler and measure: both values, difference and ratio with half widths of intervals, p as it is and by Holm."""
        own = self.document["comparison"]
        every = [(other["scheduler"], measure) for other in own["others"] for measure in other["measures"]]
        return [{"scheduler": scheduler, "versus": own["first"], **measure} for scheduler, measure in every]

    @property
    def groups(self) -> Table:
        """A row per scheduler and group of jobs, by users, sizes and the like: who gains, and who loses."""
        every = [(other["scheduler"], by) for other in self.document["comparison"]["others"] for by in (other["jobs"] or {}).get("by", [])]
        return Table("Groups", [{"scheduler": name, "by": by["by"], **group} for name, by in every for group in by["groups"]])

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        names = ["scheduler", "versus", "measure", "first", "other", "difference", "difference_ci95", "words"]
        return self._table(names, self.sentence)


@dataclass(frozen=True, repr=False)
class Tuning(HasRows):
    """What `tune` returns: the best values that were found, tested on other jobs, and all that were tried."""

    #: The program's JSON.
    document: Mapping[str, Any]

    @property
    def best(self) -> dict[str, Any]:
        """The best values, as `set` takes them."""
        return dict(zip(self.document["parameters"], self.document["best"]))

    def rows(self) -> list[dict[str, Any]]:
        """A row per point that was tried: values, the measure there, and the best so far."""
        names = self.document["parameters"]
        return [{**dict(zip(names, own["values"])), "value": own["value"], "best": own["best"]} for own in self.document["curve"]]

    def __repr__(self) -> str:
        held = self.document["held_back"]
        return f"<{self.document['objective']} on other jobs: {held['start']:.5g} before, {held['best']:.5g} with {self.best}>"


@dataclass(frozen=True)
class Figure:
    """What `figure` returns. A notebook shows it."""

    #: SVG, or what was asked for instead.
    text: str = field(repr=False)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it to a file."""
        Path(path).write_text(self.text, encoding="utf-8")

    def _repr_svg_(self) -> str | None:
        return self.text if "<svg" in self.text[:1000] else None


@dataclass(frozen=True, repr=False)
class Reproduction(HasRows):
    """What `reproduce` returns: the claims of a paper, each with our number and its verdict."""

    #: The program's JSON.
    document: Mapping[str, Any]
    #: The figures of the experiments, as SVG.
    figures: tuple[str, ...] = ()

    def rows(self) -> list[dict[str, Any]]:
        return list(self.document["findings"])

    def __repr__(self) -> str:
        verdicts = Counter(row["verdict"] for row in self.rows())
        return f"<{len(self.rows())} claims: " + ", ".join(f"{verdict} {count}" for verdict, count in verdicts.items()) + ">"

    def _repr_html_(self) -> str:
        tier = self.document["tier"]
        table = self._table(["source", "claim", "wanted", "words", "verdict"], f"Claims and what became of them, {tier} tier")
        return table + "".join(self.figures)


@dataclass(frozen=True)
class Report:
    """What `explain` and `trace` return: the story of a job under each scheduler, or the description of a log."""

    #: The program's JSON.
    document: Mapping[str, Any] = field(repr=False)
    #: The same in words.
    text: str
    #: Pictures as SVG.
    figures: tuple[str, ...] = field(default=(), repr=False)

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.text)}</pre>" + "".join(self.figures)


#: The fields of a line of the Standard Workload Format.
SWF_FIELDS = (
    "job submit_s wait_s run_s processors cpu_s memory_kb requested_processors requested_s requested_memory_kb "
    "status user group application queue partition preceding_job think_s"
).split()


@dataclass(frozen=True, repr=False)
class Workload(HasRows):
    """What `workload` returns: jobs as a log in the Standard Workload Format."""

    #: The log; `Path("jobs.swf").write_text(jobs.text)` keeps it.
    text: str

    def __repr__(self) -> str:
        return f"<{len(self.rows())} jobs>"

    def rows(self) -> list[dict[str, Any]]:
        lines = (line.split() for line in self.text.splitlines() if not line.startswith(";"))
        return [dict(zip(SWF_FIELDS, map(_number, line))) for line in lines if line]

    def _repr_html_(self) -> str:
        return self._table(["job", "submit_s", "run_s", "processors", "requested_s", "user", "queue", "partition"], "Jobs; -1 is unknown")


def _number(text: str) -> int | float:
    return float(text) if "." in text or "e" in text else int(text)
