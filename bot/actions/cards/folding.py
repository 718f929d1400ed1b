"""Folding away: each morning the cards of what is over go from private chats, and a line stays.

Only who works here has so many of them, with the names and numbers of customers. What was said of
these deliveries stays: it names an order and nobody.
"""

from collections.abc import Collection
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
from bot.store.finished_cards import FinishedCard
from bot.store.preferences import Preference
from bot.texts.everyone import folded_away as texts
from bot.texts.everyone.folded_away import Ended
from bot.texts.words import Words

_VIEWS = (View.RIDER, View.DISPATCHER)


async def look(context: Context) -> None:
    """Fold away what was over this morning, chat by chat, if that is not done yet."""
    morning = last_morning(context.clock.now(), context.identity.zone)
    for person in await context.database.read(_still_to_do, morning):
        await context.database.write(_fold_away, person.user_id, morning)
    await context.database.write(_done, morning)


def last_morning(now: datetime, zone: tzinfo) -> datetime:
    """Return when it last was the hour of folding where the business is, in UTC."""
    local = now.astimezone(zone)
    morning = local.replace(hour=FOLDS_AT, minute=0, second=0, microsecond=0)
    if morning > local:
        morning -= timedelta(days=1)
    return morning.astimezone(UTC)


def _still_to_do(tx: Transaction, morning: datetime) -> list[Person]:
    if _is_done(tx, morning):
        return []
    roles = Audience.DISPATCHER.roles | Audience.RIDER.roles
    return [each for each in people.with_role(tx, roles) if _wants_it(each)]


def _is_done(tx: Transaction, morning: datetime) -> bool:
    return preferences.get(tx, Preference.FOLDED_AT) == morning.isoformat()


def _done(tx: Transaction, morning: datetime) -> None:
    if not _is_done(tx, morning):
        preferences.keep(tx, Preference.FOLDED_AT, morning.isoformat())


def _wants_it(person: Person) -> bool:
    return person.reachable and not person.keeps_finished


def _fold_away(tx: Transaction, user_id: int, morning: datetime) -> None:
    """Delete one person's finished cards that Telegram still deletes; older ones stay."""
    person = people.get(tx, user_id)
    if person is None or not _wants_it(person):
        return
    young = tx.now - SURELY_DELETED_WITHIN
    finished = finished_cards.of_chat(tx, user_id, _VIEWS, sent_after=young, known_before=morning)
    for each in finished:
        finished_cards.forget(tx, each)
        notices.erase(tx, user_id, each.message_id, each.sent_at, Urgency.REFRESH)
    theirs = {
        each.delivery: each
        for each in finished
        if each.delivery and (person.dispatches or each.rider == person.rider)
    }
    if theirs:
        ended = _counted(theirs.values(), morning)
        said = texts.folded_away(Words(person.language), ended, dispatches=person.dispatches)
        notice = Say(chat_id=person.user_id, message=said, quiet=True)
        key = effect_keys.folded_away(person.user_id, morning)
        notices.post(tx, notice, key, urgency=Urgency.REFRESH)


def _counted(finished: Collection[FinishedCard], morning: datetime) -> Ended:
    delivered = sum(each.state == State.DELIVERED for each in finished)
    return Ended(
        delivered,
        len(finished) - delivered,
        is_of_one_day=all(each.ended_at >= morning - timedelta(days=1) for each in finished),
    )
