"""Schedulers in the manner of pybatsim."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import metasched
import pytest
from metasched import pybatsim

EXAMPLE = Path(__file__).parents[1] / "examples" / "pybatsim_easy.py"
ONE: dict[str, Any] = {
    "platform": {"clusters": [{"nodes": 4}, {"nodes": 2}]},
    "workload": {"jobs_per_cluster": 20, "nodes": [1, 4], "interarrival_s": 300, "runtime_s": 400},
    "experiment": {"replications": 1},
}


def test_easy_starts_all_jobs_as_the_built_in_one(capsys: pytest.CaptureFixture[str]) -> None:
    own = runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert capsys.readouterr().out == "1000 jobs, 0 start at another time\n"
    row, other = own["found"]
    assert row.digest == other.digest and (row.scheduler, other.scheduler) == ("no-share (queue easy)", "EasyBackfill")
    # Starts that are not the same are found.
    other = metasched.run(own["scenario"], schedulers=["fcfs"], progress=False)[0]
    assert row.digest != other.digest


class Filler:
    """Machines in their order; a class that has nothing from here."""

    told: list[str] = []
    bs: Any
    free: set[int]
    queue: list[Any]

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options

    def onSimulationBegins(self) -> None:
        self.free, self.queue = set(range(self.bs.nb_resources)), []

    def onJobSubmission(self, job: Any) -> None:
        self.queue.append(job)

    def onJobCompletion(self, job: Any) -> None:
        assert job.finish_time > job.start_time >= job.submit_time
        self.free |= set(job.allocation)

    def onRequestedCall(self) -> None:
        self.told.append(f"woken at {self.bs.time():.0f}")

    def onNoMoreEvents(self) -> None:
        bs = self.bs
        if bs.time() < 1000:
            bs.wake_me_up_at(1000.0)
            return
        for job in [job for job in self.queue if job.requested_resources <= len(self.free)]:
            if job.requested_resources <= len(self.free):
                job.allocation = sorted(self.free)[: job.requested_resources]
                self.free -= set(job.allocation)
                self.queue.remove(job)
                bs.execute_jobs([job])

    def onSimulationEnds(self) -> None:
        self.told.append(f"ends, {self.options['name']}")


def test_machines_are_numbered_over_clusters_and_calls_come() -> None:
    Filler.told = []
    found = metasched.run(ONE, schedulers=pybatsim.adapted(Filler, {"name": "f"}), jobs=True, seed="3", progress=False)
    assert Filler.told == ["woken at 1000", "ends, f"]
    assert found.jobs is not None and found[0].jobs == 40
    starts = [row["starting_time"] for row in found.jobs.rows()]
    assert min(starts) == 1000 and any(row["co_allocated"] for row in found.jobs.rows())


def test_what_has_no_counterpart_is_refused() -> None:
    class Rejecting(pybatsim.BatsimScheduler):
        def onJobSubmission(self, job: pybatsim.Job) -> None:
            self.bs.reject_jobs([job])

    with pytest.raises(AttributeError, match="Metasched has no counterpart of pybatsim's bs.reject_jobs; it has time"):
        metasched.run(ONE, schedulers=pybatsim.adapted(Rejecting), progress=False)

    class Outside(pybatsim.BatsimScheduler):
        def onJobSubmission(self, job: pybatsim.Job) -> None:
            job.allocation = [6]
            self.bs.execute_jobs([job])

    with pytest.raises(ValueError, match="job 0 starts on machine 6; there are 0 to 5"):
        metasched.run(ONE, schedulers=pybatsim.adapted(Outside), progress=False)
