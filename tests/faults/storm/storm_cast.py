"""The people of a storm come to know the bot, before anything goes wrong."""

import asyncio
from dataclasses import dataclass

from bot.local_telegram import LocalGroup, LocalUser
from bot.service.environment import Environment
from tests.cluster.watcher import RIDERS as WATCHERS
from tests.cluster.watcher import Watcher
from tests.faults.cast import Cast, enrol, join
from tests.faults.chatlog import ChatLog
from tests.faults.eyes import Eyes
from tests.faults.office import phone_of
from tests.faults.plan import CUSTOMERS, RIDERS
from tests.faults.storm.private_data import SENDER_PHONE
from tests.faults.storm.storm_town import StormTown

_BOUND = "This chat is bound"


@dataclass(frozen=True, slots=True)
class StormCast(Cast):
    """Everybody, and the groups that get cards of deliveries.

    `groups` are one of the small kind and a forum; the cards come in its `topic`.
    """

    sender: LocalUser
    watchers: list[Watcher]
    groups: list[LocalGroup]
    topic: int

    @property
    def all_users(self) -> list[LocalUser]:
        return [*self.everybody, self.sender, *(each.user for each in self.watchers)]


class Enrolment:
    """Riders and watchers by the uuids that the fleet service knows them by."""

    def __init__(self) -> None:
        self.riders: dict[str, str] = {}

    async def enrol(self, environment: Environment) -> None:
        """Let the fleet service know all who ride."""
        for number, name in enumerate(RIDERS):
            self.riders[name] = await enrol(environment, name, f"080200000{number:02}")
        for name, phone in WATCHERS.items():
            await enrol(environment, name, phone)


async def come_together(town: StormTown, enrolment: Enrolment, log: ChatLog) -> StormCast:
    """Let everybody say hello to the bot, and have two groups bound."""
    eyes = Eyes(town)
    add = town.telegram.add_user
    riders = {
        enrolment.riders[name]: add(name.split()[0], phone=f"+23480200000{number:02}")
        for number, name in enumerate(RIDERS)
    }
    customers = {name: add(name, phone=phone_of(name)) for name in CUSTOMERS}
    watchers = [add(name, phone=f"+234{phone[1:]}") for name, phone in WATCHERS.items()]
    sender = add("Ada", phone=SENDER_PHONE)
    town.owner.write("/start")
    await eyes.see(lambda: any(message.from_bot for message in town.owner.messages))
    async with asyncio.TaskGroup() as joining:
        for user in (*riders.values(), *customers.values(), *watchers, sender):
            joining.create_task(join(user, eyes))
    group = await bind_group(town, eyes)
    forum, topic = await bind_forum(town, eyes)
    return StormCast(
        *(town.owner, riders, customers, enrolment.riders, sender),
        [Watcher(user, log) for user in watchers],
        [group, forum],
        topic,
    )


async def bind_group(town: StormTown, eyes: Eyes) -> LocalGroup:
    """Make a group of the small kind that gets cards."""
    group = town.telegram.add_group("Depot", [town.owner, town.account])
    town.owner.write("/bind", chat=group)
    await eyes.see(lambda: is_bound(group))
    return group


async def bind_forum(town: StormTown, eyes: Eyes) -> tuple[LocalGroup, int]:
    """Make a forum, in a topic of which cards come."""
    forum = town.telegram.add_group("Yard", [town.owner, town.account], forum=True)
    topic = forum.add_topic("Deliveries")
    town.owner.write("/bind", chat=forum, topic=topic)
    await eyes.see(lambda: is_bound(forum))
    return forum, topic


def is_bound(group: LocalGroup) -> bool:
    return any(message.from_bot and _BOUND in message.text for message in group.messages)
