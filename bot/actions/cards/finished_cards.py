"""Folding away: each morning the cards of ended deliveries go from private chats, and a line stays.

Only staff have so many of these cards, with the names and numbers of customers. Other messages
about these deliveries stay: they name an order, and no person.
"""

from datetime import UTC, datetime, timedelta, tzinfo

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.happenings import Audience
from bot.actions.notice_kinds import SURELY_DELETED_WITHIN, Say, Urgency, View
from bot.base.database.transaction import Transaction
from bot.domain.limits import FOLDS_AT
from bot.domain.person import Person
from bot.fleet import State
from bot.store import finished_cards, people, preferences
from bot.store.preferences import Preference
from bot.texts.everyone import folded_away as texts
from bot.texts.everyone.folded_away import Ended
from bot.texts.words import Words

_VIEWS = (View.RIDER, View.DISPATCHER)


async def look(context: Context) -> None:
    """Fold away the deliveries that had ended by this morning, chat by chat, once a morning."""
    morning = last_morning(context.clock.now(), context.identity.zone)
    folded_at = await context.database.read(preferences.get, Preference.FOLDED_AT)
    if folded_at == morning.isoformat():
        return
    roles = Audience.DISPATCHER.roles | Audience.RIDER.roles
    for person in await context.database.read(people.with_role, roles):
        if _wants_it(person):
            await context.database.write(_fold_away, person.user_id, morning)
    # Last, so that an interrupted look begins again; chats that are done have nothing left then.
    await context.database.write(preferences.keep, Preference.FOLDED_AT, morning.isoformat())


def last_morning(now: datetime, zone: tzinfo) -> datetime:
    """Return the latest moment of the folding hour in the business's zone, as UTC."""
    local = now.astimezone(zone)
    morning = local.replace(hour=FOLDS_AT, minute=0, second=0, microsecond=0)
    if morning > local:
        morning -= timedelta(days=1)
    return morning.astimezone(UTC)


def _wants_it(person: Person) -> bool:
    return person.reachable and not person.keeps_finished


def _fold_away(tx: Transaction, user_id: int, morning: datetime) -> None:
    """Delete a person's finished cards as far as Telegram still deletes them; older ones stay."""
    person = people.get(tx, user_id)
    if person is None or not _wants_it(person):
        return
    young = tx.now - SURELY_DELETED_WITHIN
    finished = finished_cards.of_chat(tx, user_id, _VIEWS, sent_after=young, known_before=morning)
    for each in finished:
        finished_cards.forget(tx, each)
        notices.erase(tx, user_id, each.message_id, each.sent_at, Urgency.REFRESH)
    # A rider's card may be of a job that went to somebody else, which does not count.
    theirs = {
        each.delivery: each
        for each in finished
        if each.delivery and (person.dispatches or each.rider == person.rider)
    }
    if theirs:
        delivered = sum(each.state == State.DELIVERED for each in theirs.values())
        yesterday = morning - timedelta(days=1)
        ended = Ended(
            delivered,
            len(theirs) - delivered,
            is_of_one_day=all(each.ended_at >= yesterday for each in theirs.values()),
        )
        message = texts.folded_away(Words(person.language), ended, dispatches=person.dispatches)
        notice = Say(chat_id=person.user_id, message=message, quiet=True)
        key = effect_keys.folded_away(person.user_id, morning)
        notices.post(tx, notice, key, urgency=Urgency.REFRESH)
