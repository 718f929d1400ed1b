"""The owner is who sends the bot a code that only the terminal shows."""

import asyncio
import re
import secrets
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from telegram import Message, Update, User
from telegram.error import Conflict, TelegramError
from telegram.ext import ExtBot

from bot.base.clock import Clock
from bot.cli.init.terminal import Terminal
from bot.cli.start_steps.telegram import bot_of
from bot.config import Settings
from bot.texts.catalogues import nearest
from bot.texts.everyone.replies import OWNER_NOW
from bot.texts.words import Words

_ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look alike: I and 1, L, O and 0."""
_LENGTH = 8
_CODE = re.compile(rf"(?:/start(?:@\w+)?\s+)?([{_ALPHABET}]{{{_LENGTH}}})", re.IGNORECASE)

_MINUTES = 10
_HELD_SECONDS = 2
_PAUSE = timedelta(seconds=1)
_AFTER_TROUBLE = timedelta(seconds=3)
_MOST_UPDATES = 100
"""Telegram shows no more at once, and the later ones only to who gives the first ones up."""

_HIDDEN = (
    f"{_MOST_UPDATES} messages wait for the bot, and a code behind them cannot be seen before it"
    " has run: type your number instead."
)


class Verdict(Enum):
    """What an update is to the wait for the code; the value is told."""

    RIGHT = ""
    NOTHING = "no message"
    OTHER = "A message came that is not the code; it stays for the bot."
    WRONG = "Somebody sent another code; it does not count."
    SHOWN = (
        "The code came in a group, forwarded, or by a bot; that does not count, and others may have"
        " seen it: here is another one. Send it yourself, in the private chat with the bot."
    )


def new_code() -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def judge(update: Update, code: str) -> Verdict:
    """Say what an update is; only its sender's own words in the private chat can be right."""
    message = update.message
    if message is None:
        return Verdict.NOTHING
    found = _CODE.fullmatch((message.text or "").strip())
    if found is None:
        return Verdict.OTHER
    if not secrets.compare_digest(found[1].upper(), code):
        return Verdict.WRONG
    return Verdict.RIGHT if _is_own_and_private(message) else Verdict.SHOWN


def _is_own_and_private(message: Message) -> bool:
    sender = message.from_user
    is_foreign = message.forward_origin or message.via_bot or message.sender_chat
    return (
        sender is not None
        and not sender.is_bot
        and message.chat.type == "private"
        and (not is_foreign)
    )


async def owner_by_code(settings: Settings, terminal: Terminal, clock: Clock) -> User | None:
    """Return who sends the code, whom the bot tells so; nobody where the person gives up.

    Raises:
        TelegramError: Telegram does not answer.
    """
    async with bot_of(settings) as bot:
        if not await _may_poll(bot, terminal):
            return None
        sender = await _Wait(bot, terminal, clock).run()
        if sender is not None:
            await _tell(bot, sender)
        return sender


async def _may_poll(bot: ExtBot[None], terminal: Terminal) -> bool:
    """Whether messages can be asked for: not while a webhook is set."""
    url = (await bot.get_webhook_info()).url
    if not url:
        return True
    terminal.tell(f"Telegram sends this bot's messages to {url}, so none can be waited for here.")
    if not terminal.agrees(
        "Take that address away? A bot that runs there falls silent", default=False
    ):
        return False
    await bot.delete_webhook()  # and what waits goes on waiting
    return True


async def _tell(bot: ExtBot[None], owner: User) -> None:
    said = Words(nearest(owner.language_code)).message(OWNER_NOW)
    try:
        await bot.send_message(owner.id, said.html, parse_mode="HTML")
    except TelegramError:  # the terminal says it, too
        return


@dataclass
class _Wait:
    """Waits for the code, and takes from Telegram only what it has understood.

    Telegram forgets updates only up to a number. So all are looked at without a word of it, again
    and again; they are given up at the end, if nothing but codes stands among them. Otherwise all
    of them stay for the bot. No kinds are asked for by name: Telegram would drop the others, such
    as presses of buttons.
    """

    bot: ExtBot[None]
    terminal: Terminal
    clock: Clock
    seen: dict[int, Verdict] = field(default_factory=dict)
    is_disturbed: bool = False

    async def run(self) -> User | None:
        """Show one code after the other until one is sent; nobody where the person gives up."""
        while True:
            code, until = new_code(), self.clock.elapsed() + _MINUTES * 60
            self.terminal.tell(
                f"Open https://t.me/{self.bot.username}?start={code} and press Start,",
                f"or send {code} to @{self.bot.username} in its private chat.",
                f"It counts once, for {_MINUTES} minutes. Enter, to type a number instead …",
            )
            while self.clock.elapsed() <= until and Verdict.SHOWN not in self.seen.values():
                if self.terminal.has_pressed_enter():
                    return None
                sender = await self._look(code)
                if len(self.seen) >= _MOST_UPDATES and sender is None:
                    self.terminal.tell(_HIDDEN)
                    return None
                if sender is not None:
                    return sender
            # What was shown is one of the wrong ones from now on, as the code that is too old.
            self.seen = {
                number: Verdict.WRONG if verdict is Verdict.SHOWN else verdict
                for number, verdict in self.seen.items()
            }

    async def _look(self, code: str) -> User | None:
        """Look once at what waits; return the sender of the code, if it is there."""
        try:
            updates = await self.bot.get_updates(timeout=0 if self.seen else _HELD_SECONDS)
        except Conflict:
            await self._disturbed("Another program takes this bot's messages: stop it. Waiting.")
            return None
        except TelegramError:
            await self._disturbed("Telegram does not answer; still trying.")
            return None
        self.is_disturbed = False
        for update in updates:
            if update.update_id not in self.seen and self._is_right(update, code):
                await self._give_up(update.update_id)
                return update.effective_user
        if self.seen:
            await self._pause(_PAUSE)
        return None

    def _is_right(self, update: Update, code: str) -> bool:
        verdict = self.seen[update.update_id] = judge(update, code)
        if verdict.value and verdict is not Verdict.NOTHING:
            self.terminal.tell(verdict.value)
        return verdict is Verdict.RIGHT

    async def _give_up(self, last: int) -> None:
        """Let Telegram forget the code, unless something before it is for the bot."""
        if {Verdict.OTHER, Verdict.NOTHING}.isdisjoint(self.seen.values()):
            await self.bot.get_updates(offset=last + 1, limit=1, timeout=0)

    async def _disturbed(self, sentence: str) -> None:
        if not self.is_disturbed:
            self.terminal.tell(sentence)
            self.is_disturbed = True
        await self._pause(_AFTER_TROUBLE)

    async def _pause(self, duration: timedelta) -> None:
        await self.clock.wait(asyncio.Event(), self.clock.now() + duration)
