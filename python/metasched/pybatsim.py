"""Schedulers of pybatsim: a class with its methods becomes a scheduler of `metasched.run`.

    from metasched import pybatsim

    metasched.run(scenario, schedulers=["easy", pybatsim.adapted(MyScheduler)])

A class of pybatsim itself (`batsim.batsim.BatsimScheduler`) is adapted as it is; without pybatsim, `BatsimScheduler` of this module is its
base. Machines are numbered over all clusters. What has no counterpart here, such as power states, rejecting and killing, is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from ._scheduler import Place, Platform, Scheduler, State, WaitingJob


class BatsimScheduler:
    """A scheduler in the manner of pybatsim. `bs` is the simulator, set before the first call."""

    bs: Batsim

    def __init__(self, options: Mapping[str, Any] | None = None) -> None:
        self.options = dict(options or {})

    def onSimulationBegins(self) -> None:
        """The platform is known: `bs.nb_compute_resources`."""

    def onJobSubmission(self, job: Job) -> None:
        """A job has arrived."""

    def onJobCompletion(self, job: Job) -> None:
        """A job has ended."""

    def onRequestedCall(self) -> None:
        """The time of `bs.wake_me_up_at` has come."""

    def onNoMoreEvents(self) -> None:
        """All events of this instant were told."""

    def onSimulationEnds(self) -> None:
        """All jobs have ended."""


class Job:
    """A job, with pybatsim's names. `allocation` holds the numbers of its machines; the scheduler sets it."""

    def __init__(self, job: WaitingJob) -> None:
        self.id = str(job.number)
        self.submit_time, self.requested_time, self.requested_resources = job.submitted_s, job.estimate_s, job.nodes
        self.start_time: float | None = None
        self.finish_time: float | None = None
        self.allocation: Iterable[int] = ()
        #: The job in Metasched's own terms.
        self.metasched = job


class Batsim:
    """The simulator, as a scheduler of pybatsim sees it."""

    def __init__(self, platform: Platform) -> None:
        # The cluster of each machine.
        self._clusters = [cluster for cluster, own in enumerate(platform.clusters) for _ in range(own.nodes)]
        self.nb_resources = self.nb_compute_resources = len(self._clusters)
        self.now = 0.0
        self.wakes: set[float] = set()
        self.started: list[Job] = []

    def time(self) -> float:
        """The time now [s]."""
        return self.now

    def execute_jobs(self, jobs: Iterable[Job]) -> None:
        """Starts jobs on their allocations."""
        for job in jobs:
            job.start_time = self.now
            self.started.append(job)

    def wake_me_up_at(self, time: float) -> None:
        """Calls `onRequestedCall` at this time."""
        self.wakes.add(time)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"Metasched has no counterpart of pybatsim's bs.{name}; it has time, execute_jobs and wake_me_up_at", name=name
        )

    def place(self, job: Job) -> list[tuple[int, int]]:
        """The pieces of a job: nodes on each cluster."""
        counts: dict[int, int] = {}
        for machine in job.allocation:
            if not 0 <= machine < self.nb_resources:
                raise ValueError(f"job {job.id} starts on machine {machine}; there are 0 to {self.nb_resources - 1}")
            counts[self._clusters[machine]] = counts.get(self._clusters[machine], 0) + 1
        return list(counts.items())


class _Adapted(Scheduler):
    """Calls a scheduler of pybatsim as its simulator does."""

    made: ClassVar[type[Any]]
    options: ClassVar[Mapping[str, Any]]

    def begin(self, platform: Platform) -> None:
        self.bs, self.jobs = Batsim(platform), dict[int, Job]()
        self.ended: list[Job] = []
        self.arrived: list[Job] = []
        self.own = self.made(dict(self.options))
        self.own.bs = self.bs
        self._tell("onAfterBatsimInit")
        self._tell("onSimulationBegins")

    def on_submit(self, job: WaitingJob) -> None:
        self.jobs[job.number] = Job(job)
        self.arrived.append(self.jobs[job.number])

    def on_end(self, job: WaitingJob) -> None:
        self.ended.append(self.jobs.pop(job.number))

    def decide(self, state: State) -> Iterator[tuple[WaitingJob, Place]]:
        bs = self.bs
        bs.now, bs.started = state.now_s, []
        for job in self.ended:
            job.finish_time = bs.now
            self._tell("onJobCompletion", job)
        for job in self.arrived:
            self._tell("onJobSubmission", job)
        if any(time <= bs.now for time in bs.wakes):
            bs.wakes = {time for time in bs.wakes if time > bs.now}
            self._tell("onRequestedCall")
        self._tell("onNoMoreEvents")
        self.ended, self.arrived = [], []
        state.wake_s = min((time for time in bs.wakes if time > bs.now), default=None)
        return iter([(job.metasched, bs.place(job)) for job in bs.started])

    def end(self) -> None:
        self._tell("onSimulationEnds")

    def _tell(self, name: str, *what: Job) -> None:
        method = getattr(self.own, name, None)
        if method is not None:
            method(*what)


def adapted(scheduler: type[Any], options: Mapping[str, Any] | None = None) -> type[Scheduler]:
    """A class of pybatsim as a scheduler of `metasched.run`; `options` are handed to each of its objects."""
    return type(
        scheduler.__name__,
        (_Adapted,),
        {"made": scheduler, "options": options or {}, "__module__": scheduler.__module__, "__doc__": scheduler.__doc__},
    )
