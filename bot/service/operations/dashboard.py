"""What the contract has words for and no call: the operator does it, as on a dashboard."""

from collections.abc import Container
from dataclasses import replace

from bot.service import rules
from bot.service.environment import Environment
from bot.service.errors import RefusedError
from bot.service.operations.tell import tell_code
from bot.service.records import Delivery
from bot.service.store.delivery_rows import change_delivery
from bot.service.vocabulary import Event, Stage, State


async def mark_failed(environment: Environment, uuid: str, note: str) -> None:
    """Announce that an attempt to deliver has failed; the state stays.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: it is not on its way.
    """
    async with environment.unit_of_work() as work:
        _check(await work.delivery(uuid), rules.FAILED_FROM, "have failed")
        await change_delivery(work.tx, uuid, updated_at=work.now)
        failed = replace(await work.reread(uuid), note=note)
        await work.announce(failed, [Event.FAILED])


async def decline(environment: Environment, uuid: str, note: str) -> None:
    """Decline a delivery whose parcel is still with the sender.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: the parcel has been picked up, or the delivery is over.
    """
    async with environment.unit_of_work() as work:
        _check(await work.delivery(uuid), rules.DECLINED_FROM, "be declined")
        await change_delivery(
            work.tx,
            uuid,
            state=State.DECLINED,
            updated_at=work.now,
            **work.calling_off(note),
        )
        await work.announce(await work.reread(uuid), [rules.DECLINED_EVENT])


async def resend_codes(environment: Environment, uuid: str) -> list[Stage]:
    """Text new codes for the hand-overs to come, and return those; former codes are void.

    Raises:
        NotFoundError: there is no such delivery.
        RefusedError: the delivery is over, or nobody to tell has a phone number.
    """
    async with environment.unit_of_work() as work:
        delivery = await work.delivery(uuid)
        _check(delivery, rules.OPEN, "have codes")
        ahead = rules.STAGES_AHEAD[delivery.state]
        told = [s for s in ahead if await tell_code(work, delivery, s, replaces=True)]
        if not told:
            raise RefusedError({"delivery_uuid": ["Nobody to tell has a phone number."]})
        return told


def _check(delivery: Delivery, sources: Container[State], what: str) -> None:
    if delivery.state not in sources:
        refusal = f"Delivery {delivery.order_number} is {delivery.state} and cannot {what}."
        raise RefusedError({"delivery_uuid": [refusal]})
