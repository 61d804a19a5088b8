"""The notebooks run from top to bottom, and say what they say."""

from __future__ import annotations

import ast
import base64
import os
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

# It has types for some of its functions only.
READ: Any = nbformat.read
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", ["landing", "log"])
def test_they_are_kept_without_outputs(name: str) -> None:
    cells = READ(EXAMPLES / f"{name}.ipynb", as_version=4).cells
    assert all(not cell.outputs and cell.execution_count is None for cell in cells if cell.cell_type == "code")


def executed(name: str, folder: Path) -> list[Any]:
    """The outputs of a notebook that was run in a folder."""
    notebook = READ(EXAMPLES / f"{name}.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    keep_pictures(name, pictures_of(outputs))
    return outputs


def pictures_of(outputs: list[Any]) -> list[bytes]:
    every = [output.get("data", {}) for output in outputs]
    return [base64.b64decode(data["image/png"]) for data in every if "image/png" in data]


def test_landing_ends_with_both_figures(tmp_path: Path) -> None:
    outputs = executed("landing", tmp_path)
    pictures = pictures_of(outputs)
    assert len(pictures) == 2 and all(len(picture) > 10_000 for picture in pictures)
    # The faster the links, the later First-fit is behind.
    texts = [output.get("data", {}).get("text/plain", "") for output in outputs]
    crossings = next(ast.literal_eval(text) for text in texts if text.startswith("{500:"))
    behind = list(crossings.values())
    assert behind == sorted(behind) and behind[0] < behind[-1] and crossings[1000] == 300


def test_a_log_ends_with_claims(tmp_path: Path) -> None:
    outputs = executed("log", tmp_path)
    drawn = [output["data"]["image/svg+xml"] for output in outputs if "image/svg+xml" in output.get("data", {})]
    assert len(drawn) == 1 and "<svg" in drawn[0] and len(pictures_of(outputs)) == 1
    texts = "".join(output.get("text", "") for output in outputs if output.output_type == "stream").splitlines()
    claims = [text.split(": ")[1].split(" (")[0] for text in texts if text.count("mean_wait_s")]
    assert claims == ["open", "open", "holds", "refuted"], texts


def keep_pictures(name: str, pictures: list[bytes]) -> None:
    folder = os.environ.get("METASCHED_SHOTS")
    for number, picture in enumerate(pictures if folder else [], 1):
        (Path(folder or "") / f"notebook-{name}-{number}.png").write_bytes(picture)
