"""A Ray cluster of two nodes on this computer, for tests: it stays on the loopback network, and ends with its input.

Prints its address, then takes commands from its standard input: `kill` ends the second node as a power cut would.
"""

from __future__ import annotations

import os
import sys

os.environ |= {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}

MEMORY = 80_000_000
"""Bytes of shared memory for each node, near the least that Ray takes."""


def main() -> None:
    from ray.cluster_utils import Cluster  # type: ignore[import-not-found, unused-ignore]  # an extra of its own

    options = {"num_cpus": 1, "object_store_memory": MEMORY, "node_ip_address": "127.0.0.1", "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=options)
    try:
        options.pop("include_dashboard")
        second = cluster.add_node(**options)
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "kill":
                cluster.remove_node(second, allow_graceful=False)
                print("killed", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
