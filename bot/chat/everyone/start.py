"""/start: the first message, with or without an invitation."""

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
from bot.chat.turn import Turn
from bot.domain.person import Person, Role
from bot.store import people
from bot.texts import message
from bot.texts.catalogues import nearest
from bot.texts.everyone import replies as texts
from bot.texts.words import Words, phrase

_REFUSALS = {JoinOutcome.BAD_LINK: texts.BAD_LINK, JoinOutcome.OWN_LINK: texts.OWN_LINK}


async def start(turn: Turn) -> None:
    """Greet a person, and let them in if they have a link or an invitation."""
    await invited_riders.look_at_riders(turn.context, turn.person, turn.argument)
    token = turn.argument if turn.argument != HELLO else ""

    def begin(tx: Transaction) -> None:
        person = people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))
        if not turn.person.reachable:
            back_in_reach.put_cards_right(tx, person.user_id, turn.job.key)
        if not token:
            joined = invited_people.come_in(tx, person)
        elif strangers.may_try_link(tx, person):
            joined = join.open_link(tx, person, token)
        else:
            # A person who tries many links reads the same answer as for any wrong link.
            joined = Joined(JoinOutcome.BAD_LINK)
        refusal = _REFUSALS.get(joined.outcome)
        if refusal or not ask_for_phone(tx, turn):
            turn.reply(tx, refusal or greeting(tx, turn.context.identity, person))
        join.settle_in(tx, person.user_id, joined, turn.job.key)
        if joined.cards:
            sent_orders.gather(tx, person)

    await turn.settle(begin)


def greeting(tx: Transaction, identity: BotIdentity, person: Person) -> message.Message:
    """Greet somebody by their roles, or ask a stranger for their contact."""
    # Read the person again: joining may have changed the roles and the number.
    person = people.get(tx, person.user_id) or person
    say = Words(person.language)
    if person.roles == {Role.CUSTOMER} and person.phone is None:
        people.contact_asked(tx, person.user_id)
        return texts.welcome_by_link(say, person.first_name)
    if person.roles:
        return texts.welcome(say, person.first_name, sorted(person.roles))
    people.contact_asked(tx, person.user_id)
    return texts.stranger(say, identity.business_name)


def acquaint(tx: Transaction, turn: Turn) -> Person:
    """Return the person who speaks; store one who is not known yet."""
    known = people.get(tx, turn.user.id)
    return known or people.meet(tx, turn.user.id, turn.user.first_name, language(turn.user))


def language(user: User) -> str:
    return nearest(user.language_code)


START = Command("start", Action.GREET, phrase("say hello, or open an invitation"), start)
