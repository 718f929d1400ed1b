"""Makes deliveries in the states that requests are about, of the service under test itself."""

import re
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse

from bot.service.operations.enrolment import set_active
from tests.service.fleet import RECEIVER_PHONE, SENDER_PHONE, Fleet, receiver

_STEPS = ("Awaiting Pickup", "Order Accepted", "In Transit", "Delivered")


COURIER = "courier"
WITHOUT_NUMBER = "without a number"
"""A pending delivery whose receiver has no phone number, so that an update may leave it empty."""


class Stage:
    """Where a delivery is made on demand: its uuid, those of its parts, and its codes.

    The courier, who carries them, is active whenever anything has been asked for.
    """

    def __init__(self, fleet: Fleet, courier: str) -> None:
        self._fleet = fleet
        self._courier = courier

    async def answer(self, request: Request) -> JSONResponse:
        wanted = request.path_params["wanted"]
        await set_active(self._fleet.development, self._courier, active=True)
        if wanted == COURIER:
            return JSONResponse({})
        made = self._without_number() if wanted == WITHOUT_NUMBER else self.delivery(wanted)
        return JSONResponse(await made)

    async def _without_number(self) -> Mapping[str, Any]:
        nobody = {"customer_phone_number": "", "customer_phone_code": ""}
        made = await self._fleet.create(receivers=[receiver(**nobody)])
        self._fleet.sms.messages.clear()
        return _named(made)

    async def delivery(self, state: str) -> Mapping[str, Any]:
        """Make one in a state, by the steps that lead there."""
        rider = self._courier if state in _STEPS else ""
        made = await self._fleet.create(riderid=rider)
        codes = {
            "pickup_otp": await self._code(SENDER_PHONE, made),
            "dropoff_otp": await self._code(RECEIVER_PHONE, made),
        }
        self._fleet.sms.messages.clear()
        for step in _STEPS[1 : _STEPS.index(state) + 1] if rider else ():
            await self._move(made["uuid"], step, codes)
        return {**_named(made), **codes}

    async def _code(self, phone: str, delivery: Mapping[str, Any]) -> str:
        texts = "\n".join(await self._fleet.texts_to(phone))
        return re.findall(rf"code: (\d+) \(delivery {delivery['order_number']}\)", texts)[-1]

    async def _move(self, uuid: str, state: str, codes: Mapping[str, str]) -> None:
        moves = {
            "Order Accepted": ("accepted", {}),
            "In Transit": ("in_transit", {"pickup_otp": codes["pickup_otp"]}),
            "Delivered": ("delivered", {"dropoff_otp": codes["dropoff_otp"]}),
        }
        token, fields = moves[state]
        await self._fleet.move(uuid, token, **fields)


def _named(made: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return by what a delivery and its parts are named."""
    return {
        "delivery_uuid": made["uuid"],
        "customer_detail_id": made["customer_detail"]["uuid"],
        "item_uuids": [item["uuid"] for item in made["items"]],
    }
