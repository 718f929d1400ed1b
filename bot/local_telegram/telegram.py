"""The whole of it: a Telegram for one process."""

import asyncio
import secrets
from collections.abc import Iterable
from pathlib import Path

from bot.base.clock import Clock, SystemClock
from bot.local_telegram.api import Api
from bot.local_telegram.bots import BotAccount
from bot.local_telegram.groups import LocalGroup
from bot.local_telegram.refusals import Refusal
from bot.local_telegram.users import LocalUser
from bot.local_telegram.webhook_sender import WebhookSender
from bot.local_telegram.world import Keeping, World

_LONGEST_NUMBER = 15
"""Digits of a bot's number: Telegram's have at most 52 bits."""


class LocalTelegram(Api):
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
        super().__init__(world or World(clock or SystemClock(), local=local, keeping=keeping))
        self.listeners = self.world.listeners
        """Called at once with everything that someone sees happen."""
        self.calls = self.world.calls
        """The calls that bots made, oldest first; `Keeping` says how many."""
        self.web = self.world.files.web
        """The files on the web that bots can have sent by their address, by address."""
        self._ca_file = ca_file
        self._any_token = any_token
        self._senders: set[asyncio.Task[None]] = set()
        self._started = False

    @property
    def knows_ephemeral(self) -> bool:
        """Whether it knows ephemeral messages; without, they are sent to everybody in the chat."""
        return self.world.knows_ephemeral

    @knows_ephemeral.setter
    def knows_ephemeral(self, knows: bool) -> None:
        self.world.knows_ephemeral = knows

    async def start(self) -> None:
        self._started = True
        for bot in self.world.bots.values():
            self._send_webhooks(bot)

    async def stop(self) -> None:
        """Send no more webhooks, and end the polls that are held."""
        self._started = False
        for bot in self.world.bots.values():
            bot.polling.end(Refusal.RESTART)
        # Each task takes itself out of the set when it ends: that happens while this waits.
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
            waiting = [bot.queue for bot in self.world.bots.values() if bot.queue.pending()]
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
        has_topics: bool = False,
    ) -> BotAccount:
        """Make a bot that a program with this token can run.

        In groups it is told only what concerns it, unless it `can_read_all_group_messages` or is
        administrator there.
        """
        clock, sees_all = self.world.clock, can_read_all_group_messages
        bot = BotAccount(token, username, first_name, clock, sees_all, has_topics)
        self.world.bots[token] = bot
        if self._started:
            self._send_webhooks(bot)
        self.world.bot_listeners.tell(bot)
        return bot

    def newcomer(self, token: str) -> BotAccount | None:
        """Make the bot of a token, unless its number is that of somebody else."""
        number = token.partition(":")[0]
        if not self._any_token or len(number) > _LONGEST_NUMBER or self.world.party(int(number)):
            return None
        return self.add_bot(token, username=f"a{number}_bot", first_name=f"Bot {number}")

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
        number = id or 1_000_000 + secrets.randbelow(5_000_000_000)
        user = LocalUser(self.world, number, first_name, last_name, username, language_code, phone)
        self.world.people[user.id] = user
        self.world.people_listeners.tell(user)
        return user

    def add_group(
        self,
        title: str,
        members: Iterable[LocalUser | BotAccount],
        forum: bool = False,
        supergroup: bool = False,
    ) -> LocalGroup:
        """Make a group of people and bots; its first person owns it. Forums are supergroups."""
        group = LocalGroup(self.world, title, supergroup=forum or supergroup, forum=forum)
        group.found(members)
        return group

    def _send_webhooks(self, bot: BotAccount) -> None:
        sender = WebhookSender(bot, self, self._ca_file)
        task = asyncio.create_task(sender.run(), name=f"webhooks of {bot.username}")
        self._senders.add(task)
        task.add_done_callback(self._senders.discard)
