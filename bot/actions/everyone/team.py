"""The team: the right to remove a member, and everything that a removal ends."""

from collections.abc import Mapping

from bot.actions import effect_keys, notices
from bot.actions.access import Action, may
from bot.actions.notice_kinds import EraseCard, Say, SetMenu, ShowCard, View
from bot.actions.rider import locations
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.person import Person, Role
from bot.store import audit, boards, cards, dialogs, invites, job_words, people
from bot.texts.dispatcher import team as texts
from bot.texts.words import Words

STAFF = (Role.OWNER, Role.DISPATCHER, Role.RIDER)
"""The roles of people who work here, in the order in which they are named."""

_REMOVALS: Mapping[Role, Action] = {
    Role.DISPATCHER: Action.REMOVE_DISPATCHER,
    Role.RIDER: Action.REMOVE_RIDER_LINK,
}

_CARDS: Mapping[Role, frozenset[View]] = {
    Role.DISPATCHER: frozenset(
        {
            View.DISPATCHER,
            View.DIGEST,
            View.BOARD,
            View.RIDER_PLACE,
            View.ORDER_PICTURE,
            View.CONVERSATION,
            View.BROADCAST,
        }
    ),
    Role.RIDER: frozenset(
        {
            View.RIDER,
            View.PICKUP,
            View.ROUND,
            View.HANDOVER,
            View.CODE_PROMPT,
            View.NEXT_STOP,
            View.ORDER_PICTURE,
            View.CONVERSATION,
        }
    ),
}

_CLOSED = {View.DISPATCHER, View.RIDER, View.PICKUP, View.ROUND, View.CONVERSATION}
"""Cards that stay, without their content; the others are deleted."""


def is_staff(person: Person) -> bool:
    return bool(person.roles.intersection(STAFF))


def may_remove(by: Person, member: Person, role: Role) -> bool:
    """Tell whether a person may end this role of a member: never their own, nor an owner's."""
    if by.user_id == member.user_id or Role.OWNER in member.roles:
        return False
    return role in member.roles and role in _REMOVALS and may(by, _REMOVALS[role])


def remove(tx: Transaction, by: Person, member: Person, role: Role, key: EffectKey) -> None:
    """End a role of a member, with every link, question and card that came with it.

    The member's open requests stay; each checks the rights again when its turn comes, and is
    denied.
    """
    people.revoke(tx, member.user_id, role)
    if role is Role.RIDER:
        # Without the bar their phone number would make them the rider again.
        people.bar(tx, member.user_id, member.rider)
        locations.leave(tx, member.as_rider, key)
    invites.void(tx, member.user_id)
    dialogs.close(tx, member.user_id)
    boards.end(tx, member.user_id)
    audit.record(tx, by.user_id, _REMOVALS[role], detail=str(member.user_id))
    clear_away(tx, member, role, key)
    say_farewell(tx, member, role, key)
    notices.post(tx, SetMenu(chat_id=member.user_id), effect_keys.menu(key))


def say_farewell(tx: Transaction, member: Person, role: Role, key: EffectKey) -> None:
    if member.reachable:
        message = texts.farewell(Words(member.language), role)
        notice = Say(chat_id=member.user_id, message=message)
        notices.post(tx, notice, effect_keys.farewell(key))


def clear_away(tx: Transaction, member: Person, role: Role, key: EffectKey) -> None:
    """Close or delete a role's cards in a member's chat, and delete a rider's words of jobs."""
    for card in cards.of_chat(tx, member.user_id):
        if card.view not in _CARDS[role]:
            continue
        chat_id, delivery, view = card.chat_id, card.delivery, View(card.view)
        notice: ShowCard | EraseCard
        if view in _CLOSED:
            notice = ShowCard(chat_id=chat_id, delivery=delivery, view=view, create=False)
        else:
            notice = EraseCard(chat_id=chat_id, delivery=delivery, view=view)
        notices.post(tx, notice, effect_keys.card_closed(key, chat_id, delivery, view))
    if role is Role.RIDER:
        for message_id in job_words.take_all(tx, member.user_id):
            notices.erase(tx, member.user_id, message_id)
