"""Every job of every run, as a table."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _tables

if TYPE_CHECKING:
    import pandas
    import polars

_TEXT = "workload_name profile final_state allocated_resources clusters scheduler".split()
_WHOLE = "requested_number_of_resources home_cluster job_number replication point".split()
_TRUTH = "success co_allocated".split()
_NUMBER = (
    "submission_time requested_time starting_time execution_time finish_time waiting_time turnaround_time stretch consumed_energy "
    "penalty log_submission_time log_requested_time"
).split()
#: What columns hold. The others (numbers or names in a log, swept parameters) hold what is in them.
_KINDS = {name: kind for kind, names in {"text": _TEXT, "whole": _WHOLE, "truth": _TRUTH, "number": _NUMBER}.items() for name in names}


#: How a text begins if the program put an apostrophe in front, so that no spreadsheet calculates it.
_NO_FORMULA = r"^'('*[=+\-@\t\r])"


@dataclass(frozen=True, repr=False)
class Jobs(_tables.HasRows):
    """Every job of every run, in the columns of Batsim and evalys."""

    #: Where the table is, if it was asked for as a file: CSV, or Parquet if its name ends so.
    path: Path | None
    #: The table as CSV, if it was not.
    text: str = ""

    def csv(self) -> io.TextIOBase:
        """The table as CSV to read from, as evalys reads it."""
        if self.path is None:
            return io.StringIO(self.text)
        if not is_parquet(self.path):
            return open(self.path, encoding="utf-8", newline="")
        table, written = self.to_arrow(), io.BytesIO()
        for at, name in enumerate(table.column_names):
            if name in _TRUTH:
                table = table.set_column(at, name, table[name].cast("int8"))
            elif name == "scheduler" or str(table[name].type) == "string":
                table = table.set_column(at, name, _replaced(table[name].cast("string"), r"^('*[=+\-@\t\r])", r"'\1"))
        _tables.library("pyarrow.csv").write_csv(table, written)
        written.seek(0)
        return io.TextIOWrapper(written, encoding="utf-8", newline="")

    def rows(self) -> list[dict[str, Any]]:
        with self.csv() as stream:
            return [{name: _value(name, text) for name, text in row.items()} for row in csv.DictReader(stream)]

    def of(self, scheduler: str) -> Jobs:
        """The jobs of a scheduler. Its policy or queue is enough, if only one has it; a table of one run is what evalys draws.

        Raises:
            KeyError: if there is none of this name, or several.
        """
        with self.csv() as stream:
            head, *rows = csv.reader(stream)
        at = head.index("scheduler")
        written = {_plain(name): name for name in dict.fromkeys(row[at] for row in rows)}
        name = written[_tables.named(scheduler, list(written))]
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(chain([head], (row for row in rows if row[at] == name)))
        return Jobs(None, text.getvalue())

    def __repr__(self) -> str:
        return f"<jobs in {self.path}>" if self.path else f"<{max(len(self.text.splitlines()) - 1, 0)} jobs>"

    def to_pandas(self) -> pandas.DataFrame:
        library = _tables.library("pandas")
        types = {"text": "str", "whole": "Int64", "truth": "boolean", "number": "float64"}
        with self.csv() as stream:
            frame: pandas.DataFrame = library.read_csv(stream, dtype={name: types[kind] for name, kind in _KINDS.items()})
        for name in frame.columns:
            if _KINDS.get(name, "text") == "text" and not library.api.types.is_numeric_dtype(frame[name]):
                frame[name] = frame[name].str.replace(_NO_FORMULA, r"\1", regex=True)
        return _tables.categorical(frame)

    def to_polars(self) -> polars.DataFrame:
        library = _tables.library("polars")
        if self.path is not None and is_parquet(self.path):
            frame: polars.DataFrame = library.read_parquet(self.path)
            return frame
        # What is 0 or 1 is a number to polars; whatever is not known is a text until all of it has been seen.
        types = {"text": library.String, "whole": library.Int64, "truth": library.Int8, "number": library.Float64}
        known = {name: types[_KINDS[name]] if name in _KINDS else library.String for name in self._names()}
        frame = library.read_csv(self.text.encode() if self.path is None else self.path, schema_overrides=known)
        texts = [name for name, own in known.items() if own == library.String]
        frame = frame.with_columns(library.col(texts).str.replace(_NO_FORMULA, "${1}"))
        columns = {name: library.col(name).cast(library.Boolean) for name in _TRUTH}
        for name in frame.columns:
            if name not in _KINDS:
                columns[name] = _narrowed(frame[name], [library.Int64, library.Float64], library.exceptions.InvalidOperationError)
        return frame.with_columns(**columns)

    def to_arrow(self) -> Any:
        """The table as `pyarrow.Table`; needs pyarrow."""
        arrow = _tables.library("pyarrow")
        if self.path is not None and is_parquet(self.path):
            return _tables.library("pyarrow.parquet").read_table(self.path)
        reader = _tables.library("pyarrow.csv")
        types = {"text": arrow.string(), "whole": arrow.int64(), "truth": arrow.bool_(), "number": arrow.float64()}
        known = {name: types[_KINDS.get(name, "text")] for name in self._names()}
        options = reader.ConvertOptions(column_types=known, strings_can_be_null=True, null_values=[""])
        source = io.BytesIO(self.text.encode()) if self.path is None else self.path
        table = reader.read_csv(source, convert_options=options)
        for at, name in enumerate(table.column_names):
            if known[name] == arrow.string():
                table = table.set_column(at, name, _replaced(table[name], _NO_FORMULA, r"\1"))
            if name == "scheduler":
                table = table.set_column(at, name, table[name].dictionary_encode())
            elif name not in _KINDS:
                table = table.set_column(at, name, _narrowed(table[name], [arrow.int64(), arrow.float64()], arrow.ArrowInvalid))
        return table

    def to_parquet(self, path: str | PathLike[str]) -> Jobs:
        """Writes the table to a Parquet file, and gives the table in it; needs pyarrow."""
        _tables.library("pyarrow.parquet").write_table(self.to_arrow(), path)
        return Jobs(Path(path))

    def _names(self) -> list[str]:
        with self.csv() as stream:
            return next(csv.reader(stream))


def is_parquet(path: Path) -> bool:
    """Whether a file is to hold Parquet, by its name."""
    return path.suffix.lower() in (".parquet", ".pq")


def _value(name: str, text: str) -> Any:
    kind = _KINDS.get(name)
    if text == "" or kind == "text":
        return _plain(text) or None
    if kind == "truth":
        return text == "1"
    return next(_numbers(text))


def _numbers(text: str) -> Iterator[Any]:
    """The text as the narrowest type that holds it."""
    for read in (int, float):
        try:
            yield read(text)
        except ValueError:
            continue
    yield _plain(text)


def _plain(text: str) -> str:
    return re.sub(_NO_FORMULA, r"\1", text)


def _replaced(column: Any, pattern: str, by: str) -> Any:
    """A column of Arrow with other beginnings of its texts."""
    return _tables.library("pyarrow.compute").replace_substring_regex(column, pattern, by)


def _narrowed(column: Any, types: Sequence[Any], failed: type[Exception]) -> Any:
    """A column of texts as the first type that holds all of it."""
    for own in types:
        try:
            return column.cast(own)
        except failed:
            continue
    return column
