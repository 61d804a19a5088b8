"""Rows as tables: of pandas, of polars, and in HTML."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import polars


def library(name: str) -> Any:
    """A library that only those need who ask for its tables.

    Raises:
        ImportError: if it is not installed, with what to do.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(f"{name} is not installed: pip install 'metasched[{name}]', or pip install {name}", name=name) from error


def to_pandas(rows: Sequence[Mapping[str, Any]]) -> pandas.DataFrame:
    frame: pandas.DataFrame = library("pandas").DataFrame(list(rows), columns=columns(rows))
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


def as_html(head: Sequence[str], body: Iterable[Sequence[Any]], caption: str) -> str:
    """A table; whatever stands in it is text."""
    titles = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(_shown(own))}</td>" for own in row) + "</tr>" for row in body)
    return f"<table><caption>{html.escape(caption)}</caption><thead><tr>{titles}</tr></thead><tbody>{lines}</tbody></table>"


def _shown(value: Any) -> str:
    return f"{value:,.5g}" if isinstance(value, float) else "" if value is None else str(value)
