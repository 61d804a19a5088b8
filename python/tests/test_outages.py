"""The auditor outside the program, for failures of nodes: what they cost, from the jobs file and the outages of the scenario."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from typing import Any

import metasched
import pytest
from test_books import Row, Run, near

NODES = 16


def drawn(seed: int, after: str) -> dict[str, Any]:
    """A cluster, of which some nodes fail from time to time: outages follow one another."""
    draw = random.Random(seed)
    events, until = [], 0
    for _ in range(draw.randrange(1, 8)):
        at = until + draw.randrange(100, 4000)
        until = at + draw.randrange(60, 3000)
        events.append({"at": at, "until": until, "nodes": draw.randrange(1, NODES + 1), "kind": "fail"})
    return {
        "schema": 2,
        "seed": str(seed),
        "platform": {"clusters": [{"nodes": NODES}], "events": events, "after_failure": after},
        "workload": {
            "jobs_per_cluster": draw.randrange(20, 150),
            "nodes": [1, 12],
            "interarrival_s": 150,
            "runtime_s": draw.choice((100, 600)),
        },
        "schedulers": [{"policy": "no-share", "queue": queue} for queue in draw.sample(("fcfs", "fpfs", "easy", "sjf"), 3)],
        "experiment": {"sweep": [], "replications": 1},
    }


def check_nodes(run: Run, events: list[dict[str, Any]]) -> None:
    """At any time the nodes of the jobs and those that are out are at most all nodes."""
    changes = [(row["starting_time"], 1, row["requested_number_of_resources"]) for row in run.ran]
    changes += [(row["finish_time"], 0, -row["requested_number_of_resources"]) for row in run.ran]
    changes += [(own["at"], 1, own["nodes"]) for own in events] + [(own["until"], 0, -own["nodes"]) for own in events]
    taken = 0
    for _, _, nodes in sorted(changes):
        taken += nodes
        assert taken <= NODES


def out(run: Run, events: list[dict[str, Any]]) -> float:
    """Node-seconds that are out until the end of the run."""
    return math.fsum(own["nodes"] * max(0.0, min(own["until"], run.length_s) - own["at"]) for own in events)


@pytest.mark.parametrize("after", ["lost", "requeue"])
def test_what_failures_cost_is_recomputed(after: str) -> None:
    struck = 0
    for seed in range(20):
        scenario = drawn(seed, after)
        events = scenario["platform"]["events"]
        results = metasched.run(scenario, jobs=True, threads=1, progress=False)
        assert results.jobs is not None
        rows: defaultdict[str, list[Row]] = defaultdict(list)
        for row in results.jobs.rows():
            rows[row["scheduler"]].append(row)
        for own in results:
            run, found = Run(rows[own.scheduler], [NODES], [1.0], [1e9], [None], 10.0, 0.0), own.measures["outages"]
            check_nodes(run, events)
            # No job is killed for another reason than a failure.
            lost = [row for row in run.ran if not row["success"]]
            assert (own.jobs, found["lost_jobs"]) == (len(run.ran) - len(lost), len(lost))
            assert near(own.makespan_s, run.length_s)
            assert near(found["availability"], 1 - out(run, events) / (NODES * run.length_s))
            # Nodes are used by the jobs that end, and by the runs that failed, of which the file has only the last one of a lost job.
            lost_node_s = math.fsum(row["execution_time"] * row["requested_number_of_resources"] for row in lost)
            failed_node_s = 3600 * found["lost_node_h"]
            assert near(own.utilisation, run.over_time(run.used() - lost_node_s + failed_node_s, NODES))
            assert near(failed_node_s, lost_node_s) if after == "lost" else failed_node_s >= lost_node_s * (1 - 1e-9)
            assert found["requeues"] == 0 if after == "lost" else not lost
            struck += len(lost) + found["requeues"]
    assert struck > 20
