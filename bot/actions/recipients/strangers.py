"""The limits on answers to strangers, who have no role here."""

import hashlib
from datetime import timedelta

from bot.base.database.transaction import Transaction
from bot.domain.person import Person
from bot.store import quotas
from bot.store.quotas import Quota
from bot.texts.message import Message

_THE_SAME = Quota("answer", 1, timedelta(minutes=1))
_ANY = Quota("answers", 30, timedelta(days=1))
_LINKS = Quota("links", 10, timedelta(hours=1))


def may_be_answered(tx: Transaction, person: Person, message: Message) -> bool:
    """Count an answer to a stranger, and tell whether it may be sent.

    The limits are the same answer once a minute, and 30 answers a day. People with a role have
    none.
    """
    if person.roles:
        return True
    what = hashlib.sha256(message.html.encode()).hexdigest()[:16]
    if not quotas.take(tx, _THE_SAME, person.user_id, what):
        return False
    return quotas.take(tx, _ANY, person.user_id)


def may_try_link(tx: Transaction, person: Person) -> bool:
    """Count a link that a person opens: 10 an hour are allowed, so that links cannot be guessed."""
    return quotas.take(tx, _LINKS, person.user_id)
