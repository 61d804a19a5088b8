"""A1 of Jones et al. (2005): at home, else whole on another cluster, else spread so that no link is loaded beyond a threshold.

    metasched run scenario.json      with {"policy": "external", "command": ["python3", "a1.py"], "settings": {"lslt": 1}}

The clusters are joined in a star, and jobs communicate all to all. Jobs that do not fit are passed over.
"""

import json
import sys

queue = []


def demand(job, here):
    """What a piece of `here` nodes asks of its cluster's link [bit/s], in whole bits (equation 1)."""
    unit = 4 * job["bsbw_bps"] / (job["nodes"] * job["nodes"])
    return int(unit * (here * (job["nodes"] - here)) + 0.5)


def spread(job, free, loads, missing, cluster=0):
    """Pieces on the clusters from this one on that have `missing` nodes together: on each as many as possible (equations 9 to 11)."""
    if missing == 0:
        return []
    if cluster == len(free) or sum(free[cluster:]) < missing:
        return None
    capacity = hello["links_bps"][cluster]
    is_open = loads[cluster] / capacity < lslt
    for here in range(min(free[cluster], missing) if is_open else 0, 0, -1):
        if (loads[cluster] + demand(job, here)) / capacity <= lslt:
            rest = spread(job, free, loads, missing - here, cluster + 1)
            if rest is not None:
                return [[cluster, here]] + rest
    return spread(job, free, loads, missing, cluster + 1)


def place(job, free, loads):
    """The pieces of a job; None if it has to wait."""
    nodes = job["nodes"]
    if nodes <= free[job["home"]]:
        return [[job["home"], nodes]]
    fits = [cluster for cluster in range(len(free)) if nodes <= free[cluster]]
    if fits:
        return [[min(fits, key=lambda cluster: free[cluster]), nodes]]
    return spread(job, free, loads, nodes)


def answer(message):
    queue.extend(message["submitted"])
    free, loads = message["free"], message["loads_bps"]
    start = []
    for job in list(queue):
        pieces = place(job, free, loads)
        if pieces is None:
            continue
        for cluster, nodes in pieces:
            free[cluster] -= nodes
            if len(pieces) > 1:
                loads[cluster] += demand(job, nodes)
        queue.remove(job)
        start.append([job["job"], pieces])
    return {"start": start}


hello = json.loads(sys.stdin.readline())
lslt = hello["settings"].get("lslt", 1)
print(json.dumps({"hello": 1, "wants": ["links"]}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "bye" in message:
        break
    print(json.dumps(answer(message)), flush=True)
