"""A scheduler as a Python class, and the thread in which it answers the program."""

from __future__ import annotations

import inspect
import json
import secrets
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BufferedRWPair
from pathlib import Path
from typing import Any, ClassVar

#: A cluster for the whole job, or pieces of clusters and nodes.
Place = int | Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Cluster:
    """A cluster: its nodes, their speed, and the capacity of its link."""

    nodes: int
    speed: float


@dataclass(frozen=True)
class Platform:
    """What a run is told at its start."""

    clusters: Sequence[Cluster]
    #: Capacity of each link [bit/s]; in a star, that of each cluster.
    links_bps: Sequence[int]
    #: The scenario's seed, for random numbers of the scheduler's own; it is to be combined with `replication`.
    seed: str
    replication: int
    #: The numbers of the scheduler's `settings` in the scenario.
    settings: Mapping[str, float]


@dataclass(frozen=True)
class WaitingJob:
    """A job as the user submitted it. How long it will run is not known, only what the user estimates."""

    number: int
    submitted_s: float
    home: int
    nodes: int
    estimate_s: float
    user: int
    #: Queue and partition in a log, or type in a model.
    kind: int
    #: Share of the run time that is no communication.
    compute_fraction: float
    #: Bisection bandwidth [bit/s].
    bsbw_bps: float
    #: Whether it may have fewer nodes.
    moldable: bool


@dataclass
class State:
    """What a scheduler sees when it decides."""

    platform: Platform
    now_s: float = 0.0
    #: Free nodes of each cluster.
    free: list[int] = field(default_factory=list)
    #: The jobs that wait, in order of arrival.
    queue: list[WaitingJob] = field(default_factory=list)
    #: The jobs that run, by number.
    running: dict[int, WaitingJob] = field(default_factory=dict)
    #: When each of these ends, by its estimate and as its links are loaded now [s]; before now if it outlasts its estimate.
    ends: dict[int, float] = field(default_factory=dict)
    #: Load of each link [bit/s].
    loads_bps: list[int] = field(default_factory=list)
    #: When to decide again even if nothing happens [s]; set by the scheduler, for one time.
    wake_s: float | None = None


class Scheduler:
    """A scheduler of one's own: a class with `decide`, given to `metasched.run` as one of `schedulers`.

    Each run has an object of its own; several run at a time, in threads. What it raises is raised by `metasched.run`.
    """

    #: Where jobs are placed: "home", "cluster" (each on one) or "platform" (on any). Jobs too large for this are dropped on arrival.
    reach: ClassVar[str] = "platform"

    def begin(self, platform: Platform) -> None:
        """The run begins."""

    def on_submit(self, job: WaitingJob) -> None:
        """A job has arrived."""

    def on_end(self, job: WaitingJob) -> None:
        """A job has ended."""

    def decide(self, state: State) -> Iterable[tuple[WaitingJob, Place]]:
        """The jobs of `state.queue` that start now, in this order, each with its place.

        Called once for each instant at which jobs arrived or ended. The state does not change while this is computed: `state.free`
        may be counted down on the way.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method decide(self, state)")


def answers(scheduler: Scheduler, lines: Iterable[bytes | str]) -> Iterator[str]:
    """What a scheduler answers to the lines of the program (MODELS.md, *A scheduler in any language*)."""
    state: State | None = None
    for line in lines:
        message: dict[str, Any] = json.loads(line)
        if "bye" in message:
            return
        if state is None:
            clusters = tuple(Cluster(**own) for own in message["clusters"])
            platform = Platform(clusters, message["links_bps"], message["seed"], message["replication"], message["settings"])
            state = State(platform)
            scheduler.begin(platform)
            yield json.dumps({"hello": 1, "wants": ["ends", "links"], "reach": scheduler.reach})
        else:
            yield json.dumps(_decided(scheduler, state, message))


def _decided(scheduler: Scheduler, state: State, message: Mapping[str, Any]) -> dict[str, Any]:
    state.now_s, state.free, state.loads_bps, state.wake_s = message["now_s"], message["free"], message["loads_bps"], None
    for number in message["ended"]:
        state.ends.pop(number, None)
        scheduler.on_end(state.running.pop(number))
    for number, end_s in message["ends"]:
        if number in state.running:
            state.ends[number] = end_s
    for own in message["submitted"]:
        job = WaitingJob(
            own["job"],
            state.now_s,
            own["home"],
            own["nodes"],
            own["estimate_s"],
            own["user"],
            own["class"],
            own["compute_fraction"],
            own["bsbw_bps"],
            own.get("moldable", False),
        )
        state.queue.append(job)
        scheduler.on_submit(job)
    start = []
    for job, place in list(scheduler.decide(state)):
        pieces = [[place, job.nodes]] if isinstance(place, int) else [list(piece) for piece in place]
        start.append([job.number, pieces])
        state.running[job.number] = job
    if start:
        state.queue = [job for job in state.queue if job.number not in state.running]
    return {"start": start, "wake_s": state.wake_s}


class _Host:
    """Answers the programs of one call, each in a thread."""

    def __init__(self) -> None:
        self.token = secrets.token_hex(16)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.error: BaseException | None = None
        self.makers: list[Callable[[], Scheduler]] = []
        self.open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def hosted(self, maker: Callable[[], Scheduler]) -> dict[str, Any]:
        """The scheduler of a scenario whose program is answered here."""
        self.makers.append(maker)
        name = getattr(maker, "__name__", type(maker).__name__)
        relay = str(Path(__file__).with_name("_relay.py"))
        command = [sys.executable, "-I", "-S", relay, str(self.port), f"{self.token}{len(self.makers) - 1}"]
        try:
            source = [inspect.getsourcefile(maker) or ""]
        except TypeError:
            source = []
        return {"policy": "external", "command": [*command, *filter(None, source)], "label": name}

    def _accept(self) -> None:
        while True:
            try:
                ours, _ = self.listener.accept()
            except OSError:
                return
            ours.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.open.append(ours)
            threading.Thread(target=self._answer, args=(ours,), daemon=True).start()

    def _answer(self, ours: socket.socket) -> None:
        with ours, ours.makefile("rwb") as lines:
            try:
                self._exchange(lines)
            except BaseException as error:  # Raised again by the call.
                self.error = self.error or error

    def _exchange(self, lines: BufferedRWPair) -> None:
        who = lines.readline().decode(errors="replace").strip()
        if not who.startswith(self.token):
            return
        for answer in answers(self.makers[int(who[len(self.token) :])](), lines):
            lines.write(answer.encode() + b"\n")
            lines.flush()

    def close(self) -> None:
        self.listener.close()
        for ours in self.open:
            ours.close()


@contextmanager
def hosting(schedulers: Any) -> Iterator[Any]:
    """The schedulers of a call, in which classes have become programs that are answered here."""
    several = [schedulers] if isinstance(schedulers, (str, Mapping, type)) else schedulers or []
    if not any(callable(own) for own in several):
        yield schedulers
        return
    host = _Host()
    try:
        yield [host.hosted(own) if callable(own) else own for own in several]
    except Exception:
        if host.error is not None:
            raise host.error from None
        raise
    finally:
        host.close()
