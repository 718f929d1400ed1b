"""The fleet service does not take a key of ours: whom that concerns is told, once a day."""

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person, Role
from bot.fleet import KeyRefused, OperatorKeyRefused
from bot.store import people
from bot.texts.dispatcher import replies as texts
from bot.texts.message import FixedMessage
from bot.texts.words import Words


def tell(tx: Transaction, refusal: KeyRefused) -> None:
    """Tell every dispatcher that the API key is refused, or every owner that of the door is."""
    if isinstance(refusal, OperatorKeyRefused):
        for owner in people.with_role(tx, (Role.OWNER,)):
            key = effect_keys.operator_key_refused(owner.user_id, tx.now)
            _alert(tx, owner, texts.OPERATOR_KEY_REFUSED, key)
    else:
        for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
            key = effect_keys.key_refused(person.user_id, tx.now)
            _alert(tx, person, texts.KEY_REFUSED, key)


def _alert(tx: Transaction, person: Person, said: FixedMessage, key: EffectKey) -> None:
    alert = Say(chat_id=person.user_id, message=Words(person.language).message(said))
    notices.post(tx, alert, key, urgency=Urgency.ALARM)
