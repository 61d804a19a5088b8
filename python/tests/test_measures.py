"""The typed measures of a row are those that the program writes. After a change: METASCHED_BLESS=1."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from typing import Any

import metasched
from metasched._measures import Measures

ROOT = Path(__file__).parents[2]
FILE = ROOT / "python" / "metasched" / "_measures.py"
TYPES = {"f64": "float", "u64": "int", "u32": "int", "bool": "bool", "String": "str"}
HEAD = '''"""The measures of a row with their types, made from src/lab/experiment/results.rs by python/tests/test_measures.py."""

from __future__ import annotations

from typing import Any


class Measures:
    """The measures of a row. A mean of no jobs is None; measures that a scenario's results cannot have are left out."""

'''


def python(rust: str) -> str:
    """A type of Rust in Python."""
    if inner := re.fullmatch(r"(Option|Vec)<(.*)>", rust):
        own = python(inner.group(2))
        return f"list[{own}]" if inner.group(1) == "Vec" else f"{own} | None"
    return TYPES.get(rust, "dict[str, float | None]" if rust.startswith(("Quantiles", "BTreeMap")) else "dict[str, Any]")


def generated() -> str:
    source = (ROOT / "src/lab/experiment/results.rs").read_text(encoding="utf-8")
    body = source.split("pub struct RunResult {")[1].split("\n}\n")[0]
    text, comment, hidden = HEAD, [], False
    for line in map(str.strip, body.splitlines()):
        if line.startswith("///"):
            comment.append(line.removeprefix("///").strip())
        elif line.startswith("#["):
            hidden = hidden or "serde(skip)" in line
            if "serde(flatten" in line:
                files = [*sorted((ROOT / "src/models").glob("*/measures.rs")), ROOT / "src/kernel/scheduler/facts.rs"]
                sources = "".join(file.read_text(encoding="utf-8") for file in files)
                names = re.findall(r'CounterInfo \{\s*name: "(\w+)"|KILLED_JOBS: &str = "(\w+)"', sources)
                text += "".join(f"    #: Counted by some schedulers.\n    {a or b}: int\n" for a, b in names)
                hidden = True
        elif found := re.fullmatch(r"pub (\w+): (.*),", line):
            if not hidden and found.group(1) != "scheduler":
                words = textwrap.wrap(" ".join(comment).replace("\\", ""), 130)
                text += "".join(f"    #: {own}\n" for own in words) + f"    {found.group(1)}: {python(found.group(2))}\n"
            comment, hidden = [], False
    return text


def test_they_are_those_of_the_program() -> None:
    if "METASCHED_BLESS" in os.environ:
        FILE.write_text(generated(), encoding="utf-8")
    assert FILE.read_text(encoding="utf-8") == generated(), "METASCHED_BLESS=1 writes it again"


def test_every_key_of_results_has_its_type(curve: metasched.Results) -> None:
    log = {"workload": {"model": "lublin99", "jobs": 200}, "queue": "easy", "schedulers": ["no-share"], "experiment": {"sweep": []}}
    rows = [*curve, *metasched.run(log, progress=False), *metasched.run("vahdat-scenario1", replications=1, progress=False)]
    kinds: dict[str, type[Any]] = {"float": float, "int": int, "bool": bool, "str": str, "list": list, "dict": dict}
    for row in rows:
        for name, value in row.measures.items():
            if name != "scheduler" and value is not None:
                assert isinstance(value, kinds[re.split(r"[\[ ]", Measures.__annotations__[name])[0]]), name
