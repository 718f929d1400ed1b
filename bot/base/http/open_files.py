"""How many files and connections the system lets this process have open."""

import contextlib
import resource

_OTHERS = 256
"""Files that are no connections of clients: databases, certificates, connections that we make."""


def connections_allowed(wanted: int) -> int:
    """Raise the limit as far as this process may; return how many of `wanted` connections fit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS says "unlimited" and refuses it
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    return min(wanted, max(soft - _OTHERS, soft // 2))
