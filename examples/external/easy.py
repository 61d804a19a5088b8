"""EASY backfilling on one cluster: a job may pass the first one if, by the estimates, it does not delay it (Lifka 1995).

    metasched run scenario.json      with {"policy": "external", "command": ["python3", "easy.py"]}
"""

import json
import sys

queue = []
running = {}  # Expected end and nodes of each job that runs.


def shadow(head, free, now):
    """When the first job can start by the estimates, and how many nodes it leaves then."""
    ends = {}
    for end, nodes in running.values():
        ends[max(end, now)] = ends.get(max(end, now), 0) + nodes
    for end in sorted(ends):
        free += ends[end]
        if free >= head["nodes"]:
            return end, free - head["nodes"]
    raise ValueError(f"job {head['job']} never fits")


def answer(message):
    if "hello" in message:
        return {"hello": 1, "wants": ["ends"], "reach": "cluster"}
    now, free = message["now_s"], message["free"][0]
    queue.extend(message["submitted"])
    for job in message["ended"]:
        del running[job]
    for job, end in message["ends"]:
        if job in running:
            running[job] = (end, running[job][1])
    start = []

    def begin(job):
        nonlocal free
        free -= job["nodes"]
        running[job["job"]] = (now + job["estimate_s"], job["nodes"])
        start.append([job["job"], [[0, job["nodes"]]]])

    while queue and queue[0]["nodes"] <= free:
        begin(queue.pop(0))
    if queue and free > 0:
        at, extra = shadow(queue[0], free, now)
        for job in queue[1:]:
            if job["nodes"] > free:
                continue
            if now + job["estimate_s"] <= at:
                pass
            elif job["nodes"] <= extra:
                extra -= job["nodes"]
            else:
                continue
            begin(job)
            queue.remove(job)
    return {"start": start}


for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    print(json.dumps(answer(message)), flush=True)
