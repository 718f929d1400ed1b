"""Somebody who is invited to ride shares the phone number, then the name, and rides."""

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.everyone import join
from bot.actions.fleet_requests.sign_up import SignUp
from bot.actions.rider import invited_riders
from bot.actions.rider.invited_riders import NameQuestion, as_name
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Sayable, Turn, settled
from bot.parsing.intents.reader import read
from bot.store import dialogs, people
from bot.texts.callbacks import Verb
from bot.texts.rider import sign_up as texts


def ask_for_phone(tx: Transaction, turn: Turn) -> bool:
    """Ask a person who is only invited for their number; return `False` for anybody else."""
    person = people.get(tx, turn.user.id)
    if person is None or invited_riders.invited(turn.context, person) is None:
        return False
    people.contact_asked(tx, person.user_id)
    turn.reply(tx, texts.ASK_PHONE)
    return True


@settled
def take_phone(tx: Transaction, turn: Turn, phone: str) -> None:
    """Take the number of a person who is only invited, and ask for the name."""
    person = turn.person
    joined = join.share_phone(tx, person, phone, [])
    # The name of their account is one tap away.
    suggested = as_name(turn.user.full_name)
    NameQuestion(suggested=suggested).ask(tx, person.user_id)
    turn.reply(tx, texts.PHONE_TAKEN)
    turn.reply(tx, texts.which_name(turn.say, suggested))
    join.settle_in(tx, person.user_id, joined, turn.job.key)


def _is_name(turn: Turn) -> bool:
    """Tell whether a message can be a name and means nothing else that the bot knows."""
    return bool(as_name(turn.text)) and not read(turn.text, turn.person.language).intents


@settled
def name_typed(tx: Transaction, turn: Turn) -> None:
    turn.reply(tx, _sign_up(tx, turn, as_name(turn.text)))


@settled
def name_pressed(tx: Transaction, turn: Turn) -> None:
    question = NameQuestion.current(tx, turn.person.user_id)
    turn.replace(tx, _sign_up(tx, turn, question.suggested if question else ""))


def _sign_up(tx: Transaction, turn: Turn, name: str) -> Sayable:
    """Tell the fleet service who they are; return the message that they read meanwhile."""
    person = turn.person
    if not name or person.phone is None or person.rider is None:
        return texts.TOO_LATE
    dialogs.close(tx, person.user_id)
    request = SignUp(by=person.user_id, rider=person.rider, name=name, phone=person.phone)
    request_queue.enqueue(tx, request, turn.job.key)
    return texts.under_way(turn.say, name)


SIGN_UP = Button(Verb.SIGN_UP, Action.SIGN_UP, name_pressed, about=0, is_quiet=True)
NAME = Answer(NameQuestion.name, Action.SIGN_UP, name_typed, fits=_is_name)
