"""Answering one call, from whichever side it came."""

import inspect
from typing import Any

from bot.demo.telegram.arguments import Arguments
from bot.demo.telegram.bots import BotAccount
from bot.demo.telegram.call import Call, Described
from bot.demo.telegram.events import ApiCall
from bot.demo.telegram.faults import Faults, FloodGate, FloodLimits
from bot.demo.telegram.methods import METHODS
from bot.demo.telegram.refusals import ApiError, Refusal
from bot.demo.telegram.world import World

_BY_LOWER_NAME = {name.lower(): name for name in METHODS}


class Api:
    """The methods, with a log of calls and what is to go wrong with them."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._gate = FloodGate()
        self.faults = Faults()
        self.limits: FloodLimits | None = None

    async def call(self, bot: BotAccount, method: str, arguments: Arguments) -> dict[str, Any]:
        """Run a method and return the envelope of its result; raises `ApiError`."""
        name = _BY_LOWER_NAME.get(method.lower(), method)
        entry = ApiCall(bot, name, dict(arguments.fields), self._world.clock.now())
        self._world.calls.append(entry)
        try:
            return await self._run(bot, name, arguments)
        except ApiError as error:
            entry.error = error
            raise

    async def _run(self, bot: BotAccount, name: str, arguments: Arguments) -> dict[str, Any]:
        handler = METHODS.get(name)
        if handler is None:
            raise Refusal.METHOD_NOT_FOUND.error()
        self.faults.check(name, arguments)
        if self.limits is not None:
            now, chat_id = self._world.clock.now(), arguments.text("chat_id")
            self._gate.check(self.limits, bot.id, name, chat_id, now)
        result = handler(Call(self._world, bot, arguments))
        if inspect.isawaitable(result):
            result = await result
        if isinstance(result, Described):
            return {"ok": True, "result": result.result, "description": result.description}
        return {"ok": True, "result": result}
