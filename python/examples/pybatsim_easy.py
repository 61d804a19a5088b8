"""EASY backfilling in the manner of pybatsim, compared with the built-in one."""

import metasched
from metasched import pybatsim


class EasyBackfill(pybatsim.BatsimScheduler):
    """The first waiting job gets a reservation; others may start if they do not delay it."""

    def onSimulationBegins(self):
        self.free = set(range(self.bs.nb_compute_resources))
        self.queue, self.running = [], []

    def onJobSubmission(self, job):
        self.queue.append(job)

    def onJobCompletion(self, job):
        self.free |= set(job.allocation)
        self.running.remove(job)

    def onNoMoreEvents(self):
        while self.queue and self.queue[0].requested_resources <= len(self.free):
            self.start(self.queue.pop(0))
        if self.queue:
            self.backfill(*self.reservation(self.queue[0]))

    def reservation(self, head):
        """When the head can start, and how many machines it leaves free then."""
        now, at, later = self.bs.time(), self.bs.time(), len(self.free)
        ends = sorted((max(job.start_time + job.requested_time, now), job.requested_resources) for job in self.running)
        for end, machines in ends:
            if later >= head.requested_resources and end > at:
                break
            at, later = end, later + machines
        return at, later - head.requested_resources

    def backfill(self, at, extra):
        for job in self.queue[1:]:
            ends_before = self.bs.time() + job.requested_time <= at
            if job.requested_resources <= len(self.free) and (ends_before or job.requested_resources <= extra):
                extra -= 0 if ends_before else job.requested_resources
                self.queue.remove(job)
                self.start(job)

    def start(self, job):
        job.allocation = {self.free.pop() for _ in range(job.requested_resources)}
        self.running.append(job)
        self.bs.execute_jobs([job])


if __name__ == "__main__":
    log = {"model": "lublin99", "jobs": 1000, "processors": 64, "load": 0.8, "estimates": "f-model"}
    scenario = {"platform": {"clusters": [{"nodes": 64}]}, "workload": log, "experiment": {"sweep": [], "replications": 1}}
    found = metasched.run(scenario, schedulers=["easy", pybatsim.adapted(EasyBackfill)], jobs=True, progress=False)
    starts = [{row["job_number"]: row["starting_time"] for row in found.jobs.of(name).rows()} for name in ("easy", "EasyBackfill")]
    print(f"{len(starts[0])} jobs, {sum(starts[0][job] != starts[1][job] for job in starts[0])} start at another time")
