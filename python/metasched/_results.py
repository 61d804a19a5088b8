"""What calls return: plain objects, which can be pickled and become tables."""

from __future__ import annotations

import csv
import difflib
import html
import io
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _tables

if TYPE_CHECKING:
    import pandas
    import polars

#: A notebook shows so many rows of a table.
_SHOWN = 60


class _Table:
    """Something that has rows."""

    def rows(self) -> list[dict[str, Any]]:
        """Rows of plain values, by column."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas, which has to be installed."""
        return _tables.to_pandas(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """The rows as a table of polars, which has to be installed."""
        return _tables.to_polars(self.rows())

    def _table(self, head: Sequence[str], caption: str) -> str:
        rows = self.rows()
        left_out = f"; {len(rows) - _SHOWN} rows more" if len(rows) > _SHOWN else ""
        return _tables.as_html(head, ([row.get(name) for name in head] for row in rows[:_SHOWN]), caption + left_out)


@dataclass(frozen=True)
class Row:
    """What one scheduler comes to at one point. Every measure is an attribute: `row.mean_turnaround_s`."""

    #: The swept parameters and their values here.
    parameters: Mapping[str, Any]
    scheduler: str
    #: All measures, as the program names them (`metasched run --json`).
    measures: Mapping[str, Any]

    def __getattr__(self, name: str) -> Any:
        # Copies and pickles are looked at before they have any measures.
        measures: Mapping[str, Any] = self.__dict__.get("measures", {})
        if name in measures:
            return measures[name]
        near = difflib.get_close_matches(name, measures, 1)
        raise AttributeError(f"there is no measure {name}" + (f". Did you mean {near[0]}?" if near else ""), name=name, obj=self)


@dataclass(frozen=True, repr=False)
class Jobs(_Table):
    """Every job of every run, as a CSV table in the columns of Batsim and evalys."""

    #: Where the table is, if it was asked for as a file.
    path: Path | None
    #: The table, if it was not.
    text: str = ""

    def csv(self) -> io.TextIOBase:
        """The table to read from: `pandas.read_csv(jobs.csv())`."""
        return io.StringIO(self.text) if self.path is None else open(self.path, encoding="utf-8", newline="")

    def rows(self) -> list[dict[str, Any]]:
        with self.csv() as stream:
            return list(csv.DictReader(stream))

    def __repr__(self) -> str:
        return f"<jobs in {self.path}>" if self.path else f"<{max(len(self.text.splitlines()) - 1, 0)} jobs>"

    def to_pandas(self) -> pandas.DataFrame:
        with self.csv() as stream:
            frame: pandas.DataFrame = _tables.library("pandas").read_csv(stream)
            return frame

    def to_polars(self) -> polars.DataFrame:
        read = _tables.library("polars").read_csv
        frame: polars.DataFrame = read(self.text.encode() if self.path is None else self.path, infer_schema_length=None)
        return frame


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
class Results(_Table, Sequence[Row]):
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
        every = [Row(point["parameters"], own["scheduler"], own) for point in points for own in point["results"]]
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
        name = self._named(scheduler)
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
        names = self._named(first), self._named(other)
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

    def _named(self, given: str) -> str:
        """The name of a scheduler, as `metasched compare` finds it."""
        wanted = given.lower()

        def is_part(name: str) -> bool:
            return name.split(" (")[0] == wanted or name.endswith(f"(queue {wanted})")

        def has_word(name: str) -> bool:
            return wanted in re.split(r"[^\w-]+", name)

        for fits in (wanted.__eq__, is_part, has_word):
            names = [name for name in self.schedulers if fits(name.lower())]
            if len(names) == 1:
                return names[0]
            if names:
                raise KeyError(f"{given} is the name of several schedulers: {', '.join(names)}")
        raise KeyError(f"no scheduler {given}; there are {', '.join(self.schedulers)}")

    def rows(self) -> list[dict[str, Any]]:
        ends = {name: self.document[name] for name in ("engine_version", "scenario_digest")}
        rows = [{**row.parameters, **_tables.flat(row.measures), **ends} for row in self]
        return [{key: value for key, value in row.items() if key != "paired"} for row in rows]

    def __repr__(self) -> str:
        return f"<{len(self)} rows of {len(self.schedulers)} schedulers, scenario {self.document['scenario_digest']}>"

    def _repr_html_(self) -> str:
        swept = list(self[0].parameters) if len(self) > 0 else []
        measures = ["mean_turnaround_s", "turnaround_ci95_s", "mean_wait_s", "mean_bounded_slowdown", "utilisation", "unstable"]
        return self._table([*swept, "scheduler", *measures], f"Scenario {self.document['scenario_digest']}") + self.figure


@dataclass(frozen=True, repr=False)
class Reproduction(_Table):
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
class Explanation:
    """What `explain` returns: the story of a job under each scheduler."""

    #: The program's JSON.
    document: Mapping[str, Any] = field(repr=False)
    #: The stories in words.
    text: str
    #: What policies that look ahead saw, as SVG.
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
class Workload(_Table):
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
