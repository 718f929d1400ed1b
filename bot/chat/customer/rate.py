"""Stars for a delivery, once it has arrived."""

from datetime import timedelta

from bot.actions.access import Action
from bot.actions.customer import rate, subscriptions
from bot.actions.customer.tip import may_give
from bot.actions.order_numbers import is_called
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button, Command
from bot.chat.turn import Turn, settled
from bot.domain.limits import RATED_WITHIN
from bot.identifiers import DeliveryUuid
from bot.store import dialogs, ratings
from bot.store.dialogs import Question
from bot.texts import toasts
from bot.texts.callbacks import Verb
from bot.texts.customer import rate as texts
from bot.texts.customer import relay as relay_texts
from bot.texts.customer.track import MOST, only_latest
from bot.texts.message import Message, Picture
from bot.texts.words import phrase

_FEW = 2
_CHOICES = {str(stars): stars for stars in range(1, texts.MOST + 1)}


class ComplaintQuestion(Question):
    """The delivery that somebody was not happy with."""

    name = "complaint"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


@settled
def rate_typed(tx: Transaction, turn: Turn) -> None:
    """Ask for stars for the order that was named, or for each that has lately arrived."""
    order = turn.argument
    mine = subscriptions.all_for(tx, turn.person, Action.RATE)
    if order:
        wanted = [one for one in mine if is_called(one.row.order_number, order)]
    else:
        lately = turn.context.clock.now() - RATED_WITHIN
        arrivals = [(one, one.seen.dropoff_at or one.row.updated_at) for one in mine]
        wanted = [one for one, arrived in arrivals if arrived is not None and arrived >= lately]
    if not wanted:
        nothing = texts.not_delivered(turn.say, order) if order else None
        turn.reply(tx, nothing or texts.nothing_to_rate(turn.say))
    for one in wanted[-MOST:]:
        given = ratings.of_person(tx, one.row.uuid, turn.person.user_id)
        turn.reply(tx, texts.ask(turn.say, one.seen, given.stars if given else 0))
    if len(wanted) > MOST:
        turn.reply(tx, Message.of(only_latest(turn.say, "rate")))


@settled
def rate_pressed(tx: Transaction, turn: Turn) -> None:
    stars = _CHOICES.get(turn.tokens()[0])
    one = subscriptions.one_for(tx, turn.person, Action.RATE, turn.delivery())
    if one is None or stars is None:
        turn.toast(toasts.NOT_FOR_YOU)
        return
    before = rate.give(tx, turn.person, one.row, stars)
    if before is rate.TOO_LATE:
        turn.toast(toasts.STARS_STAY)
        return
    turn.toast(toasts.THANKS)
    # Ask an unhappy customer only what was wrong.
    can_tip = stars > _FEW and may_give(turn.person, one.row)
    thanks = texts.thanks(turn.say, one.seen, stars, can_tip=can_tip)
    # The proof photo of the pressed message, if there is one, stays above the new text.
    pressed = turn.update.effective_message
    photos = pressed.photo if pressed else ()
    picture = Picture(file_id=photos[-1].file_id) if photos else None
    turn.replace(tx, thanks.model_copy(update={"attachment": picture}))
    # A customer who gave few stars before has been asked already.
    if stars <= _FEW < (before or texts.MOST):
        ComplaintQuestion(delivery=one.seen.uuid).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.WHAT_WENT_WRONG)


@settled
def complained(tx: Transaction, turn: Turn) -> None:
    words = turn.message.text or ""
    delivery = turn.answered(ComplaintQuestion).delivery
    if len(words) > relay_texts.LONGEST:
        turn.reply(tx, relay_texts.too_long(turn.say))
        return
    dialogs.close(tx, turn.person.user_id)
    one = subscriptions.one_for(tx, turn.person, Action.RATE, delivery)
    if one is not None:
        rate.complain(tx, turn.person, one, words, turn.job.key)
    turn.reply(tx, texts.PASSED_ON)


RATE = Command(
    "rate",
    Action.RATE,
    phrase("tell how a delivery was"),
    rate_typed,
    takes=phrase("<order>"),
)
STARS = Button(Verb.RATE, Action.RATE, rate_pressed, tokens=1)
COMPLAINT = Answer(ComplaintQuestion.name, Action.RATE, complained)
