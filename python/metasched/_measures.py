"""The measures of a row with their types, made from src/lab/experiment/results.rs by python/tests/test_measures.py."""

from __future__ import annotations

from typing import Any


class Measures:
    """The measures of a row. A mean of no jobs is None; measures that a scenario's results cannot have are left out."""

    #: Number of measured jobs that ended, over all replications.
    jobs: int
    #: Digest of the events of all replications, 16 hexadecimal digits.
    digest: str
    #: True if the queue grew without bound in any replication: means then depend on the length of the run.
    unstable: bool
    #: Mean turnaround [s].
    mean_turnaround_s: float
    #: Half width of the interval [s] over replications, or over blocks of the jobs of a single run; null if there is none.
    turnaround_ci95_s: float | None
    #: Mean wait [s].
    mean_wait_s: float
    #: Half width of the interval [s].
    wait_ci95_s: float | None
    #: Mean slowdown: turnaround / run time at speed 1.
    mean_slowdown: float
    #: Half width of the interval.
    slowdown_ci95: float | None
    #: Mean bounded slowdown: run times below `experiment.slowdown_bound_s` count as this bound; at least 1.
    mean_bounded_slowdown: float
    #: Half width of the interval.
    bounded_slowdown_ci95: float | None
    #: Half widths of the intervals of further measures of a single run, by the names of the measures; null if there is none.
    ci95: dict[str, float | None]
    #: Share of jobs that ran on more than one cluster.
    co_allocated_share: float
    #: Mean over co-allocated jobs of time on the nodes / dedicated run time; 1 if there are none.
    mean_penalty: float
    #: Mean slowdown by the network of a single cluster, over the jobs that use such a network; left out if there are none.
    mean_network_slowdown: float | None
    #: Kept and missed reservations, over all replications; left out if there are none.
    reservations: dict[str, Any] | None
    #: Jobs with a fair start, of which those are missed that start later; given if the experiment measures unfairness.
    unfairness: dict[str, Any] | None
    #: Mean wait from the time at which a job could start [s], over all jobs; given if jobs waited for other jobs.
    mean_eligible_wait_s: float | None
    #: Counted by some schedulers.
    planning_rounds: int
    #: Counted by some schedulers.
    denials: int
    #: Counted by some schedulers.
    transfers: int
    #: Counted by some schedulers.
    transfer_ms: int
    #: Counted by some schedulers.
    killed_jobs: int
    #: Measures over all submitted jobs, if some jobs had not ended at the end of the runs; left out otherwise.
    submitted: dict[str, Any] | None
    #: Utilisation: node-seconds used / (nodes × length of the run).
    utilisation: float
    #: Utilisation of each cluster.
    cluster_utilisation: list[float]
    #: Utilisation of each link: bits sent / (capacity × length of the run).
    link_utilisation: list[float]
    #: Time from the first submission to the last end [s], including the warm-up.
    makespan_s: float
    #: Loss of capacity: node-seconds that are idle while jobs wait / (nodes × length of the run).
    loss_of_capacity: float
    #: Energy of all clusters [kWh]; left out unless the power of all nodes is given.
    energy_kwh: float | None
    #: Energy of each cluster [kWh], null if the power of its nodes is not given; left out if no power is given.
    cluster_energy_kwh: list[float | None]
    #: Measures of outages of nodes; left out if there are none.
    outages: dict[str, Any] | None
    #: Measures of memory and GPUs; left out if clusters have none.
    resources: dict[str, Any] | None
    #: How users are treated; left out if the jobs have no users.
    users: dict[str, Any] | None
    #: Time average of the number of waiting jobs.
    mean_queue_length: float
    #: Largest number of waiting jobs at an arrival.
    longest_queue: int
    #: Largest demand / capacity of any link at any time.
    max_link_saturation: float
    #: Offered load: arriving work / capacity of all nodes.
    offered_load: float
    #: Number of replications.
    replications: int
    #: Mean turnaround of each replication [s], null if unfinished. Replications with the same number have the same jobs, so the results
    #: of two schedulers, or of two points with the same jobs, can be paired.
    replication_mean_turnaround_s: list[float | None]
    #: Number of jobs, over all replications, for which this scheduler has no place even on an idle platform. They are dropped and not in
    #: the means.
    rejected_jobs: int
    #: Number of dropped jobs whose search for a place gave up, so that a place may exist.
    not_found_jobs: int
    #: Number of jobs left out as warm-up at the start of the runs, over all replications.
    warmup_jobs: int
    #: Quantiles of the turnaround [s].
    turnaround_quantiles_s: dict[str, float | None]
    #: Quantiles of the wait [s].
    wait_quantiles_s: dict[str, float | None]
    #: Quantiles of the slowdown.
    slowdown_quantiles: dict[str, float | None]
    #: Quantiles of the bounded slowdown.
    bounded_slowdown_quantiles: dict[str, float | None]
    #: Comparison with the first scheduler on the same jobs; null for the first scheduler.
    paired: dict[str, Any] | None
    #: Results of the experiment's groups of jobs; left out if there are none.
    groups: list[dict[str, Any]]
