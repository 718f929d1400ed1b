"""The sender: a notice becomes a message, an edit or a deletion in Telegram."""

import asyncio
import hashlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial

import structlog
from telegram import BotCommand, BotCommandScopeChat
from telegram.error import BadRequest, TelegramError

from bot.actions import notices
from bot.actions.context import Context
from bot.actions.deliveries import views
from bot.actions.notices import (
    Erase,
    EraseCard,
    Notice,
    PinCard,
    React,
    Replace,
    Say,
    SetMenu,
    ShowCard,
    Urgency,
    View,
)
from bot.actions.recipients import quiet_hours
from bot.base import jobs
from bot.base.jobs import EffectKey, Job
from bot.base.transaction import DatabaseFailed, Transaction
from bot.store import cards, groups, people
from bot.store.cards import Card
from bot.store.people import Person
from bot.texts import moments
from bot.texts.html import Html
from bot.texts.message import Message, Picture, Place
from bot.workers import coalescing
from bot.workers.pacing import NotNow, Pacing, Sending
from bot.workers.refusals import MESSAGE_GONE, UNDELETABLE, Refusals, says
from bot.workers.telegram_connection import TelegramBot
from bot.workers.telegram_messages import edit, send

_log = structlog.get_logger(__name__)

Keep = Callable[[Transaction], None]
"""What is written down, in the transaction that ends the notice, once Telegram has taken it."""

Menu = Callable[[Person], list[tuple[str, str]]]

KEEP_AGAIN = timedelta(seconds=1)

_BLANK = Message(html=Html("🗑"))


@dataclass(frozen=True, slots=True)
class _View:
    """What a card should show, the message that it is, where and how it would be sent, and what
    waits behind it that it shows already."""

    message: Message | None
    card: Card | None
    topic: int | None
    silent: bool
    behind: Collection[EffectKey]


class NoticeSender:
    """Sends notices, each when it is its turn."""

    def __init__(self, context: Context, bot: TelegramBot, pacing: Pacing, menu: Menu) -> None:
        self._context = context
        self._bot = bot
        self._pacing = pacing
        self._menu = menu
        self._refusals = Refusals(context)

    async def send(self, job: Job) -> None:
        """Send one notice and settle its job: sent, later, given up with its chat, or dead."""
        notice = notices.read(job.body)
        check = partial(jobs.ensure_held, job, self._context.database.process)
        sending = Sending(job.id, notice.chat_id, Urgency(job.urgency), notice.writes, check)
        try:
            async with self._pacing.turn(sending):
                keep = await self._deliver(job, notice)
        except NotNow as error:
            await self._context.database.write(jobs.defer, job, error.until)
        except TelegramError as error:
            await self._refusals.settle(job, notice, error)
        else:
            await self._finish(job, keep)

    async def _finish(self, job: Job, keep: Keep) -> None:
        """End a notice that Telegram has taken: given up, it would be sent once more."""
        while True:
            try:
                return await self._context.database.write(_finish, job, keep)
            except DatabaseFailed as error:
                _log.warning("what was sent could not be kept", job=job.id, error=str(error))
            await self._context.clock.wait(asyncio.Event(), self._context.clock.now() + KEEP_AGAIN)

    async def _deliver(self, job: Job, notice: Notice) -> Keep:
        match notice:
            case Say():
                return await self._say(notice)
            case ShowCard():
                return await self._show_card(job, notice)
            case EraseCard():
                return await self._erase_card(notice)
            case Erase():
                return await self._erase(job, notice)
        await self._do(notice)
        return _nothing

    async def _do(self, notice: Replace | PinCard | React | SetMenu) -> None:
        """Deliver what leaves nothing to write down."""
        match notice:
            case Replace():
                await self._replace(notice)
            case PinCard():
                await self._pin_card(notice)
            case React():
                await self._react(notice)
            case SetMenu():
                await self._set_menu(notice)

    async def _say(self, notice: Say) -> Keep:
        under, is_quiet = await self._context.database.read(self._where, notice)
        reply_to = under.message_id if under else None
        message = self._finished(notice.message)
        silent = notice.quiet or is_quiet
        sent = await self._send(
            notice.chat_id, message, reply_to, topic=notice.topic, silent=silent
        )
        if notice.under is None or notice.becomes is None:
            return _nothing
        delivery, _ = notice.under
        return _kept(Card(notice.chat_id, delivery, notice.becomes, sent, _hash(message)))

    def _where(self, tx: Transaction, notice: Say) -> tuple[Card | None, bool]:
        """Return the card that words are said under, and whether their person wants quiet."""
        under = cards.get(tx, notice.chat_id, *notice.under) if notice.under else None
        return under, self._is_quiet(tx, notice.chat_id)

    def _is_quiet(self, tx: Transaction, chat_id: int) -> bool:
        person = people.get(tx, chat_id) if chat_id > 0 else None
        return person is not None and quiet_hours.is_quiet(
            person, tx.now, self._context.identity.zone
        )

    async def _send(
        self,
        chat_id: int,
        message: Message,
        reply_to: int | None = None,
        *,
        topic: int | None,
        silent: bool,
    ) -> int:
        """Send a message; a place has no sound."""
        silent = silent or isinstance(message.attachment, Place)
        return await send(self._bot, chat_id, message, reply_to, silent=silent, topic=topic)

    async def _replace(self, notice: Replace) -> None:
        message = self._finished(notice.message)
        if await self._edit(notice.chat_id, notice.message_id, message):
            return
        is_quiet = await self._context.database.read(self._is_quiet, notice.chat_id)
        await self._send(notice.chat_id, message, topic=notice.topic, silent=is_quiet)

    async def _show_card(self, job: Job, notice: ShowCard) -> Keep:
        view = await self._context.database.read(self._view, job, notice)
        card = view.card
        if view.message is None:
            return await self._take_away(card) if card else _nothing
        if card is None and not notice.create:
            return _nothing
        message = self._finished(view.message)
        shown = _hash(message)
        if card is not None and not notice.fresh:
            if card.shown == shown:
                return partial(coalescing.settle, done=view.behind)
            if _can_change(message) and await self._edit(card.chat_id, card.message_id, message):
                return _kept(replace(card, shown=shown), view.behind)
        if card is not None:
            await self._delete(card.chat_id, card.message_id)
        sent = await self._send(notice.chat_id, message, topic=view.topic, silent=view.silent)
        new = Card(notice.chat_id, notice.delivery, notice.view, sent, shown)
        return _kept(new, view.behind)

    def _view(self, tx: Transaction, job: Job, notice: ShowCard) -> _View:
        where = (notice.chat_id, notice.delivery, notice.view)
        # Before it is rendered: what is committed in between is shown, and must not be dropped.
        behind = coalescing.changes(tx, job, notice)
        card = cards.get(tx, *where)
        group = groups.get(tx, notice.chat_id) if notice.chat_id < 0 else None
        # What takes the place of a lost card would have been an edit, without a sound.
        silent = notice.quiet or (card is not None and not notice.fresh)
        return _View(
            views.render(tx, *where, self._context.identity.zone),
            card,
            group.topic if group else None,
            silent or self._is_quiet(tx, notice.chat_id),
            behind,
        )

    def _finished(self, message: Message) -> Message:
        """Say what only shows now: the date of times that are not of today.

        The sign of a test environment stands in front of everything that is said there. A picture
        from a host that the business does not show pictures from is left out.
        """
        identity, picture = self._context.identity, message.attachment
        html = moments.as_of(message.html, self._context.clock.now(), identity.zone)
        changes: dict[str, object] = {"html": Html(identity.mark + html)}
        if isinstance(picture, Picture) and picture.url and not identity.shows(picture.url):
            changes["attachment"] = None
        return message.model_copy(update=changes)

    async def _edit(self, chat_id: int, message_id: int, message: Message) -> bool:
        """Edit a message; `False` if it is not there any more."""
        try:
            await edit(self._bot, chat_id, message_id, message)
        except BadRequest as error:
            if says(error, ("message is not modified",)):
                return True
            if says(error, MESSAGE_GONE):
                return False
            raise
        return True

    async def _take_away(self, card: Card) -> Keep:
        if card.view == View.LOCATION:
            await self._stop_moving(card)
        else:
            await self._delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)

    async def _stop_moving(self, card: Card) -> None:
        try:
            await self._bot.stop_message_live_location(card.chat_id, card.message_id)
        except BadRequest as error:
            if not says(error, (*MESSAGE_GONE, "message is not modified")):
                raise

    async def _pin_card(self, notice: PinCard) -> None:
        """Pin a card, or let it go; where the bot may not, nothing is lost."""
        card = await self._context.database.read(
            cards.get, notice.chat_id, notice.delivery, notice.view
        )
        if card is None:
            return
        try:
            if notice.is_pinned:
                await self._bot.pin_chat_message(
                    card.chat_id, card.message_id, disable_notification=True
                )
            else:
                await self._bot.unpin_chat_message(card.chat_id, card.message_id)
        except BadRequest as error:
            _log.info("no message was pinned", reason=error.message)

    async def _erase_card(self, notice: EraseCard) -> Keep:
        card = await self._context.database.read(
            cards.get, notice.chat_id, notice.delivery, notice.view
        )
        if card is None:
            return _nothing
        await self._delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)

    async def _erase(self, job: Job, notice: Erase) -> Keep:
        """Delete a message, and by the same request what stands behind it to be deleted."""
        behind = await self._context.database.read(coalescing.deletions, job, notice)
        await self._delete_all(notice.chat_id, [notice.message_id, *behind.values()])
        return lambda tx: coalescing.settle(tx, behind)

    async def _delete_all(self, chat_id: int, message_ids: list[int]) -> None:
        if len(message_ids) > 1:
            try:
                await self._bot.delete_messages(chat_id, message_ids)
            except BadRequest as error:  # one of them may be at fault for all
                if not says(error, MESSAGE_GONE):
                    raise
            else:
                return
        for message_id in message_ids:
            await self._delete(chat_id, message_id)

    async def _delete(self, chat_id: int, message_id: int) -> None:
        """Delete a message; where it is too old for that, leave nothing to be read in it."""
        try:
            await self._bot.delete_message(chat_id, message_id)
        except BadRequest as error:
            if not says(error, MESSAGE_GONE):
                raise
            if says(error, UNDELETABLE):
                await self._edit(chat_id, message_id, _BLANK)

    async def _react(self, notice: React) -> None:
        """Put a picture under a message; where that cannot be, nothing is lost."""
        try:
            await self._bot.set_message_reaction(notice.chat_id, notice.message_id, notice.picture)
        except BadRequest as error:
            _log.info("no reaction was possible", reason=error.message)

    async def _set_menu(self, notice: SetMenu) -> None:
        person = await self._context.database.read(people.get, notice.chat_id)
        scope = BotCommandScopeChat(notice.chat_id)
        if person is None:
            await self._bot.delete_my_commands(scope=scope)
            return
        listed = [BotCommand(name, what) for name, what in self._menu(person)]
        await self._bot.set_my_commands(listed, scope=scope)


def _finish(tx: Transaction, job: Job, keep: Keep) -> None:
    jobs.finish(tx, job)
    keep(tx)


def _can_change(message: Message) -> bool:
    """Tell whether Telegram lets this be edited: a place that is not live stays where it is."""
    place = message.attachment
    return not isinstance(place, Place) or place.live_seconds is not None


def _hash(message: Message) -> str:
    return hashlib.sha256(message.model_dump_json().encode()).hexdigest()


def _kept(card: Card, behind: Collection[EffectKey] = ()) -> Keep:
    def keep(tx: Transaction) -> None:
        cards.save(tx, card)
        coalescing.settle(tx, behind)

    return keep


def _nothing(_tx: Transaction) -> None:
    """Nothing to write down."""
