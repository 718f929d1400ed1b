"""The people of a trial, and how they come to know the bot."""

import asyncio
from dataclasses import dataclass

from bot.demo.telegram import LocalUser
from bot.demo.town import ENVIRONMENT, Town
from bot.service.operations.enrolment import register_rider
from tests.faults.eyes import Eyes
from tests.faults.office import phone_of
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


async def gather(town: Town) -> Cast:
    """Let everybody say hello to the bot, riders and customers by their phone numbers."""
    eyes = Eyes(town)
    riders = {}
    for number, name in enumerate(RIDERS):
        user = town.telegram.add_user(name.split()[0], phone=f"+23480200000{number:02}")
        riders[await _register(town, name, number)] = user
    customers = {name: town.telegram.add_user(name, phone=phone_of(name)) for name in CUSTOMERS}
    town.owner.write("/start")
    await eyes.see(lambda: any(message.from_bot for message in town.owner.messages))
    async with asyncio.TaskGroup() as joining:
        for user in (*riders.values(), *customers.values()):
            joining.create_task(_join(user, eyes))
    return Cast(town.owner, riders, customers, dict(zip(RIDERS, riders, strict=True)))


async def _register(town: Town, name: str, number: int) -> str:
    return await register_rider(
        town.service.environment(ENVIRONMENT),
        name=name,
        phone_code="234",
        phone_number=f"080200000{number:02}",
        email=f"rider{number}@example.com",
    )


async def _join(user: LocalUser, eyes: Eyes) -> None:
    user.write("/start")
    await eyes.see(lambda: any(message.keyboard for message in user.messages))
    user.press("Share my phone number")
    shared = user.messages[-1]
    await eyes.see(lambda: user.last.message_id > shared.message_id)
