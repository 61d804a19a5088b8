"""What the tests share. They run against an installed wheel: `cargo xtask test python`."""

from __future__ import annotations

from typing import Any

import metasched
import pytest


@pytest.fixture(scope="session")
def scenario() -> dict[str, Any]:
    """A fraction of a second of work."""
    return {
        "schema": 2,
        "workload": {"jobs_per_cluster": 300},
        "schedulers": ["no-share", "first-fit", {"policy": "b3", "lslt": 0.8}],
        "experiment": {"replications": 2, "sweep": [{"parameter": "workload.bsbw_mbps", "values": [200, 400]}]},
    }


@pytest.fixture(scope="session")
def curve(scenario: dict[str, Any]) -> metasched.Results:
    return metasched.sweep(scenario, threads=1)
