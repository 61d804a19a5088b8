"""An auditor outside the program: from the jobs file alone it recomputes the numbers of drawn scenarios, and checks every node.

40 scenarios; with METASCHED_FULL=1, 500.
"""

from __future__ import annotations

import math
import os
import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import metasched
import pytest
from intervals import QUANTILES, Blocks, estimate, of_ratio, over_time

SHORTEST_S = 1e-6
SCENARIOS = 500 if "METASCHED_FULL" in os.environ else 40
#: Values of a job, with the half widths of the intervals of their means.
HALVES = {"turnaround": "turnaround_ci95_s", "wait": "wait_ci95_s", "slowdown": "slowdown_ci95", "bounded": "bounded_slowdown_ci95"}
QUEUES = ("fcfs", "fpfs", "easy", "conservative", "sjf", "njf")
#: Policies that leave a job on one cluster, and those that spread jobs.
WHOLE = ("no-share", "migration-only", "local-queues")
SPREAD = ("first-fit", "ideal", "fixed", "a1", "b1", "b2", "b3", "b4")

Row = dict[str, Any]


def near(a: float, b: float) -> bool:
    """Sums of the same numbers in another order."""
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9)


def drawn(seed: int, folder: Path) -> dict[str, Any]:
    """A scenario: jobs of the paper's model on one to four clusters, or a log with users."""
    draw = random.Random(seed)
    replications = draw.randrange(1, 4)
    bound = draw.choice((0, 1, 10, 60))
    queue: dict[str, Any] = {"backfill": draw.choice(("none", "skip", "easy", "conservative")), "overrun": draw.choice(("run-on", "kill"))}
    groups = "user" if seed % 8 == 0 else "none"
    if seed % 4 == 0:
        nodes = draw.choice((1, 7, 32))
        path = folder / f"{seed}.swf"
        path.write_text("".join(logged(draw, nodes)))
        workload: dict[str, Any] = {"model": "swf", "path": str(path), "estimates": "requested", "max_jobs": 200}
        clusters: list[dict[str, Any]] = [{"nodes": nodes}]
        schedulers: list[Any] = [{"policy": "no-share", "queue": own} for own in draw.sample(QUEUES, 3)]
    else:
        policies = WHOLE if draw.random() < 0.4 else WHOLE[:2] + SPREAD
        clusters = [{"nodes": draw.randrange(4, 60), "link_mbps": draw.choice((100, 622.08, 1000))} for _ in range(draw.randrange(1, 5))]
        if policies == WHOLE:
            for own in clusters:
                own["speed"] = draw.choice((0.5, 1, 1.3, 2))
        largest = draw.randrange(1, max(own["nodes"] for own in clusters) + 1)
        workload = {
            "jobs_per_cluster": draw.randrange(1, 120),
            "nodes": [draw.randrange(1, largest + 1), largest],
            "interarrival_s": draw.choice((20, 150, 400)),
            "runtime_s": draw.choice((1, 450, 2000)),
            "bsbw_mbps": draw.choice((0, 50, 300, 1500)),
            "compute_fraction": draw.choice((0, 0.5, 1)),
            "pattern": draw.choice(("all-to-all", "ring")),
        }
        schedulers = draw.sample(policies, 3)
    powers: tuple[dict[str, int], ...] = ({}, {"busy_w": 200}, {"idle_w": 60, "busy_w": 250})
    clusters = [own | draw.choice(powers[seed % 3 :]) for own in clusters]
    platform: dict[str, Any] = {"clusters": clusters}
    # Jobs away from home get their data first. Queues of single clusters do not know data.
    if seed % 4 == 1 and "local-queues" not in schedulers:
        platform["stage_in"] = "links"
        data_mb = draw.choice((0, 100, 5000))
        workload["varied"] = {"data_mb": [data_mb, data_mb]}
    return {
        "schema": 2,
        "seed": str(seed),
        "platform": platform,
        "workload": workload,
        "queue": queue,
        "schedulers": schedulers,
        "experiment": {"sweep": [], "replications": replications, "slowdown_bound_s": bound, "group_by": groups, "detail": "jobs"},
    }


def logged(draw: random.Random, nodes: int) -> Iterator[str]:
    """The lines of a log of some users; some jobs are larger than the machine, some outlast their requests."""
    submit = 0
    for number in range(1, draw.randrange(5, 200)):
        submit += draw.choice((0, 1, 30, 200))
        runtime, size = draw.randrange(1, 600), draw.randrange(1, nodes + 2)
        requested = max(1, runtime + draw.randrange(-100, 900))
        yield f"{number} {submit} -1 {runtime} {size} -1 -1 {size} {requested} -1 1 {draw.randrange(1, 6)} 1 -1 1 -1 -1 -1\n"


@dataclass
class Run:
    """The rows of one run, in order of arrival."""

    rows: list[Row]
    nodes: Sequence[int]
    speeds: Sequence[float]
    links_bps: Sequence[float]
    #: Power of an idle and of a busy node of each cluster [W], None if neither is given.
    powers_w: Sequence[tuple[float, float] | None]
    bound_s: float
    #: Bits that every job needs on the clusters away from its home before it runs; 0 if no data are sent.
    data_bits: float

    def __post_init__(self) -> None:
        self.ran = [row for row in self.rows if row["starting_time"] is not None]
        # A run ends with its last event: an end, or the arrival of a job that is rejected.
        ends = (row["submission_time"] if row["finish_time"] is None else row["finish_time"] for row in self.rows)
        self.length_s = max(ends, default=0.0)
        for row in self.ran:
            row["pieces"] = [(int(cluster), int(nodes)) for cluster, nodes in (own.split(":") for own in row["clusters"].split("+"))]
            home = row["home_cluster"]
            ways_bps = [min(self.links_bps[home], self.links_bps[own]) for own, _ in row["pieces"] if own != home]
            stage_in_s = max((self.data_bits / bps for bps in ways_bps), default=0.0)
            dedicated_s = (row["execution_time"] - stage_in_s) / row["penalty"]
            #: The slowest node decides.
            row["runtime"] = dedicated_s * min(self.speeds[cluster] for cluster, _ in row["pieces"])
            row["run"] = row["runtime"] if row["success"] else row["execution_time"]
            turnaround = row["finish_time"] - row["submission_time"]
            row["turnaround"], row["wait"] = turnaround, row["starting_time"] - row["submission_time"]
            row["slowdown"] = turnaround / max(row["run"], SHORTEST_S)
            row["bounded"] = max(1.0, turnaround / max(row["run"], self.bound_s, SHORTEST_S))

    def mean(self, name: str, rows: Sequence[Row] | None = None) -> float:
        rows = self.ran if rows is None else rows
        return math.fsum(row[name] for row in rows) / len(rows)

    def over_time(self, amount: float, capacity: float) -> float:
        return amount / (capacity * self.length_s) if self.length_s > 0 else 0.0

    def used(self, at: int | None = None) -> float:
        """Node-seconds of a cluster, or of all."""
        return math.fsum(row["execution_time"] * nodes for row in self.ran for cluster, nodes in row["pieces"] if at in (None, cluster))

    def energies_kwh(self) -> list[float | None]:
        """Energy of each cluster; 1 kWh is 3.6 MJ."""

        def kwh(at: int, idle_w: float, busy_w: float) -> float:
            return (idle_w * (self.nodes[at] * self.length_s - self.used(at)) + busy_w * self.used(at)) / 3.6e6

        return [None if power is None else kwh(at, *power) for at, power in enumerate(self.powers_w)]

    def is_overloaded(self) -> bool:
        """True if the load is over 1 although that of so many jobs is uncertain by twice 2/√n. More jobs are judged by their queue, too."""
        assert len(self.rows) < 500
        return self.offered_load() * (1 - 4 / math.sqrt(len(self.rows))) >= 1

    def lost(self) -> float:
        """Node-seconds that are idle while jobs wait."""
        events = [(row["submission_time"], 0, 1) for row in self.ran]
        events += [(row["starting_time"], row["requested_number_of_resources"], -1) for row in self.ran]
        events += [(row["finish_time"], -row["requested_number_of_resources"], 0) for row in self.ran]
        busy = waiting = 0
        parts, before = [], 0.0
        for time, nodes, jobs in sorted(events):
            if waiting:
                parts.append((sum(self.nodes) - busy) * (time - before))
            before, busy, waiting = time, busy + nodes, waiting + jobs
        return math.fsum(parts)

    def longest_queue(self) -> int:
        """The most waiting jobs that an arriving job finds. At one instant, jobs arrive before jobs start."""
        longest, starts = 0, list[float]()
        for row in self.rows:
            longest = max(longest, sum(start >= row["submission_time"] for start in starts))
            if row["starting_time"] is not None:
                starts.append(row["starting_time"])
        return longest

    def offered_load(self) -> float:
        last = self.rows[-1]["submission_time"]
        work = math.fsum(row["requested_number_of_resources"] * row["runtime"] for row in self.ran)
        return work / (math.fsum(nodes * speed for nodes, speed in zip(self.nodes, self.speeds, strict=True)) * last) if last > 0 else 0.0

    def co_allocated(self) -> list[Row]:
        return [row for row in self.ran if len(row["pieces"]) > 1]

    def penalty(self) -> float:
        spread = self.co_allocated()
        return self.mean("penalty", spread) if spread else 1.0

    def demands(self) -> Iterator[tuple[Row, int, int]]:
        """What the spread jobs load on the links of a star: job, link, bit/s."""
        for row in self.co_allocated():
            words = dict(own.split("=") for own in row["profile"].split())
            bsbw, n = float(words["BSBW"].removesuffix("Mbps")) * 1e6, row["requested_number_of_resources"]
            for cluster, here in row["pieces"]:
                # All to all: every pair of nodes talks. A ring: a piece has two edges to others, as a half has.
                share = 4 * here * (n - here) / (n * n) if row["pattern"] == "all-to-all" else 1.0
                yield row, cluster, math.floor(bsbw * share + 0.5)

    def sent(self, at: int) -> float:
        """Bits that were sent on a link if no link was full."""
        return math.fsum(bps * row["execution_time"] for row, link, bps in self.demands() if link == at)

    def saturation(self) -> float:
        """The largest demand on a link over its capacity, when a job starts."""
        largest = 0.0
        for link, capacity in enumerate(self.links_bps):
            own = [(row, bps) for row, at, bps in self.demands() if at == link]
            events = sorted([(row["finish_time"], 0, -bps) for row, bps in own] + [(row["starting_time"], 1, bps) for row, bps in own])
            load = 0
            for _, _, bps in events:
                load += bps
                largest = max(largest, load / capacity)
        return largest

    def check_nodes(self) -> None:
        """Every node has one job at a time, and every job its nodes on the clusters that it names."""
        first = [sum(self.nodes[:at]) for at in range(len(self.nodes))]
        stays = defaultdict(list)
        for row in self.ran:
            counts: defaultdict[int, int] = defaultdict(int)
            for interval in row["allocated_resources"].split():
                low, _, high = interval.partition("-")
                for node in range(int(low), int(high or low) + 1):
                    counts[bisect_right(first, node) - 1] += 1
                    stays[node].append((row["starting_time"], row["finish_time"]))
            assert counts == dict(row["pieces"]) and sum(counts.values()) == row["requested_number_of_resources"], row
            assert min(row["wait"], row["execution_time"]) >= 0 and row["penalty"] >= 1 - 1e-9, row
            assert row["co_allocated"] == (len(counts) > 1), row
            powers = [(self.powers_w[cluster], nodes) for cluster, nodes in row["pieces"]]
            joules = None if any(power is None for power, _ in powers) else math.fsum(power[1] * nodes for power, nodes in powers if power)
            assert row["consumed_energy"] is None if joules is None else near(row["consumed_energy"], joules * row["execution_time"]), row
        for node, own in stays.items():
            assert node < sum(self.nodes)
            own.sort()
            assert all(end <= start for (_, end), (start, _) in zip(own, own[1:], strict=False)), node

    def check_order(self, policy: str) -> None:
        """First come, first served: no job passes an earlier one of its queue; on one cluster, the first starts as soon as it fits."""
        queues = defaultdict(list)
        for row in self.ran:
            queues[row["home_cluster"] if policy == "no-share" else 0].append(row["starting_time"])
        assert policy == "local-queues" or all(starts == sorted(starts) for starts in queues.values())
        if len(self.nodes) > 1:
            return
        now, running = 0.0, list[tuple[float, int]]()
        for row in self.ran:
            now = max(now, row["submission_time"])
            while sum(nodes for end, nodes in running if end > now) + row["requested_number_of_resources"] > self.nodes[0]:
                now = min(end for end, _ in running if end > now)
            assert row["starting_time"] == now, row
            running = [(end, nodes) for end, nodes in running if end > now] + [(row["finish_time"], row["requested_number_of_resources"])]


def check_quantiles(found: dict[str, float], values: Sequence[float]) -> int:
    """The program counts values in bins, of which half is 1/128 of a value; values below 2⁻¹⁰ are in the first."""
    ranked = sorted(values)
    for name, share in [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)]:
        rank = min(max(math.floor(share * len(ranked) + 0.5), 1), len(ranked))
        exact = ranked[rank - 1]
        assert abs(found[name] - exact) <= max(exact / 128 * (1 + 1e-9), 2**-10), (name, found, exact)
    assert near(found["max"], ranked[-1])
    return 5


def jain(values: Sequence[float], weights: Sequence[float]) -> float:
    total = math.fsum(w * x for w, x in zip(weights, values, strict=True))
    squares = math.fsum(w * x * x for w, x in zip(weights, values, strict=True))
    return total * total / (math.fsum(weights) * squares) if squares > 0 else 1.0


def by_user(run: Run) -> dict[str, list[Row]]:
    users = defaultdict(list)
    for row in run.ran:
        users[str(row["log_user_id"])].append(row)
    return dict(users)


def user_measures(run: Run) -> dict[str, float]:
    users = list(by_user(run).values())
    waits, bounded = ([run.mean(name, own) for own in users] for name in ("wait", "bounded"))
    work = [math.fsum(row["requested_number_of_resources"] * row["runtime"] for row in own) for own in users]
    even = [1.0] * len(users)
    return {
        "mean_wait_s": math.fsum(waits) / len(users),
        "mean_bounded_slowdown": math.fsum(bounded) / len(users),
        "jain_wait": jain(waits, even),
        "jain_slowdown": jain(bounded, even),
        "jain_slowdown_by_work": jain(bounded, work),
    }


def alike(found: float | None, wanted: float | None, scale: float) -> bool:
    """Half widths of an interval. If values differ by rounding only, there may be none."""
    if found is None or wanted is None:
        return found is wanted or (found or wanted or 0.0) <= 1e-9 * scale
    return math.isclose(found, wanted, rel_tol=1e-6, abs_tol=1e-9 * scale)


def check_intervals(own: metasched.Row, run: Run) -> int:
    """The intervals of a single run; returns how many there are."""
    blocks, jobs = Blocks(run.ran), [(row["submission_time"], row["starting_time"], 1.0) for row in run.ran]
    used = [(row["starting_time"], row["finish_time"], row["requested_number_of_resources"] / sum(run.nodes)) for row in run.ran]
    found = {name: own.measures[key] for name, key in HALVES.items()} | own.measures["ci95"]
    wanted: dict[str, float | None] = {name: blocks.mean(name) for name in HALVES}
    wanted |= {measure: blocks.quantile(name, share) for measure, name, share in QUANTILES}
    wanted |= {"utilisation": over_time(used, run.length_s), "mean_queue_length": over_time(jobs, run.length_s)}
    assert found.keys() == wanted.keys()
    for name, half in wanted.items():
        # Means depend on the length of the run if the queue grows.
        half = None if own.unstable else half
        scale = max(row[name] for row in run.ran) if name in HALVES else own.measures["mean_turnaround_s"]
        assert alike(found[name], half, scale), (own.scheduler, name, found[name], half)
    return sum(half is not None for half in found.values())


def check_difference(own: metasched.Row, runs: list[Run], first: metasched.Row, firsts: list[Run], sample: bool) -> None:
    """The difference of the mean turnarounds on the same jobs; without an interval if there is one pair of replications."""
    paired = own.measures["paired"]
    pairs = [(run, other) for run, other in zip(runs, firsts, strict=True) if len(run.ran) == len(other.ran)]
    if not pairs:
        assert paired["mean_turnaround_difference_s"] is None
        return
    mean, half = estimate([run.mean("turnaround") - other.mean("turnaround") for run, other in pairs])
    assert near(paired["mean_turnaround_difference_s"], mean), (own.scheduler, paired, mean)
    if not sample:
        [blocks, others] = [Blocks(run.ran) for run in pairs[0]]
        of_other_jobs = own.unstable or first.unstable or blocks.counts != others.counts
        sums = [blocks.sums(lambda row: row["turnaround"]), others.sums(lambda row: row["turnaround"])]
        half = None if of_other_jobs else of_ratio([a - b for a, b in zip(*sums, strict=True)], blocks.counts)[1]
    assert alike(paired["difference_ci95_s"], half, own.measures["mean_turnaround_s"]), (own.scheduler, paired, half)
    # Job by job: how much later each ends than under the first scheduler.
    later = []
    for run, other in pairs:
        before = {row["job_number"]: row["turnaround"] for row in other.ran}
        later.append([row["turnaround"] - before[row["job_number"]] for row in run.ran if row["job_number"] in before])
    every = [own for of_run in later for own in of_run]
    assert (paired["jobs"]["ahead"], paired["jobs"]["behind"]) == (sum(own < 0 for own in every), sum(own > 0 for own in every))
    share, half = estimate([sum(own < 0 for own in of_run) / len(of_run) for of_run in later])
    assert near(paired["jobs"]["ahead_share"], share) and alike(paired["jobs"]["ahead_share_ci95"], half, 1.0)


def audit(own: metasched.Row, runs: list[Run], kinds: set[str]) -> int:
    """Recomputes a row of results; returns how many numbers are the same."""
    checked = 0

    def same(name: str, values: Sequence[float], half: str | None = None, found: Any = None) -> None:
        nonlocal checked
        mean, ci95 = estimate(values)
        found = own.measures[name] if found is None else found
        assert near(found, mean), (own.scheduler, name, found, mean)
        checked += 1
        if half is not None and ci95 is not None and "sample" in kinds:
            assert near(own.measures[half], ci95), (own.scheduler, half, own.measures[half], ci95)
            checked += 1

    for run in runs:
        run.check_nodes()
    every = [row for run in runs for row in run.ran]
    assert (own.jobs, own.rejected_jobs) == (len(every), sum(len(run.rows) for run in runs) - len(every))
    same("mean_turnaround_s", [run.mean("turnaround") for run in runs], "turnaround_ci95_s")
    same("mean_wait_s", [run.mean("wait") for run in runs], "wait_ci95_s")
    same("mean_slowdown", [run.mean("slowdown") for run in runs], "slowdown_ci95")
    same("mean_bounded_slowdown", [run.mean("bounded") for run in runs], "bounded_slowdown_ci95")
    same("utilisation", [run.over_time(run.used(), sum(run.nodes)) for run in runs])
    for at, found in enumerate(own.cluster_utilisation):
        same("cluster_utilisation", [run.over_time(run.used(at), run.nodes[at]) for run in runs], found=found)
    same("mean_queue_length", [run.over_time(math.fsum(row["wait"] for row in run.ran), 1) for run in runs])
    same("loss_of_capacity", [run.over_time(run.lost(), sum(run.nodes)) for run in runs])
    same("makespan_s", [run.length_s for run in runs])
    same("mean_penalty", [run.penalty() for run in runs])
    assert own.longest_queue == max(run.longest_queue() for run in runs), own.scheduler
    assert near(own.co_allocated_share, sum(len(run.co_allocated()) for run in runs) / len(every))
    same("killed_jobs", [sum(not row["success"] for row in every)], found=own.measures.get("killed_jobs", 0))
    energies = [run.energies_kwh() for run in runs]
    for at, found in enumerate(own.measures.get("cluster_energy_kwh", [])):
        kwh = [own[at] for own in energies]
        assert (found is None) == (None in kwh), (own.scheduler, found, kwh)
        if found is not None:
            same("cluster_energy_kwh", [own or 0.0 for own in kwh], found=found)
    assert ("energy_kwh" in own.measures) == (None not in energies[0])
    if "energy_kwh" in own.measures:
        same("energy_kwh", [math.fsum(kwh or 0.0 for kwh in own) for own in energies])
    # The work of a job that was killed is not in the table.
    killed = not all(row["success"] for row in every)
    if not killed:
        same("offered_load", [run.offered_load() for run in runs])
        assert own.unstable == any(run.is_overloaded() for run in runs), own.scheduler
    if "sample" not in kinds:
        checked += check_intervals(own, runs[0])
    for name, value in [("turnaround", "turnaround"), ("wait", "wait"), ("slowdown", "slowdown"), ("bounded_slowdown", "bounded")]:
        quantiles = own.measures.get(f"{name}_quantiles_s") or own.measures[f"{name}_quantiles"]
        checked += check_quantiles(quantiles, [row[value] for row in every])
    for name in user_measures(runs[0]) if "users" in own.measures else ():
        if name != "jain_slowdown_by_work" or not killed:
            same(name, [user_measures(run)[name] for run in runs], found=own.measures["users"][name])
    if "users" in own.measures:
        worst = max(run.mean("bounded", user) for run in runs for user in by_user(run).values())
        same("worst user", [worst], found=own.measures["users"]["worst"]["mean_bounded_slowdown"])
    for group in own.measures.get("groups", []):
        rows = [(run, by_user(run)[group["group"].split()[-1]]) for run in runs]
        for name, value in [("mean_turnaround_s", "turnaround"), ("mean_wait_s", "wait"), ("mean_bounded_slowdown", "bounded")]:
            same(name, [run.mean(value, of_user) for run, of_user in rows], found=group[name])
    if "links" in kinds:
        assert near(own.max_link_saturation, max(run.saturation() for run in runs)), own.scheduler
        # Links that are never full: what a job sends is its demand for all its time.
        if own.max_link_saturation <= 1:
            for at, found in enumerate(own.link_utilisation):
                same("link_utilisation", [run.over_time(run.sent(at), run.links_bps[at]) for run in runs], found=found)
    return checked


@pytest.mark.parametrize("first", range(0, SCENARIOS, 20))
def test_every_number_is_recomputed_from_the_jobs(first: int, tmp_path: Path) -> None:
    checked = strict = 0
    for seed in range(first, first + 20):
        scenario = drawn(seed, tmp_path)
        results = metasched.run(scenario, jobs=True, threads=1, progress=False)
        assert results.jobs is not None
        pattern, clusters = scenario["workload"].get("pattern"), scenario["platform"]["clusters"]
        nodes, speeds = [own["nodes"] for own in clusters], [own.get("speed", 1.0) for own in clusters]
        links = [own.get("link_mbps", 1000) * 1e6 for own in clusters]
        powers = [(own.get("idle_w", 0.0), own["busy_w"]) if "busy_w" in own else None for own in clusters]
        data_bits = scenario["workload"].get("varied", {"data_mb": [0, 0]})["data_mb"][0] * 8e6
        rows: defaultdict[tuple[str, int], list[Row]] = defaultdict(list)
        for row in results.jobs.rows():
            rows[row["scheduler"], row["replication"]].append({**row, "pattern": pattern})
        given: dict[int, list[tuple[float, int]]] = {}
        work: defaultdict[int, dict[int, float]] = defaultdict(dict)
        baseline: tuple[metasched.Row, list[Run]] | None = None
        for own in results:
            runs = []
            for replication in range(1, scenario["experiment"]["replications"] + 1):
                jobs = sorted(rows[own.scheduler, replication], key=lambda row: row["job_number"])
                assert [row["job_number"] for row in jobs] == list(range(len(jobs)))
                runs.append(Run(jobs, nodes, speeds, links, powers, scenario["experiment"]["slowdown_bound_s"], data_bits))
                # All schedulers have the same jobs, and a job the same work under each, unless it is killed.
                same_jobs = [(row["submission_time"], row["requested_number_of_resources"]) for row in jobs]
                assert given.setdefault(replication, same_jobs) == same_jobs
                for row in filter(lambda row: row["success"], runs[-1].ran):
                    # Times are differences of larger ones, which have fewer digits: to a microsecond.
                    assert abs(work[replication].setdefault(row["job_number"], row["runtime"]) - row["runtime"]) <= SHORTEST_S, row
            policy, queue = own.settings["policy"], own.settings["queue"]
            if queue["order"] == "fcfs" and queue["backfill"] == "none":
                strict += 1
                for run in runs:
                    run.check_order(policy)
            # Of one run, or of a log, of which all replications are the same run, intervals are over blocks of jobs.
            kinds = {"sample"} if "pattern" in scenario["workload"] and len(runs) > 1 else set()
            if policy not in WHOLE and policy not in ("ideal", "fixed"):
                kinds.add("links")
            checked += audit(own, runs, kinds)
            baseline = baseline or (own, runs)
            if own is not baseline[0]:
                check_difference(own, runs, *baseline, "sample" in kinds)
    assert checked > 20 * 3 * 30 and strict > 5
