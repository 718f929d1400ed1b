"""/deliveries and /find: lists, with a button for each card."""

from bot.actions import lookup
from bot.actions.access import Action
from bot.chat.asking import asking_the_fleet
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.texts import dispatcher as texts
from bot.texts.words import phrase


async def deliveries(turn: Turn) -> None:
    """List the newest deliveries."""
    async with asking_the_fleet(turn):
        listed, total = await lookup.latest(turn.desk)
        await turn.answer(texts.delivery_list(turn.say, listed, total))


async def find(turn: Turn) -> None:
    """List the deliveries that the fleet service finds for what was typed."""
    text = turn.argument
    if not text:
        await turn.answer(texts.how_to_find(turn.say))
        return
    async with asking_the_fleet(turn):
        await turn.answer(texts.found(turn.say, text, await lookup.found(turn.desk, text)))


DELIVERIES = Command(
    "deliveries", Action.LIST_DELIVERIES, phrase("the newest deliveries"), deliveries
)
FIND = Command(
    "find", Action.FIND, phrase("look for a name or a number"), find, takes=phrase("<words>")
)
