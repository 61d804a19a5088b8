"""A Gymnasium environment: an agent chooses which waiting job starts next.

    import metasched.gym

    env = metasched.gym.make("teaching-two-clusters")
    observation, info = env.reset(seed=1)

It needs gymnasium: `pip install 'metasched[gymnasium]'`. With this module imported, `gymnasium.make("metasched/Queue-v0", scenario=…)`
gives the same environment.
"""

from __future__ import annotations

import json
import os
import secrets
import select
import socket
import subprocess
import tempfile
from collections.abc import Mapping
from io import BufferedRWPair
from typing import TYPE_CHECKING, Any

from . import _arguments, _program, _tables
from ._messages import Messages
from ._results import Results
from ._scheduler import State, WaitingJob, begun, relay, sent, told

if TYPE_CHECKING:
    import gymnasium
    import numpy
    from numpy.typing import NDArray
else:
    gymnasium, numpy = _tables.library("gymnasium"), _tables.library("numpy")

#: Hours are the unit of rewards, and half of the range of times in observations.
_HOUR_S = 3600.0
#: Numbers of a waiting job in an observation.
FEATURES = ("present", "nodes", "estimate", "waited", "demand", "fits")
#: Measures that a reward can be, with the jobs that each second counts.
REWARDS = ("mean_wait_s", "mean_turnaround_s")


class Queue(gymnasium.Env[dict[str, "NDArray[numpy.float32]"], int]):
    """A scenario as an environment of Gymnasium: one run is an episode.

    Observation: a dict of arrays between 0 and 1.
        jobs: the first `jobs` waiting jobs in order of arrival, a row each (`FEATURES`): 1 if there is one; nodes over those of the
            largest cluster; estimate t and wait so far, as t / (t + 1 h); bisection bandwidth over the fastest link; 1 if it can start.
        free: free nodes of each cluster over its nodes.
        links: load of each link over its capacity; 1 if it is more.
        queue: waiting jobs n that `jobs` does not show, as n / (n + 10).

    Action: which of these jobs starts; the last action waits until something happens. Where the job runs follows from `reach`: "home": at
        home; "cluster": at home, else on the cluster with the most free nodes that holds it; "platform": as this, else spread over the
        fewest clusters. With `choose_cluster`, an action is a job and a cluster, `job * clusters + cluster`. An action that is not possible
        waits; `info["action_mask"]` has 1 for those that are. On an idle platform something has to start: to wait starts the first job.
        Instants without a choice are passed over.

    Reward: less one for each hour that a job waits (`reward="mean_wait_s"`), or waits or runs ("mean_turnaround_s"). So the sum over an
        episode is the measure in hours times the number of jobs, less than 0.

    Each episode has other jobs, drawn from the seed of `reset`; `reset(options={"seed": "1"})` gives those of this seed of the scenario.
    At its end, `info["measures"]` has all measures of the run.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        scenario: _arguments.Scenario = "teaching-two-clusters",
        *,
        jobs: int = 8,
        reach: str = "cluster",
        choose_cluster: bool = False,
        reward: str = "mean_wait_s",
        set: Mapping[str, Any] | None = None,
        logs: str | os.PathLike[str] | None = None,
    ) -> None:
        """`scenario`, `set` and `logs` are as in `metasched.run`; its schedulers are replaced."""
        if reward not in REWARDS:
            raise ValueError(f"reward={reward!r} is not known. Allowed: {', '.join(REWARDS)}")
        if reach not in ("home", "cluster", "platform") or choose_cluster and reach != "cluster":
            raise ValueError(f"reach={reach!r} is not known. Allowed: home, cluster, platform, and cluster alone with choose_cluster")
        self._scenario, self._set, self._logs = scenario, dict(set or {}), logs
        self._shown, self._reach, self._choose, self._counted = jobs, reach, choose_cluster, reward
        self._run: _Run | None = None
        # The platform is known once a run has begun.
        self._begin("1")
        platform = self._state.platform
        self.close()
        box = gymnasium.spaces.Box
        clusters, links = len(platform.clusters), len(platform.links_bps)
        shapes = {"jobs": (jobs, len(FEATURES)), "free": (clusters,), "links": (links,), "queue": (1,)}
        self.observation_space: Any = gymnasium.spaces.Dict({name: box(0, 1, shape, numpy.float32) for name, shape in shapes.items()})
        self.action_space: Any = gymnasium.spaces.Discrete(jobs * (clusters if choose_cluster else 1) + 1)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[numpy.float32]], dict[str, Any]]:
        super().reset(seed=seed)
        own = (options or {}).get("seed")
        self.close()
        self._begin(str(self.np_random.integers(2**53)) if own is None else str(own))
        self._go_on()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[dict[str, NDArray[numpy.float32]], float, bool, bool, dict[str, Any]]:
        if self._run is None:
            raise RuntimeError("no episode is under way; call reset() first")
        self._reward = 0.0
        start = self._possible().get(int(action))
        if start is None and not self._state.running and self._possible():
            start = next(iter(self._possible().values()))
        if start is None:
            self._exchange()
        else:
            job, place = start
            self._state.queue.remove(job)
            self._state.running[job.number] = job
            for cluster, nodes in place:
                self._state.free[cluster] -= nodes
            self._starts.append((job, place))
        self._go_on()
        return self._observation(), self._reward, self._run is None, False, self._info()

    def action_masks(self) -> NDArray[numpy.int8]:
        """1 for each action that is possible now."""
        mask = numpy.zeros(self.action_space.n, numpy.int8)
        mask[list(self._possible())] = 1
        mask[-1] = bool(self._state.running) or not mask.any()
        return mask

    def close(self) -> None:
        """Ends the run, if one is under way."""
        if self._run is not None:
            self._run.end()
            self._run = None

    def __del__(self) -> None:
        if getattr(self, "_run", None) is not None:
            self.close()

    def _begin(self, seed: str) -> None:
        # One run of these jobs, without a pass before it.
        one = {"seed": seed, "experiment.sweep": [], "experiment.replications": 1, "experiment.warmup": "none"}
        self._run = _Run(self._scenario, {**self._set, **one}, self._logs)
        self._measures: Mapping[str, Any] | None = None
        self._starts: list[tuple[WaitingJob, list[tuple[int, int]]]] = []
        self._reward = 0.0
        first = self._run.hear()
        if first is None:
            raise RuntimeError("the scenario has no jobs, so that there is nothing to decide")
        self._state: State = begun(first)
        self._run.say({"hello": 1, "wants": ["ends", "links"], "reach": self._reach})
        self._hear()

    def _go_on(self) -> None:
        """Passes over the instants without a choice."""
        while self._run is not None and not self._possible():
            self._exchange()

    def _exchange(self) -> None:
        """Tells what starts, and hears what happens next."""
        if self._run is not None:
            self._run.say(sent(self._state, self._starts))
            self._starts = []
            self._hear()

    def _hear(self) -> None:
        run, state = self._run, self._state
        message = run.hear() if run is not None else None
        if run is not None and message is None:
            self._run = None
            self._measures = run.measures()
        if message is not None:
            hours = (message["now_s"] - state.now_s) / _HOUR_S
            counted = len(state.queue) + (len(state.running) if self._counted == "mean_turnaround_s" else 0)
            self._reward -= hours * counted
            told(state, message)

    def _possible(self) -> dict[int, tuple[WaitingJob, list[tuple[int, int]]]]:
        """The actions that start a job, with its pieces."""
        queue = self._state.queue[: self._shown] if self._run is not None else []
        if not self._choose:
            found = ((at, (job, self._place(job))) for at, job in enumerate(queue))
            return {at: start for at, start in found if start[1]}
        free = self._state.free
        pairs = [(at, job, cluster) for at, job in enumerate(queue) for cluster in range(len(free)) if job.nodes <= free[cluster]]
        return {at * len(free) + cluster: (job, [(cluster, job.nodes)]) for at, job, cluster in pairs}

    def _place(self, job: WaitingJob) -> list[tuple[int, int]]:
        free = self._state.free
        # At home if that is possible, else where the most nodes are free.
        order = sorted(range(len(free)), key=lambda cluster: (cluster != job.home, -free[cluster], cluster))
        for cluster in order[:1] if self._reach == "home" else order:
            if job.nodes <= free[cluster]:
                return [(cluster, job.nodes)]
        pieces, missing = [], job.nodes
        for cluster in sorted(range(len(free)), key=lambda cluster: -free[cluster]):
            if missing > 0 and free[cluster] > 0:
                pieces.append((cluster, min(missing, free[cluster])))
                missing -= pieces[-1][1]
        return pieces if missing == 0 and self._reach == "platform" else []

    def _observation(self) -> dict[str, NDArray[numpy.float32]]:
        state = self._state
        platform, possible = state.platform, self._possible()
        clusters = len(platform.clusters) if self._choose else 1
        can_start = {action // clusters for action in possible}
        jobs = numpy.zeros((self._shown, len(FEATURES)), numpy.float32)
        most, fastest = max(own.nodes for own in platform.clusters), max([*platform.links_bps, 1])
        for at, job in enumerate(state.queue[: self._shown]):
            waited = state.now_s - job.submitted_s
            times = [time / (time + _HOUR_S) for time in (job.estimate_s, waited)]
            jobs[at] = [1, min(job.nodes / most, 1), *times, min(job.bsbw_bps / fastest, 1), at in can_start]
        hidden = max(len(state.queue) - self._shown, 0)
        rest = {
            "free": [free / own.nodes for free, own in zip(state.free, platform.clusters)],
            "links": [min(load / capacity, 1) for load, capacity in zip(state.loads_bps, platform.links_bps)],
            "queue": [hidden / (hidden + 10)],
        }
        return {"jobs": jobs, **{name: numpy.array(values, numpy.float32) for name, values in rest.items()}}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"now_s": self._state.now_s, "action_mask": self.action_masks()}
        return info if self._measures is None else {**info, "measures": dict(self._measures)}


class _Run:
    """The program at work on one run, and the lines that it writes to its scheduler and reads from it."""

    def __init__(self, scenario: _arguments.Scenario, set: Mapping[str, Any], logs: str | os.PathLike[str] | None) -> None:
        token = secrets.token_hex(16)
        self._lines: BufferedRWPair | None = None
        named, given = _arguments.scenario(scenario)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            own = {"policy": "external", "command": relay(listener.getsockname()[1], token), "answer_s": 1e6, "label": "agent"}
            options = [*_arguments.settings(set, [own]), *_arguments.option("logs", logs), "--threads=1", "--json"]
            self._command = [_program.program(), "run", *options, *named]
            self._files = [tempfile.TemporaryFile() for _ in range(3)]
            said, printed, errors = self._files
            said.write(given or b"")
            said.seek(0)
            self._process = subprocess.Popen(self._command, stdin=said, stdout=printed, stderr=errors)
            _program.running.add(self._process)
            try:
                self._connect(listener, token)
            except BaseException:
                self.end()
                raise

    def _connect(self, listener: socket.socket, token: str) -> None:
        """Waits for the program's scheduler; a program that ends before has found something wrong."""
        while self._lines is None:
            if select.select([listener], [], [], 0.05)[0]:
                ours, _ = listener.accept()
                with ours:
                    ours.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    lines = ours.makefile("rwb")
                    if lines.readline().decode(errors="replace").strip() == token:
                        self._lines = lines
                    else:
                        lines.close()
            elif self._process.poll() is not None:
                self._assert_well()
                return

    def hear(self) -> dict[str, Any] | None:
        """The next message, or None at the end of the run."""
        line = self._lines.readline() if self._lines is not None else b""
        message: dict[str, Any] = json.loads(line) if line else {"bye": 0}
        if "bye" not in message:
            return message
        if self._lines is not None:
            self._lines.close()
            self._lines = None
        try:
            self._process.wait()
            self._assert_well()
        except BaseException:
            self.end()
            raise
        return None

    def say(self, answer: Mapping[str, Any]) -> None:
        if self._lines is not None:
            try:
                self._lines.write(json.dumps(answer).encode() + b"\n")
                self._lines.flush()
            except OSError:  # The program has ended; `hear` says why.
                pass

    def measures(self) -> Mapping[str, Any]:
        """The measures of the run, when it is over."""
        printed = self._files[1]
        printed.seek(0)
        row = Results(json.loads(printed.read()))[0]
        self.end()
        measures: Mapping[str, Any] = row.measures
        return measures

    def _assert_well(self) -> None:
        errors, messages = self._files[2], Messages(None)
        errors.seek(0)
        messages.hear(errors.read())
        messages.end()
        _program.assert_well(self._process.returncode, messages, self._command)

    def end(self) -> None:
        if self._lines is not None:
            self._lines.close()
            self._lines = None
        _program.end(self._process, gently=False)
        _program.running.discard(self._process)
        for file in self._files:
            file.close()


def make(scenario: _arguments.Scenario = "teaching-two-clusters", **how: Any) -> Queue:
    """The environment of a scenario; the arguments are those of `Queue`."""
    return Queue(scenario, **how)


gymnasium.register(id="metasched/Queue-v0", entry_point="metasched.gym:Queue")
