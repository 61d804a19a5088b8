"""95 % intervals: over replications, and of a single run from its jobs, as MODELS.md says under "Intervals of a single run"."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Row = dict[str, Any]

#: Largest number of blocks that are kept of a run, and least number of blocks that give an interval.
MOST, LEAST = 256, 10
#: The 0.975 quantiles of Student's t for 1 to 30 degrees of freedom, as in tables.
T975: tuple[float, ...] = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
T975 += (2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
#: The quantiles with an interval: the measure, the value of a job, the share.
QUANTILES = [
    ("turnaround_p50_s", "turnaround", 0.5),
    ("turnaround_p95_s", "turnaround", 0.95),
    ("wait_p95_s", "wait", 0.95),
    ("bounded_slowdown_p95", "bounded", 0.95),
]


def t975(freedom: int) -> float:
    """From 31 degrees of freedom on by the expansion of Cornish and Fisher."""
    if freedom <= len(T975):
        return T975[freedom - 1]
    z = 1.959964
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)


def estimate(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean of replications, with the half width of its interval."""
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, None
    deviation = math.sqrt(math.fsum((own - mean) ** 2 for own in values) / (len(values) - 1))
    return mean, t975(len(values) - 1) * deviation / math.sqrt(len(values))


def half_width(series: Sequence[float]) -> float | None:
    """Half width of the interval of the mean of a dependent series; None if fewer than ten blocks of it are independent."""
    if len(series) >= LEAST and min(series) == max(series):
        return 0.0
    counts = [len(series)]
    while counts[-1] >= LEAST:
        counts.append(counts[-1] * 10 // 13)
    found = None
    for k in reversed(counts[:-1]):
        blocks = [series[at * len(series) // k : (at + 1) * len(series) // k] for at in range(k)]
        means = [math.fsum(own) / len(own) for own in blocks]
        middle = math.fsum(means) / k
        off = [own - middle for own in means]
        squares = math.fsum(own * own for own in off)
        r = math.fsum(a * b for a, b in zip(off, off[1:], strict=False)) / squares if squares else 0.0
        if r > 1.645 / math.sqrt(k):
            break
        if r < 0.5 / math.sqrt(k):
            found = corrected(off, squares, r)
    return found


def corrected(off: Sequence[float], squares: float, r: float) -> float:
    """The half width of k block means with these distances from their mean, for what correlation and skewness are left."""
    k = len(off)
    rho = max(0.0, r + 1 / k)
    f = (1 + rho) / (1 - rho)
    variance = squares / (k - 1)
    skewness = k / ((k - 1) * (k - 2)) * math.fsum(own**3 for own in off) / variance**1.5 if squares else 0.0
    beta = skewness / (6 * math.sqrt(k))
    t = t975(max(1, int(k / f) - 1))

    def adjusted(t: float) -> float:
        cube = 1 + 6 * beta * (t - beta)
        return t if abs(beta) < 1e-6 else (math.copysign(abs(cube) ** (1 / 3), cube) - 1) / (2 * beta)

    return math.sqrt(variance * f / k) * max(abs(adjusted(t)), abs(adjusted(-t)))


def of_ratio(sums: Sequence[float], counts: Sequence[float]) -> tuple[float, float | None]:
    """A mean over jobs that are spread unevenly over blocks, with its half width."""
    mean = math.fsum(sums) / math.fsum(counts)
    half = half_width([own - mean * count for own, count in zip(sums, counts, strict=True)])
    return mean, None if half is None else half * len(sums) / math.fsum(counts)


class Blocks:
    """The jobs of a run in blocks of their order of submission; the length of a block is a power of two."""

    def __init__(self, ran: Sequence[Row]) -> None:
        self.ran = ran
        last = max(row["job_number"] for row in ran)
        self.length = 1
        while last // self.length >= MOST:
            self.length *= 2
        self.counts = self.sums(lambda _: 1.0)

    def sums(self, value: Callable[[Row], float]) -> list[float]:
        blocks: list[list[float]] = [[] for _ in range(max(row["job_number"] for row in self.ran) // self.length + 1)]
        for row in self.ran:
            blocks[row["job_number"] // self.length].append(value(row))
        return [math.fsum(own) for own in blocks]

    def mean(self, name: str) -> float | None:
        """Half width of the interval of a mean over the jobs."""
        return of_ratio(self.sums(lambda row: row[name]), self.counts)[1]

    def quantile(self, name: str, share: float) -> float | None:
        """Half width of the interval of a quantile (Woodruff 1952). The program keeps values of jobs with 24 bits."""
        ranked = sorted(short(row[name]) for row in self.ran)

        def at(share: float) -> float:
            return ranked[min(max(int(share * len(ranked) + 0.5), 1), len(ranked)) - 1]

        found = at(share)
        below = self.sums(lambda row: float(short(row[name]) <= found))
        mean, half = of_ratio(below, self.counts)
        if half is None:
            return None
        per_job = (at(min(1.0, share + half)) - at(max(0.0, share - half))) / (2 * half) if half else 0.0
        return of_ratio([found * n - (own - mean * n) * per_job for own, n in zip(below, self.counts, strict=True)], self.counts)[1]


def short(value: float) -> float:
    """The nearest number of 32 bits."""
    [near] = struct.unpack("f", struct.pack("f", value))
    return float(near)


def over_time(stays: Iterable[tuple[float, float, float]], length_s: float) -> float | None:
    """Half width of the interval of a mean over time, of amounts that stay from one time to another."""
    stretch_s = 1.0
    while length_s > MOST * stretch_s:
        stretch_s *= 2
    stays = list(stays)
    starts = [at * stretch_s for at in range(math.ceil(length_s / stretch_s))]
    inside = [(start, min(start + stretch_s, length_s)) for start in starts]
    sums = [math.fsum(amount * max(0.0, min(end, until) - max(start, since)) for since, until, amount in stays) for start, end in inside]
    mean = math.fsum(sums) / length_s
    half = half_width([(own - mean * (end - start)) / length_s for own, (start, end) in zip(sums, inside, strict=True)])
    return None if half is None else half * len(sums)
