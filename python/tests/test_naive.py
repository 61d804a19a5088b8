"""A naive simulator of one cluster, held against the program: jobs that wait for others, outages of nodes, memory and GPUs."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import metasched
import pytest

NODES = 16
# Of all nodes: nodes, memory [GB], quarters of a GPU.
ALL = (NODES, 4 * NODES, 2 * NODES)
KB = 1_048_576
LIMIT = 2
KINDS = ("after", "afterany", "afterok", "afternotok")


@dataclass
class Job:
    """A job of a log, and what became of it. Times in seconds."""

    number: int
    submit: int
    runtime: int
    requested: int
    nodes: int
    waits_for: list[tuple[str, int, int]] = field(default_factory=list)
    in_array: bool = False
    memory_gb: int = 0
    quarters: int = 0
    eligible: int | None = None
    start: int | None = None
    end: int | None = None
    refused_at: int | None = None
    first_start: int | None = None
    restarts: int = 0
    lost: bool = False
    place: tuple[int, int, int] = (0, 0, 0)

    def event(self, kind: str) -> int | None:
        """When this job does what a job that waits for it by `kind` waits for."""
        if self.refused_at is not None:
            return self.refused_at
        return self.first_start if kind == "after" else self.end

    def fulfils(self, kind: str) -> bool:
        success = self.refused_at is None and not self.lost and self.runtime <= self.requested
        return {"afterok": success, "afternotok": not success}.get(kind, True)

    def takes(self) -> tuple[int, int, int]:
        return (self.nodes, self.nodes * self.memory_gb, self.nodes * self.quarters)

    def line(self) -> str:
        parts = [f"{kind}:{number}+{minutes}" for kind, number, minutes in self.waits_for]
        parts += [f"array:a%{LIMIT}"] if self.in_array else []
        before = ",".join(parts) or "-1"
        asks = f"{self.memory_gb * KB},gpus={self.quarters / 4}" if self.memory_gb or self.quarters else "-1"
        time = f"{self.submit} -1 {self.runtime}"
        return f"{self.number} {time} {self.nodes} -1 -1 {self.nodes} {self.requested} {asks} 1 1 1 -1 1 1 {before} -1\n"


@dataclass
class Outage:
    """Nodes that are out. A failure hits all nodes, because the program draws which ones fail."""

    at: int
    until: int
    nodes: int
    kind: str

    def known(self, now: int) -> bool:
        return now < self.until and (self.at <= now or self.kind == "maintenance")


def drawn(seed: int, exact: bool) -> list[Job]:
    draw = random.Random(seed)
    jobs, submit = [], 0
    for number in range(1, draw.randrange(2, 40)):
        runtime = draw.randrange(1, 90)
        requested = runtime if exact else max(1, runtime + draw.randrange(-5, 30))
        job = Job(number, submit, runtime, requested, draw.randrange(1, NODES + 1), in_array=draw.random() < 0.2)
        if number > 1 and draw.random() < 0.5:
            for _ in range(draw.randrange(1, 3)):
                job.waits_for.append((draw.choice(KINDS), draw.randrange(1, number), draw.choice((0, 0, 1))))
        jobs.append(job)
        submit += draw.choice((0, 3, 10, 40))
    return jobs


def drawn_outages(seed: int, kinds: tuple[str, ...]) -> list[Outage]:
    draw = random.Random(seed + 1000)
    outages, at = [], 0
    for _ in range(draw.randrange(5) if kinds else 0):
        at += draw.randrange(1, 200)
        kind = draw.choice(kinds)
        outages.append(Outage(at, at + draw.randrange(1, 100), NODES if kind == "fail" else draw.randrange(1, NODES + 1), kind))
        at = outages[-1].until
    return outages


def simulate(jobs: list[Job], outages: list[Outage], queue: str, feedback: bool, most_restarts: int) -> None:
    """Fills in what becomes of the jobs, from event to event."""
    waiting: list[Job] = []
    now: int | None = 0
    while now is not None:
        for _ in (own for own in outages if own.kind == "fail" and own.at == now):
            fail([job for job in jobs if running(job, now)], waiting, now, most_restarts)
        moved, turn = True, 0
        while moved:
            moved = join(jobs, waiting, now, feedback, turn)
            while job := choice(jobs, outages, waiting, queue, now):
                waiting.remove(job)
                job.start, job.end = now, now + min(job.runtime, job.requested)
                job.first_start = now if job.first_start is None else job.first_start
                moved = True
            turn += 1
        events = times(jobs) + [time for own in outages for time in (own.at, own.until)]
        now = min((time for time in events if time > now), default=None)


def fail(jobs: list[Job], waiting: list[Job], now: int, most_restarts: int) -> None:
    """Kills jobs. A job waits again at its place in the queue, unless it has failed too often."""
    for job in jobs:
        if job.restarts == most_restarts:
            job.lost, job.end = True, now
        else:
            job.restarts += 1
            job.start = job.end = None
            waiting.append(job)
    waiting.sort(key=lambda job: job.place)


def times(jobs: list[Job]) -> list[int]:
    """All times at which something may happen, as far as they are known."""
    known = [time for job in jobs for time in (job.submit, job.end) if time is not None]
    for job in jobs:
        for kind, number, minutes in job.waits_for:
            if (event := jobs[number - 1].event(kind)) is not None:
                known.append(event + 60 * minutes)
    return known


def join(jobs: list[Job], waiting: list[Job], now: int, feedback: bool, turn: int) -> bool:
    """Lets the jobs that may start now join the queue, in the order of their numbers. True if one did, or was refused."""
    again, any_joined = True, False
    while again:
        again = False
        for job in jobs:
            undecided = job.eligible is None and job.refused_at is None
            if not undecided or (job.submit > now and not (feedback and job.waits_for)):
                continue
            decided = [
                (event + 60 * minutes, jobs[number - 1].fulfils(kind))
                for kind, number, minutes in job.waits_for
                if (event := jobs[number - 1].event(kind)) is not None and event <= now
            ]
            if not all(good for _, good in decided):
                job.refused_at = now
                any_joined = again = True
                break
            inside = [own for own in jobs if own.in_array and own.eligible is not None]
            inside = [own for own in inside if own.end is None or own.end > now]
            full = job.in_array and len(inside) >= LIMIT
            if full or len(decided) < len(job.waits_for) or any(time > now for time, _ in decided):
                continue
            job.eligible = now
            job.place = (now, turn, job.number)
            waiting.append(job)
            any_joined = again = True
            break
    return any_joined


def choice(jobs: list[Job], outages: list[Outage], waiting: list[Job], queue: str, now: int) -> Job | None:
    """The first job of the queue that may start now."""
    taken = [(now, max((job.start or 0) + job.requested, now + 1), job.takes()) for job in jobs if running(job, now)]
    taken += [(max(own.at, now), own.until, (own.nodes, 0, 0)) for own in outages if own.known(now)]

    def fits(job: Job, start: int) -> bool:
        steps = [start, *(begin for begin, _, _ in taken if start < begin < start + job.requested)]
        there = [[job.takes(), *(amounts for b, e, amounts in taken if b <= time < e)] for time in steps]
        return all(sum(each) <= most for amounts in there for each, most in zip(zip(*amounts), ALL, strict=True))

    for place, job in enumerate(waiting):
        if fits(job, now):
            return job
        if queue == "fcfs":
            return None
        if queue == "conservative" or place == 0:
            start = min(end for _, end, _ in taken if fits(job, end))
            taken.append((start, start + job.requested, job.takes()))
    return None


def running(job: Job, now: int) -> bool:
    return job.start is not None and job.end is not None and job.end > now


QUEUES = ["fcfs", "easy", "conservative"]


@pytest.mark.parametrize("queue", QUEUES)
@pytest.mark.parametrize("feedback", [False, True])
def test_dependent_jobs_start_as_in_the_naive_simulator(queue: str, feedback: bool, tmp_path: Path) -> None:
    drawn_jobs = [drawn(seed, exact=queue == "conservative") for seed in range(50)]
    for seed, jobs in enumerate(drawn_jobs):
        compare(seed, jobs, [], queue, feedback, 0, tmp_path)
    assert sum(job.eligible != job.submit for jobs in drawn_jobs for job in jobs) > 100


@pytest.mark.parametrize("queue", QUEUES)
def test_outages_are_as_in_the_naive_simulator(queue: str, tmp_path: Path) -> None:
    # After a failure, conservative backfilling keeps the reservations that a plan from nothing would move.
    kinds = ("drain", "maintenance") if queue == "conservative" else ("drain", "fail", "maintenance")
    restarts = 0
    for seed in range(100):
        jobs = drawn(seed, exact=queue == "conservative")
        if queue == "conservative":
            # The same holds if a job that comes later has a number before.
            for job in jobs:
                job.waits_for, job.in_array = [], False
        compare(seed, jobs, drawn_outages(seed, kinds), queue, False, seed % 3, tmp_path)
        restarts += sum(job.restarts for job in jobs)
    assert queue == "conservative" or restarts > 50


@pytest.mark.parametrize("queue", QUEUES)
def test_memory_and_gpus_are_as_in_the_naive_simulator(queue: str, tmp_path: Path) -> None:
    moved = 0
    for seed in range(100):
        jobs, others = (drawn(seed, exact=queue == "conservative") for _ in range(2))
        draw = random.Random(seed + 2000)
        for job in jobs + others:
            job.waits_for, job.in_array = [], False
        for job in jobs:
            job.memory_gb = min(draw.choice((0, 0, 2, 4, 8)), ALL[1] // job.nodes)
            job.quarters = min(draw.choice((0, 0, 1, 4, 8)), ALL[2] // job.nodes)
        compare(seed, jobs, [], queue, False, 0, tmp_path)
        simulate(others, [], queue, False, 0)
        moved += sum(job.start != other.start for job, other in zip(jobs, others, strict=True))
    assert moved > 500


def compare(seed: int, jobs: list[Job], outages: list[Outage], queue: str, feedback: bool, most_restarts: int, folder: Path) -> None:
    """Compares a run of the program with the naive simulator, job by job."""
    path = folder / f"{seed}.swf"
    path.write_text("".join(job.line() for job in jobs))
    amounts = {"memory_gb": 4, "gpus": 0.5} if any(sum(job.takes()[1:]) for job in jobs) else {}
    scenario = {
        "schema": 2,
        "platform": {
            "clusters": [{"nodes": NODES, **amounts}],
            "resources": "pooled" if not outages else "whole-nodes",
            "events": [own.__dict__ for own in outages],
            "most_restarts": most_restarts,
        },
        "workload": {
            "model": "swf",
            "path": str(path),
            "estimates": "requested",
            "dependencies": "feedback" if feedback else "kept",
        },
        "queue": {"backfill": "none" if queue == "fcfs" else queue, "overrun": "kill"},
        "schedulers": ["migration-only"],
        "experiment": {"sweep": [], "replications": 1},
    }
    simulate(jobs, outages, queue, feedback, most_restarts)
    every = metasched.run(scenario, jobs=True, progress=False).jobs
    assert every is not None
    seen = {row["log_job_id"]: row for row in every.rows()}
    for job in jobs:
        row = seen.get(job.number)
        found = None if row is None or row["starting_time"] is None else (row["starting_time"], row["finish_time"])
        assert found == (None if job.start is None else (job.start, job.end)), (seed, job)
