"""The fleet service does not take a key of ours: whom that concerns is told, once a day."""

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.fleet import KeyRefused, OperatorKeyRefused
from bot.store import people
from bot.texts.dispatcher import replies as texts
from bot.texts.words import Words


def tell(tx: Transaction, refusal: KeyRefused) -> None:
    """Tell every dispatcher that the API key is refused, or every owner that of the door is."""
    if isinstance(refusal, OperatorKeyRefused):
        roles, text = (Role.OWNER,), texts.OPERATOR_KEY_REFUSED
        key_for = effect_keys.operator_key_refused
    else:
        roles, text = (Role.OWNER, Role.DISPATCHER), texts.KEY_REFUSED
        key_for = effect_keys.key_refused
    for person in people.with_role(tx, roles):
        alert = Say(chat_id=person.user_id, message=Words(person.language).message(text))
        notices.post(tx, alert, key_for(person.user_id, tx.now), urgency=Urgency.ALARM)
