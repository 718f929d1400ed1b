"""Ready when? A shop answers this question with a tap, in its group or in a private chat."""

import re
from datetime import datetime, timedelta

from bot.actions.access import Action, may
from bot.actions.follow_ups import ready_times
from bot.actions.recipients import shops
from bot.base.database.transaction import Transaction
from bot.chat.handler import Answer, Button
from bot.chat.turn import Turn, settled
from bot.domain.known_delivery import DeliveryRow
from bot.domain.limits import READY_MINUTES, READY_MUCH_LATER
from bot.identifiers import DeliveryUuid
from bot.store import deliveries, dialogs
from bot.store.dialogs import Question
from bot.store.ready_times import ReadyTime, Trouble
from bot.texts.callbacks import Verb
from bot.texts.customer import ready_when as texts

_MINUTES = {str(count): count for count in (int(texts.NOW), *READY_MINUTES, *READY_MUCH_LATER)}
_TIME = re.compile(r"\s*(\d{1,2})\s*[:.h٫]\s*(\d{2})?\s*")
_HALF_A_DAY = 12
"""The hours of half a day, which a clock's face shows twice a day."""


class ReadyQuestion(Question):
    """The question at which time of day an order will be ready."""

    name = "ready_when"
    lasts = timedelta(hours=1)

    delivery: DeliveryUuid


@settled
def chosen(tx: Transaction, turn: Turn) -> None:
    """Take an answer from a button of a separate message, and delete that message."""
    turn.erase_message(tx)
    _answer(tx, turn)


def _answer(tx: Transaction, turn: Turn) -> None:
    row, (said,) = theirs(tx, turn, turn.delivery()), turn.tokens()
    if row is None:
        turn.stale()
    elif said in _MINUTES:
        _say_ready(tx, turn, row, tx.now + timedelta(minutes=_MINUTES[said]))
    elif said == row.trouble:
        turn.stale()  # the dispatchers know already, and need no second alarm
    elif said in set(Trouble):
        trouble = Trouble(said)
        answer = _said(turn, row, trouble=trouble)
        ready_times.say_trouble(tx, row, answer, trouble, turn.job.key, pressed_in=turn.place)
    elif said in _MENUS:
        turn.reply(tx, _MENUS[said](turn.say, row))
    elif said == texts.A_TIME and turn.is_aloud:
        # The bot does not read what a group writes, so offer times to tap instead of asking.
        turn.reply(tx, texts.much_later(turn.say, row))
    elif said == texts.A_TIME:
        ReadyQuestion(delivery=row.uuid).ask(tx, turn.person.user_id)
        turn.reply(tx, texts.ask_for_time(turn.say, row))


_MENUS = {texts.LATER: texts.times, texts.PROBLEM: texts.troubles}


def theirs(tx: Transaction, turn: Turn, delivery: DeliveryUuid) -> DeliveryRow | None:
    """Return an order that is still at its shop, if this person may speak for the shop here."""
    row = deliveries.get(tx, delivery)
    if row is None or row.question is None or not ready_times.waits(row):
        return None
    speaks = shops.words_in(tx, turn.place, row) is not None
    return row if may(turn.person, Action.SAY_READY, row, follows=speaks) else None


@settled
def time_written(tx: Transaction, turn: Turn) -> None:
    row = theirs(tx, turn, turn.answered(ReadyQuestion).delivery)
    ready_at = time_in(turn.text, tx.now.astimezone(turn.context.identity.zone))
    if row is None:
        dialogs.close(tx, turn.person.user_id)
        turn.reply(tx, texts.OVER)
    elif ready_at is None:
        turn.reply(tx, texts.NO_TIME)
    else:
        dialogs.close(tx, turn.person.user_id)
        turn.receipt(tx)
        _say_ready(tx, turn, row, ready_at)


def is_time(turn: Turn) -> bool:
    """Tell whether a message has the shape of a time; any other message is read as usual."""
    return _TIME.fullmatch(turn.text) is not None


def time_in(words: str, now: datetime) -> datetime | None:
    """Return the next time that the words mean within twelve hours; `now` sets the zone."""
    match = _TIME.fullmatch(words)
    if match is None:
        return None
    try:
        at = now.replace(hour=int(match[1]), minute=int(match[2] or 0), second=0, microsecond=0)
    except ValueError:  # no hour or minute of a day
        return None
    # A shop that writes 7:20 in the evening means 19:20, so an hour from 1 to 12 may be in either
    # half of the day; 0:20 and 19:20 can be in one only.
    halves = [at + timedelta(hours=_HALF_A_DAY * count) for count in (-1, 0, 1, 2)]
    is_clear = not 1 <= at.hour <= _HALF_A_DAY
    meant = halves[1::2] if is_clear else halves
    return next((each for each in meant if now < each <= now + timedelta(hours=_HALF_A_DAY)), None)


def _say_ready(tx: Transaction, turn: Turn, row: DeliveryRow, ready_at: datetime) -> None:
    answer = _said(turn, row, ready_at=ready_at)
    ready_times.say_ready(tx, row, answer, turn.job.key, pressed_in=turn.place)


def _said(
    turn: Turn,
    row: DeliveryRow,
    *,
    ready_at: datetime | None = None,
    trouble: Trouble | None = None,
) -> ReadyTime:
    return ReadyTime(
        row.uuid,
        row.question or row.uuid,
        turn.message_date,
        ready_at=ready_at,
        trouble=trouble,
        said_by=turn.user.id,
        said_name=turn.user.first_name,
    )


READY = Button(Verb.READY, Action.SAY_READY, settled(_answer), tokens=1)
READY_CHOSEN = Button(Verb.READY_CHOSEN, Action.SAY_READY, chosen, tokens=1)
READY_TIME = Answer(ReadyQuestion.name, Action.SAY_READY, time_written, fits=is_time)
