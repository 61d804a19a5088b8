"""Rows as tables: of pandas, of polars, and in HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars

#: A notebook shows so many rows of a table.
_SHOWN = 60


def library(name: str, extra: str = "") -> Any:
    """A library that only those need who ask for what it does.

    Raises:
        ImportError: if it is not installed, with what to do.
    """
    try:
        return import_module(name)
    except ImportError as error:
        package = name.split(".")[0]
        what = f"{package} is not installed: pip install 'metasched[{extra or package}]', or pip install {package}"
        raise ImportError(what, name=package) from error


class HasRows:
    """Something that has rows."""

    def rows(self) -> list[dict[str, Any]]:
        """Rows of plain values, by column."""
        raise NotImplementedError

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas, which has to be installed. Schedulers are categorical, in the order of the scenario."""
        return to_pandas(self.rows())

    def to_polars(self) -> polars.DataFrame:
        """The rows as a table of polars, which has to be installed."""
        return to_polars(self.rows())

    def _table(self, head: Sequence[str], caption: str) -> str:
        rows = self.rows()
        left_out = f"; {len(rows) - _SHOWN} rows more" if len(rows) > _SHOWN else ""
        return as_html(head, ([row.get(name) for name in head] for row in rows[:_SHOWN]), caption + left_out)


@dataclass(frozen=True, repr=False)
class Table(HasRows):
    """A table of rows."""

    caption: str
    every: Sequence[dict[str, Any]]

    def rows(self) -> list[dict[str, Any]]:
        return list(self.every)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.every)

    def __len__(self) -> int:
        return len(self.every)

    def __repr__(self) -> str:
        return f"<{self.caption}: {len(self)} rows>"

    def _repr_html_(self) -> str:
        return self._table(columns(self.every), self.caption)


def to_pandas(rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    frame: pandas.DataFrame = library("pandas").DataFrame(list(rows), columns=columns(rows))
    return categorical(frame)


def categorical(frame: pandas.DataFrame) -> pandas.DataFrame:
    """The table with schedulers as categories, in the order in which they come."""
    if "scheduler" in frame:
        frame["scheduler"] = library("pandas").Categorical(frame["scheduler"], categories=frame["scheduler"].unique())
    return frame


def to_polars(rows: Sequence[Mapping[str, Any]]) -> polars.DataFrame:
    names = columns(rows)
    every = {name: [row.get(name) for row in rows] for name in names}
    # A column may begin with whole numbers and go on with others.
    frame: polars.DataFrame = library("polars").DataFrame(every, strict=False, infer_schema_length=None)
    return frame


def columns(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """All keys, in the order in which they come."""
    return list(dict.fromkeys(key for row in rows for key in row))


def flat(value: Any, name: str = "") -> dict[str, Any]:
    """A nested value as columns, named as in the program's CSV tables: `link_utilisation.0`, `wait_quantiles_s.p50`."""
    if isinstance(value, Mapping):
        inner: Iterable[tuple[Any, Any]] = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    else:
        return {name: value}
    parts = (flat(own, f"{name}.{key}" if name else str(key)) for key, own in inner)
    return {key: own for part in parts for key, own in part.items()}


def named(given: str, names: Sequence[str]) -> str:
    """The name of a scheduler, as `metasched compare` finds it.

    Raises:
        KeyError: if there is none of this name, or several.
    """
    wanted = given.lower()

    def is_part(name: str) -> bool:
        return name.split(" (")[0] == wanted or name.endswith(f"(queue {wanted})")

    def has_word(name: str) -> bool:
        return wanted in re.split(r"[^\w-]+", name)

    for fits in (wanted.__eq__, is_part, has_word):
        found = [name for name in names if fits(name.lower())]
        if len(found) == 1:
            return found[0]
        if found:
            raise KeyError(f"{given} is the name of several schedulers: {', '.join(found)}")
    raise KeyError(f"no scheduler {given}; there are {', '.join(names)}")


def as_html(head: Sequence[str], body: Iterable[Sequence[Any]], caption: str) -> str:
    """A table; whatever stands in it is text."""
    titles = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(own))}</td>" for own in row) + "</tr>" for row in body)
    return f"<table><caption>{html.escape(caption)}</caption><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>"


def _shown(value: Any) -> str:
    return f"{value:,.5g}" if isinstance(value, float) else "" if value is None else str(value)
