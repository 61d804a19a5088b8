"""The notebook runs from top to bottom, and says what it says."""

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
NOTEBOOK = Path(__file__).parents[1] / "examples" / "landing.ipynb"


def test_it_is_kept_without_outputs() -> None:
    cells = READ(NOTEBOOK, as_version=4).cells
    assert all(not cell.outputs and cell.execution_count is None for cell in cells if cell.cell_type == "code")


@pytest.mark.skipif("METASCHED_FULL" not in os.environ, reason="takes long: cargo xtask test --full python")
def test_it_ends_with_both_figures(tmp_path: Path) -> None:
    notebook = READ(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs: list[Any] = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", [])]
    pictures = [base64.b64decode(data["image/png"]) for data in outputs if "image/png" in data]
    assert len(pictures) == 2 and all(len(picture) > 10_000 for picture in pictures)
    keep_pictures(pictures)
    # The faster the links, the later First-fit is behind.
    crossings = next(ast.literal_eval(data["text/plain"]) for data in outputs if data.get("text/plain", "").startswith("{500:"))
    behind = list(crossings.values())
    assert behind == sorted(behind) and behind[0] < behind[-1] and crossings[1000] == 300


def keep_pictures(pictures: list[bytes]) -> None:
    folder = os.environ.get("METASCHED_SHOTS")
    for number, picture in enumerate(pictures if folder else [], 1):
        (Path(folder or "") / f"notebook-{number}.png").write_bytes(picture)
