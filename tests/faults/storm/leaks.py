"""What stands where nobody has any business with it: personal data in chats, codes anywhere."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.local_telegram import ChatMessage, LocalGroup, LocalUser
from tests.faults.reading import bare
from tests.faults.storm.fleet_truth import FleetRow
from tests.faults.storm.private_data import PrivateData, shown
from tests.faults.storm.storm_evidence import Finding, StormEvidence


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads: riders by the uuids that the fleet service knows them by, customers by name."""

    riders: Mapping[str, LocalUser]
    customers: Mapping[str, LocalUser]
    groups: Sequence[LocalGroup] = ()


@dataclass(frozen=True, slots=True)
class Leak:
    """Something of an order that somebody reads in a message, and should not any more."""

    reader: str
    secret: str
    order: str
    message: ChatMessage

    def __str__(self) -> str:
        said = bare(self.message)[:60]
        return f"{self.reader} still sees {self.secret!r} of {self.order} in {said!r}"


def leaks(rows: Mapping[str, FleetRow], data: PrivateData, readers: Readers) -> Iterator[Leak]:
    """Return names, addresses, phones and words of orders in the chats of those whose they are not.

    A rider has business with an order while it is theirs and open, a customer with their own, a
    group with nothing personal at all.
    """
    texts = _Texts(readers)
    theirs = {rider: set(_of_rider(rows, data, rider)) for rider in readers.riders}
    for uuid, row in rows.items():
        order = data.of_delivery(uuid)
        if order is None:
            continue
        for rider, user in readers.riders.items():
            if not (row.state.is_open and row.rider == rider):
                secrets = (each for each in order.everything if each not in theirs[rider])
                yield from texts.find(user.id, user.first_name, row.order, secrets)
        for name, user in readers.customers.items():
            if name != order.customer:
                yield from texts.find(user.id, name, row.order, order.everything)
        for group in readers.groups:
            yield from texts.find(group.id, group.title, row.order, order.everything)


def _of_rider(rows: Mapping[str, FleetRow], data: PrivateData, rider: str) -> Iterator[str]:
    """Return what a rider may see: of two orders of one customer the phone is the same."""
    for uuid, row in rows.items():
        order = data.of_delivery(uuid) if row.state.is_open and row.rider == rider else None
        if order is not None:
            yield from order.everything


class _Texts:
    """What everybody sees of the bot's messages, each read once."""

    def __init__(self, readers: Readers) -> None:
        chats = chain(
            ((user.id, user.messages) for user in readers.riders.values()),
            ((user.id, user.messages) for user in readers.customers.values()),
            ((group.id, group.messages) for group in readers.groups),
        )
        self._of = {
            chat: [(each, everything_in(each)) for each in messages if each.from_bot]
            for chat, messages in chats
        }
        self._all_of = {
            chat: "\n".join(text for _, text in messages) for chat, messages in self._of.items()
        }

    def find(self, chat: int, reader: str, order: str, secrets: Iterable[str]) -> Iterator[Leak]:
        wanted = [secret for secret in secrets if secret in self._all_of[chat]]
        if not wanted:
            return
        for message, text in self._of[chat]:
            for secret in wanted:
                if secret in text:
                    yield Leak(reader, secret, order, message)


def everything_in(message: ChatMessage) -> str:
    """Return all that somebody sees of a message or finds under its buttons."""
    return shown(json.dumps(message.as_json(with_reply=False), ensure_ascii=False))


def personal_data(evidence: StormEvidence) -> Iterator[Finding]:
    readers = Readers(evidence.cast.riders, evidence.cast.customers, evidence.groups)
    for leak in leaks(evidence.rows, evidence.data, readers):
        if evidence.is_beyond_knowing(leak.message):
            continue
        yield evidence.finding("personal data", str(leak), leak.message.date)


def codes_left_behind(evidence: StormEvidence) -> Iterator[Finding]:
    """Codes in logs, in database files and in what is written ahead of them."""
    codes = {*evidence.parcels.codes.values(), *(typed.code for typed in evidence.typed)}
    for place, content in evidence.left_behind.items():
        count = sum(content.count(code.encode()) for code in codes)
        if count:
            yield evidence.finding("codes", f"{count} in {place}")
