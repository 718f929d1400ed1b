"""The durable queue: jobs, their lanes, leases and workers."""
