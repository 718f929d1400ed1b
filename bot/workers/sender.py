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

from bot.actions import effect_keys, notices
from bot.actions.context import Context
from bot.actions.deliveries import rider_cards, views
from bot.actions.deliveries.rider_cards import Target
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
    waits behind it that it shows already.

    `left` is a pickup whose card still shows what does not wait there any more.
    """

    message: Message | None
    target: Target
    topic: int | None
    silent: bool
    behind: Collection[EffectKey]
    left: str | None


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
        sent = await self._send(
            notice.chat_id, message, reply_to, topic=notice.topic, silent=is_quiet
        )
        if notice.under is None or notice.becomes is None:
            return _nothing
        delivery, _ = notice.under
        card = Card(notice.chat_id, delivery, notice.becomes, sent, _hash(message))
        return lambda tx: cards.save(tx, card)

    def _where(self, tx: Transaction, notice: Say) -> tuple[Card | None, bool]:
        """Return the card that words are said under, and whether their person wants quiet."""
        where = notice.under
        under = rider_cards.message_of(tx, notice.chat_id, *where) if where else None
        looked_for = notices.is_looked_for(notice, tx.now)
        return under, notice.quiet or looked_for or self._is_quiet(tx, notice.chat_id)

    def _is_quiet(self, tx: Transaction, chat_id: int) -> bool:
        return self._wants_quiet(tx, _private(tx, chat_id))

    def _wants_quiet(self, tx: Transaction, person: Person | None) -> bool:
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
        looked_for = notices.is_looked_for(notice, self._context.clock.now())
        await self._send(notice.chat_id, message, topic=notice.topic, silent=is_quiet or looked_for)

    async def _show_card(self, job: Job, notice: ShowCard) -> Keep:
        view = await self._context.database.read(self._view, job, notice)
        keep = await self._bring_up_to_date(notice, view)
        if view.left is None:
            return keep
        return partial(_keep_and_show, keep=keep, job=job, chat_id=notice.chat_id, pickup=view.left)

    async def _bring_up_to_date(self, notice: ShowCard, view: _View) -> Keep:
        card, target = view.target.card, view.target
        if view.message is None:
            return await self._take_away(card) if card else _nothing
        if card is None and not notice.create:
            return _nothing
        message = self._finished(view.message)
        shown = _hash(message)
        if card is not None and not target.fresh:
            if card.shown == shown:
                return partial(coalescing.settle, done=view.behind)
            if _can_change(message) and await self._edit(card.chat_id, card.message_id, message):
                return await self._kept(target.changed(card, shown), view)
            if target.is_over:
                return lambda tx: cards.forget(tx, card)
        if card is not None:
            await self._delete(card.chat_id, card.message_id)
        sent = await self._send(notice.chat_id, message, topic=view.topic, silent=view.silent)
        return await self._kept(replace(target.sent, message_id=sent, shown=shown), view)

    async def _kept(self, card: Card, view: _View) -> Keep:
        """Keep a card, and delete the messages that it takes the place of."""
        for each in view.target.replaced:
            if each.message_id != card.message_id and each != view.target.card:
                await self._delete(each.chat_id, each.message_id)
        return partial(_keep_card, card=card, view=view)

    def _view(self, tx: Transaction, job: Job, notice: ShowCard) -> _View:
        chat, person = notice.chat_id, _private(tx, notice.chat_id)
        is_quiet = notice.quiet or self._wants_quiet(tx, person)
        target = rider_cards.aim(tx, person, notice, is_quiet=is_quiet)
        # Before it is rendered: what is committed in between is shown, and must not be dropped.
        behind = coalescing.changes(tx, job, target.covers)
        group = groups.get(tx, chat) if chat < 0 else None
        # What takes the place of a lost card would have been an edit, without a sound.
        is_edit = target.card is not None and not target.fresh
        return _View(
            self._rendered(tx, target, person),
            target,
            group.topic if group else None,
            is_quiet or is_edit,
            behind,
            self._left(tx, target.pickup),
        )

    def _rendered(self, tx: Transaction, target: Target, person: Person | None) -> Message | None:
        card, row = target.sent, target.row
        return views.render(
            *(tx, card.chat_id, card.delivery, target.view, card.rang_for),
            zone=self._context.identity.zone,
            row=row,
            person=person,
        )

    def _left(self, tx: Transaction, card: Card | None) -> str | None:
        """Return the pickup whose card shows something else than what waits there, if it does."""
        if card is None:
            return None
        now = views.render(tx, card.chat_id, card.delivery, View.PICKUP, card.rang_for)
        is_old = now is not None and _hash(self._finished(now)) != card.shown
        return card.delivery if is_old else None

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


def _private(tx: Transaction, chat_id: int) -> Person | None:
    return people.get(tx, chat_id) if chat_id > 0 else None


def _keep_card(tx: Transaction, card: Card, view: _View) -> None:
    for each in view.target.replaced:
        cards.forget(tx, each)
    if view.target.is_over:
        cards.forget(tx, card)
    else:
        cards.save(tx, card)
    coalescing.settle(tx, view.behind)


def _keep_and_show(tx: Transaction, keep: Keep, job: Job, chat_id: int, pickup: str) -> None:
    keep(tx)
    key = effect_keys.pickup_changed(job.key)
    notices.show_pickup(tx, chat_id, pickup, key, Urgency(job.urgency))


def _nothing(_tx: Transaction) -> None:
    """Nothing to write down."""
