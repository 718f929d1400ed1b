"""A trial: a webhook that an operator sends, to see that one comes all the way to a chat."""

from datetime import datetime
from uuid import uuid4

from pydantic_core import to_json

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import Job
from bot.domain.person import Role
from bot.fleet import FleetEvent
from bot.store import people
from bot.texts.dispatcher import health as texts
from bot.texts.words import Words

_EVENT = "handover.test"
"""Not an event of the fleet service: a bot of another version takes it for an unknown event."""


def make(now: datetime) -> bytes:
    """Return the body of a webhook about no delivery; each body is different."""
    data = {"delivery_id": str(uuid4()), "status": "test", "updated_at": now.isoformat()}
    return to_json({"event": _EVENT, "timestamp": now.isoformat(), "data": data})


def is_one(event: FleetEvent) -> bool:
    return event.kind_text == _EVENT


def tell(tx: Transaction, job: Job, event: FleetEvent) -> None:
    """Tell the owners that it has come, and finish its job."""
    sent_at = event.updated_at or tx.now
    for owner in people.with_role(tx, (Role.OWNER,)):
        message = texts.webhook_came(Words(owner.language), tx.now - sent_at)
        key = effect_keys.to(effect_keys.trial(job.key), owner.user_id)
        notices.post(tx, Say(chat_id=owner.user_id, message=message), key, urgency=Urgency.ALARM)
    jobs.finish(tx, job)
