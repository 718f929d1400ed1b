"""Another program that takes this bot's messages: known to /health, and told to the owners."""

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
    """Note that another one polls, and say so to each owner, once for as long as that lasts."""
    since = known_since(tx) or tx.now
    preferences.keep(tx, Preference.OTHER_POLLER, since.isoformat())
    for owner in people.with_role(tx, (Role.OWNER,)):
        if owner.reachable:
            message = texts.other_poller(Words(owner.language))
            notice = Say(chat_id=owner.user_id, message=message)
            key = effect_keys.other_poller(owner.user_id, since)
            notices.post(tx, notice, key, urgency=Urgency.ALARM)


def over(tx: Transaction) -> None:
    """Forget it: the other one is gone, or this program begins to poll."""
    if known_since(tx) is not None:
        preferences.keep(tx, Preference.OTHER_POLLER, "")


def known_since(tx: Transaction) -> datetime | None:
    """Return since when another one takes messages; `None` where none is known to."""
    since = preferences.get(tx, Preference.OTHER_POLLER)
    return datetime.fromisoformat(since) if since else None
