"""The local Telegram of one process."""

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
from bot.local_telegram.webhook_sender import WebhookSender, cancel_all
from bot.local_telegram.world import Keeping, World

_LONGEST_NUMBER = 15
"""The most digits of a bot's number: Telegram's ids have at most 52 bits."""


class LocalTelegram(Api):
    """A Bot API server and the people who talk to its bots.

    `asgi` is the server. Webhooks are sent between `start` and `stop`. An `https` webhook needs a
    certificate that `ca_file` vouches for, or a public authority if `ca_file` is None. With
    `local`, a webhook may use any port and plain HTTP, as with a Bot API server in local mode;
    without it, the rules of the real Telegram hold. With `any_token`, a call with an unknown token
    creates its bot. `keeping` limits what is remembered. With a `world`, such as the copy of
    another Telegram's, it starts from the state there.
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
        """Called immediately with each event that people see."""
        self.calls = self.world.calls
        """The latest calls of bots, oldest first; `Keeping.calls` limits their number."""
        self.web = self.world.files.web
        """The files on the web, by address: bots can send them by URL."""
        self._ca_file = ca_file
        self._any_token = any_token
        self._senders: set[asyncio.Task[None]] = set()
        self._started = False

    @property
    def knows_ephemeral(self) -> bool:
        """Whether it knows ephemeral messages; if not, everybody in the chat gets them."""
        return self.world.knows_ephemeral

    @knows_ephemeral.setter
    def knows_ephemeral(self, knows: bool) -> None:
        self.world.knows_ephemeral = knows

    async def start(self) -> None:
        self._started = True
        for bot in self.world.bots.values():
            self._send_webhooks(bot)

    async def stop(self) -> None:
        """Stop sending webhooks, and end the polls that are held."""
        self._started = False
        for bot in self.world.bots.values():
            bot.polling.end(Refusal.RESTART)
        await cancel_all(self._senders)

    async def idle(self) -> None:
        """Wait until no update is pending for any bot.

        An update to a webhook is done when the answer was 2xx and the method call in the answer
        was run; an update to a poller is done when a later poll confirms it.
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
        """Create a bot that a program with this token can run.

        In a group it gets only the messages that concern it, unless it
        `can_read_all_group_messages` or is an administrator there.
        """
        clock, sees_all = self.world.clock, can_read_all_group_messages
        bot = BotAccount(token, username, first_name, clock, sees_all, has_topics)
        self.world.bots[token] = bot
        if self._started:
            self._send_webhooks(bot)
        self.world.bot_listeners.tell(bot)
        return bot

    def newcomer(self, token: str) -> BotAccount | None:
        """Create the bot of a token, or return None where that is not allowed.

        It is not allowed without `any_token`, or if the number in the token is taken or too long.
        """
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
        """Create a group; the first person owns it. A forum is always a supergroup."""
        group = LocalGroup(self.world, title, supergroup=forum or supergroup, forum=forum)
        group.found(members)
        return group

    def _send_webhooks(self, bot: BotAccount) -> None:
        sender = WebhookSender(bot, self, self._ca_file)
        task = asyncio.create_task(sender.run(), name=f"webhooks of {bot.username}")
        self._senders.add(task)
        task.add_done_callback(self._senders.discard)
