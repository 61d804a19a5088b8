"""The functions, held against what the command prints in a terminal."""

from __future__ import annotations

import io
import json
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import joblib  # type: ignore[import-untyped]
import metasched
import numpy
import pandas
import pandas.testing
import pytest
from metasched._program import program


def printed(*arguments: str, given: str | None = None) -> str:
    return subprocess.run([program(), *arguments], input=given, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def file(scenario: dict[str, Any], tmp_path: Path) -> Path:
    path = tmp_path / "-odd name.json"
    path.write_text(json.dumps(scenario))
    return path


def test_a_table_is_the_one_that_the_command_prints(scenario: dict[str, Any], curve: metasched.Results) -> None:
    wanted = pandas.read_csv(io.StringIO(printed("sweep", "--csv", "-", given=json.dumps(scenario))))
    assert len(wanted) == 6 and "paired.versus" in wanted
    pandas.testing.assert_frame_equal(curve.to_pandas()[list(wanted)], wanted, check_dtype=False, check_exact=True)
    assert set(curve.to_pandas()) == set(wanted)
    assert curve.to_polars().rows() == curve.to_polars().select(list(curve.to_pandas())).rows()
    assert curve.to_polars()["mean_turnaround_s"].to_list() == wanted["mean_turnaround_s"].to_list()


def test_rows_are_plain_objects(curve: metasched.Results) -> None:
    assert curve.schedulers == ["no-share", "first-fit", "b3 (chunk 0.85, lslt 0.8)"]
    assert repr(curve) == f"<6 rows of 3 schedulers, scenario {curve.document['scenario_digest']}>"
    first, second = curve.of("first-fit")
    assert (first.parameters, second.parameters) == ({"workload.bsbw_mbps": 200}, {"workload.bsbw_mbps": 400})
    assert second.mean_turnaround_s == second.measures["mean_turnaround_s"] > first.mean_turnaround_s
    assert list(curve)[0] == curve[0] and len(curve) == 6
    with pytest.raises(AttributeError, match="Did you mean mean_wait_s?"):
        first.mean_wait
    assert curve.of("b3") == curve.of("b3 (chunk 0.85, lslt 0.8)")
    with pytest.raises(KeyError, match="there are no-share, first-fit"):
        curve.of("first fit")
    assert pickle.loads(pickle.dumps(curve)) == curve


def test_any_two_schedulers_are_compared(scenario: dict[str, Any]) -> None:
    at = metasched.run(scenario, set={"workload.bsbw_mbps": 400}, progress=False)
    found = at.compare("b3", "first-fit", "mean_wait_s")
    values = [at.of(name)[0].mean_wait_s or 0.0 for name in ("b3", "first-fit")]
    assert (found.first, found.scheduler) == ("b3 (chunk 0.85, lslt 0.8)", "first-fit")
    assert [found.first_value, found.value] == values and found.difference == pytest.approx(values[1] - values[0])
    assert found.interval is not None and found.interval[0] <= values[1] - values[0] <= found.interval[1]
    assert found.ratio == pytest.approx(values[1] / values[0]) and found.words
    back = at.compare("first-fit", "b3", "mean_wait_s")
    assert back.difference == pytest.approx(-(found.difference or 0))
    told = json.loads(printed("compare", "--json", "--set=workload.bsbw_mbps=400", "-", "b3", "first-fit", given=json.dumps(scenario)))
    assert told["comparison"]["others"][0]["measures"][0]["difference"] == found.difference
    with pytest.raises(ValueError, match="are the same scheduler"):
        at.compare("b3", "b3")
    with pytest.raises(KeyError, match="did you mean mean_wait_s"):
        at.compare("b3", "first-fit", "mean_waits")
    curve = metasched.sweep(scenario, pairs=True, progress=False)
    assert curve.compare("b3", "first-fit", "mean_wait_s", point=1) == found
    with pytest.raises(ValueError, match="there are 2 points"):
        curve.compare("b3", "first-fit")
    with pytest.raises(ValueError, match="give pairs=True"):
        metasched.sweep(scenario, progress=False).compare("b3", "first-fit")


def test_a_scenario_is_a_dict_a_path_a_link_or_a_name(
    scenario: dict[str, Any], curve: metasched.Results, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = printed("link", str(file)).strip()
    monkeypatch.chdir(file.parent)
    ways: list[metasched.Scenario] = [file, str(file), Path(file.name), file.name, link]
    for given in ways:
        assert metasched.sweep(given, progress=False).document == curve.document
    wanted = json.loads(printed("run", "--preset", "teaching-two-clusters", "--json"))
    assert metasched.run("teaching-two-clusters").document == wanted
    counted = {**scenario, "workload": {"jobs_per_cluster": numpy.int64(300)}}
    assert metasched.sweep(counted, progress=False).document == curve.document
    wrong: Any = 7
    with pytest.raises(TypeError, match="the scenario is of type int; allowed: a dict"):
        metasched.run(wrong)


def test_settings_are_those_of_the_command(file: Path) -> None:
    own = metasched.sweep(
        file,
        over={"workload.bsbw_mbps": numpy.arange(200, 500, 100), "platform.clusters.0.link_mbps": "500..1000:500"},
        set={"workload.nodes": numpy.array([10, 40]), "workload.compute_fraction": numpy.float64(0.8), "queue": {"order": "sjf"}},
        schedulers=["first-fit", {"policy": "b3", "lslt": 0.9}],
        replications=1,
        seed="seven",
        runs=True,
    )
    over = ["--over=workload.bsbw_mbps=200..400:100", "--over=platform.clusters.0.link_mbps=500,1000"]
    changed = ["--set=workload.nodes=10,40", "--set=workload.compute_fraction=0.8", "--set=queue.order=sjf"]
    compared = ["--scheduler=first-fit", '--scheduler={"policy": "b3", "lslt": 0.9}']
    rest = ["--replications=1", "--seed=seven", "--runs", "--json"]
    assert own.document == json.loads(printed("sweep", *over, *changed, *compared, *rest, "--", str(file)))
    assert len(own) == 12 and len(own.document["runs"]) == 12


def test_jobs_come_as_a_table_or_as_a_file(scenario: dict[str, Any], tmp_path: Path) -> None:
    point = metasched.run(scenario, jobs=True, schedulers="first-fit", replications=1)
    path = tmp_path / "jobs.csv"
    kept = metasched.run(scenario, jobs=path, schedulers="first-fit", replications=1)
    assert point.jobs is not None and kept.jobs is not None
    assert kept.jobs.path == path and point.jobs.text == path.read_text()
    assert (repr(point.jobs), repr(kept.jobs)) == ("<1200 jobs>", f"<jobs in {path}>")
    for jobs in [point.jobs, kept.jobs]:
        frame = jobs.to_pandas()
        assert len(frame) == len(jobs.rows()) == jobs.to_polars().height == point[0].jobs == 1200
        assert frame["turnaround_time"].mean() == pytest.approx(point[0].mean_turnaround_s, rel=1e-12)
    assert metasched.run(scenario).jobs is None


def test_threads_are_handed_on_and_joblib_gets_the_same(
    scenario: dict[str, Any], curve: metasched.Results, capsys: pytest.CaptureFixture[str]
) -> None:
    metasched.run(scenario, threads=1)
    assert "on 1 thread." in capsys.readouterr().err
    metasched.run(scenario, threads=2)
    assert "on 2 threads." in capsys.readouterr().err
    points = [{"workload.bsbw_mbps": bsbw} for bsbw in [200, 400]]
    one = joblib.delayed(metasched.run)
    results = joblib.Parallel(n_jobs=2)(one(scenario, set=point, threads=1, progress=False) for point in points)
    assert [row.digest for result in results for row in result] == [row.digest for row in curve]


def test_a_paper_is_reproduced_with_its_figures() -> None:
    paper = metasched.reproduce("jones2005", only=["fig13"], replications=1)
    findings = paper.to_pandas()
    assert len(findings) == 4 and set(findings["verdict"]) <= {"holds", "refuted", "open"}
    assert len(paper.figures) == 1 and paper.figures[0].startswith("<svg ")
    assert findings["claim"][0] in paper._repr_html_() and paper.figures[0] in paper._repr_html_()


def test_a_workload_is_a_log() -> None:
    log = metasched.workload("lublin99", jobs=50, seed=3, set={"workload.types": "off"})
    assert log.text == printed("workload", "lublin99", "--jobs=50", "--seed=3", "--set=workload.types=off")
    frame = log.to_pandas()
    assert frame.shape == (50, 18) and list(frame["job"]) == list(range(1, 51))
    assert frame["submit_s"].is_monotonic_increasing and frame["processors"].between(1, 128).all()
    exact = metasched.workload("lublin99", jobs=50, seed=3, set={"workload.types": "off"}, exact=True).to_polars()
    assert exact["submit_s"].dtype.is_float() and exact.height == 50


def test_a_job_is_explained() -> None:
    told = metasched.explain("teaching-two-clusters", 21, schedulers=["no-share", "first-fit"])
    names = ["--scheduler=no-share", "--scheduler=first-fit"]
    assert str(told) == printed("explain", "--preset=teaching-two-clusters", "--job=21", *names)
    assert [story["scheduler"] for story in told.document["stories"]] == ["no-share", "first-fit"]
    seen = metasched.explain("look-ahead-co-allocation", 500, schedulers="tla-coalloc")
    assert len(seen.figures) == 1 and seen.figures[0] in seen._repr_html_()


def test_a_sweep_is_drawn_from_what_it_has_simulated(
    scenario: dict[str, Any], curve: metasched.Results, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = metasched.sweep(scenario, figure=True)
    assert capsys.readouterr().err.count("\n") == 1
    assert drawn.document == curve.document and drawn.figure in drawn._repr_html_()
    assert drawn.figure.startswith("<svg ") and all(name in drawn.figure for name in ["First-fit", "No share", "BSBW"])
    folder = tmp_path / "kept"
    preset = metasched.sweep("landing", set={"workload.jobs_per_cluster": 50}, figure=True, results=folder)
    assert "Fixed penalty" in preset.figure and str(tmp_path) not in preset.figure
    assert list(folder.glob("*.jsonl")) and curve.figure == ""
    with pytest.raises(ValueError, match="one of jobs and figure"):
        metasched.sweep(scenario, figure=True, jobs=True)


def test_a_notebook_shows_a_table(curve: metasched.Results) -> None:
    shown = curve._repr_html_()
    assert shown.count("<tr>") == 7 and "<th>workload.bsbw_mbps</th>" in shown and "first-fit" in shown
    many = metasched.workload("lublin99", jobs=100)._repr_html_()
    assert many.count("<tr>") == 61 and "40 rows more" in many


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_a_missing_library_is_named(name: str, curve: metasched.Results, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"{name} is not installed: pip install"):
        getattr(curve, f"to_{name}")()


def test_neither_library_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, metasched; assert not {'pandas', 'polars', 'numpy'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
