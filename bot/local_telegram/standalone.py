"""A local Telegram on one address, with the Bot API, the control interface and the page."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Self

from starlette.types import Receive, Scope, Send

from bot.local_telegram.control import ControlSite
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.telegram import LocalTelegram
from bot.local_telegram.world import ApiCall

_PEOPLE = (("Ada", "+31612345601"), ("Ben", "+31612345602"))
_OF_BOTS = ("/bot", "/file/bot")


class NamedBot(NamedTuple):
    """A bot that exists from the start."""

    token: str
    username: str


class StandaloneTelegram:
    """The ASGI app that serves the Bot API to bots, and everything else to people and tests.

    Webhooks are sent while the `async with` block runs. At the start there are two people, unless
    it is `empty`, and the given bots. Any other well-formed token creates its bot, unless
    `only_these` is set. Pictures on the web are drawn, since nothing is fetched from there.
    `on_call` is called with each call of a bot. `any_name` is that of `OwnOrigin`.
    """

    def __init__(
        self,
        *,
        limits: bool = True,
        knows_rich: bool = True,
        empty: bool = False,
        bots: Iterable[NamedBot] = (),
        only_these: bool = False,
        any_name: bool = False,
        on_call: Callable[[ApiCall], None] | None = None,
    ) -> None:
        self._limits = limits
        self._knows_rich = knows_rich
        self._empty = empty
        self._bots = list(bots)
        self.only_these = only_these
        self._any_name = any_name
        self._on_call = on_call
        self._begin()

    def _begin(self) -> None:
        self._telegram = telegram = LocalTelegram(any_token=not self.only_these)
        telegram.limits = FloodLimits() if self._limits else None
        telegram.knows_rich = self._knows_rich
        telegram.world.files.draws_pictures = True
        self._site = ControlSite(telegram, any_name=self._any_name, forget=self.reset)
        if self._on_call is not None:
            telegram.world.call_listeners.append(self._on_call)
        for bot in self._bots:
            telegram.add_bot(bot.token, username=bot.username, first_name=bot.username)
        for name, phone in () if self._empty else _PEOPLE:
            telegram.add_user(name, username=name.lower(), phone=phone)

    async def reset(self) -> None:
        """Return to the initial state; end held polls and event streams."""
        # The new Telegram starts before the old one stops, so that requests in between work.
        telegram, site = self._telegram, self._site
        self._begin()
        await self._telegram.start()
        site.log.close()
        await telegram.stop()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_of_bots = str(scope.get("path", "")).startswith(_OF_BOTS)
        app = self._telegram.asgi if is_of_bots else self._site.asgi
        await app(scope, receive, send)

    async def __aenter__(self) -> Self:
        await self._telegram.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._site.log.close()
        await self._telegram.stop()
