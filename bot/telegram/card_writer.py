"""Cards in chats: rendered when they are sent, and kept so that they can be changed later."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from telegram.error import BadRequest, TelegramError

from bot.actions import effect_keys, notices
from bot.actions.cards import rider_cards, views
from bot.actions.cards.found_messages import SentMessage
from bot.actions.cards.rider_cards import Target
from bot.actions.context import Context
from bot.actions.notice_kinds import EraseCard, PinCard, ShowCard, Urgency, View
from bot.base.database.transaction import Transaction
from bot.base.log import Logger
from bot.base.queue.jobs import EffectKey, Job
from bot.store import cards, digests, finished_cards, groups
from bot.store.cards import Card
from bot.store.digests import DigestKind
from bot.telegram import coalescing
from bot.telegram.chat_writer import ChatWriter, Keep, hash_of, keep_nothing, private
from bot.telegram.connection import TelegramBot
from bot.telegram.errors import MESSAGE_GONE, says
from bot.telegram.pacing import NotNow
from bot.telegram.sent_log import SentRecord
from bot.telegram.unconfirmed_sends import Doubts
from bot.texts.message import Message, Place

_log = Logger(__name__)


@dataclass(frozen=True, slots=True)
class _View:
    """A card as it should be: its message, the card it is now, and how to send it.

    `behind` are the jobs in its lane whose changes it already shows. `left` are shared cards that
    still show a delivery that has left them. `digest` is the kind of a digest.
    """

    message: Message | None
    target: Target
    topic: int | None
    silent: bool
    behind: Collection[EffectKey]
    left: Collection[Card]
    digest: DigestKind | None


class CardWriter:
    """Shows, changes and deletes the cards of deliveries and of whatever else has a card."""

    def __init__(
        self,
        context: Context,
        bot: TelegramBot,
        writer: ChatWriter,
        doubts: Doubts,
        sent: SentRecord,
    ) -> None:
        self._context = context
        self._bot = bot
        self._writer = writer
        self._doubts = doubts
        self._sent = sent

    async def show(self, job: Job, notice: ShowCard) -> Keep:
        """Bring a card up to date, or send it; edit the one that an earlier attempt has sent."""
        view = await self._context.database.read(self._view, job, notice)
        if await self._doubts.find(job, notice.chat_id, self._finished(view)):
            notice = notice.model_copy(update={"fresh": False, "is_news": False})
            view = await self._context.database.read(self._view, job, notice)
        keep = await self._bring_up_to_date(job, notice, view)
        if not view.left:
            return keep
        return partial(_keep_and_show, keep=keep, job=job, left=view.left)

    def _finished(self, view: _View) -> Message | None:
        return self._writer.finished(view.message) if view.message else None

    async def _bring_up_to_date(self, job: Job, notice: ShowCard, view: _View) -> Keep:
        card, target = view.target.card, view.target
        message = self._finished(view)
        if message is None:
            taken = await self._take_away(card) if card else keep_nothing
            return partial(_keep_and_settle, keep=taken, done=view.behind)
        if card is None and not notice.create:
            return partial(coalescing.settle, done=view.behind)
        shown = hash_of(message)
        if card is not None and not target.fresh:
            is_shown = card.shown == shown
            if is_shown and not target.replaced:
                return partial(coalescing.settle, done=view.behind)
            if not is_shown:
                # Telegram edits only live locations; any other place stays where it is.
                place = message.attachment
                is_fixed = isinstance(place, Place) and place.live_seconds is None
                is_shown = not is_fixed and await self._writer.edit(
                    card.chat_id, card.message_id, message
                )
            if is_shown:
                return await self._kept(target.changed(card, shown), view)
            # The message is gone. A card that is over stays away, and so does an old pin.
            is_old_pin = notice.view is View.RIDER_PLACE and not notice.create
            if target.is_over or is_old_pin or notice.only_edits:
                return lambda tx: cards.forget(tx, card)
        return await self._send(job, notice, view, message)

    async def _send(self, job: Job, notice: ShowCard, view: _View, message: Message) -> Keep:
        """Send a card as a new message, and delete its former message, if there is one."""
        card, target, clock = view.target.card, view.target, self._context.clock
        # Recorded first: after a crash, the card is looked for behind this message.
        await self._doubts.is_sent(job, _as_sent(target.sent, view, clock.now()), message)
        if card is not None:
            await self._writer.delete(card.chat_id, card.message_id)
        message_id = await self._writer.send(
            notice.chat_id, message, topic=view.topic, silent=view.silent
        )
        now = clock.now()
        sent = replace(target.sent, message_id=message_id, shown=hash_of(message), sent_at=now)
        await self._sent.note(_as_sent(sent, view, now))
        return await self._kept(sent, view)

    async def _kept(self, card: Card, view: _View) -> Keep:
        """Keep a card, and delete the messages that it replaces."""
        left = []
        for each in view.target.replaced:
            if each.message_id == card.message_id or each == view.target.card:
                continue
            try:
                await self._writer.delete(each.chat_id, each.message_id)
            except (TelegramError, NotNow) as error:
                # Raising this would undo the card, which was sent.
                _log.info("a replaced card is deleted later", error=error)
                left.append(each)
        return partial(_keep_card, card=card, view=view, left=left)

    def _view(self, tx: Transaction, job: Job, notice: ShowCard) -> _View:
        chat, person = notice.chat_id, private(tx, notice.chat_id)
        is_quiet = notice.quiet or self._writer.wants_quiet(tx, person)
        target = rider_cards.aim(tx, person, notice, is_quiet=is_quiet)
        # Read before rendering: read after it, a change committed in between would go unshown.
        shows = target.card is not None or notice.create
        behind = coalescing.changes(tx, job, target.covers, only_edits=not shows)
        sent = target.sent
        message = views.render(
            tx,
            sent.chat_id,
            sent.delivery,
            target.view,
            sent.rang_for,
            zone=self._context.identity.zone,
            row=target.row,
            person=person,
        )
        if message is not None and notice.in_full:
            message = message.in_full()
        left = []
        for card in target.left:
            # Show a card that the delivery has left only if it would look different now.
            now = views.render(tx, card.chat_id, card.delivery, View(card.view), card.rang_for)
            if now is not None and hash_of(self._writer.finished(now)) != card.shown:
                left.append(card)
        group = groups.get(tx, chat) if chat < 0 else None
        digest = digests.get(tx, target.delivery) if target.view is View.DIGEST else None
        # A new message that replaces a lost card makes no sound: it would have been an edit.
        is_edit = target.card is not None and not target.fresh
        return _View(
            message,
            target,
            topic=group.topic if group else None,
            silent=is_quiet or is_edit,
            behind=behind,
            left=left,
            digest=digest.kind if digest else None,
        )

    async def _take_away(self, card: Card) -> Keep:
        if card.view == View.LOCATION:
            try:
                await self._bot.stop_message_live_location(card.chat_id, card.message_id)
            except BadRequest as error:
                if not says(error, (*MESSAGE_GONE, "message is not modified")):
                    raise
        else:
            await self._writer.delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)

    async def pin(self, notice: PinCard) -> None:
        """Pin or unpin a card; if the bot may not, nothing is lost."""
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

    async def erase(self, notice: EraseCard) -> Keep:
        card = await self._context.database.read(
            cards.get, notice.chat_id, notice.delivery, notice.view
        )
        if card is None:
            return keep_nothing
        await self._writer.delete(card.chat_id, card.message_id)
        return lambda tx: cards.forget(tx, card)


def _as_sent(card: Card, view: _View, now: datetime) -> SentMessage:
    return SentMessage(
        chat_id=card.chat_id,
        message_id=card.message_id,
        delivery=card.delivery,
        view=View(card.view),
        digest=view.digest,
        rang_for=card.rang_for,
        sent_at=now,
    )


def _keep_and_settle(tx: Transaction, keep: Keep, done: Collection[EffectKey]) -> None:
    keep(tx)
    coalescing.settle(tx, done)


def _keep_card(tx: Transaction, card: Card, view: _View, left: Collection[Card]) -> None:
    for each in view.target.replaced:
        cards.forget(tx, each)
    for each in left:
        notices.erase(tx, each.chat_id, each.message_id, each.sent_at)
    before = view.target.card.message_id if view.target.card else 0
    if card.message_id != before:
        # Another message may have become this card while this one was sent.
        other = cards.get(tx, card.chat_id, card.delivery, card.view)
        if other is not None and other.message_id not in {before, card.message_id}:
            notices.erase(tx, other.chat_id, other.message_id, other.sent_at)
    if view.target.is_over:
        cards.forget(tx, card)
        finished_cards.add(tx, card)
    else:
        cards.save(tx, card)
    coalescing.settle(tx, view.behind)


def _keep_and_show(tx: Transaction, keep: Keep, job: Job, left: Collection[Card]) -> None:
    keep(tx)
    for card in left:
        view = View(card.view)
        key = effect_keys.shared_card(job.key, view)
        notices.show_shared(tx, card.chat_id, view, card.delivery, key, Urgency(job.urgency))
