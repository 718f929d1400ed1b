"""The people of a storm: they type everything once, and press what the newest card offers."""

import re
from collections.abc import Iterator
from functools import partial

from bot.demo.telegram import ChatMessage, LocalUser
from bot.fleet import State
from tests.faults.parcels import Parcel, Parcels
from tests.faults.people import Dispatcher, Offer, Person, Rider, Typed
from tests.faults.reading import bare, read_card
from tests.faults.storm.private_data import PrivateData

_CREATE = "✅ Create"
_MESSAGE_RIDER = "Message the rider"
_REPLY = "💬 Reply"
_ASKED_WORDS = re.compile(r"Order (?P<order>\d+): what shall I tell")
_NOTED_WHEN = frozenset({State.AWAITING_PICKUP, State.ACCEPTED})
_TALKED_WHEN = frozenset({State.ACCEPTED, State.IN_TRANSIT})
_TALKS = 2
"""Every how many-th order its customer writes of, and every how many-th message is replied to."""


class StormDispatcher(Dispatcher):
    """Gives every delivery to its rider, and creates what a paste was understood as."""

    repeats = False

    def offers(self) -> Iterator[Offer]:
        """Create first what was pasted."""
        for message in self.user.messages:
            yield from self._button(message, _CREATE)
        yield from super().offers()


class StormRider(Rider):
    """Takes each parcel's next step by its newest card, and replies to some who write."""

    repeats = False
    answers_at_most = 1
    at_once = 3

    def __init__(
        self, user: LocalUser, parcels: Parcels, typed: list[Typed], data: PrivateData
    ) -> None:
        super().__init__(user, parcels, typed)
        self._data = data

    def offers(self) -> Iterator[Offer]:
        """Answer questions, then do the work, then talk."""
        older = {message.message_id for message in self._older_cards()}
        for offer in super().offers():
            if offer.key[0] not in older:
                yield offer
        for message in self.user.messages:
            if message.message_id % _TALKS == 0:
                yield from self._button(message, _REPLY)

    def _older_cards(self) -> Iterator[ChatMessage]:
        """Return the cards that stand over a newer one of the same order."""
        newest: dict[str, ChatMessage] = {}
        for message in self.user.messages:
            card = read_card(bare(message)) if message.from_bot else None
            if card is None:
                continue
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


class StormCustomer(Person):
    """Leaves a note for some orders, and writes to the rider of others."""

    repeats = False

    def __init__(self, user: LocalUser, parcels: Parcels, data: PrivateData, name: str) -> None:
        super().__init__(user, parcels)
        self._data = data
        self._name = name

    def offers(self) -> Iterator[Offer]:
        """Answer what is asked first."""
        for message in self.user.messages:
            words = answer_in_words(self.user, message, self.parcels, self._data)
            if words is not None:
                yield words
        for parcel in self.parcels:
            if parcel.fate.customer == self._name:
                yield from self._talk(parcel)

    def _talk(self, parcel: Parcel) -> Iterator[Offer]:
        cards = [each for each in self.user.messages if _shows(each, parcel)]
        if not cards:
            return
        if int(parcel.order) % _TALKS == 0 and parcel.state in _NOTED_WHEN:
            yield Offer(("note", parcel.order), partial(self._note, parcel))
        if int(parcel.order) % _TALKS == 1 and parcel.state in _TALKED_WHEN:
            for offer in self._button(cards[-1], _MESSAGE_RIDER):
                yield Offer(("talk", parcel.order), offer.take)

    def _note(self, parcel: Parcel) -> None:
        self.user.write(f"/note {parcel.order} The {_say(parcel, self._data)} gate")


def answer_in_words(
    user: LocalUser, question: ChatMessage, parcels: Parcels, data: PrivateData
) -> Offer | None:
    """Return how a question is answered that asks what somebody is to be told, if it is one."""
    asked = _ASKED_WORDS.search(bare(question)) if question.forces_reply else None
    parcel = parcels.order(asked["order"]) if asked else None
    if parcel is None:
        return None

    def say() -> None:
        user.write(f"Ask for {_say(parcel, data)} please", reply_to=question)

    return Offer((question.message_id, "words"), say)


def _say(parcel: Parcel, data: PrivateData) -> str:
    """Return a word that was never said before, and is of this parcel from now on."""
    word, order = data.word(), data.of_delivery(parcel.uuid)
    if order is not None:
        order.said.append(word)
    return word


def _shows(message: ChatMessage, parcel: Parcel) -> bool:
    card = read_card(bare(message)) if message.from_bot else None
    return card is not None and card.order == parcel.order
