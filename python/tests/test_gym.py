"""The environment of Gymnasium: its checker, rewards by hand, an agent that learns, and that nothing is left running."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import metasched
import metasched.gym
import numpy
import psutil  # type: ignore[import-untyped]
import pytest
from gymnasium.utils.env_checker import check_env
from numpy.typing import NDArray

#: A cluster on which the order of jobs matters.
TOY: dict[str, Any] = {
    "platform": {"clusters": [{"nodes": 16}]},
    "workload": {"model": "synthetic", "jobs_per_cluster": 120, "interarrival_s": 300, "runtime_s": 600, "nodes": [1, 12]},
    "experiment": {"replications": 1},
}
Agent = Callable[[dict[str, NDArray[numpy.float32]], NDArray[numpy.int8]], int]


def left() -> list[str]:
    lines = [" ".join(child.cmdline()) for child in psutil.Process().children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE]
    return [line for line in lines if "_relay.py" in line or "--json" in line]


def episode(env: metasched.gym.Queue, agent: Agent, **how: Any) -> tuple[Any, dict[str, Any]]:
    """Sum of the rewards, and measures."""
    observation, info = env.reset(**how)
    total, over = 0.0, False
    while not over:
        observation, reward, over, _, info = env.step(agent(observation, info["action_mask"]))
        total += reward
    return total, info["measures"]


def first_come(observation: dict[str, NDArray[numpy.float32]], mask: NDArray[numpy.int8]) -> int:
    return 0 if mask[0] else len(mask) - 1


@pytest.mark.parametrize("how", [{}, {"choose_cluster": True}, {"reach": "platform", "reward": "mean_turnaround_s"}])
def test_its_checker_finds_nothing(how: dict[str, Any]) -> None:
    env = metasched.gym.make("teaching-two-clusters", jobs=4, **how)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env, skip_render_check=True)
    env.close()
    assert left() == []


def test_it_is_registered() -> None:
    env: Any = gymnasium.make("metasched/Queue-v0", scenario=TOY, jobs=3)
    observation, info = env.reset(seed=3)
    assert observation in env.observation_space and env.action_space.n == 4 and info["action_mask"].shape == (4,)
    env.close()


def test_rewards_are_hours_of_waiting(tmp_path: Any) -> None:
    reward: Any
    # Ten nodes. Job 1 (6 nodes, 3600 s) starts at 0, job 2 (10 nodes, 1800 s) waits from 600, job 3 (4 nodes, 900 s) from 1200.
    log = tmp_path / "three.swf"
    lines = ["1 0 -1 3600 6 -1 -1 6 3600", "2 600 -1 1800 10 -1 -1 10 1800", "3 1200 -1 900 4 -1 -1 4 900"]
    log.write_text("; MaxProcs: 10\n" + "".join(f"{line} -1 1 1 1 -1 1 -1 -1 -1\n" for line in lines))
    scenario = {"platform": {"clusters": [{"nodes": 10}]}, "workload": {"model": "swf", "path": log}}
    env = metasched.gym.make(scenario, jobs=2)
    observation, info = env.reset()
    assert info["now_s"] == 0 and list(info["action_mask"]) == [1, 0, 0]
    assert observation["jobs"][0] == pytest.approx([1, 0.6, 0.5, 0, observation["jobs"][0][4], 1]) and observation["free"] == [1]
    # Job 1 starts; at 1200 s there is a choice again: job 3 fits beside it. Job 2 has waited for 600 s.
    observation, reward, over, _, info = env.step(0)
    assert (info["now_s"], reward, over, list(info["action_mask"])) == (1200, pytest.approx(-600 / 3600), False, [0, 1, 1])
    assert observation["jobs"][0] == pytest.approx([1, 1, 1 / 3, 1 / 7, observation["jobs"][0][4], 0]) and observation["free"][0] == 0.4
    # Job 3 starts and ends at 2100 s; job 1 ends at 3600 s, and job 2 is alone: it has waited for 2400 s more.
    _, reward, over, _, info = env.step(1)
    assert (info["now_s"], reward, over, list(info["action_mask"])) == (3600, pytest.approx(-2400 / 3600), False, [1, 0, 0])
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["measures"]["mean_wait_s"], info["now_s"]) == (0, True, 1000, 5400)
    # To wait at 1200 s instead: until 3600 s, both wait 2400 s.
    env.reset()
    env.step(0)
    _, reward, _, _, info = env.step(2)
    assert (info["now_s"], reward) == (3600, pytest.approx(-4800 / 3600))
    # Nothing runs: to wait starts the first job. Then job 3 waits for its 1800 s.
    _, reward, _, _, info = env.step(2)
    assert (info["now_s"], reward) == (5400, pytest.approx(-1800 / 3600))
    turnaround, measures = episode(metasched.gym.make(scenario, jobs=2, reward="mean_turnaround_s"), lambda _, mask: int(mask.argmax()))
    assert turnaround == pytest.approx(-3 * measures["mean_turnaround_s"] / 3600) == pytest.approx(-(3600 + 4800 + 900) / 3600)
    env.close()


def test_first_come_first_served_is_the_built_in_one() -> None:
    env = metasched.gym.make(TOY)
    total, measures = episode(env, first_come, options={"seed": "7"})
    built_in = metasched.run(TOY, schedulers="fcfs", seed="7", progress=False)[0]
    assert measures["digest"] == built_in.digest and total == pytest.approx(-120 * built_in.mean_wait_s / 3600)


def test_an_agent_learns_to_be_better_than_first_come() -> None:
    """A linear rule, found by the cross-entropy method: the job with the largest sum of its features starts, if it is above 0."""
    env, draw = metasched.gym.make(TOY, jobs=6), numpy.random.default_rng(1)

    def agent(weights: NDArray[numpy.float64]) -> Agent:
        def choose(observation: dict[str, NDArray[numpy.float32]], mask: NDArray[numpy.int8]) -> int:
            scores = numpy.where(mask[:-1] == 1, observation["jobs"] @ weights, -numpy.inf)
            return int(scores.argmax()) if scores.max() > 0 or not mask[-1] else len(mask) - 1

        return choose

    mean, spread = numpy.zeros(6), numpy.ones(6)
    for generation in range(4):
        tried = mean + spread * draw.standard_normal((10, 6))
        rewards = [episode(env, agent(weights), seed=generation)[0] for weights in tried]
        best = tried[numpy.argsort(rewards)[-3:]]
        mean, spread = best.mean(axis=0), best.std(axis=0) + 0.1
    # On jobs that it has not seen.
    waits = [[episode(env, own, seed=seed)[1]["mean_wait_s"] for seed in range(100, 106)] for own in (agent(mean), first_come)]
    assert numpy.mean(waits[0]) < 0.7 * numpy.mean(waits[1])
    assert sum(own < fcfs for own, fcfs in zip(*waits)) >= 5
    env.close()
    assert left() == []


def test_errors_leave_nothing_behind() -> None:
    with pytest.raises(metasched.MetaschedError, match="workload.bsbw is not known") as raised:
        metasched.gym.make({"workload": {"bsbw": 3}})
    assert raised.value.exit_code == 2
    with pytest.raises(ValueError, match="reward='mean_slowdown' is not known. Allowed: mean_wait_s, mean_turnaround_s"):
        metasched.gym.make(TOY, reward="mean_slowdown")
    env = metasched.gym.make(TOY)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(0)
    env.reset(seed=1)
    assert len(left()) == 2
    # The program is killed: the next step says so.
    for child in psutil.Process().children():
        if "--json" in child.cmdline():
            child.kill()
    with pytest.raises(metasched.MetaschedError, match="signal 9"):
        for _ in range(1000):
            env.step(0)
    del env
    assert left() == []
    code = "import metasched.gym; env = metasched.gym.make(); env.reset(); print('begun'); raise SystemExit"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60).stdout == "begun\n"


def test_without_gymnasium_it_says_what_to_do() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import metasched; metasched.gym"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert said.splitlines()[-1].startswith("ImportError: gymnasium is not installed: pip install 'metasched[gymnasium]'")
