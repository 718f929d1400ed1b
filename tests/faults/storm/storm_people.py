"""The people of a storm: they type everything once, and press what the newest card offers."""

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial

from bot.fleet import State
from bot.local_telegram import ChatMessage, LocalUser
from bot.local_telegram.queue import QueuedUpdate
from bot.local_telegram.world import ChatEvent
from tests.faults.parcels import Parcel, Parcels
from tests.faults.people import NEXT_STEPS, Dispatcher, Offer, Person, Rider, Typed
from tests.faults.reading import Card, Says, asked_code, bare, read_card
from tests.faults.storm.private_data import PrivateData

_CREATE = "✅ Create"
_MESSAGE_RIDER = "Message the rider"
_REPLY = "💬 Reply"
_NEXT_OR_LEFT, _LEFT = "Later, back or left", "I have left it with somebody"
_CONFIRM = "I have it: confirm"
_STEPS = frozenset({*NEXT_STEPS, _NEXT_OR_LEFT, _LEFT, _CONFIRM})
_ASKED_WORDS = re.compile(
    r"(?:Order (?P<order>\d+): w|W)(?:hat shall I tell|ith whom have you left it)"
)
_WRITTEN_OF = re.compile(r"Message from (?P<who>[^,]+), .* of order (?P<order>\d+)")
_DOUBTS = ("Which order is this code for?", "Is it this order's code?")
_AGAIN = re.compile(r"try again", re.IGNORECASE)
_PUT_ASIDE = re.compile("Put aside: (?:the code|the problem|who has the parcel)")
_AGAIN_SECONDS = 3.0
_NOTED_WHEN = frozenset({State.AWAITING_PICKUP, State.ACCEPTED})
_TALKED_WHEN = frozenset({State.ACCEPTED, State.IN_TRANSIT})
_TALKS = 2
"""Every how many-th order its customer writes of, and every how many-th message is replied to."""


class Obedient(Person):
    """Somebody who tries again only what they are told to try again, and a while later."""

    repeats = False
    _heeded: frozenset[int] = frozenset()

    def happened(self, event: ChatEvent) -> None:
        super().happened(event)
        said = event.toast.text if event.toast else bare(event.message)
        told = event.kind == "toast" or (event.kind == "sent" and event.message.from_bot)
        if event.chat.id == self.user.id and told and _AGAIN.search(said):
            asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self.start_over)

    def was_given_up(self, update: QueuedUpdate) -> None:
        """Press again what Telegram has given up, and the bot has never had: nothing came of it."""
        press = update.payload.get("callback_query")
        if press and press["from"]["id"] == self.user.id:
            under = press["message"]["message_id"]
            self._tried = {key: at for key, at in self._tried.items() if key[0] != under}

    def _heed_what_was_put_aside(self) -> None:
        """Look at the cards again once a question was put aside, as the bot says."""
        told = frozenset(m.message_id for m in self.user.messages if _is_put_aside(m))
        if told - self._heeded:
            self._heeded |= told
            self._forget_steps()

    def _forget_steps(self) -> None:
        self._tried = {key: at for key, at in self._tried.items() if not set(key) & _STEPS}


class StormDispatcher(Obedient, Dispatcher):
    """Gives every delivery to its rider, and creates what a paste was understood as.

    What one person asks for at a time; a chat takes one message a second.
    """

    at_once = 2

    def offers(self) -> Iterator[Offer]:
        """Create first what was pasted."""
        for message in self.user.messages:
            yield from self._button(message, _CREATE)
        yield from super().offers()


class StormRider(Obedient, Rider):
    """Takes each parcel's next step by its newest card, and replies to some who write."""

    answers_at_most = 1

    def __init__(
        self, user: LocalUser, parcels: Parcels, typed: list[Typed], data: PrivateData
    ) -> None:
        super().__init__(user, parcels, typed)
        self._data = data

    def offers(self) -> Iterator[Offer]:
        """Answer questions, then do the work, then talk."""
        self._heed_what_was_put_aside()
        yield from self._which_order()
        passed = {message.message_id for message in (*self._older_cards(), *self._left_cards())}
        for offer in super().offers():
            if offer.key[0] not in passed:
                yield offer
        yield from self._leave()
        for message in self.user.messages:
            if message.message_id % _TALKS == 0:
                yield from self._button(message, _REPLY)

    def _type(self, question: ChatMessage, parcel: Parcel, step: State) -> None:
        """Type a code; and look at the cards again then: one question takes another's place."""
        super()._type(question, parcel, step)
        asyncio.get_running_loop().call_later(_AGAIN_SECONDS, self._forget_steps)

    def _left_cards(self) -> Iterator[ChatMessage]:
        """Return the cards whose parcel is to be left with somebody: no code is typed for it."""
        for message, card in _cards_in(self.user):
            if card.says is Says.IN_TRANSIT and self._is_left(card.order):
                yield message

    def _is_left(self, order: str) -> bool:
        parcel = self.parcels.order(order)
        return parcel is not None and parcel.fate.is_left

    def _leave(self) -> Iterator[Offer]:
        """Say of a parcel that it was left with somebody, until its card says so."""
        for message in self.user.messages:
            if "what is wrong?" in bare(message):
                yield from self._button(message, _NEXT_OR_LEFT)
            yield from self._button(message, _LEFT)
        for message in self._left_cards():
            card, text = read_card(bare(message)), bare(message)
            if card is not None and "Left with" not in text and "Delivered" in _labels(message):
                say = partial(self.user.write, f"/problem {card.order}")
                yield Offer((message.message_id, _NEXT_OR_LEFT, text), say)

    def asks(self, message: ChatMessage) -> bool:
        """Whether it waits for words, or for a code, also one that it does not insist on."""
        if message.from_bot and asked_code(bare(message)) is not None:
            return True
        return answer_in_words(self.user, message, self.parcels, self._data) is not None

    def _which_order(self) -> Iterator[Offer]:
        """Tell which order a code was for that was typed."""
        for message in self.user.messages:
            typed = [each for each in self._typed if each.chat == self.user.id]
            if typed and message.from_bot and any(doubt in bare(message) for doubt in _DOUBTS):
                yield from self._button(message, typed[-1].parcel.order)

    def _older_cards(self) -> Iterator[ChatMessage]:
        """Return the cards that stand over a newer one of the same order."""
        newest: dict[str, ChatMessage] = {}
        for message, card in _cards_in(self.user):
            if card.order in newest:
                yield newest[card.order]
            newest[card.order] = message

    def _answer(self, question: ChatMessage) -> Iterator[Offer]:
        words = answer_in_words(self.user, question, self.parcels, self._data)
        if words is None:
            yield from super()._answer(question)
        else:
            yield Offer(words.key, partial(self._say, question, words))

    def _say(self, question: ChatMessage, words: Offer) -> None:
        self._answered[question.message_id] += 1
        words.take()


class StormCustomer(Obedient):
    """Leaves a note for some orders, writes to the rider of others, confirms what was left."""

    def __init__(
        self, user: LocalUser, parcels: Parcels, typed: list[Typed], data: PrivateData, name: str
    ) -> None:
        super().__init__(user, parcels)
        self._typed = typed
        self._data = data
        self._name = name

    def offers(self) -> Iterator[Offer]:
        """Answer what is asked first."""
        self._heed_what_was_put_aside()
        yield from self._confirm()
        for message in self.user.messages:
            words = answer_in_words(self.user, message, self.parcels, self._data)
            if words is not None:
                yield words
        newest = {card.order: message for message, card in _cards_in(self.user)}
        for order, message in newest.items():
            parcel = self.parcels.order(order)
            if parcel is not None and parcel.fate.customer == self._name:
                yield from self._talk(parcel, message)

    def _confirm(self) -> Iterator[Offer]:
        """Type the code that is asked for, and where none is, press what asks for one."""
        is_asked = False
        for message in self.user.messages:
            asked = asked_code(bare(message)) if message.forces_reply else None
            parcel = self.parcels.order(asked[0]) if asked else None
            if parcel is not None and (parcel.order, State.DELIVERED) in self.parcels.codes:
                is_asked = True
                yield Offer((message.message_id, "code"), partial(self._type, parcel))
        for message in () if is_asked else self.user.messages:
            yield from self._button(message, _CONFIRM)

    def _type(self, parcel: Parcel) -> None:
        code, now = self.parcels.codes[parcel.order, State.DELIVERED], datetime.now(UTC)
        message = self.user.write(code)
        self._typed.append(Typed(now, self.user.id, message, parcel, State.DELIVERED, code))

    def _talk(self, parcel: Parcel, card: ChatMessage) -> Iterator[Offer]:
        if int(parcel.order) % _TALKS == 0 and parcel.state in _NOTED_WHEN:
            yield Offer(("note", parcel.order), partial(self._note, parcel))
        if int(parcel.order) % _TALKS == 1 and parcel.state in _TALKED_WHEN:
            for offer in self._button(card, _MESSAGE_RIDER):
                yield Offer(("talk", parcel.order), offer.take)

    def _note(self, parcel: Parcel) -> None:
        self.user.write(f"/note {parcel.order} The {_say(parcel, self._data)} gate")


def answer_in_words(
    user: LocalUser, question: ChatMessage, parcels: Parcels, data: PrivateData
) -> Offer | None:
    """Return how a question is answered that asks what somebody is to be told, if it is one."""
    asked = _ASKED_WORDS.search(bare(question)) if question.forces_reply else None
    parcel = parcels.order(asked["order"] or _written_of(user, question)) if asked else None
    if parcel is None:
        return None

    def say() -> None:
        user.write(f"Ask for {_say(parcel, data)} please", reply_to=question)

    return Offer((question.message_id, "words"), say)


def _written_of(user: LocalUser, question: ChatMessage) -> str:
    """Return the order of which somebody wrote last, who is to be answered by name."""
    earlier = [each for each in user.messages if each.message_id < question.message_id]
    found = [match for each in earlier if (match := _WRITTEN_OF.search(bare(each)))]
    named = [match["order"] for match in found if f"tell {match['who']}?" in bare(question)]
    return named[-1] if named else ""


def _labels(message: ChatMessage) -> str:
    return " ".join(button.label for row in message.buttons for button in row)


def _is_put_aside(message: ChatMessage) -> bool:
    return message.from_bot and _PUT_ASIDE.search(bare(message)) is not None


def _say(parcel: Parcel, data: PrivateData) -> str:
    """Return a word that was never said before, and is of this parcel from now on."""
    word, order = data.word(), data.of_delivery(parcel.uuid)
    if order is not None:
        order.said.append(word)
    return word


def _cards_in(user: LocalUser) -> Iterator[tuple[ChatMessage, Card]]:
    for message in user.messages:
        card = read_card(bare(message)) if message.from_bot else None
        if card is not None:
            yield message, card
