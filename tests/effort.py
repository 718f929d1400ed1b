"""What the core jobs cost the people who do them: taps, words typed, messages and sounds.

`python -m tests.effort` plays each job and prints the table; `python -m tests.effort --page` puts
it into its page.
"""

import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from bot import logs
from bot.demo.certificates import Certificates
from bot.demo.town import Town
from bot.local_telegram import ChatMessage, LocalUser
from tests import evening
from tests.pages import COMMANDS_PAGE, put_table
from tests.support.business import SENDER, Business, edits, labels, rung, sent
from tests.support.clock import ManualClock
from tests.support.drawn_codes import DrawnCodes

_SHOP = "From: Ada's Kitchen\nFrom phone: +234 804 000 0001\nFrom address: 12 Marina Road\n"
_ORDER = "To: Bola Ahmed\nPhone: 0803 000 0001\nAddress: 5 Allen Avenue\nFee: 1500"


class CountedBusiness(Business):
    """A business that counts what its people tap and type."""

    def __init__(self, town: Town, clock: ManualClock) -> None:
        super().__init__(town, clock)
        self.taps: Counter[int] = Counter()
        self.typed: Counter[int] = Counter()

    async def says(self, person: LocalUser, text: str) -> ChatMessage:
        self.typed[person.id] += 1
        return await super().says(person, text)

    async def presses(self, person: LocalUser, label: str, **where: Any) -> None:
        self.taps[person.id] += 1
        await super().presses(person, label, **where)


@dataclass(frozen=True, slots=True)
class Effort:
    """What something cost one person: of the messages sent to them, `sounds` counts the loud ones.

    `edits` are those of their messages, which nobody is told of.
    """

    taps: int
    typed: int
    messages: int
    sounds: int
    edits: int

    def __sub__(self, before: "Effort") -> "Effort":
        pairs = zip(astuple(self), astuple(before), strict=True)
        return Effort(*(now - then for now, then in pairs))


def so_far(business: CountedBusiness, person: LocalUser) -> Effort:
    """Return what somebody has tapped, typed and been sent since the business opened."""
    return Effort(
        business.taps[person.id],
        business.typed[person.id],
        len(sent(business, person)),
        len(rung(business, person)),
        edits(business, person),
    )


@dataclass(frozen=True, slots=True)
class CoreJob:
    """A job that people do all day; `prepare` plays what has to be there before."""

    name: str
    who: Callable[[Business], LocalUser]
    do: Callable[[CountedBusiness], Awaitable[None]]
    prepare: Callable[[CountedBusiness], Awaitable[None]]
    most_taps: int
    most_sounds: int


async def measured(job: CoreJob, business: CountedBusiness) -> Effort:
    """Play a job, and count what it takes of the person whose job it is."""
    await job.prepare(business)
    person = job.who(business)
    before = so_far(business, person)
    await job.do(business)
    return so_far(business, person) - before


async def _nothing(_business: CountedBusiness) -> None:
    """Need nothing before."""


async def _a_known_shop(business: CountedBusiness) -> None:
    await business.says(business.owner, f"/new\n{_SHOP}{_ORDER}")
    await business.presses(business.owner, "✅ Create")


async def _paste(business: CountedBusiness) -> None:
    await business.says(business.owner, f"{_ORDER}\nItems: 2x Jollof rice")
    await business.presses(business.owner, "✅ Create")


async def _one_order(business: CountedBusiness) -> None:
    await business.order()


async def _assign(business: CountedBusiness) -> None:
    await business.presses(business.owner, "Assign")
    await business.presses(business.owner, "Musa Bello")


async def _ten_orders(business: CountedBusiness) -> None:
    for number in range(10):
        receiver = business.receiver(f"Customer {number}", f"+23480300000{number:02}")
        await business.order(receiver)
    await business.later(seconds=5)  # what shows many is changed in steps


async def _give_out_ten(business: CountedBusiness) -> None:
    await business.presses(business.owner, "Give out")
    group = next(label for label in labels(business.owner.last) if "10" in label)
    await business.presses(business.owner, group)
    await business.presses(business.owner, "Musa Bello")


async def _one_job(business: CountedBusiness) -> None:
    await business.assigned()


async def _fetch_it(business: CountedBusiness) -> None:
    await business.presses(business.musa, "Accept")
    await business.says(business.musa, business.pickup_code)


async def _bring_it(business: CountedBusiness) -> None:
    await _fetch_it(business)
    await business.says(business.musa, business.dropoff_code)


async def _take_eight(business: CountedBusiness) -> None:
    created = [
        await business.order(
            business.receiver(f"Customer {n}", f"+23480300000{n:02}", f"{n + 1} Creek Road")
        )
        for n in range(8)
    ]
    uuids = [delivery.uuid for delivery in created]
    await business.town.shop.assign(business.riders["Musa Bello"], uuids)
    await business.town.idle()
    await business.presses(business.musa, "Accept all")


def _codes_of_eight(business: CountedBusiness, stage: Callable[[int], str]) -> list[str]:
    numbers = range(8)
    return [f"{1001 + n} {business.code(str(1001 + n), stage(n))}" for n in numbers]


async def _fetch_eight(business: CountedBusiness) -> None:
    await _take_eight(business)
    await business.says(business.musa, "\n".join(_codes_of_eight(business, lambda _: SENDER)))


async def _bring_eight(business: CountedBusiness) -> None:
    for code in _codes_of_eight(business, lambda n: f"+23480300000{n:02}"):
        await business.says(business.musa, code)


async def _on_the_way_followed(business: CountedBusiness) -> None:
    await _followed(business)
    await _assign(business)
    await _fetch_it(business)


async def _an_evening(business: CountedBusiness) -> None:
    kemi = business.town.telegram.add_user("Kemi", phone=evening.phone_of(2))
    await business.joins_by_phone(kemi)
    await evening.play(business, kemi)


async def _leave_it(business: CountedBusiness) -> None:
    await business.presses(business.musa, "Problem")
    await business.presses(business.musa, "Later, back or left")
    await business.presses(business.musa, "left it with somebody")
    await business.says(business.musa, "the guard")


async def _left(business: CountedBusiness) -> None:
    await _on_the_way_followed(business)
    await _leave_it(business)


async def _confirm_it(business: CountedBusiness) -> None:
    await business.says(business.bola, business.dropoff_code)


async def _followed(business: CountedBusiness) -> None:
    await business.order()
    await business.follows(business.bola, "Bola Ahmed")


async def receive(business: CountedBusiness) -> None:
    await _assign(business)
    await _bring_it(business)


async def _five_followed(business: CountedBusiness) -> None:
    await business.joins_by_phone(business.bola)
    for _ in range(5):
        await business.order()


async def _ask_where(business: CountedBusiness) -> None:
    await business.says(business.bola, "where are my parcels?")


JOBS = (
    CoreJob(
        "rider: brings one parcel, from the job to the door",
        lambda business: business.musa,
        _bring_it,
        _one_job,
        most_taps=1,
        most_sounds=0,
    ),
    CoreJob(
        "rider: gets eight jobs of one shop, and takes them",
        lambda business: business.musa,
        _take_eight,
        _nothing,
        most_taps=1,
        most_sounds=1,
    ),
    CoreJob(
        "rider: brings those eight to their doors",
        lambda business: business.musa,
        _bring_eight,
        _fetch_eight,
        most_taps=0,
        most_sounds=0,
    ),
    CoreJob(
        "rider: fetches twelve of two shops, brings five, and hands over seven as the bike breaks",
        lambda business: business.musa,
        _an_evening,
        evening.prepare,
        most_taps=15,
        most_sounds=3,
    ),
    CoreJob(
        "rider: leaves a parcel with somebody, which its customer is told",
        lambda business: business.musa,
        _leave_it,
        _on_the_way_followed,
        most_taps=3,
        most_sounds=0,
    ),
    CoreJob(
        "customer: confirms from afar what was left for them",
        lambda business: business.bola,
        _confirm_it,
        _left,
        most_taps=0,
        most_sounds=1,
    ),
    CoreJob(
        "dispatcher: gives one order to a rider",
        lambda business: business.owner,
        _assign,
        _one_order,
        most_taps=2,
        most_sounds=0,
    ),
    CoreJob(
        "dispatcher: gives ten orders of one shop to a rider",
        lambda business: business.owner,
        _give_out_ten,
        _ten_orders,
        most_taps=5,
        most_sounds=0,
    ),
    CoreJob(
        "dispatcher: makes an order of a known shop from a paste",
        lambda business: business.owner,
        _paste,
        _a_known_shop,
        most_taps=1,
        most_sounds=0,
    ),
    CoreJob(
        "customer: is told of a delivery, from the order to the door",
        lambda business: business.bola,
        receive,
        _followed,
        most_taps=0,
        most_sounds=2,
    ),
    CoreJob(
        "customer: asks where five parcels are",
        lambda business: business.bola,
        _ask_where,
        _five_followed,
        most_taps=0,
        most_sounds=0,
    ),
)


def table(efforts: list[Effort]) -> str:
    """Return the table of the jobs, in Markdown."""
    rows = [
        f"| {job.name} | {effort.taps} | {effort.typed} | {effort.messages} | {effort.sounds} |"
        for job, effort in zip(JOBS, efforts, strict=True)
    ]
    head = ["| job | taps | typed | messages | sounds |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows]) + "\n"


async def play_all(folder: Path) -> list[Effort]:
    """Play each job in a town of its own."""
    certificates = Certificates.make(folder)
    efforts = []
    for number, job in enumerate(JOBS):
        clock, place = ManualClock(), folder / str(number)
        place.mkdir()
        async with Town(place, clock=clock, certificates=certificates, draw=DrawnCodes()) as town:
            await town.start_bot()
            business = CountedBusiness(town, clock)
            await business.open()
            efforts.append(await measured(job, business))
    return efforts


def main() -> None:
    logs.configure("WARNING", as_json=False)
    with tempfile.TemporaryDirectory() as folder:
        made = table(asyncio.run(play_all(Path(folder))))
    if "--page" in sys.argv:
        put_table(COMMANDS_PAGE, "effort", made)
    else:
        sys.stdout.write(made)


if __name__ == "__main__":
    main()
