"""A town with the real bot in it, driven step by step, whose chats can be looked through."""

import asyncio
import tempfile
from collections.abc import Coroutine
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from bot.demo.certificates import Certificates
from bot.demo.town import ENVIRONMENT, Town
from bot.fleet import Delivery, DeliveryQuery, FleetError, StatusToken
from bot.local_telegram import LocalGroup, LocalUser
from tests.faults.cast import enrol
from tests.faults.office import phone_of
from tests.faults.plan import CUSTOMERS, RIDERS, Fate
from tests.faults.storm.fleet_truth import FleetRow
from tests.faults.storm.leaks import Leak, Readers, leaks
from tests.faults.storm.private_data import PrivateData
from tests.support.clock import ManualClock
from tests.support.drawn_codes import DrawnCodes

T = TypeVar("T")

MOST_RIDERS, MOST_CUSTOMERS = 3, 2


class SeenTown:
    """Three riders, two customers, an owner and their group. Every act waits until all is still."""

    def __init__(self, certificates: Certificates) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="handover-visible-")
        self._runner = asyncio.Runner()
        self.clock = ManualClock()
        self.town = Town(
            Path(self._folder.name),
            clock=self.clock,
            certificates=certificates,
            draw=DrawnCodes(),
        )
        self.data = PrivateData(Random(1))
        self.riders: dict[str, LocalUser] = {}
        self.customers: dict[str, LocalUser] = {}
        self.group: LocalGroup
        self.wait(self._open())

    def wait(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Let the town go on until this is done."""
        return self._runner.run(coroutine)

    def close(self) -> None:
        self.wait(self.town.__aexit__())
        self._runner.close()
        self._folder.cleanup()

    def create(self, customer: str) -> None:
        self.wait(self._create(customer))

    def assign(self, rider: str, delivery: Delivery) -> None:
        self.wait(self._ask(self.town.shop.assign(self._uuid(rider), [delivery.uuid])))

    def cancel(self, delivery: Delivery) -> None:
        change = self.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED, note="No more")
        self.wait(self._ask(change))

    def says(self, person: LocalUser, text: str) -> None:
        self.wait(self._says(person, text))

    def presses(self, person: LocalUser, label: str, order: str = "") -> bool:
        """Have the newest button pressed that is labelled so; return whether there is one.

        With an `order` only in a message that begins with it.
        """
        found = [
            message
            for message in person.messages
            if order in message.text.partition("\n")[0]
            and any(label in button.label for row in message.buttons for button in row)
        ]
        if found:
            self.wait(self._presses(person, label, found[-1].message_id))
        return bool(found)

    def restart(self) -> None:
        """End the bot's process and begin another one."""
        self.wait(self._restart())

    def hours_pass(self, hours: int) -> None:
        self.wait(self._pass(hours))

    def deliveries(self) -> list[Delivery]:
        """Return all that the fleet service holds, oldest first."""
        listed = self.wait(self.town.shop.list_deliveries(DeliveryQuery(per_page=100)))
        return list(reversed(listed.page.items))

    def code(self, delivery: Delivery, phone: str) -> str:
        """Return the code that a phone was told for a delivery."""
        texts = (sms.text for sms in self.town.sms.messages if sms.phone == phone)
        told = [text for text in texts if f"(delivery {delivery.order_number})" in text]
        return told[-1].split("code: ")[1].split(" ")[0]

    def leaks(self) -> list[Leak]:
        """Return what anybody sees now and should not."""
        rows = {each.uuid: _row(each) for each in self.deliveries()}
        for row in rows.values():
            self.data.know(row.uuid, row.receiver)
        return list(leaks(rows, self.data, Readers(self.riders, self.customers, [self.group])))

    def _uuid(self, rider: str) -> Any:
        return next(uuid for uuid, user in self.riders.items() if user.first_name == rider)

    async def _open(self) -> None:
        town = await self.town.__aenter__()
        await town.start_bot()
        environment = town.service.environment(ENVIRONMENT)
        for number, name in enumerate(RIDERS[:MOST_RIDERS]):
            uuid = await enrol(environment, name, f"080200000{number:02}")
            phone = f"+23480200000{number:02}"
            self.riders[uuid] = town.telegram.add_user(name.split()[0], phone=phone)
        for name in CUSTOMERS[:MOST_CUSTOMERS]:
            self.customers[name] = town.telegram.add_user(name, phone=phone_of(name))
        await self._says(town.owner, "/start")
        for person in (*self.riders.values(), *self.customers.values()):
            await self._says(person, "/start")
            person.press("Share my phone number")
            await town.idle()
        self.group = town.telegram.add_group("Depot", [town.owner, town.account])
        town.owner.write("/bind", chat=self.group)
        await town.idle()

    async def _create(self, customer: str) -> None:
        order = self.data.order(Fate(customer, RIDERS[0]))
        today = {"creation_date": self.town.clock.now().date()}  # not this machine's: it would wait
        await self.town.shop.create_delivery(order.model_copy(update=today))
        await self._calm()

    async def _calm(self) -> None:
        """Let everything be sent, also what waits a few seconds for its turn."""
        for _ in range(4):
            await self.town.idle()
            self.clock.advance(timedelta(seconds=3))
        await self.town.idle()

    async def _ask(self, change: Coroutine[Any, Any, object]) -> None:
        try:
            await change
        except FleetError:
            return
        finally:
            await self._calm()

    async def _says(self, person: LocalUser, text: str) -> None:
        person.write(text)
        await self._calm()

    async def _presses(self, person: LocalUser, label: str, message_id: int) -> None:
        person.press(label, message=person.chat().message(message_id))
        await self._calm()

    async def _restart(self) -> None:
        await self.town.stop_bot()
        await self._pass(0)
        await self.town.start_bot()
        await self._calm()

    async def _pass(self, hours: int) -> None:
        # A second at least: Telegram takes one setWebhook in each.
        self.clock.advance(timedelta(hours=hours, seconds=1))
        if self.town.bot is not None:
            await self._calm()


def _row(delivery: Delivery) -> FleetRow:
    rider = delivery.rider.uuid if delivery.rider else None
    receiver = delivery.receivers[0].name or ""
    return FleetRow(delivery.uuid, delivery.order_number, delivery.state, rider, receiver, misses=0)
