"""The web page of a parcel for people without Telegram: its reader, its content, its messages.

The reader of a page is a person without an account. Their words are handled as if written in a
chat, and the page shows what the bot would answer there.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from bot.actions import effect_keys
from bot.actions.arrivals import lane_of_person
from bot.actions.cards import views
from bot.actions.context import BotIdentity
from bot.actions.customer.subscriptions import Followed
from bot.actions.everyone import join
from bot.actions.order_numbers import tidy
from bot.actions.rider import code_habits
from bot.base.database.transaction import Transaction
from bot.base.queue import jobs
from bot.base.queue.jobs import NewJob
from bot.base.short_links import ShortLinks
from bot.domain.limits import PAGE_LASTS, PASSED_ON_AN_HOUR
from bot.domain.person import Person, number_on_page
from bot.fleet import PhotoStage, State
from bot.parsing.intents.codes import hidden_in, without
from bot.store import conversations, deliveries, door_photos, people, quotas
from bot.store.job_kind import JobKind
from bot.store.quotas import Quota
from bot.store.subscriptions import SENDER
from bot.store.undelivered import Outcome
from bot.texts.customer import relay as relay_texts
from bot.texts.everyone import conversation as conversation_texts
from bot.texts.html import Html, plain
from bot.texts.limits import units
from bot.texts.message import Message
from bot.texts.moments import as_of
from bot.texts.words import Words

_AN_HOUR = Quota("page", PASSED_ON_AN_HOUR, timedelta(hours=1))


@dataclass(frozen=True, slots=True)
class PageReader:
    """A person who reads a page, with their language, and the parcel that the page is about."""

    person: Person
    followed: Followed

    @property
    def say(self) -> Words:
        return Words(self.person.language)


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The content of a page: the parcel's card, the conversation, and a photo of the delivery.

    The photo has an address on the web (`photo`) or a Telegram file id (`photo_here`).
    `wants_code`: the reader can confirm with a code the parcel that was left for them.
    """

    card: str
    said: Sequence[str]
    is_open: bool
    photo: str | None = None
    photo_here: str | None = None
    wants_code: bool = False


def find(
    tx: Transaction, links: Sequence[ShortLinks], code: str, language: str
) -> PageReader | None:
    """Return the reader of the page that a code opens.

    Return `None` for an unknown code, for one of a former phone number, and `PAGE_LASTS` after the
    delivery's end.
    """
    # While a key is rotated, a link may be made with the former key.
    for each in links:
        beginning = each.beginning(code)
        for row in deliveries.beginning_with(tx, beginning) if beginning else ():
            is_over = row.ended_at is not None and tx.now - row.ended_at > PAGE_LASTS
            phones = {} if is_over else deliveries.phones_of(tx, row.uuid)
            for party, phone in phones.items():
                if party != SENDER and each.code(row.uuid, phone) == code:
                    followed = Followed(row, party)
                    name = next((one.name for one in followed.seen.receivers), "")
                    number = number_on_page(row.uuid, party, phone)
                    return PageReader(Person(number, name, language), followed)
    return None


def show(tx: Transaction, identity: BotIdentity, reader: PageReader) -> ShownPage:
    """Return what the page shows now."""
    person, say = reader.person, reader.say
    row, seen = reader.followed.row, reader.followed.seen
    card = views.as_customer(tx, person, row, reader.followed.party, identity.zone)
    is_delivered = seen.state is State.DELIVERED
    photo = seen.dropoff_photo if is_delivered else None
    taken = door_photos.of_delivery(tx, row.uuid, PhotoStage.DROPOFF) if is_delivered else None
    return ShownPage(
        card=plain(Html(f"{identity.mark}{as_of(card.html, tx.now, identity.zone)}")),
        said=[
            plain(conversation_texts.answered(say, "", line.words))
            if line.user_id == person.user_id
            else line.words
            for line in conversations.lines_on_page(tx, person.user_id)
        ],
        is_open=row.is_open,
        photo=photo if photo and identity.shows(photo) else None,
        photo_here=taken.file_id if taken else None,
        wants_code=row.outcome == Outcome.LEFT,
    )


def write(
    tx: Transaction, identity: BotIdentity, reader: PageReader, words: str, form: str
) -> Message | None:
    """Take a page reader's words, once per `form`; return a message if they are refused."""
    person, say, row = reader.person, reader.say, reader.followed.row
    if units(words) > relay_texts.LONGEST:
        return relay_texts.too_long(say)
    if not quotas.take(tx, _AN_HOUR, person.user_id):
        call_us = conversation_texts.call_us(say, identity.business_name, identity.business_phone)
        return conversation_texts.too_many(say, call_us)
    is_new = people.get(tx, person.user_id) is None
    people.meet(tx, person.user_id, person.first_name, person.language)
    people.set_language(tx, person.user_id, person.language)
    if is_new:
        join.follow(tx, person, [(row.uuid, reader.followed.party)])
    # Queue the words as the update that Telegram would send if they were written in a chat.
    account = {"id": person.user_id, "first_name": person.first_name}
    message = {
        "message_id": 1,
        "date": int(tx.now.timestamp()),
        "chat": {**account, "type": "private"},
        "from": {**account, "is_bot": False, "language_code": person.language},
        "text": words,
    }
    body = json.dumps({"update_id": 0, "message": message}).encode()
    key = effect_keys.written_on_page(person.user_id, form)
    # A form that is sent twice has the same key, so it is added once.
    if jobs.add(tx, NewJob(JobKind.UPDATE, lane_of_person(person.user_id), key, body)):
        # A code must not stay on the page.
        codes = hidden_in(words, code_habits.lengths(tx), {tidy(row.order_number)}).codes
        shown = without(words, codes).strip()
        if shown:
            conversations.say_on_page(tx, person.user_id, person.user_id, shown)
    return None
