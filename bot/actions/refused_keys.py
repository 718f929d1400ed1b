"""The alert that the fleet service refuses a key, once a day to each person concerned."""

from bot.actions import effect_keys, notices
from bot.actions.notice_kinds import Say, Urgency
from bot.base.database.transaction import Transaction
from bot.domain.person import Role
from bot.fleet import KeyRefused, OperatorKeyRefused
from bot.store import people
from bot.texts.dispatcher import replies as texts
from bot.texts.words import Words


def tell(tx: Transaction, refusal: KeyRefused) -> None:
    """Tell all dispatchers that the API key is refused, or all owners that the door's key is."""
    is_of_door = isinstance(refusal, OperatorKeyRefused)
    for person in people.with_role(tx, (Role.OWNER, Role.DISPATCHER)):
        if not is_of_door:
            text, key = texts.KEY_REFUSED, effect_keys.key_refused(person.user_id, tx.now)
        elif Role.OWNER in person.roles:
            text = texts.OPERATOR_KEY_REFUSED
            key = effect_keys.operator_key_refused(person.user_id, tx.now)
        else:
            continue
        alert = Say(chat_id=person.user_id, message=Words(person.language).message(text))
        notices.post(tx, alert, key, urgency=Urgency.ALARM)
