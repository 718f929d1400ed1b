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
from bot.texts.arguments import MONTHS, in_english
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import report as texts
from bot.texts.words import phrase

_DAY = timedelta(days=1)
_FIRST_DAY = date(2000, 1, 1)
_FORMS = (
    re.compile(r"(?P<year>\d{4})[-./](?P<month>\d{1,2})[-./](?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})[-./](?P<month>\d{1,2})(?:[-./](?P<year>\d{4}))?"),
    re.compile(r"(?P<month>\d{1,2})[-./](?P<day>1[3-9]|2\d|3[01])(?:[-./](?P<year>\d{4}))?"),
    re.compile(
        r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|o)?\.? (?:of |from )?(?P<name>[a-z]{3})\.?"
        r"(?:,? (?:of |from )?(?P<year>\d{4}))?"
    ),
    re.compile(r"(?P<name>[a-z]{3})\.? (?P<day>\d{1,2})(?:,? (?P<year>\d{4}))?"),
)
"""How days are written; the month comes first only where the other number can be none."""

PERIODS: Mapping[str, Callable[[date], tuple[date, date]]] = {
    "": lambda today: (today, today),
    "day": lambda today: (today, today),
    "today": lambda today: (today, today),
    "yesterday": lambda today: (today - _DAY, today - _DAY),
    "week": lambda today: (today - 6 * _DAY, today),
    "7 days": lambda today: (today - 6 * _DAY, today),
}


async def report(turn: Turn) -> None:
    await _count(turn, in_english(turn.argument, turn.say.language))


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
    """Read which days are meant, from the first to the last; `None` for what means none.

    A day without its year is the last one that was called so.
    """
    if text in PERIODS:
        return PERIODS[text](today)
    read = (form.fullmatch(text) for form in _FORMS)
    days = (_day(found.groupdict(), today) for found in read if found)
    day = next(filter(None, days), None)
    return (day, day) if day else None


def _day(written: Mapping[str, str | None], today: date) -> date | None:
    """Return a day that is there and not to come; `None` for any other."""
    name, year = written.get("name"), written["year"]
    if name and name not in MONTHS:
        return None
    month = MONTHS.index(name) + 1 if name else int(written["month"] or 0)
    years = [int(year)] if year else [today.year, today.year - 1]
    for each in years:
        with suppress(ValueError):  # there is no such day
            day = date(each, month, int(written["day"] or 0))
            if _FIRST_DAY <= day <= today:
                return day
    return None


REPORT = Command(
    "report",
    Action.SEE_REPORT,
    phrase("the figures of a day or a week"),
    report,
    takes=phrase("[day|week|date]"),
)
REPORT_PERIOD = Button(Verb.REPORT, Action.SEE_REPORT, pressed, about=0, tokens=1, is_quiet=True)
