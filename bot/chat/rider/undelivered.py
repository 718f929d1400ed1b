"""The rider's answer to what happens with a parcel that could not be delivered."""

from datetime import datetime, time, timedelta

from bot.actions.access import Action
from bot.actions.fleet_requests.set_taker import report_taker
from bot.actions.follow_ups import undelivered
from bot.actions.notice_kinds import View
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.own_words import own_words
from bot.chat.rider.own_job import pressed_job, say_changed
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.store.undelivered import Outcome
from bot.texts import undelivered as texts
from bot.texts.callbacks import Verb
from bot.texts.everyone.replies import too_long
from bot.texts.rider import problem_reports as problem_texts
from bot.texts.rider import replies as rider_texts

_MINUTES = {str(count): timedelta(minutes=count) for count in texts.AGAIN_MINUTES}
_MORNING = time(9)


class LeftQuestion(Question):
    """A rider is asked with whom they have left a parcel."""

    name = "left_with"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


class LeftWords(Question):
    """The words in which a rider has said that they left a parcel with somebody."""

    name = "left_words"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid
    words: str


def offer_left(turn: Turn, row: DeliveryRow, tx: Transaction) -> None:
    """Offer to keep the rider's words for who has the parcel, or to end the job by its code."""
    words = own_words(tx, turn)
    LeftWords(delivery=row.uuid, words=words.text[: texts.LONGEST]).ask(tx, turn.person.user_id)
    turn.reply(tx, texts.offer_left(turn.say, row, words.text[: texts.LONGEST]), with_job=row.uuid)


@settled
def pressed(tx: Transaction, turn: Turn) -> None:
    row = pressed_job(tx, turn, Action.REPORT_PROBLEM)
    (said,) = turn.tokens()
    if row is None:
        return
    if not undelivered.can_be_said(turn.person, row):
        say_changed(tx, turn)
    elif said == texts.ASK:
        turn.clear_pressed(tx)
        turn.reply(tx, texts.what_now(turn.say, row), under=(row.uuid, View.RIDER))
    else:
        turn.clear_pressed(tx)
        _take(tx, turn, row, said)


def _take(tx: Transaction, turn: Turn, row: DeliveryRow, said: str) -> None:
    key, person = turn.job.key, turn.person
    offered = LeftWords.current(tx, person.user_id) if said == texts.AS_SAID else None
    if said in _MINUTES:
        again_at = tx.now + _MINUTES[said]
        undelivered.say(tx, person, row, Outcome.AGAIN, key, again_at=again_at)
    elif said == texts.TOMORROW:
        here = tx.now.astimezone(turn.context.identity.zone)
        again_at = datetime.combine(here.date() + timedelta(days=1), _MORNING, here.tzinfo)
        undelivered.say(tx, person, row, Outcome.AGAIN, key, again_at=again_at)
    elif said == texts.BACK:
        undelivered.say(tx, person, row, Outcome.BACK, key)
    elif offered is not None and offered.delivery == row.uuid:
        dialogs.close(tx, person.user_id)
        _left(tx, turn, row, offered.words)
    elif said in {texts.LEFT, texts.AS_SAID}:
        # Ask once more for words that were offered and are gone.
        LeftQuestion(delivery=row.uuid).ask(tx, person.user_id)
        turn.reply(tx, texts.ask_with_whom(turn.say, row))
    elif said == texts.BRING:
        undelivered.bring(tx, person, row)
    elif said == texts.RETURNED and not undelivered.came_back(tx, person.user_id, row, key):
        turn.stale()


@settled
def left_with(tx: Transaction, turn: Turn) -> None:
    question, words = turn.answered(LeftQuestion), own_words(tx, turn)
    photo = turn.message.photo[-1].file_id if turn.message.photo else None
    if words.is_only_code and photo is None:
        turn.reply(tx, problem_texts.NO_CODES)
    elif not words.text and photo is None:
        turn.reply(tx, texts.WORDS_OR_PHOTO)
    elif len(words.text) > texts.LONGEST:
        turn.reply(tx, too_long(turn.say, texts.LONGEST))
    else:
        dialogs.close(tx, turn.person.user_id)
        row = deliveries.get(tx, question.delivery)
        if row is None or not undelivered.can_be_said(turn.person, row):
            order = row.order_number if row else ""
            turn.reply(tx, rider_texts.not_yours_any_more(turn.say, order))
            return
        turn.receipt(tx)
        _left(tx, turn, row, words.text, photo)


def _left(
    tx: Transaction, turn: Turn, row: DeliveryRow, words: str, photo: str | None = None
) -> None:
    """Keep with whom a parcel is left, in words, in a photo or both."""
    key, person = turn.job.key, turn.person
    undelivered.say(tx, person, row, Outcome.LEFT, key, left_with=words or "📷", photo=photo)
    if words:
        report_taker(tx, turn.context, person.user_id, row.uuid, words, key)


OUTCOME = Button(Verb.OUTCOME, Action.REPORT_PROBLEM, pressed, tokens=1)
LEFT_WITH = Answer(LeftQuestion.name, Action.REPORT_PROBLEM, left_with, takes_all=True)
