"""/history: the rider's past deliveries, and what they earned."""

from bot.actions.access import Action
from bot.actions.rider import history
from bot.chat.fleet_answer import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.parsing.arguments import in_english
from bot.texts import message, pagination
from bot.texts.callbacks import Verb
from bot.texts.delivered import HistoryDays
from bot.texts.rider import history as texts
from bot.texts.words import phrase


async def typed(turn: Turn) -> None:
    asked = HistoryDays.said(in_english(turn.argument, turn.say.language), turn.context.today)
    if asked is None:
        await turn.answer(texts.HOW_TO_ASK)
        return
    async with asking_the_fleet(turn):
        await turn.answer(await _page(turn, asked, 1))


async def pressed(turn: Turn) -> None:
    name, number = turn.tokens()
    async with asking_the_fleet(turn):
        page = await _page(turn, HistoryDays.read(name), pagination.asked(number))
        await turn.show(page)


async def _page(turn: Turn, asked: HistoryDays, number: int) -> message.Message:
    read = await history.of_rider(turn.context, turn.person.as_rider, asked)
    return texts.history(turn.say, asked, read.page(number))


HISTORY = Command(
    "history",
    Action.SEE_OWN_HISTORY,
    phrase("what you have delivered and earned"),
    typed,
    takes=phrase("[today|yesterday|week|all|days]"),
)
HISTORY_PAGE = Button(
    Verb.HISTORY, Action.SEE_OWN_HISTORY, pressed, about=0, tokens=2, is_quiet=True
)
