"""People are told by text: one-time codes, and that a parcel is coming."""

import secrets
from collections.abc import Iterable
from string import digits

from bot.service.environment import UnitOfWork
from bot.service.records import Delivery
from bot.service.store.delivery_rows import change_delivery, digest_columns
from bot.service.vocabulary import Stage


def new_code(length: int, order_number: str) -> str:
    """Draw a code at random that is not the number of its own order, which people say with it."""
    code = order_number
    while code == order_number:
        code = "".join(secrets.choice(digits) for _ in range(length))
    return code


def code_context(delivery_uuid: str, stage: Stage) -> str:
    """Return what a code's hash is bound to, so that no two deliveries share a hash."""
    return f"{delivery_uuid} {stage}"


COURTESY = "courtesy"
"""What a text is about that tells no code; the others are about their stage."""


def tell_codes(
    work: UnitOfWork, delivery: Delivery, stages: Iterable[Stage], *, replaces: bool = False
) -> list[Stage]:
    """Make the codes of hand-overs, text each to its person, and remember their hashes alone.

    Without a phone there is nobody to tell, and no code. Return the stages that have one now. A
    former code is void from here on, and not told any more if its text still waits; `replaces` says
    that these people have had it.
    """
    digests: dict[Stage, bytes] = {}
    for stage in stages:
        person = delivery.person(stage)
        if person is not None and person.phone:
            code = new_code(work.environment.settings.code_length, delivery.order_number)
            context = code_context(delivery.uuid, stage)
            digests[stage] = work.environment.vault.digest(code, context=context)
            if delivery.digest(stage) is not None:
                work.drop_texts(delivery, stage)
            text = work.environment.wording.code(delivery, stage, code, replaces=replaces)
            work.text(delivery, stage, person.phone, text)
    if digests:
        change_delivery(work.tx, delivery.uuid, **digest_columns(digests))
    return list(digests)


def tell_courtesy(work: UnitOfWork, delivery: Delivery) -> None:
    if delivery.send_sms and delivery.receiver and delivery.receiver.phone:
        text = work.environment.wording.courtesy(delivery)
        work.text(delivery, COURTESY, delivery.receiver.phone, text)
