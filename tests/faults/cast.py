"""The people of a trial, and how they come to know the bot."""

import asyncio
from dataclasses import dataclass

from bot.local_telegram import LocalUser
from bot.service.environment import Environment
from bot.service.operations.enrolment import register_rider
from tests.faults.eyes import Eyes
from tests.faults.office import phone_of
from tests.faults.place import Place
from tests.faults.plan import CUSTOMERS, RIDERS


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody who has a chat with the bot: riders by uuid, customers by name.

    `rider_uuids` are the riders' uuids by their names.
    """

    dispatcher: LocalUser
    riders: dict[str, LocalUser]
    customers: dict[str, LocalUser]
    rider_uuids: dict[str, str]

    @property
    def everybody(self) -> list[LocalUser]:
        """All of them."""
        return [self.dispatcher, *self.riders.values(), *self.customers.values()]


async def gather(place: Place, environment: Environment) -> Cast:
    """Let everybody say hello to the bot, riders and customers by their phone numbers."""
    eyes = Eyes(place)
    riders = {}
    for number, name in enumerate(RIDERS):
        phone = f"080200000{number:02}"
        user = place.telegram.add_user(name.split()[0], phone=f"+234{phone[1:]}")
        riders[await enrol(environment, name, phone)] = user
    customers = {name: place.telegram.add_user(name, phone=phone_of(name)) for name in CUSTOMERS}
    place.owner.write("/start")
    await eyes.see(lambda: any(message.from_bot for message in place.owner.messages))
    async with asyncio.TaskGroup() as joining:
        for user in (*riders.values(), *customers.values()):
            joining.create_task(join(user, eyes))
    return Cast(place.owner, riders, customers, dict(zip(RIDERS, riders, strict=True)))


async def enrol(environment: Environment, name: str, phone: str) -> str:
    """Let the fleet service know a rider by a national number; return their uuid."""
    return await register_rider(
        environment,
        name=name,
        phone_code="234",
        phone_number=phone,
        email=f"rider{phone}@example.com",
    )


async def join(user: LocalUser, eyes: Eyes) -> None:
    """Say hello and share the own phone number."""
    user.write("/start")
    await eyes.see(lambda: any(message.keyboard for message in user.messages))
    user.press("Share my phone number")
    shared = user.messages[-1]
    await eyes.see(lambda: user.last.message_id > shared.message_id)
