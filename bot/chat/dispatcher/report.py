"""/report: the figures of a day or a week, with a chart and a table."""

from bot.actions import request_queue
from bot.actions.access import Action
from bot.actions.fleet_requests.count_report import CountReport
from bot.base.database.transaction import Transaction
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.parsing.arguments import in_english
from bot.texts.callbacks import Verb
from bot.texts.days import days_of
from bot.texts.dispatcher import report as texts
from bot.texts.words import phrase


async def report(turn: Turn) -> None:
    await _count(turn, in_english(turn.argument, turn.say.language))


async def pressed(turn: Turn) -> None:
    (name,) = turn.tokens()
    await _count(turn, name)


async def _count(turn: Turn, text: str) -> None:
    days = days_of(text, turn.context.today)
    if days is None:
        await turn.answer(texts.HOW_TO_ASK)
        return

    # Read the report in the background, so that no other turn waits for it.
    def enqueue(tx: Transaction) -> None:
        request = CountReport(by=turn.person.user_id, first=days[0], last=days[1])
        request_queue.enqueue(tx, request, turn.job.key)
        turn.reply(tx, texts.COUNTING)

    await turn.settle(enqueue)


REPORT = Command(
    "report",
    Action.SEE_REPORT,
    phrase("the figures of a day or a week"),
    report,
    takes=phrase("[day|week|date]"),
)
REPORT_PERIOD = Button(Verb.REPORT, Action.SEE_REPORT, pressed, about=0, tokens=1, is_quiet=True)
