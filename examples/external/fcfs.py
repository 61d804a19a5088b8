"""First come, first served, on one cluster: the job that waits longest starts when it fits, and nobody passes it.

    metasched run scenario.json      with {"policy": "external", "command": ["python3", "fcfs.py"]}
"""

import json
import sys

queue = []


def answer(message):
    if "hello" in message:
        # Jobs run on one cluster, so larger ones are dropped when they arrive.
        return {"hello": 1, "reach": "cluster"}
    queue.extend(message["submitted"])
    free = message["free"][0]
    start = []
    while queue and queue[0]["nodes"] <= free:
        job = queue.pop(0)
        free -= job["nodes"]
        start.append([job["job"], [[0, job["nodes"]]]])
    return {"start": start}


for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    print(json.dumps(answer(message)), flush=True)
