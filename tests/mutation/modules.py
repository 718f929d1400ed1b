"""Which modules are changed, and which tests are asked about each."""

from collections.abc import Mapping
from typing import NamedTuple

Arguments = tuple[str, ...]


class Asked(NamedTuple):
    """`first` is quick and kills most; `then` is asked about what is left. Both as pytest reads it.

    What asks PostgreSQL stands in `then`: to start a server takes longer than most tests.
    """

    first: Arguments
    then: Arguments = ()


_ON_SQLITE = ("-k", "not postgresql and not replicas")
_JOBS = tuple(f"tests/store/test_{name}.py" for name in (
    "job_keys", "job_lanes", "job_leases", "dead_letters", "urgency", "jobs_model", "job_steps",
))  # fmt: skip
_QUEUE = Asked(
    (*_JOBS, *_ON_SQLITE),
    (*_JOBS, "tests/store/test_fronts.py", "tests/store/test_job_plans.py",
     "tests/store/test_forgetting.py", "tests/workers/test_worker.py"),
)  # fmt: skip
_SENDING = tuple(f"tests/workers/test_{name}.py" for name in (
    "sender", "sender_in_groups", "group_turn", "paused_sender", "poller", "press_answers",
))  # fmt: skip

MODULES: Mapping[str, Asked] = {
    "bot.actions.access": Asked(("tests/actions/test_access.py",)),
    "bot.base.queue.jobs": _QUEUE,
    "bot.base.queue.lanes": _QUEUE,
    "bot.base.queue.held_jobs": Asked(
        _QUEUE.first,
        (*_QUEUE.then, "tests/workers/test_claims.py", "tests/workers/test_heartbeat.py"),
    ),
    "bot.base.queue.leases": Asked(
        ("tests/store/test_leases.py", "tests/store/test_job_leases.py", *_ON_SQLITE),
        ("tests/store/test_leases.py", "tests/store/test_job_leases.py",
         "tests/workers/test_heartbeat.py", "tests/workers/test_leader.py",
         "tests/workers/test_lost_claim.py"),
    ),
    "bot.base.queue.worker": Asked(
        ("tests/workers/test_worker.py", "tests/workers/test_claims.py", *_ON_SQLITE),
        ("tests/workers/test_worker.py", "tests/workers/test_claims.py",
         "tests/workers/test_lost_claim.py", "tests/workers/test_heartbeat.py",
         "tests/actions/test_giving_up.py"),
    ),
    "bot.fleet.events": Asked(
        ("tests/fleet/test_events.py",),
        ("tests/actions/test_handle_event.py", "tests/contract/test_events.py",
         "tests/web/test_fleet_webhook.py"),
    ),
    "bot.actions.tracking.projection": Asked(
        ("tests/actions/test_projection.py",),
        tuple(f"tests/actions/test_{name}.py" for name in (
            "announce", "handle_event", "alarms", "reconcile", "fleet_requests", "move",
            "same_place", "ready_times", "giving_up",
        )),
    ),
    "bot.telegram.pacing": Asked(("tests/workers/test_pacing.py",), _SENDING),
    "bot.telegram.rate_windows": Asked(
        ("tests/workers/test_windows.py", "tests/workers/test_pacing.py")
    ),
    "bot.telegram.retry_after": Asked(
        ("tests/workers/test_holds.py", "tests/workers/test_pacing.py")
    ),
    "bot.telegram.unconfirmed_sends": Asked(
        ("tests/workers/test_doubts.py",), ("tests/journeys/test_unknown_cards.py", *_SENDING)
    ),
}  # fmt: skip
"""The modules on which most depends: who may what, what waits, what is news, whose turn it is."""
