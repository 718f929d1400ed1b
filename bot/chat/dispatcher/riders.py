"""/riders: everybody who rides, with their load and state."""

from bot.actions.access import Action
from bot.actions.dispatcher import rider_info
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Button, Command
from bot.chat.turn import Turn
from bot.texts import message, paging
from bot.texts.callbacks import Verb
from bot.texts.dispatcher import rider_info as texts
from bot.texts.words import phrase

_A_PAGE = 10


async def riders(turn: Turn) -> None:
    async with asking_the_fleet(turn):
        await turn.answer(await _page(turn, 1))


async def page(turn: Turn) -> None:
    (number,) = turn.tokens()
    async with asking_the_fleet(turn):
        shown = await _page(turn, paging.asked(number))
        await turn.show(shown)


async def _page(turn: Turn, number: int) -> message.Message:
    listed = await rider_info.everyone(turn.context)
    return texts.overview(turn.say, paging.cut(listed, number, _A_PAGE))


RIDERS = Command("riders", Action.SEE_RIDERS, phrase("the riders, their load and state"), riders)
RIDERS_PAGE = Button(Verb.RIDERS, Action.SEE_RIDERS, page, about=0, tokens=1)
