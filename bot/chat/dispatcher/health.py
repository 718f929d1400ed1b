"""/health: the state of the bot and of the fleet service."""

from bot.actions.access import Action
from bot.actions.dispatcher import health
from bot.chat.handler import Command
from bot.chat.turn import Turn
from bot.texts.dispatcher import health as texts
from bot.texts.words import phrase


async def show(turn: Turn) -> None:
    await turn.answer(texts.health(turn.say, await health.look(turn.context)))


HEALTH = Command("health", Action.SEE_HEALTH, phrase("whether everything works"), show)
