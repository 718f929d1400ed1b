"""What stands where nobody has any business with it: personal data in chats, codes anywhere."""

import json
from collections.abc import Iterable, Iterator

from bot.demo.telegram import ChatMessage
from tests.faults.storm.private_data import OrderData, shown
from tests.faults.storm.storm_evidence import Finding, StormEvidence


def personal_data(evidence: StormEvidence) -> Iterator[Finding]:
    """Names, addresses, phones and words of an order in the chats of those whose it is not."""
    for uuid in evidence.rows:
        order = evidence.data.of_delivery(uuid)
        if order is not None:
            yield from _seen_by_riders(evidence, uuid, order)
            yield from _seen_by_customers(evidence, order)
            yield from _seen_by_groups(evidence, order)


def _seen_by_riders(evidence: StormEvidence, uuid: str, order: OrderData) -> Iterator[Finding]:
    row = evidence.rows[uuid]
    for rider, user in evidence.cast.riders.items():
        if row.state.is_open and row.rider == rider:
            continue
        secrets = [each for each in order.everything if not _is_theirs(evidence, rider, each)]
        yield from _found(evidence, user.first_name, user.messages, row.order, secrets)


def _is_theirs(evidence: StormEvidence, rider: str, secret: str) -> bool:
    """Whether a rider has the same from an order that is theirs: a customer has one phone."""
    return any(
        row.state.is_open
        and row.rider == rider
        and (other := evidence.data.of_delivery(row.uuid)) is not None
        and secret in other.everything
        for row in evidence.rows.values()
    )


def _seen_by_customers(evidence: StormEvidence, order: OrderData) -> Iterator[Finding]:
    for name, user in evidence.cast.customers.items():
        if name != order.customer:
            yield from _found(evidence, name, user.messages, order.receiver, order.everything)


def _seen_by_groups(evidence: StormEvidence, order: OrderData) -> Iterator[Finding]:
    for group in evidence.groups:
        name = group.title
        yield from _found(evidence, name, group.messages, order.receiver, order.everything)


def _found(
    evidence: StormEvidence,
    name: str,
    messages: list[ChatMessage],
    of: str,
    secrets: Iterable[str],
) -> Iterator[Finding]:
    wanted = list(secrets)
    for message in messages:
        if not message.from_bot:
            continue
        text = everything_in(message)
        for secret in wanted:
            if secret in text:
                what = f"{name} still sees {secret!r} of {of}: {text[:60]!r}"
                yield evidence.finding("personal data", what, message.date)


def everything_in(message: ChatMessage) -> str:
    """Return all that somebody sees of a message or finds under its buttons."""
    return shown(json.dumps(message.as_json(with_reply=False), ensure_ascii=False))


def codes_left_behind(evidence: StormEvidence) -> Iterator[Finding]:
    """Codes in logs, in database files and in what is written ahead of them."""
    codes = {*evidence.parcels.codes.values(), *(typed.code for typed in evidence.typed)}
    for place, content in evidence.left_behind.items():
        count = sum(content.count(code.encode()) for code in codes)
        if count:
            yield evidence.finding("codes", f"{count} in {place}")
