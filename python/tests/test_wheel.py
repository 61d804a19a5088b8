"""What is installed: the command, the module, its types."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import metasched
from metasched._program import program


def test_module_and_command_are_those_of_the_wheel() -> None:
    assert "METASCHED_BIN" not in os.environ
    prefix = Path(sys.prefix)
    assert prefix in Path(metasched.__file__).parents
    assert prefix in Path(program()).parents


def test_the_command_has_the_version_of_the_module() -> None:
    said = subprocess.run([program(), "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"metasched {metasched.__version__} (engine ")


def test_the_module_can_be_run() -> None:
    said = subprocess.run([sys.executable, "-m", "metasched", "--version"], capture_output=True, text=True, check=True).stdout
    assert said.startswith("metasched ")
    wrong = subprocess.run([sys.executable, "-m", "metasched", "run", "--preset", "nope"], capture_output=True)
    assert wrong.returncode == 2


def test_one_wheel_serves_every_python() -> None:
    wheel = distribution("metasched").read_text("WHEEL")
    assert wheel is not None and "Tag: py3-none-" in wheel
    files = {str(file) for file in distribution("metasched").files or []}
    assert {"metasched/py.typed", "metasched/__init__.py"} <= files
    for licence in ("LICENSE-MIT", "THIRD-PARTY.txt"):
        assert any(file.endswith(f"licenses/{licence}") for file in files)
    assert not any("tests" in file or "sbom" in file for file in files)


def test_types_are_sound() -> None:
    folder = Path(metasched.__file__).parent
    own = Path(__file__).parent
    mypy = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", os.devnull]
    said = subprocess.run([*mypy, str(folder), str(own)], capture_output=True, text=True, cwd=own)
    assert said.returncode == 0, said.stdout + said.stderr
