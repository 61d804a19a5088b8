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
    found = curve.to_pandas()
    pandas.testing.assert_frame_equal(found[list(wanted)], wanted, check_dtype=False, check_exact=True, check_categorical=False)
    settings = ["scheduler.policy", "scheduler.chunk", "scheduler.lslt", "scheduler.queue.order", "scheduler.queue.backfill"]
    assert set(settings) <= set(found) - set(wanted) and all(name in wanted or str(name).startswith("scheduler.") for name in found)
    assert list(found["scheduler"].cat.categories) == curve.schedulers
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
        first.mean_wait  # type: ignore[attr-defined]
    assert curve.of("b3") == curve.of("b3 (chunk 0.85, lslt 0.8)")
    assert [row.settings["lslt"] for row in curve.of("b3")] == [0.8, 0.8] and "lslt" not in first.settings
    assert first.settings["policy"] == "first-fit" and first.settings["queue"]["backfill"] == "skip"
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
    with pytest.raises(TypeError, match="the scenario is of type int. Allowed: a dict"):
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
        assert frame["success"].all() and not frame["co_allocated"].all() and isinstance(frame["scheduler"].dtype, pandas.CategoricalDtype)
        first = jobs.rows()[0]
        assert (first["success"], first["job_number"], first["log_user_id"]) == (True, frame["job_number"][0], None)
        assert first["submission_time"] == frame["submission_time"][0] == jobs.to_polars()["submission_time"][0]
        assert frame["turnaround_time"].mean() == pytest.approx(point[0].mean_turnaround_s, rel=1e-12)
    assert metasched.run(scenario).jobs is None


def test_jobs_of_one_scheduler_and_parquet(scenario: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    over = {"workload.bsbw_mbps": [200, 250.5]}
    packed = metasched.sweep(scenario, over=over, jobs=tmp_path / "jobs.parquet", replications=1, progress=False).jobs
    every = metasched.sweep(scenario, over=over, jobs=True, replications=1, progress=False).jobs
    assert packed is not None and every is not None and (tmp_path / "jobs.parquet").read_bytes()[:4] == b"PAR1"
    # No share does not depend on the bandwidth: it runs once, and its jobs are of no point.
    assert len(every.rows()) == 5 * 1200 and len(every.of("b3").rows()) == 2 * 1200
    assert {row["scheduler"] for row in every.of("b3").rows()} == {"b3 (chunk 0.85, lslt 0.8)"}
    assert packed.to_arrow().equals(every.to_arrow()) and packed.rows() == every.rows()
    assert every.to_polars().rows() == [tuple(row.values()) for row in every.rows()]
    assert every.to_arrow().to_pylist() == every.rows()
    assert every.to_pandas()["workload.bsbw_mbps"].dtype == every.to_polars().to_pandas()["workload.bsbw_mbps"].dtype == "float64"
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pyarrow is not installed: pip install"):
        metasched.run(scenario, jobs=tmp_path / "others.parquet")
    assert [file.name for file in tmp_path.iterdir()] == ["jobs.parquet"]


def test_names_that_look_like_formulas_are_the_same_in_every_table(scenario: dict[str, Any], tmp_path: Path) -> None:
    names = ["=1+1", "-2+3", "'=1", "@a", "'b"]
    queues = ["fcfs", "fpfs", "easy", "sjf", "njf"]
    schedulers = [{"policy": "no-share", "label": name, "queue": queue} for name, queue in zip(names, queues, strict=True)]
    labelled = scenario | {"schedulers": schedulers}
    jobs = metasched.run(labelled, jobs=True, replications=1).jobs
    assert jobs is not None and ",'=1+1," in jobs.text
    packed = jobs.to_parquet(tmp_path / "jobs.parquet")
    for own in [jobs, packed]:
        assert list(dict.fromkeys(row["scheduler"] for row in own.rows())) == names
        assert {row["scheduler"] for row in own.of("'=1").rows()} == {"'=1"}
        assert own.to_arrow().to_pylist() == own.to_polars().rows(named=True) == own.rows()
        assert list(own.to_pandas()["scheduler"].unique()) == names


def test_tables_are_tidy(curve: metasched.Results) -> None:
    clusters, links, replications = curve.clusters.to_pandas(), curve.links.to_pandas(), curve.replications.to_pandas()
    assert (len(clusters), len(links), len(replications)) == (6 * 4, 6 * 4, 6 * 2)
    assert list(clusters) == ["workload.bsbw_mbps", "scheduler", "cluster", "utilisation"]
    assert clusters["utilisation"][5] == curve[1].cluster_utilisation[1]
    assert replications.groupby("scheduler", observed=True)["mean_turnaround_s"].mean()["first-fit"] == pytest.approx(
        sum(row.mean_turnaround_s for row in curve.of("first-fit")) / 2
    )
    long: Any = curve.to_pandas(long=True).set_index(["workload.bsbw_mbps", "scheduler", "measure"])
    assert list(long) == ["value", "ci95"] and curve.to_polars(long=True).height == len(long)
    of = (400, "b3 (chunk 0.85, lslt 0.8)")
    row = curve.of("b3")[1]
    assert tuple(long.loc[(*of, "mean_wait_s")]) == (row.mean_wait_s, row.wait_ci95_s)
    assert long.loc[(*of, "wait_quantiles_s.p95")]["value"] == row.wait_quantiles_s["p95"]


def test_swept_settings_are_those_of_the_point() -> None:
    own = {"schedulers": ["first-fit", "b3"], "experiment": {"replications": 1}}
    curve = metasched.sweep(own, over={"schedulers.1.lslt": [0.5, 1.5]}, set={"workload.jobs_per_cluster": 50}, progress=False)
    assert [row.settings["lslt"] for row in curve.of("b3")] == [0.5, 1.5]


def test_every_command_is_a_function(scenario: dict[str, Any], file: Path, tmp_path: Path) -> None:
    names = [row["name"] for row in metasched.presets()]
    assert names == [row["name"] for row in json.loads(printed("presets", "--json"))] and "landing" in metasched.presets()._repr_html_()
    assert metasched.schema() == json.loads(printed("schema"))
    assert metasched.validate(scenario)["runs"] == 10 and metasched.validate(file, replications=3)["replications"] == 3
    with pytest.raises(metasched.MetaschedError, match="workload.bsbw is not known"):
        metasched.validate({"workload": {"bsbw": 3}})
    drawn = metasched.figure("teaching-two-clusters", "gantt", jobs=10, width=700, schedulers="first-fit")
    assert drawn._repr_svg_() == printed(
        "figure", "--kind=gantt", "--jobs=10", "--width=700", "--scheduler=first-fit", "--preset=teaching-two-clusters"
    )
    drawn.save(tmp_path / "gantt.svg")
    assert (tmp_path / "gantt.svg").read_text().startswith("<svg")
    numbers = metasched.figure(scenario, measure="mean_wait_s", over={"workload.bsbw_mbps": [200, 300]}, format="csv")
    assert numbers._repr_svg_() is None and len(numbers.text.splitlines()) > 2
    with pytest.raises(metasched.MetaschedError, match="unexpected argument '--knd'"):
        metasched.figure(scenario, knd="gantt")  # type: ignore[call-arg]
    tuned = metasched.tune("teaching-two-clusters", {"schedulers.0.lslt": (0, 2)}, schedulers="b1", budget=5, hold_out=2, progress=False)
    assert len(tuned.rows()) == len(tuned.to_pandas()) <= 5 and 0 <= tuned.best["schedulers.0.lslt"] <= 2
    terms = metasched.terms("BSBW")
    assert terms.rows()[0]["full"] == "bisection bandwidth" and len(metasched.terms()) > 50


def test_links_are_made_and_read(scenario: dict[str, Any]) -> None:
    link = metasched.link(scenario)
    assert link == printed("link", "-", given=json.dumps(scenario)).strip()
    whole = metasched.read(link)
    assert whole == metasched.read(scenario) and whole["workload"]["jobs_per_cluster"] == 300
    assert metasched.read("landing")["experiment"]["replications"] == 5
    changed = metasched.link(link, base="https://example.org/", set={"workload.jobs_per_cluster": 7})
    assert changed.startswith("https://example.org/#2.") and metasched.read(changed)["workload"]["jobs_per_cluster"] == 7


def test_a_log_is_described_and_compared(tmp_path: Path) -> None:
    log = tmp_path / "jobs.swf"
    log.write_text(metasched.workload("lublin99", jobs=300, progress=False).text)
    told = metasched.trace(log)
    assert told.document["usable"] == 300 and str(told) == printed("trace", str(log)) and told.figures[0] in told._repr_html_()
    found = metasched.compare(log, ["easy", "conservative"], measures=["mean_wait_s", "mean_slowdown"], progress=False)
    row, other = found.rows()
    assert (row["scheduler"], row["versus"], row["measure"], other["measure"]) == ("Conservative", "EASY", "mean_wait_s", "mean_slowdown")
    wanted = json.loads(
        printed("compare", "--json", "--measure=mean_wait_s", "--measure=mean_slowdown", "--", str(log), "easy", "conservative")
    )
    assert found.document == wanted and repr(found) == wanted["sentence"] in found._repr_html_()
    assert row["difference"] == pytest.approx(row["other"] - row["first"]) and row["difference_ci95"] >= 0
    assert {group["by"] for group in found.groups} >= {"sizes"} and found.groups.rows()[0]["scheduler"] == "Conservative"
    # As a value of a scenario, the path may be one of pathlib.
    one = {
        "workload": {"model": "swf", "path": log},
        "platform": {"clusters": [{"nodes": numpy.int64(128)}]},
        "experiment": {"sweep": (), "replications": 1},
    }
    assert metasched.run(one, schedulers="easy", progress=False)[0].jobs == 300
    with pytest.raises(TypeError, match="a value of a scenario is of type complex"):
        metasched.run({"seed": 1j})


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


def test_no_library_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, metasched; assert not {'pandas', 'polars', 'numpy', 'pyarrow', 'gymnasium', 'tqdm'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
