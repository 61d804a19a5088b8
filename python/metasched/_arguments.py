"""What a call says, as arguments of the program."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from ._scheduler import Scheduler

#: A dict of the scenario's JSON, the path of a file, a share link, or the name of a preset.
Scenario = Mapping[str, Any] | str | os.PathLike[str]
#: A policy or queue, settings with a policy (`{"policy": "b3", "lslt": 0.8}`), a class of one's own, or several of these.
OneScheduler = str | Mapping[str, Any] | type[Scheduler] | Callable[[], Scheduler]
Schedulers = OneScheduler | Sequence[OneScheduler]

_NAME = re.compile(r"[A-Za-z0-9_-]+")


def scenario(given: Scenario) -> tuple[list[str], bytes | None]:
    """The arguments that name a scenario, which stand last, and what goes to standard input."""
    if isinstance(given, Mapping):
        return ["-"], _json(given).encode()
    if not isinstance(given, (str, os.PathLike)):
        allowed = "a dict, the path of a file, a share link, or the name of a preset"
        raise TypeError(f"the scenario is of type {type(given).__name__}. Allowed: {allowed}")
    # A name has no dot and no slash; what looks like one and is a file can be given as a pathlib.Path.
    if isinstance(given, str) and _NAME.fullmatch(given):
        return [f"--preset={given}"], None
    return ["--", os.fspath(given)], None


def option(name: str, value: object) -> list[str]:
    """`--name=value`, or nothing if it is None or False."""
    if value is None or value is False:
        return []
    return [f"--{name}"] if value is True else [f"--{name}={os.fspath(value) if isinstance(value, os.PathLike) else value}"]


def settings(
    set: Mapping[str, Any] | None,
    schedulers: str | Mapping[str, Any] | Sequence[str | Mapping[str, Any]] | None = None,
    replications: int | None = None,
    seed: str | int | None = None,
) -> list[str]:
    """What is changed in a scenario."""
    arguments = [f"--set={path}={_text(value)}" for path, value in (set or {}).items()]
    several = [schedulers] if isinstance(schedulers, (str, Mapping)) else schedulers or []
    arguments += [f"--scheduler={_text(own)}" for own in several]
    return arguments + option("replications", replications) + option("seed", seed)


def swept(over: Mapping[str, str | Iterable[Any]] | None) -> list[str]:
    """What is varied: the values of each parameter, or "from..to:step"."""
    values = {path: own if isinstance(own, str) else ",".join(map(_text, own)) for path, own in (over or {}).items()}
    return [f"--over={path}={text}" for path, text in values.items()]


def _text(value: object) -> str:
    """A value as the command line reads it."""
    return os.fspath(value) if isinstance(value, (str, os.PathLike)) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, default=_plain)


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy and pandas, paths, mappings and iterators as JSON has them."""
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Iterable):
        return list(value)
    allowed = "numbers, texts, True, False, None, lists and dicts of these, and those of numpy and pathlib"
    raise TypeError(f"a value of a scenario is of type {type(value).__name__}: {value!r}. Allowed: {allowed}")
