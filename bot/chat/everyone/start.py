"""/start: the first word, with or without an invitation in it."""

from telegram import User

from bot.actions.access import Action
from bot.actions.cards import back_in_reach
from bot.actions.context import HELLO, BotIdentity
from bot.actions.everyone import invited_people, join
from bot.actions.everyone.join import Joined, JoinOutcome
from bot.actions.follow_ups import sent_orders
from bot.actions.recipients import strangers
from bot.actions.rider import invited_riders
from bot.base.database.transaction import Transaction
from bot.chat.handler import Command
from bot.chat.rider.sign_up import ask_for_phone
from bot.chat.turn import Turn, settled
from bot.domain.person import Person, Role
from bot.store import people
from bot.texts import message
from bot.texts.catalogues import nearest
from bot.texts.everyone import replies as texts
from bot.texts.words import Words, phrase

_REFUSALS = {JoinOutcome.BAD_LINK: texts.BAD_LINK, JoinOutcome.OWN_LINK: texts.OWN_LINK}


async def start(turn: Turn) -> None:
    await invited_riders.look_at_riders(turn.context, turn.person, turn.argument)
    await _begin(turn)


@settled
def _begin(tx: Transaction, turn: Turn) -> None:
    token = turn.argument if turn.argument != HELLO else ""
    before = turn.person
    person = people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))
    if not before.reachable:
        back_in_reach.put_cards_right(tx, person.user_id, turn.job.key)
    joined = _open(tx, person, token) if token else invited_people.come_in(tx, person)
    refuse = _REFUSALS.get(joined.outcome)
    if refuse or not ask_for_phone(tx, turn):
        turn.reply(tx, refuse or greeting(tx, turn.context.identity, person))
    join.settle_in(tx, person.user_id, joined, turn.job.key)
    if joined.cards:
        sent_orders.gather(tx, person)


def _open(tx: Transaction, person: Person, token: str) -> Joined:
    """Open a link, unless somebody tries one after the other: all that fails reads the same."""
    if not strangers.may_try_link(tx, person):
        return Joined(JoinOutcome.BAD_LINK)
    return join.open_link(tx, person, token)


def greeting(tx: Transaction, identity: BotIdentity, person: Person) -> message.Message:
    """Greet somebody by their roles, or ask a stranger for their contact."""
    known = people.get(tx, person.user_id) or person
    say = Words(known.language)
    if known.roles == {Role.CUSTOMER} and known.phone is None:
        people.contact_asked(tx, known.user_id)
        return texts.welcome_by_link(say, known.first_name)
    if known.roles:
        return texts.welcome(say, known.first_name, sorted(known.roles))
    people.contact_asked(tx, known.user_id)
    return texts.stranger(say, identity.business_name)


def acquaint(tx: Transaction, turn: Turn) -> Person:
    """Return who speaks; somebody who has never said hello is kept from now on."""
    known = people.get(tx, turn.user.id)
    if known is not None:
        return known
    return people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))


def language(user: User) -> str:
    return nearest(user.language_code)


START = Command("start", Action.GREET, phrase("say hello, or open an invitation"), start)
