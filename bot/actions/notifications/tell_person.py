"""One person is told of a change: by the table of rules, in words, by a card, or not at all."""

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
"""How old news is with which its time is told."""

_LONG_AGO = timedelta(hours=1)
"""How old news is for which no customer's phone rings."""

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
    """Tell somebody of a change as the table has it for what it means, and show their card.

    The person who has done it sees their card change and hears nothing. Where it `has_rung` just
    now, for something that belongs with it, the card makes no sound.
    """
    if not person.reachable:
        return
    channel = _channel(tx, person, audience, change, what, hearing)
    # Words first: where a chat takes one message a second, the card follows without a sound.
    says = what.rules[audience].says if what else None
    if what and says and channel is Channel.SAY:
        _say(tx, person, audience, change, says, once(what, change.row))
    notices.show_card(
        tx,
        person.user_id,
        change.row,
        audience.view,
        fresh=channel is Channel.CARD and change.before is not None,
        create=_wants_card(audience, change, channel, hearing),
        quiet=has_rung or channel is not Channel.CARD,
        only_edits=change.was_told,
        is_news=channel is Channel.CARD,
        urgency=Urgency.ANSWER if person.user_id == change.actor else None,
    )


def _say(
    tx: Transaction,
    person: Person,
    audience: Audience,
    change: DeliveryChange,
    says: Said,
    once: tuple[str | int, ...],
) -> None:
    """Say it with its time, if that is a while ago; what was said is known without that."""
    say, row = Words(person.language), change.row
    key = effect_keys.said(row.uuid, person.user_id, says(say, change.after).html, *once)
    is_old = audience is Audience.CUSTOMER and _is_past(tx, change, _LONG_AGO)
    said = with_time(tx, say, says, change)
    _post_under(tx, person, audience.view, row, said, key, quiet=is_old)


def with_time(tx: Transaction, say: Words, says: Said, change: DeliveryChange) -> Message:
    """Return what is said of a change, with its time where that is not about now."""
    said, moment = says(say, change.after), change.moment
    if moment is None or not _is_past(tx, change, _LATE):
        return said
    return announcements.told_late(say, said, moment)


def _is_past(tx: Transaction, change: DeliveryChange, span: timedelta) -> bool:
    return change.moment is not None and tx.now - change.moment > span


def _wants_card(
    audience: Audience, change: DeliveryChange, channel: Channel, hearing: Hearing
) -> bool:
    """Tell whether somebody without a card is to get one: of what is over only to hear it.

    Where another run has told of it they have one that we do not know.
    """
    if change.was_told:
        return False
    if hearing is Hearing.TOGETHER:  # its line has a button for it
        return channel is Channel.SAY
    if channel in {Channel.CARD, Channel.QUIET_CARD}:
        return True
    if audience is Audience.DISPATCHER:  # who has to act on it needs its buttons
        return channel is Channel.SAY and change.row.is_open
    is_told = audience is Audience.CUSTOMER and channel is Channel.SAY
    return is_told or change.row.is_open


def _channel(
    tx: Transaction,
    person: Person,
    audience: Audience,
    change: DeliveryChange,
    what: Happening | None,
    hearing: Hearing,
) -> Channel:
    if what is None or person.user_id == change.actor or change.is_stale(tx.now):
        return Channel.EDIT
    rule = what.rules[audience]
    is_of_many = hearing is not Hearing.EACH and rule.muted_as is not None
    muted = is_of_many or muted_kinds.is_muted(tx, person, audience, what)
    return rule.channel.when_muted if muted else rule.channel


def once(what: Happening, row: DeliveryRow) -> tuple[str | int, ...]:
    """Name what may be said once: an attempt that failed may fail again, in the same words."""
    return (what.name, row.revision) if what.repeats else (what.name,)


def say_under(
    tx: Transaction, person: Person, view: View, row: DeliveryRow, said: Message, *once: str | int
) -> None:
    """Say something under a person's card of a delivery; what has the same `once`, only once."""
    key = effect_keys.said(row.uuid, person.user_id, said.html, *once)
    _post_under(tx, person, view, row, said, key)


def _post_under(
    tx: Transaction,
    person: Person,
    view: View,
    row: DeliveryRow,
    said: Message,
    key: EffectKey,
    *,
    quiet: bool = False,
) -> None:
    notice = Say(chat_id=person.user_id, message=said, under=(row.uuid, view), quiet=quiet)
    notices.post(tx, notice, key, urgency=_SAID_AS[view])
