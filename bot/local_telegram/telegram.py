"""The whole of it: a Telegram for one process."""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from starlette.types import ASGIApp

from bot.base.clock import Clock, SystemClock
from bot.local_telegram.api import Api, Routes
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.faults import FloodLimits
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.keeping import Keeping
from bot.local_telegram.refusals import ApiError, Refusal
from bot.local_telegram.users import LocalUser
from bot.local_telegram.webhook_sender import WebhookSender
from bot.local_telegram.world import ApiCall, ChatEvent, World

_LONGEST_NUMBER = 15
"""Digits of a bot's number: Telegram's have at most 52 bits."""


class LocalTelegram:
    """A Bot API server and the people who talk to its bots.

    `asgi` is the server. Webhooks are sent between `start` and `stop`; to `https` addresses only
    where `ca_file`, or the public authorities without it, vouch for them. With `local`, bots may
    have them sent to any port and without encryption, as with a Bot API server in local mode;
    otherwise only to where the real Telegram sends them. With `any_token` a caller with a
    token that nobody has seen is a new bot. `keeping` says how much is remembered. With a `world`,
    the copy of another's, all that has happened there has happened here too.
    """

    def __init__(
        self,
        *,
        clock: Clock | None = None,
        ca_file: Path | None = None,
        local: bool = True,
        any_token: bool = False,
        keeping: Keeping | None = None,
        world: World | None = None,
    ) -> None:
        self._clock = world.clock if world else clock or SystemClock()
        self._ca_file = ca_file
        self._world = world or World(self._clock, local=local, keeping=keeping)
        self._api = Api(self._world)
        self._routes = Routes(self._world, self._api, self._newcomer if any_token else None)
        self._senders: set[asyncio.Task[None]] = set()
        self._started = False

    @property
    def asgi(self) -> ASGIApp:
        return self._routes.app

    @property
    def world(self) -> World:
        """Everything that exists in it, for the pages that show it."""
        return self._world

    @property
    def listeners(self) -> list[Callable[[ChatEvent], None]]:
        """Called at once with everything that someone sees happen."""
        return self._world.listeners

    @property
    def calls(self) -> list[ApiCall]:
        """The calls that bots made, oldest first; `Keeping` says how many."""
        return self._world.calls

    @property
    def web(self) -> dict[str, bytes]:
        """The files on the web that bots can have sent by their address, by address."""
        return self._world.files.web

    @property
    def down(self) -> bool:
        """Whether calls are answered with 502, and updates wait until they no longer are."""
        return self._api.down

    @down.setter
    def down(self, down: bool) -> None:
        self._api.down = down
        for bot in self._world.bots.values():
            if down:
                bot.polling.end(Refusal.DOWN)
            bot.queue.changes.notify()

    @property
    def refuses_calls(self) -> bool:
        """Whether calls are answered with 502 while webhooks go out as ever."""
        return self._api.refuses_calls

    @refuses_calls.setter
    def refuses_calls(self, refuses: bool) -> None:
        self._api.refuses_calls = refuses

    @property
    def knows_rich(self) -> bool:
        """Whether it knows rich messages; before Bot API 10.1 a server did not."""
        return self._api.knows_rich

    @knows_rich.setter
    def knows_rich(self, knows: bool) -> None:
        self._api.knows_rich = knows

    @property
    def limits(self) -> FloodLimits | None:
        """How fast bots may send; None, as it is at first, means as fast as they like."""
        return self._api.limits

    @limits.setter
    def limits(self, limits: FloodLimits | None) -> None:
        self._api.limits = limits

    @property
    def knows_ephemeral(self) -> bool:
        """Whether it knows ephemeral messages; without, they are sent to everybody in the chat."""
        return self._world.knows_ephemeral

    @knows_ephemeral.setter
    def knows_ephemeral(self, knows: bool) -> None:
        self._world.knows_ephemeral = knows

    async def start(self) -> None:
        self._started = True
        for bot in self._world.bots.values():
            self._send_webhooks(bot)

    async def stop(self) -> None:
        """Send no more webhooks, and end the polls that are held."""
        self._started = False
        for bot in self._world.bots.values():
            bot.polling.end(Refusal.RESTART)
        senders = list(self._senders)
        for sender in senders:
            sender.cancel()
        await asyncio.gather(*senders, return_exceptions=True)

    async def idle(self) -> None:
        """Return when no update waits for any bot.

        A webhook's update is done when it was answered with 2xx and what the answer asked for was
        carried out; a poller's, when a later poll confirmed it.
        """
        while True:
            waiting = [bot.queue for bot in self._world.bots.values() if bot.queue.pending()]
            if not waiting:
                return
            await waiting[0].changes.next().wait()

    def add_bot(
        self,
        token: str,
        *,
        username: str,
        first_name: str,
        can_read_all_group_messages: bool = False,
    ) -> BotAccount:
        """Make a bot that a program with this token can run.

        In groups it is told only what concerns it, unless it `can_read_all_group_messages` or is
        administrator there.
        """
        bot = BotAccount(token, username, first_name, self._clock, can_read_all_group_messages)
        self._world.bots[token] = bot
        if self._started:
            self._send_webhooks(bot)
        self._world.tell_of_bot(bot)
        return bot

    def add_user(
        self,
        first_name: str,
        *,
        last_name: str | None = None,
        username: str | None = None,
        language_code: str = "en",
        phone: str | None = None,
        id: int | None = None,  # noqa: A002 - the name of the thing everywhere in Telegram
    ) -> LocalUser:
        user = LocalUser(
            self._world,
            user_id=id or 1_000_000 + secrets.randbelow(5_000_000_000),
            first_name=first_name,
            last_name=last_name,
            username=username,
            language_code=language_code,
            phone=phone,
        )
        self._world.people[user.id] = user
        self._world.tell_of_person(user)
        return user

    def add_group(
        self,
        title: str,
        members: Iterable[LocalUser | BotAccount],
        forum: bool = False,
        supergroup: bool = False,
    ) -> LocalGroup:
        """Make a group of people and bots; its first person owns it. Forums are supergroups."""
        group = LocalGroup(self._world, title, supergroup=forum or supergroup, forum=forum)
        group.found(members)
        return group

    def fail(
        self,
        method: str,
        error_code: int,
        description: str,
        times: int = 1,
        retry_after: int | None = None,
        chat_id: int | None = None,
    ) -> None:
        """Let the next `times` calls of a method fail, of one chat or of any."""
        error = ApiError(error_code, description, retry_after=retry_after)
        self._api.faults.add(method, chat_id, error, times)

    def _newcomer(self, token: str) -> BotAccount | None:
        """Make the bot of a token, unless its number is that of somebody else."""
        number = token.partition(":")[0]
        if len(number) > _LONGEST_NUMBER or self._world.party(int(number)) is not None:
            return None
        return self.add_bot(token, username=f"a{number}_bot", first_name=f"Bot {number}")

    def _send_webhooks(self, bot: BotAccount) -> None:
        sender = WebhookSender(bot, self._api, self._clock, self._ca_file)
        task = asyncio.create_task(sender.run(), name=f"webhooks of {bot.username}")
        self._senders.add(task)
        task.add_done_callback(self._senders.discard)
