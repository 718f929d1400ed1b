"""The alert that another program polls this bot's updates, for the owners and /health."""

from datetime import datetime

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.store import people, preferences
from bot.store.preferences import Preference
from bot.texts.dispatcher import health as texts
from bot.texts.words import Words


def tell(tx: Transaction) -> None:
    """Record that another program polls, and tell each owner once for as long as it lasts."""
    since = known_since(tx) or tx.now
    preferences.keep(tx, Preference.OTHER_POLLER, since.isoformat())
    for owner in people.with_role(tx, (Role.OWNER,)):
        if owner.reachable:
            message = texts.other_poller(Words(owner.language))
            notice = Say(chat_id=owner.user_id, message=message)
            key = effect_keys.other_poller(owner.user_id, since)
            notices.post(tx, notice, key, urgency=Urgency.ALARM)


def over(tx: Transaction) -> None:
    """Clear the record, because the other program is gone, or this one begins to poll."""
    if known_since(tx) is not None:
        preferences.keep(tx, Preference.OTHER_POLLER, "")


def known_since(tx: Transaction) -> datetime | None:
    """Return since when another program polls; `None` if none does as far as known."""
    since = preferences.get(tx, Preference.OTHER_POLLER)
    return datetime.fromisoformat(since) if since else None
