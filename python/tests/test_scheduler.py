"""Schedulers that are classes, held against those of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import metasched
import psutil  # type: ignore[import-untyped]
import pytest
from metasched import Scheduler, State, WaitingJob


class FirstCome(Scheduler):
    """First come, first served, each job at home."""

    reach = "home"

    def decide(self, state: State) -> Iterator[tuple[WaitingJob, int]]:
        for job in state.queue:
            if job.nodes > state.free[job.home]:
                return
            state.free[job.home] -= job.nodes
            yield job, job.home


class Easy(Scheduler):
    """EASY backfilling on one cluster."""

    reach = "cluster"

    def decide(self, state: State) -> Iterator[tuple[WaitingJob, int]]:
        free, queue = state.free[0], list(state.queue)
        ends = [(max(end, state.now_s), state.running[number].nodes) for number, end in state.ends.items()]
        while queue and queue[0].nodes <= free:
            job = queue.pop(0)
            free -= job.nodes
            ends.append((state.now_s + job.estimate_s, job.nodes))
            yield job, 0
        if not queue:
            return
        head, at, later = queue[0], state.now_s, free
        for end, nodes in sorted(ends):
            if later >= head.nodes and end > at:
                break
            at, later = end, later + nodes
        extra = later - head.nodes
        for job in queue[1:]:
            ends_before = state.now_s + job.estimate_s <= at
            if job.nodes <= free and (ends_before or job.nodes <= extra):
                free -= job.nodes
                extra -= 0 if ends_before else job.nodes
                yield job, 0


SCENARIO: dict[str, Any] = {
    "schema": 2,
    "platform": {"clusters": [{"nodes": 64}]},
    "workload": {"model": "lublin99", "jobs": 400, "processors": 64, "load": 0.8, "estimates": "f-model"},
    "experiment": {"sweep": [], "replications": 2},
}


def test_classes_decide_as_the_built_in_schedulers() -> None:
    found = metasched.run(SCENARIO, schedulers=["fcfs", FirstCome, "easy", Easy], progress=False)
    fcfs, first_come, easy, own = found
    assert first_come.scheduler == "FirstCome" and own.scheduler == "Easy"
    assert (fcfs.digest, easy.digest) == (first_come.digest, own.digest) and fcfs.digest != easy.digest
    programs = found.document["programs"]
    assert any(file["file"].endswith("test_scheduler.py") for file in programs[0]["files"])


def test_what_a_class_raises_is_raised_and_nothing_is_left() -> None:
    class Broken(Scheduler):
        def decide(self, state: State) -> Iterator[tuple[WaitingJob, int]]:
            raise LookupError(f"nothing known at {state.now_s}")

    with pytest.raises(LookupError, match="nothing known at") as raised:
        metasched.run(SCENARIO, schedulers=Broken, progress=False)
    assert raised.traceback[-1].name == "decide"
    # Workers of joblib may stay from other tests.
    left = [" ".join(child.cmdline()) for child in psutil.Process().children(recursive=True)]
    assert not any("_relay.py" in command or "--json" in command for command in left), left


def test_wrong_starts_are_errors_of_the_program() -> None:
    class Greedy(Scheduler):
        def decide(self, state: State) -> Iterator[tuple[WaitingJob, list[tuple[int, int]]]]:
            yield state.queue[0], [(0, 65)]

    with pytest.raises(metasched.MetaschedError, match="starts job 0 on 65 nodes of cluster 0, which has 64 free"):
        metasched.run(SCENARIO, schedulers=Greedy, progress=False)
    with pytest.raises(NotImplementedError, match="Scheduler has no method decide"):
        metasched.run(SCENARIO, schedulers=Scheduler, progress=False)
