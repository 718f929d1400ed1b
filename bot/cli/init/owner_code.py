"""The search for the owner, who sends the bot a code that only the terminal shows."""

import asyncio
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from telegram import Update, User
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
"""Capitals and digits, without I, 1, L, O and 0, which look alike."""
_LENGTH = 8
_CODE = re.compile(rf"(?:/start(?:@\w+)?\s+)?([{_ALPHABET}]{{{_LENGTH}}})", re.IGNORECASE)

_MINUTES = 10
_HELD_SECONDS = 2
_PAUSE = timedelta(seconds=1)
_AFTER_TROUBLE = timedelta(seconds=3)
_MOST_UPDATES = 100
"""The most updates that Telegram shows at once; to see later ones, one must give these up."""

_HIDDEN = (
    f"{_MOST_UPDATES} messages wait for the bot, and a code behind them cannot be seen before it"
    " has run: type your number instead."
)


class Verdict(Enum):
    """The meaning of an update for the wait; the value is the sentence for the terminal."""

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
    """Return the verdict on an update; only words of a person in the private chat can be right."""
    message = update.message
    if message is None:
        return Verdict.NOTHING
    written = _CODE.fullmatch((message.text or "").strip())
    if written is None:
        return Verdict.OTHER
    if not secrets.compare_digest(written[1].upper(), code):
        return Verdict.WRONG
    sender = message.from_user
    is_foreign = message.forward_origin or message.via_bot or message.sender_chat
    is_own = sender is not None and not sender.is_bot and not is_foreign
    return Verdict.RIGHT if is_own and message.chat.type == "private" else Verdict.SHOWN


async def owner_by_code(settings: Settings, terminal: Terminal, clock: Clock) -> User | None:
    """Wait for the code; greet and return its sender, or `None` if the person gives up.

    Raises:
        TelegramError: Telegram does not answer.
    """
    async with bot_of(settings) as bot:
        url = (await bot.get_webhook_info()).url
        if url:
            terminal.tell(
                f"Telegram sends this bot's messages to {url}, so none can be waited for here."
            )
            question = "Take that address away? A bot that runs there falls silent"
            if not terminal.agrees(question, default=False):
                return None
            await bot.delete_webhook()  # this keeps the updates that wait
        sender = await _Wait(bot, terminal, clock).run()
        if sender is not None:
            message = Words(nearest(sender.language_code)).message(OWNER_NOW)
            with suppress(TelegramError):  # the terminal says it, too
                await bot.send_message(sender.id, message.html, parse_mode="HTML")
        return sender


@dataclass
class _Wait:
    """The wait for a code, which leaves all other updates for the bot.

    Telegram forgets updates only up to a number. So the wait reads them again and again without
    confirming any, and confirms them at the end if there are only codes among them. It names no
    `allowed_updates`: Telegram would drop all other kinds, such as presses of buttons.
    """

    bot: ExtBot[None]
    terminal: Terminal
    clock: Clock
    seen: dict[int, Verdict] = field(default_factory=dict)
    is_disturbed: bool = False

    async def run(self) -> User | None:
        """Show one code after the other until one is sent; return `None` if the person gives up."""
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
            # The code is replaced, so an update that has shown it counts as a wrong code now.
            self.seen = {
                number: Verdict.WRONG if verdict is Verdict.SHOWN else verdict
                for number, verdict in self.seen.items()
            }

    async def _look(self, code: str) -> User | None:
        """Read the waiting updates once; return the sender of the code, if it is among them."""
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
            number = update.update_id
            if number in self.seen:
                continue
            verdict = self.seen[number] = judge(update, code)
            if verdict.value and verdict is not Verdict.NOTHING:
                self.terminal.tell(verdict.value)
            if verdict is Verdict.RIGHT:
                # Confirm the code to Telegram, unless an update before it is for the bot.
                if {Verdict.OTHER, Verdict.NOTHING}.isdisjoint(self.seen.values()):
                    await self.bot.get_updates(offset=number + 1, limit=1, timeout=0)
                return update.effective_user
        if self.seen:
            await self._pause(_PAUSE)
        return None

    async def _disturbed(self, sentence: str) -> None:
        if not self.is_disturbed:
            self.terminal.tell(sentence)
            self.is_disturbed = True
        await self._pause(_AFTER_TROUBLE)

    async def _pause(self, duration: timedelta) -> None:
        await self.clock.wait(asyncio.Event(), self.clock.now() + duration)
