"""/report: the figures of a day or a week, with a chart and a table."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date, timedelta

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.fleet_requests.count_report import CountReport
from bot.base.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import report as texts
from bot.texts.words import phrase

_DAY = timedelta(days=1)
_FIRST_DAY = date(2000, 1, 1)
_YEAR_FIRST = re.compile(r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})")
_DAY_FIRST = re.compile(r"(?P<day>\d{1,2})[-./](?P<month>\d{1,2})[-./](?P<year>\d{4})")

_PERIODS: Mapping[str, Callable[[date], tuple[date, date]]] = {
    "": lambda today: (today, today),
    "day": lambda today: (today, today),
    "today": lambda today: (today, today),
    "yesterday": lambda today: (today - _DAY, today - _DAY),
    "week": lambda today: (today - 6 * _DAY, today),
}


async def report(turn: Turn) -> None:
    await _count(turn, turn.argument.casefold())


async def pressed(turn: Turn) -> None:
    (name,) = turn.tokens()
    await _count(turn, name)


async def _count(turn: Turn, text: str) -> None:
    today = turn.context.clock.now().astimezone(turn.context.identity.zone).date()
    days = days_of(text, today)
    if days is None:
        await turn.answer(texts.HOW_TO_ASK)
        return

    def enqueue(tx: Transaction) -> None:
        request = CountReport(by=turn.person.user_id, first=days[0], last=days[1])
        request_queue.enqueue(tx, request, turn.job.key)
        turn.reply(tx, texts.COUNTING)

    await turn.settle(enqueue)


def days_of(text: str, today: date) -> tuple[date, date] | None:
    """Read which days are meant, from the first to the last; `None` for what means none."""
    if text in _PERIODS:
        return _PERIODS[text](today)
    found = _YEAR_FIRST.fullmatch(text) or _DAY_FIRST.fullmatch(text)
    if found is None:
        return None
    with suppress(ValueError):  # there is no such day
        day = date(int(found["year"]), int(found["month"]), int(found["day"]))
        if _FIRST_DAY <= day <= today:
            return day, day
    return None


REPORT = Command(
    "report",
    Action.SEE_REPORT,
    phrase("the figures of a day or a week"),
    report,
    takes=phrase("[day|week|date]"),
)
REPORT_PERIOD = Button(Verb.REPORT, Action.SEE_REPORT, pressed, about=0, tokens=1, is_quiet=True)
