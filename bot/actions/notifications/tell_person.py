"""Telling one person of a change: in words, by a card, or not at all, by the table of rules."""

from datetime import timedelta

from bot.actions import effect_keys, notices
from bot.actions.delivery_change import DeliveryChange
from bot.actions.follow_ups.sent_orders import Hearing
from bot.actions.happenings import Audience, Channel, Happening, Said
from bot.actions.notice_kinds import Say, Urgency, View
from bot.actions.recipients import muted_kinds
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.texts import announcements
from bot.texts.message import Message
from bot.texts.words import Words

_LATE = timedelta(minutes=5)
"""News older than this is told with its time."""

_LONG_AGO = timedelta(hours=1)
"""No customer's phone rings for news older than this."""

_SAID_AS = {
    View.RIDER: Urgency.DOOR,
    View.DISPATCHER: Urgency.ALARM,
    View.CUSTOMER: Urgency.NEWS,
}


def tell(
    tx: Transaction,
    person: Person,
    audience: Audience,
    change: DeliveryChange,
    what: Happening | None,
    hearing: Hearing = Hearing.EACH,
    *,
    has_rung: bool = False,
) -> None:
    """Tell somebody of a change by its rule in the table, and show their card.

    The person who made the change sees the card change and hears nothing. If their phone `has_rung`
    just now for something that belongs to the change, the card makes no sound.
    """
    if not person.reachable:
        return
    row = change.row
    channel = Channel.EDIT
    if what is not None and person.user_id != change.actor and not change.is_stale(tx.now):
        rule = what.rules[audience]
        is_of_many = hearing is not Hearing.EACH and rule.muted_as is not None
        muted = is_of_many or muted_kinds.is_muted(tx, person, audience, what)
        channel = rule.channel.when_muted if muted else rule.channel
    # Words first: where a chat takes one message a second, the card follows without a sound.
    says = what.rules[audience].says if what else None
    if what and says and channel is Channel.SAY:
        say = Words(person.language)
        # The key leaves the time out of the words, so that they are not said again with a time.
        without_time = says(say, change.after).html
        key = effect_keys.said(row.uuid, person.user_id, without_time, *once(what, row))
        message = with_time(tx, say, says, change)
        is_old = audience is Audience.CUSTOMER and _is_past(tx, change, _LONG_AGO)
        _post_under(tx, person, audience.view, row, message, key, quiet=is_old)
    notices.show_card(
        tx,
        person.user_id,
        row,
        audience.view,
        fresh=channel is Channel.CARD and change.before is not None,
        create=_wants_card(audience, change, channel, hearing),
        quiet=has_rung or channel is not Channel.CARD,
        only_edits=change.was_told,
        is_news=channel is Channel.CARD,
        urgency=Urgency.ANSWER if person.user_id == change.actor else None,
    )


def with_time(tx: Transaction, say: Words, says: Said, change: DeliveryChange) -> Message:
    """Return the message about a change, with its time if that was a while ago."""
    message, moment = says(say, change.after), change.moment
    if moment is None or not _is_past(tx, change, _LATE):
        return message
    return announcements.told_late(say, message, moment)


def _is_past(tx: Transaction, change: DeliveryChange, span: timedelta) -> bool:
    return change.moment is not None and tx.now - change.moment > span


def _wants_card(
    audience: Audience, change: DeliveryChange, channel: Channel, hearing: Hearing
) -> bool:
    """Tell whether somebody without a card gets one; of a finished delivery only with a message."""
    if change.was_told:  # another run has sent a card that this one does not know
        return False
    if hearing is Hearing.TOGETHER:  # its line has a button for it
        return channel is Channel.SAY
    if channel in {Channel.CARD, Channel.QUIET_CARD}:
        return True
    if audience is Audience.DISPATCHER:  # the dispatcher who has to act on it needs its buttons
        return channel is Channel.SAY and change.row.is_open
    is_said = audience is Audience.CUSTOMER and channel is Channel.SAY
    return is_said or change.row.is_open


def once(what: Happening, row: DeliveryRow) -> tuple[str | int, ...]:
    """Return the parts of a key that let a happening be said once, or once for each repeat."""
    return (what.name, row.revision) if what.repeats else (what.name,)


def say_under(
    tx: Transaction,
    person: Person,
    view: View,
    row: DeliveryRow,
    message: Message,
    *once: str | int,
) -> None:
    """Say something under a person's card of a delivery; the same words and `once` only once."""
    key = effect_keys.said(row.uuid, person.user_id, message.html, *once)
    _post_under(tx, person, view, row, message, key)


def _post_under(
    tx: Transaction,
    person: Person,
    view: View,
    row: DeliveryRow,
    message: Message,
    key: EffectKey,
    *,
    quiet: bool = False,
) -> None:
    notice = Say(chat_id=person.user_id, message=message, under=(row.uuid, view), quiet=quiet)
    notices.post(tx, notice, key, urgency=_SAID_AS[view])
