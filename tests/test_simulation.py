"""The simulation reckons rightly, and its deliveries are told of as the bot tells of them."""

import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from bot import logs
from bot.actions.notice_kinds import Urgency
from bot.demo.town import Town
from bot.fleet import StatusToken
from bot.local_telegram import LocalGroup, LocalUser
from bot.telegram.pacing import OF_GROUP
from tests.benchmarks.simulation import life
from tests.benchmarks.simulation.agenda import Agenda, Resource
from tests.benchmarks.simulation.business import RUSH, SIZES, Business, Life
from tests.benchmarks.simulation.business_day import BusinessDay, DayFigures, Machines, a_day_of
from tests.benchmarks.simulation.delays import Delays, DelayTable, Waited
from tests.benchmarks.simulation.job_log import JobLog
from tests.benchmarks.simulation.life import Form, Reader, Step, Told
from tests.benchmarks.simulation.many_businesses import alike, tokens_for
from tests.benchmarks.simulation.prices import Prices
from tests.benchmarks.simulation.turns import Turns
from tests.support.business import SENDER
from tests.support.business import Business as PlayedBusiness
from tests.support.clock import ManualClock
from tests.workers.test_pacing import GROUP, Office

NOTHING = Prices(
    message=0,
    update=0,
    webhook=0,
    transaction=0,
    shared_transaction=0,
    telegram=0,
    spread=0,
    fleet=0,
)
SOMETHING = Prices(
    message=0.001,
    update=0.003,
    webhook=0.006,
    transaction=0.0001,
    shared_transaction=0.001,
    spread=0,
)
TOLD = Step("told", (Told(Reader.RECEIVER, Form.SAY, Urgency.NEWS),), webhooks=1)
TOLD_IN_GROUP = Step("told", (Told(Reader.GROUP, Form.SAY, Urgency.NEWS),), webhooks=1)
CHANGED = Step("changed", (Told(Reader.GROUP, Form.CARD, Urgency.REFRESH),), webhooks=1)
ASKED = Step("asked", (Told(Reader.RIDER, Form.REPLY, Urgency.ANSWER),), updates=1)
ONE = Business(deliveries=1, dispatchers=1, has_group=True)
MANY = Business(deliveries=10_000, dispatchers=2, has_group=True)


def steadily(step: Step, many: int, seconds: float) -> Iterator[Life]:
    return (Life(number * seconds / many, number, (step,)) for number in range(many))


def waits(figures: DayFigures, what: str) -> list[float]:
    table = DelayTable()
    for waited, seconds in figures.delays.items():
        table.add(waited, seconds)
    delays = table.rows[Waited(what, "all")]
    return delays.quantiles(0.5, 1.0) if delays.count else [0.0, 0.0]


def test_nothing_that_is_posted_is_lost():
    figures = a_day_of(Business.of_size(1200, has_group=True), SOMETHING)
    assert figures.posted == figures.ended > 50_000


def test_the_same_seed_is_the_same_day():
    business = Business.of_size(40, has_group=True)
    first, again, other = (a_day_of(business, SOMETHING, seed=seed) for seed in (1, 1, 2))
    assert first.delays == again.delays != other.delays


def test_where_nothing_else_happens_nobody_waits():
    figures = BusinessDay(ONE, NOTHING).run([Life(0, 0, life.DELIVERED_LIFE)])
    for what in ("answer", "door", "news", "update", "webhook"):
        assert waits(figures, what) == [0, 0]
    assert sum(figures.requests.values()) == sum(
        len(step.told) for step in life.DELIVERED_LIFE
    ) - sum(told.reader is Reader.COLLEAGUE for s in life.DELIVERED_LIFE for told in s.told)


def test_a_message_takes_as_long_as_what_it_is_made_of():
    figures = BusinessDay(ONE, SOMETHING).run([Life(0, 0, (ASKED,))])
    claimed_and_ended = 3 * SOMETHING.transaction
    assert waits(figures, "update")[1] == pytest.approx(SOMETHING.update)
    assert waits(figures, "answer")[1] == pytest.approx(
        SOMETHING.message + SOMETHING.telegram + claimed_and_ended
    )


def test_a_token_that_gets_twice_what_it_can_send_is_as_late_again():
    figures = BusinessDay(MANY, NOTHING).run(steadily(TOLD, 1200, seconds=20))
    half, last = waits(figures, "news")
    assert half == pytest.approx(10, rel=0.05)
    assert last == pytest.approx(20, rel=0.05)
    assert figures.posted == figures.ended == 1200


def test_a_group_that_gets_twice_what_it_may_is_late_alone():
    told = [*steadily(TOLD_IN_GROUP, 200, seconds=300), *steadily(TOLD, 300, seconds=300)]
    figures = BusinessDay(MANY, NOTHING).run([*told, *steadily(ASKED, 100, seconds=300)])
    (in_group,) = Delays([(each, 1.0) for each in figures.delays[Waited("news", "group")]]
                         ).quantiles(1.0)  # fmt: skip
    assert in_group == pytest.approx(300, rel=0.07)
    assert max(figures.delays[Waited("news", "receiver")]) == 0
    assert waits(figures, "answer") == [0, 0]


def test_telegram_refuses_nothing_of_what_keeps_its_turns_and_much_of_what_does_not():
    told = steadily(TOLD_IN_GROUP, 240, seconds=300)
    others = list(steadily(TOLD, 1200, seconds=20))
    assert BusinessDay(MANY, SOMETHING).run([*told, *others]).refused == 0
    hasty = BusinessDay(MANY, SOMETHING, turns=Turns(per_second=60))
    assert hasty.run(others).refused > 100


def test_changes_of_one_card_wait_for_one_turn_and_not_for_one_each():
    (*_, seldom) = OF_GROUP[Urgency.REFRESH]
    figures = BusinessDay(MANY, NOTHING).run([Life(time, 7, (CHANGED,)) for time in range(40)])
    assert max(figures.delays[Waited("refresh", "group")]) <= 2 * seldom.seconds + 1
    assert figures.posted == figures.ended == 40


def test_a_process_that_is_asked_for_more_than_it_can_do_is_later_and_later():
    slow = replace(NOTHING, webhook=0.1)
    figures = BusinessDay(MANY, slow).run(steadily(TOLD, 200, seconds=10))
    assert waits(figures, "webhook")[1] == pytest.approx(10, rel=0.02)
    assert figures.loads["the process that sends"] == pytest.approx(20 / 3600)


def test_two_replicas_do_twice_as_much():
    slow = replace(NOTHING, webhook=0.1)
    figures = BusinessDay(MANY, slow, Machines(replicas=2)).run(steadily(TOLD, 200, seconds=10))
    assert waits(figures, "webhook")[1] < 0.2


def test_a_database_that_others_use_by_half_takes_twice_as_long_in_the_busiest_hour():
    shared, busiest, quiet = Machines(others=0.5), RUSH.index(max(RUSH)), RUSH.index(0)
    assert shared.transaction(SOMETHING, busiest) == 2 * SOMETHING.shared_transaction
    assert shared.transaction(SOMETHING, quiet) == SOMETHING.shared_transaction
    assert Machines().transaction(SOMETHING, busiest) == SOMETHING.transaction


def test_what_is_busy_does_one_thing_after_the_other():
    agenda = Agenda()
    core = Resource(agenda)
    assert [core.take(2), core.take(3)] == [2, 5]
    assert core.busiest_hour == 5 / 3600


def test_nothing_happens_after_the_end():
    agenda, happened = Agenda(), []
    for time in (3.0, 1.0, 2.0):
        agenda.at(time, happened.append, time)
    agenda.run(until=2.0)
    assert happened == [1, 2]


def test_a_delay_that_stands_for_many_counts_as_many():
    delays = Delays()
    delays.add([1.0], times=98)
    delays.add([10.0, 20.0])
    assert delays.quantiles(0.5, 0.98, 0.99, 1.0) == [1, 1, 10, 20]


def test_a_day_has_every_delivery_and_its_rush():
    assert sum(RUSH) == 100
    assert sum(SIZES) == len(SIZES)
    chance = random.Random(1)
    ordered = [each for each in Business.of_size(5000, has_group=True).lives(chance)
               if each.steps != (life.LOOKED_UP,)]  # fmt: skip
    assert len(ordered) == 5000
    at_noon = sum(12 * 3600 <= each.begun < 13 * 3600 for each in ordered)
    assert at_noon / 5000 == pytest.approx(0.13, abs=0.02)


@pytest.mark.parametrize("deliveries", [500, 10_000, 1_000_000])
def test_so_many_tokens_carry_all_and_none_carries_too_much(deliveries: int):
    tokens = tokens_for(deliveries, 3000, has_group=True)
    kinds = alike(deliveries, tokens, has_group=True)
    carried = sum(kind.how_many * kind.business.deliveries for kind in kinds)
    assert carried == pytest.approx(deliveries, rel=0.002)
    assert sum(kind.how_many for kind in kinds) == tokens
    assert max(kind.business.deliveries for kind in kinds) <= 3000


@dataclass
class Post:
    number: int
    chat: int
    urgency: Urgency
    due: float
    name: str
    writes: bool = True


@dataclass
class SimulatedOffice:
    """What `Office` does with the real pacing, with simulated turns."""

    posts: list[Post] = field(default_factory=list)

    def post(self, name: str, chat: int, urgency: Urgency, after: float) -> None:
        self.posts.append(Post(len(self.posts) + 1, chat, urgency, after, name))

    def work(self, turns: Turns) -> list[tuple[float, int, str]]:
        sent, now = [], 0.0
        while self.posts:
            now = max(now, min(post.due for post in self.posts))
            post = min(
                (each for each in self.posts if each.due <= now),
                key=lambda each: (each.urgency, each.due, each.number),
            )
            until = turns.asked(post, now)
            if until is not None:
                post.due = round(until, 6)  # as a moment is
                continue
            turns.begin(post)
            turns.end(post, now)
            self.posts.remove(post)
            sent.append((now, post.chat, post.name))
        return sent


@pytest.mark.parametrize("seed", range(8))
async def test_it_is_the_turn_of_who_has_it_with_the_real_pacing(seed: int):
    chance, real, simulated = random.Random(seed), Office(), SimulatedOffice()
    for number in range(400):
        chat = chance.choice((*range(100, 130), 42, 42, 43, GROUP))
        urgency, after = chance.choice(list(Urgency)), round(chance.random() * 20, 3)
        for office in (real, simulated):
            office.post(f"n{number}", chat, urgency, after)
    await real.work(300)
    sent = simulated.work(Turns())
    assert [each[1:] for each in sent] == [each[1:] for each in real.sent]
    assert [each[0] for each in sent] == pytest.approx([each[0] for each in real.sent], abs=1e-3)
    assert real.refused == 0


@dataclass
class Played:
    """A delivery that the real bot tells of: to whom each step, in how many messages."""

    business: PlayedBusiness
    colleague: LocalUser
    shop: LocalUser
    group: LocalGroup
    seen: JobLog

    @property
    def readers(self) -> dict[int, Reader]:
        business = self.business
        return {
            business.owner.id: Reader.DISPATCHER,
            self.colleague.id: Reader.COLLEAGUE,
            self.group.id: Reader.GROUP,
            business.musa.id: Reader.RIDER,
            self.shop.id: Reader.SENDER,
            business.bola.id: Reader.RECEIVER,
        }


@pytest.fixture
async def played(tmp_path: Path) -> AsyncIterator[Played]:
    logs.configure("WARNING", as_json=False)
    clock = ManualClock()
    async with Town(tmp_path, clock=clock) as town:
        await town.start_bot()
        business = PlayedBusiness(town, clock)
        await business.open()
        colleague = await business.hires("Grace")
        shop = town.telegram.add_user("Ada", phone=SENDER)
        for person in (business.bola, shop):
            await business.joins_by_phone(person)
        group = town.telegram.add_group("Dispatch", [town.owner, town.account])
        town.owner.write("/bind", chat=group)
        await town.idle()
        yield Played(business, colleague, shop, group, JobLog(town))


async def test_the_bot_tells_of_a_delivery_as_the_simulation_does(played: Played):
    business = played.business
    acts: dict[Step, Callable] = {
        life.CREATED: business.order,
        life.ASKED: lambda: business.presses(business.owner, "Assign"),
        life.ASSIGNED: lambda: business.presses(business.owner, "Musa Bello"),
        life.ACCEPTED: lambda: business.presses(business.musa, "Accept"),
        life.AT_PICKUP: lambda: business.presses(business.musa, "Picked up"),
        life.PICKED_UP: lambda: business.says(business.musa, business.pickup_code),
        life.AT_DOOR: lambda: business.presses(business.musa, "Delivered"),
        life.DELIVERED: lambda: business.says(business.musa, business.dropoff_code),
        life.LOOKED_UP: lambda: business.says(business.owner, "/deliveries"),
    }
    for step, act in acts.items():
        await compare(played, step, act)


async def test_the_bot_tells_of_a_cancelled_delivery_as_the_simulation_does(played: Played):
    business = played.business
    delivery = await business.assigned()

    async def cancel() -> None:
        await business.town.shop.update_status(delivery.uuid, StatusToken.CANCELLED)
        await business.town.idle()

    await compare(played, life.CANCELLED, cancel)


async def compare(played: Played, step: Step, act: Callable) -> None:
    calls = played.business.town.telegram.calls
    before, jobs = len(calls), max((job.number for job in played.seen.after()), default=0)
    await act()
    asked = Counter(
        (played.readers[int(call.arguments["chat_id"])], call.method.startswith("delete"))
        for call in calls[before:]
        if call.method.startswith(("send", "edit", "delete")) and call.method != "sendChatAction"
    )
    assert asked == Counter((told.reader, told.form is Form.ERASE) for told in step.told), step.name
    seen = list(played.seen.after(jobs))
    urgencies = {
        (played.readers[job.notice.chat_id], job.urgency) for job in seen if job.notice is not None
    }
    assert {(told.reader, told.urgency) for told in step.told} <= urgencies
    kinds = Counter(job.kind for job in seen)
    assert (kinds["update"], kinds["command"]) == (step.updates, step.requests), step.name
    assert kinds["event"] <= step.webhooks
