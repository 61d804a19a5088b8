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

    def end(self) -> None:
        """The run is over."""

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


def begun(message: Mapping[str, Any]) -> State:
    """What is known at the begin of a run: the program's first message (MODELS.md, *A scheduler in any language*)."""
    clusters = tuple(Cluster(**own) for own in message["clusters"])
    return State(Platform(clusters, message["links_bps"], message["seed"], message["replication"], message["settings"]))


def told(state: State, message: Mapping[str, Any]) -> tuple[list[WaitingJob], list[WaitingJob]]:
    """Takes what has happened into the state; the jobs that ended, and those that arrived."""
    state.now_s, state.free, state.loads_bps, state.wake_s = message["now_s"], message["free"], message["loads_bps"], None
    for number in message["ended"]:
        state.ends.pop(number, None)
    ended = [state.running.pop(number) for number in message["ended"]]
    state.ends.update((number, end_s) for number, end_s in message["ends"] if number in state.running)
    arrived = [
        WaitingJob(
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
        for own in message["submitted"]
    ]
    state.queue += arrived
    return ended, arrived


def sent(state: State, starts: Iterable[tuple[WaitingJob, Place]]) -> dict[str, Any]:
    """The answer that starts these jobs, which run from now on."""
    start = []
    for job, place in list(starts):
        start.append([job.number, [[place, job.nodes]] if isinstance(place, int) else [list(piece) for piece in place]])
        state.running[job.number] = job
    if start:
        state.queue = [job for job in state.queue if job.number not in state.running]
    return {"start": start, "wake_s": state.wake_s}


def answers(scheduler: Scheduler, lines: Iterable[bytes | str]) -> Iterator[str]:
    """What a scheduler answers to the lines of the program."""
    state: State | None = None
    for line in lines:
        message: dict[str, Any] = json.loads(line)
        if "bye" in message:
            return scheduler.end() if state is not None else None
        if state is None:
            state = begun(message)
            scheduler.begin(state.platform)
            yield json.dumps({"hello": 1, "wants": ["ends", "links"], "reach": scheduler.reach})
            continue
        ended, arrived = told(state, message)
        for job in ended:
            scheduler.on_end(job)
        for job in arrived:
            scheduler.on_submit(job)
        yield json.dumps(sent(state, scheduler.decide(state)))


def relay(port: int, word: str) -> list[str]:
    """The command of a program that passes lines on to this process."""
    return [sys.executable, "-I", "-S", str(Path(__file__).with_name("_relay.py")), str(port), word]


class _Host:
    """Answers the programs of one call, each in a thread."""

    def __init__(self) -> None:
        self.token = secrets.token_hex(16)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.error: BaseException | None = None
        self.makers: list[Callable[[], Scheduler]] = []
        self.open: list[socket.socket] = []
        self.threads: list[threading.Thread] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def hosted(self, maker: Callable[[], Scheduler]) -> dict[str, Any]:
        """The scheduler of a scenario whose program is answered here."""
        self.makers.append(maker)
        name = getattr(maker, "__name__", type(maker).__name__)
        command = relay(self.port, f"{self.token}{len(self.makers) - 1}")
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
            self.threads.append(threading.Thread(target=self._answer, args=(ours,), daemon=True))
            self.threads[-1].start()

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
        # The programs are gone; a scheduler may still be told so.
        for thread in self.threads:
            thread.join(1.0)
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
