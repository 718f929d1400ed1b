"""People are told by text: one-time codes, and that a parcel is coming."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from bot.base.short_links import ShortLinks
from bot.service.environment import UnitOfWork, lookup, operation
from bot.service.keyring import unseal_key
from bot.service.records import Delivery
from bot.service.rules.texts import NUMBERS_NO_CODE, STAGES_AHEAD, TOLD_AT
from bot.service.settings import OrganizationSettings
from bot.service.store.account_rows import current_sealed
from bot.service.store.delivery_rows import change_delivery, digest_columns
from bot.service.store.text_log import texts_in, texts_of
from bot.service.store.text_rows import add_receipt
from bot.service.vocabulary import Stage


def code_context(delivery_uuid: str, stage: Stage) -> str:
    """Return what a code's hash is bound to, so that no two deliveries share a hash."""
    return f"{delivery_uuid} {stage}"


def _draw(work: UnitOfWork, delivery: Delivery, known: Mapping[Stage, bytes | None]) -> str:
    """Draw a random code that cannot be taken for another number of its delivery.

    It is not near the order number: people say that number too, and a rider has orders with
    consecutive numbers. It is none of the codes that are `known` by their hashes: otherwise a rider
    could type one code for both hand-overs.
    """
    settings, vault = work.environment.settings, work.environment.vault
    while True:
        code = settings.draw(settings.code_length)
        is_known = any(
            digest and vault.matches(code, digest, context=code_context(delivery.uuid, stage))
            for stage, digest in known.items()
        )
        is_near = abs(int(code) - delivery.number) < NUMBERS_NO_CODE
        if not (is_near or is_known):
            return code


COURTESY = "courtesy"
"""The subject of a text without a code; that of other texts is their stage."""


def tell_codes(
    work: UnitOfWork, delivery: Delivery, stages: Iterable[Stage], *, again: bool = False
) -> list[Stage]:
    """Make the codes of hand-overs, text each to its person, and store only their hashes.

    Without a phone there is no code. Return the stages that have one now. A former code is void
    from here on, and its text is dropped if it still waits. The texts go out on the delivery's day,
    or at once if somebody wants the codes `again`.
    """
    environment = work.environment
    due_at = None if again else told_at(work, delivery)
    # A new code differs from the former ones of both hand-overs, and from the one drawn first.
    known = {stage: delivery.digest(stage) for stage in Stage}
    digests: dict[Stage, bytes] = {}
    for stage in stages:
        person = delivery.person(stage)
        if person is None or not person.phone:
            continue
        code, context = _draw(work, delivery, known), code_context(delivery.uuid, stage)
        known[stage] = digests[stage] = environment.vault.digest(code, context=context)
        dropped = work.drop_texts(delivery, stage) if delivery.digest(stage) else []
        # A text that was tried may have arrived, whatever the carrier said.
        replaces = again and (not dropped or any(dropped))
        page = ""
        if stage is Stage.DROPOFF and environment.settings.bot_url:
            # The bot makes the same address of the same API key.
            sealed = current_sealed(work.tx, environment.name)
            if sealed is not None:
                links = ShortLinks(unseal_key(environment.vault, environment.name, sealed))
                code_of_page = links.code(delivery.uuid, person.phone)
                page = f"{environment.settings.bot_url}/t/{code_of_page}"
        text = environment.wording.code(delivery, stage, code, page, replaces=replaces)
        work.text(delivery.uuid, stage, person.phone, text, due_at)
    if digests:
        change_delivery(work.tx, delivery.uuid, **digest_columns(digests))
    return list(digests)


def tell_courtesy(work: UnitOfWork, delivery: Delivery) -> None:
    if delivery.send_sms and delivery.receiver and delivery.receiver.phone:
        text, due_at = work.environment.wording.courtesy(delivery), told_at(work, delivery)
        work.text(delivery.uuid, COURTESY, delivery.receiver.phone, text, due_at)


def told_at(work: UnitOfWork, delivery: Delivery) -> datetime | None:
    """Return the morning on which texts about a later day's delivery go out, or None for now."""
    business = work.environment.business
    if not waits_for_its_day(business, delivery, work.now):
        return None
    morning = datetime.combine(delivery.creation_date, TOLD_AT, business.time_zone)
    return morning.astimezone(UTC)


def waits_for_its_day(business: OrganizationSettings, delivery: Delivery, moment: datetime) -> bool:
    """Tell whether texts about a delivery wait for the morning of its day."""
    return not delivery.pickup_at and delivery.creation_date > business.today(moment)


def tell_on_another_day(work: UnitOfWork, delivery: Delivery) -> None:
    """Queue the waiting texts about a delivery again, for its new day.

    Codes that were not sent yet are replaced: a waiting text cannot be moved.
    """
    ahead = STAGES_AHEAD[delivery.state]
    tell_codes(work, delivery, [stage for stage in ahead if work.drop_texts(delivery, stage)])
    if work.drop_texts(delivery, COURTESY):
        tell_courtesy(work, delivery)


def tell_nothing_more(work: UnitOfWork, delivery: Delivery) -> None:
    """Wipe the waiting texts about a delivery that is over."""
    work.drop_texts(delivery, *Stage, COURTESY)


# The outcomes of texts; their content is for nobody to read.
list_texts = lookup(texts_in)
texts_of_delivery = lookup(texts_of)


@operation
def take_receipt(work: UnitOfWork, message_id: str, receipt: str) -> bool:
    """Record the gateway's receipt for a text; tell whether there is such a text."""
    return add_receipt(work.tx, work.environment.name, message_id, receipt)
