"""Invitations without a link: a dispatcher chooses a person in Telegram's own list."""

from datetime import timedelta

from bot.actions.access import Action, may
from bot.actions.context import HELLO
from bot.actions.everyone import invited_people as actions
from bot.base.database.transaction import Transaction
from bot.chat.dispatcher.choice import Choice, new_request_id
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn, settled
from bot.domain.person import Role
from bot.identifiers import RiderUuid
from bot.store import dialogs
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import invited_people as texts
from bot.texts.dispatcher.choices import CHOICE_OVER, which_person


class WhichPerson(Choice):
    """The question whom to invite in a role, and as which rider for that role."""

    name = "which_person"
    lasts = timedelta(hours=1)

    role: Role
    rider: RiderUuid | None = None


def offer_choice(tx: Transaction, turn: Turn, role: Role, rider: RiderUuid | None = None) -> None:
    """Offer to choose a person instead of sending a link, unless another question is open."""
    if turn.dialog is not None and turn.dialog.name != WhichPerson.name:
        return
    question = WhichPerson(request_id=new_request_id(), role=role, rider=rider)
    question.ask(tx, turn.person.user_id)
    turn.reply(tx, which_person(turn.say, question.request_id))


@settled
def person_chosen(tx: Transaction, turn: Turn) -> None:
    """Invite the chosen person, if the choice answers the open question."""
    shared, asked = turn.message.users_shared, turn.answered(WhichPerson)
    fits = shared is not None and asked.is_answered_by(shared.request_id)
    if shared is None or not fits or len(shared.users) != 1:
        turn.reply(tx, CHOICE_OVER)
        return
    # The inviter may have lost the right to invite since the question was asked.
    if not may(turn.person, actions.INVITATIONS[asked.role]):
        turn.reply(tx, texts.NOT_YOURS)
        return
    dialogs.close(tx, turn.person.user_id)
    (chosen,) = shared.users
    name, identity = chosen.first_name or "?", turn.context.identity
    if chosen.user_id == turn.person.user_id:
        turn.reply(tx, texts.YOURSELF)
    elif actions.is_in(tx, chosen.user_id, asked.role, asked.rider):
        turn.reply(tx, texts.already_in(turn.say, name))
    else:
        actions.invite(tx, turn.person, chosen.user_id, name, asked.role, asked.rider)
        turn.reply(tx, texts.invited(turn.say, name, asked.role))
        link = identity.link(HELLO)
        turn.reply(tx, texts.tell_them(turn.say, name, link, identity.business_name))


@settled
def withdraw(tx: Transaction, turn: Turn) -> None:
    user_id, name = turn.tokens()
    role = next((role for role in actions.INVITATIONS if role == name), None)
    if role is None or not user_id.isdecimal() or not actions.may_withdraw(turn.person, role):
        turn.reply(tx, texts.NOTHING_TO_WITHDRAW)
        return
    called = actions.withdraw(tx, turn.person, int(user_id), role)
    if called is None:
        turn.reply(tx, texts.NOTHING_TO_WITHDRAW)
    else:
        turn.reply(tx, texts.withdrawn(turn.say, called))


WITHDRAW_INVITATION = Button(
    Verb.WITHDRAW_INVITATION, Action.SEE_TEAM, withdraw, about=0, tokens=2, is_quiet=True
)
PERSON_CHOSEN = Answer(
    WhichPerson.name, Action.INVITE_RIDER, person_chosen, takes_all=True, chooses=True
)
