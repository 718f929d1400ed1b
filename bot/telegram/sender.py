"""The sender turns notices into messages, edits and deletions in Telegram."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from telegram import BotCommand, BotCommandScopeChat
from telegram.error import BadRequest, TelegramError

from bot.actions import effect_keys, notice_kinds, notices
from bot.actions.cards import rider_cards
from bot.actions.cards.found_messages import SentMessage, is_late, take_in
from bot.actions.context import Context
from bot.actions.notice_kinds import (
    Erase,
    EraseCard,
    EraseEphemeral,
    Notice,
    PinCard,
    React,
    RefreshEphemeral,
    Replace,
    Say,
    SayEphemeral,
    SetMenu,
    ShowCard,
    Urgency,
    View,
)
from bot.base.database.transaction import DatabaseFailed, Transaction
from bot.base.log import Logger
from bot.base.queue import jobs
from bot.base.queue.job_rows import hashed_key
from bot.base.queue.jobs import Job
from bot.domain.person import Person
from bot.store import cards, deliveries, groups, people
from bot.store.cards import Card
from bot.store.groups import Group
from bot.store.job_kind import JobKind
from bot.telegram import coalescing
from bot.telegram.card_writer import CardWriter
from bot.telegram.chat_writer import ChatWriter, Keep, hash_of, keep_nothing
from bot.telegram.connection import TelegramBot
from bot.telegram.ephemeral_writer import EphemeralWriter
from bot.telegram.errors import Refusals
from bot.telegram.message_ids import LatestMessages
from bot.telegram.pacing import NotNow, Pacing, Sending
from bot.telegram.sent_log import SentRecord, SentWords
from bot.telegram.unconfirmed_sends import Doubts, SentTwice

_log = Logger(__name__)

Menu = Callable[[Person | Group], list[tuple[str, str]]]

KEEP_AGAIN = timedelta(seconds=1)
JUST_SENT = timedelta(seconds=10)
"""How long Telegram counts a message that was sent to a private chat."""


class NoticeSender:
    """Sends notices, each when it is its turn."""

    def __init__(
        self,
        context: Context,
        bot: TelegramBot,
        pacing: Pacing,
        menu: Menu,
        latest: LatestMessages,
        sent: SentRecord,
    ) -> None:
        self._context = context
        self._bot = bot
        self._pacing = pacing
        self._menu = menu
        self._sent = sent
        self._refusals = Refusals(context)
        self._writer = ChatWriter(context, bot, latest)
        self._doubts = Doubts(context, bot, latest, sent)
        self._cards = CardWriter(context, bot, self._writer, self._doubts, sent)
        self._ephemeral = EphemeralWriter(context, bot, self._writer)

    async def send(self, job: Job) -> None:
        """Send one notice and settle its job: done, deferred, given up with its chat, or dead."""
        notice = notice_kinds.read(job.body)
        check = partial(jobs.ensure_held, job, self._context.database.process)
        sending = Sending(job.id, notice.place, Urgency(job.urgency), notice.writes, check)
        try:
            async with self._pacing.turn(sending):
                keep = await self._deliver(job, notice)
        except NotNow as error:
            await self._context.database.write(_defer, job, error.wait)
        except SentTwice:
            await self._refusals.sent_twice(job, notice)
        except TelegramError as error:
            await self._refusals.settle(job, notice, error)
        else:
            urgency, delay = Urgency(job.urgency), self._context.clock.now() - job.created_at
            self._refusals.taken(notice.chat_id)
            await self._finish(job, keep)
            self._context.metrics.notice_sent(urgency.name.lower(), delay)
            _log.info("sent", kind=notice.kind, job=job.id)

    async def _finish(self, job: Job, keep: Keep) -> None:
        """End a notice that Telegram has taken: unfinished, it would be sent once more."""
        while True:
            try:
                return await self._context.database.write(_finish, job, keep)
            except DatabaseFailed as error:
                _log.warning("what was sent could not be kept", job=job.id, error=error)
            await self._context.clock.wait(asyncio.Event(), self._context.clock.now() + KEEP_AGAIN)

    async def _deliver(self, job: Job, notice: Notice) -> Keep:
        match notice:
            case Say():
                return await self._say(job, notice)
            case ShowCard():
                return await self._show_card(job, notice)
            case SayEphemeral():
                await self._doubts.words_are_sent(job)
                return await self._ephemeral.show(job, notice)
            case EraseCard():
                return await self._cards.erase(notice)
            case Erase():
                # The same request deletes the messages of later deletions in this lane.
                behind = await self._context.database.read(coalescing.deletions, job, notice)
                message_ids = [notice.message_id, *behind.values()]
                await self._writer.delete_all(notice.chat_id, message_ids)
                return partial(coalescing.settle, done=behind)
            # The other notices leave nothing to record.
            case Replace():
                await self._replace(job, notice)
            case EraseEphemeral():
                await self._ephemeral.erase(notice)
            case RefreshEphemeral():
                await self._ephemeral.refresh(notice)
            case PinCard():
                await self._cards.pin(notice)
            case React():
                await self._react(notice)
            case SetMenu():
                await self._set_menu(notice)
        return keep_nothing

    async def _show_card(self, job: Job, notice: ShowCard) -> Keep:
        """Show a card, then refresh the ephemeral cards of its delivery in the same group."""
        keep = await self._cards.show(job, notice)
        if not self._ephemeral.shows(notice.chat_id, notice.delivery):
            return keep
        return partial(_keep_and_refresh, keep=keep, job=job, notice=notice)

    async def _say(self, job: Job, notice: Say) -> Keep:
        under, is_quiet, in_vain = await self._context.database.read(self._where, notice)
        message = self._writer.finished(notice.message)
        intended = _intended(notice, self._context.clock.now())
        # Look first: if the message was already sent, keep it, even if it comes in vain.
        if intended is not None and await self._doubts.find(job, notice.chat_id, message):
            await self._note_words(job, notice)
            return keep_nothing
        if in_vain:
            return keep_nothing
        if intended is None:
            await self._doubts.words_are_sent(job)
        else:
            await self._doubts.is_sent(job, intended, message)
        message_id = await self._writer.send(
            notice.chat_id,
            message,
            under.message_id if under else notice.reply_to,
            topic=notice.topic,
            silent=is_quiet,
        )
        await self._note_words(job, notice)
        if intended is None:
            return keep_nothing
        sent = intended.model_copy(update={"message_id": message_id})
        await self._sent.note(sent)
        return partial(_keep_sent, sent=sent, shown=hash_of(message))

    async def _note_words(self, job: Job, notice: Say) -> None:
        """Record that news was told; answers need no record, as no update is answered twice."""
        if job.urgency > Urgency.ANSWER:
            key, now = hashed_key(self._context.vault, job.key), self._context.clock.now()
            await self._sent.note(SentWords(chat_id=notice.chat_id, key=key, sent_at=now))

    async def begin(self) -> None:
        """Begin slowly if another process has just sent messages that this one did not count."""
        last_notice = await self._context.database.read(jobs.latest, JobKind.NOTICE)
        now = self._context.clock.now()
        for latest in (last_notice, await self._sent.latest_at()):
            if latest is not None and abs(now - latest) < JUST_SENT:
                self._pacing.begin_slowly(JUST_SENT)

    def _where(self, tx: Transaction, notice: Say) -> tuple[Card | None, bool, bool]:
        """Return the card that words reply to, whether to send them silently, and whether they are
        of no use to the person now.
        """
        card, in_vain = None, False
        if notice.under is not None:
            card = rider_cards.message_of(tx, notice.chat_id, *notice.under)
            # The delivery may have ended before a question about it is sent.
            row = deliveries.get(tx, notice.under[0]) if notice.becomes is not None else None
            in_vain = row is not None and not row.is_open
        looked_for = notices.is_looked_for(notice, tx.now)
        is_quiet = notice.quiet or looked_for or self._writer.is_quiet(tx, notice.chat_id)
        job = notice.with_job
        comes_late = job is not None and is_late(tx, notice.chat_id, job)
        return card, is_quiet, comes_late or in_vain

    async def _replace(self, job: Job, notice: Replace) -> None:
        message = self._writer.finished(notice.message)
        if await self._writer.edit(notice.chat_id, notice.message_id, message):
            return
        is_quiet = await self._context.database.read(self._writer.is_quiet, notice.chat_id)
        looked_for = notices.is_looked_for(notice, self._context.clock.now())
        await self._doubts.words_are_sent(job)
        await self._writer.send(
            notice.chat_id, message, topic=notice.topic, silent=is_quiet or looked_for
        )

    async def _react(self, notice: React) -> None:
        """Put an emoji under a message; if Telegram refuses it, nothing is lost."""
        try:
            await self._bot.set_message_reaction(notice.chat_id, notice.message_id, notice.picture)
        except BadRequest as error:
            _log.info("no reaction was possible", reason=error.message)

    async def _set_menu(self, notice: SetMenu) -> None:
        is_group, scope = notice.chat_id < 0, BotCommandScopeChat(notice.chat_id)
        find = groups.of_dispatchers if is_group else people.get
        reader: Person | Group | None = await self._context.database.read(find, notice.chat_id)
        if reader is None:
            await self._bot.delete_my_commands(scope=scope)
            return
        # In a group, only the person who types such a command sees it.
        ephemeral = {"is_ephemeral": True} if is_group else {}
        listed = [BotCommand(*entry, api_kwargs=ephemeral) for entry in self._menu(reader)]
        await self._bot.set_my_commands(listed, scope=scope)


def _defer(tx: Transaction, job: Job, wait: timedelta) -> None:
    jobs.defer(tx, job, tx.now + wait)


def _intended(notice: Say, now: datetime) -> SentMessage | None:
    """Return the record to keep of a message, still without its id; `None` if none is kept."""
    if notice.under is not None and notice.becomes is not None:
        delivery, view = notice.under[0], notice.becomes
    elif notice.with_job is not None:
        delivery, view = notice.with_job, None
    else:
        return None
    return SentMessage(
        chat_id=notice.chat_id, message_id=0, delivery=delivery, view=view, sent_at=now
    )


def _keep_sent(tx: Transaction, sent: SentMessage, shown: str) -> None:
    if sent.view is None:
        take_in(tx, sent)  # this deletes the words at once if the job is gone by now
    else:
        chat_id, view, sent_at = sent.chat_id, sent.view, sent.sent_at
        cards.save(tx, Card(chat_id, sent.delivery, view, sent.message_id, shown, sent_at=sent_at))


def _keep_and_refresh(tx: Transaction, keep: Keep, job: Job, notice: ShowCard) -> None:
    keep(tx)
    refresh = RefreshEphemeral(chat_id=notice.chat_id, delivery=notice.delivery)
    notices.post(tx, refresh, effect_keys.shared_card(job.key, View.DISPATCHER))


def _finish(tx: Transaction, job: Job, keep: Keep) -> None:
    jobs.finish(tx, job)
    keep(tx)
