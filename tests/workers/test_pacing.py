"""Whose turn it is: within Telegram's limits, what is urgent first, and nobody waits in a slot."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from typing import Any

import pytest
from telegram.error import RetryAfter

from bot.actions.notice_kinds import Urgency
from bot.local_telegram.faults import FloodGate, FloodLimits
from bot.local_telegram.refusals import ApiError
from bot.telegram.pacing import OF_GROUP, NotNow, Pacing, Sending
from tests.support.clock import ManualClock
from tests.workers.waiting import WatchedClock, until

ADA, BOLA = 42, 43
GROUP = -1_000_000_000_042
Sent = tuple[float, int, str]


@dataclass
class Office:
    """A sender in small: what has to wait lies in a list, and Telegram's limits are enforced.

    Time moves only when nothing is due; then to the moment at which something is.
    """

    clock: ManualClock = field(default_factory=ManualClock)
    limits: FloodLimits = field(default_factory=FloodLimits)
    sent: list[Sent] = field(default_factory=list)
    refused: int = 0
    claims: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.pacing = Pacing(self.clock)
        self.gate = FloodGate()
        self._numbers = count(1)
        self._waiting: list[tuple[datetime, Urgency, int, int, str]] = []

    def post(
        self, name: str, chat_id: int, urgency: Urgency = Urgency.NEWS, after: float = 0
    ) -> None:
        due = self.clock.now() + timedelta(seconds=after)
        self._waiting.append((due, urgency, next(self._numbers), chat_id, name))

    async def work(self, seconds: float) -> None:
        """Work off what comes due in so many seconds."""
        end = self.clock.now() + timedelta(seconds=seconds)
        while self._waiting:
            now = self.clock.now()
            due = [one for one in self._waiting if one[0] <= now]
            if not due:
                soonest = min(one[0] for one in self._waiting)
                if soonest > end:
                    break
                self.clock.advance(soonest - now)
                continue
            one = min(due, key=lambda one: (one[1], one[0], one[2]))
            self._waiting.remove(one)
            await self._send(*one)
        self.clock.advance(end - self.clock.now())

    async def _send(
        self, _due: datetime, urgency: Urgency, number: int, chat_id: int, name: str
    ) -> None:
        self.claims[name] += 1
        try:
            async with self.pacing.turn(Sending(number, chat_id, urgency)):
                await self.request(chat_id)
        except NotNow as error:
            self._waiting.append((self.clock.now() + error.wait, urgency, number, chat_id, name))
        except RetryAfter:
            self.refused += 1
            self.post(name, chat_id, urgency)
        else:
            self.sent.append((self.clock.elapsed(), chat_id, name))

    async def request(self, chat_id: int, method: str = "sendMessage") -> object:
        async def answer() -> bool:
            try:
                self.gate.check(self.limits, 1, method, str(chat_id), self.clock.now())
            except ApiError as error:
                raise RetryAfter(timedelta(seconds=error.retry_after or 1)) from error
            return True

        data = {"chat_id": chat_id}
        return await self.pacing.process_request(answer, (), {}, method, data, None)

    def when(self, name: str) -> float:
        return next(time for time, _, sent in self.sent if sent == name)


@pytest.fixture
def office() -> Office:
    return Office()


async def test_a_private_chat_gets_its_news_one_a_second(office: Office):
    for number in range(5):
        office.post(f"n{number}", ADA)
    await office.work(60)
    assert [name for _, _, name in office.sent] == ["n0", "n1", "n2", "n3", "n4"]
    assert [round(time) for time, _, _ in office.sent] == [0, 1, 2, 3, 4]
    assert office.refused == 0


async def refuse(office: Office, chat_id: int) -> None:
    """Let Telegram answer 429 in a chat, which may be written to again after a second."""

    async def answer() -> bool:
        raise RetryAfter(timedelta(seconds=1))

    data = {"chat_id": chat_id}
    with pytest.raises(RetryAfter):
        await office.pacing.process_request(answer, (), {}, "sendMessage", data, None)


EVERYWHERE = range(1, 62)
AT_ONCE = {0: 30, 1: 30, 2: 1}
HALVES = {0: 15, 0.5: 15, 1: 15, 1.5: 15, 2: 1}
A_FEW = {0: 3, 1: 3, 2: 3, 3: 3, 10: 3, 11: 1}
ONE_BY_ONE = dict.fromkeys(range(16), 1)


@pytest.mark.parametrize(
    ("urgency", "chats", "rhythm"),
    [
        (Urgency.ANSWER, EVERYWHERE, AT_ONCE),
        (Urgency.DOOR, EVERYWHERE, AT_ONCE),
        (Urgency.ALARM, EVERYWHERE, AT_ONCE),
        (Urgency.NEWS, EVERYWHERE, HALVES),
        (Urgency.REFRESH, EVERYWHERE, HALVES),
        (Urgency.ANSWER, [GROUP] * 21, {0: 20, 60: 1}),
        (Urgency.DOOR, [GROUP] * 21, {0: 20, 60: 1}),
        (Urgency.ALARM, [GROUP] * 21, {0: 20, 60: 1}),
        (Urgency.NEWS, [GROUP] * 11, {0: 5, 15: 5, 30: 1}),
        (Urgency.REFRESH, [GROUP] * 4, {0: 1, 4: 1, 8: 1, 12: 1}),
        (Urgency.ANSWER, [ADA] * 16, A_FEW),
        (Urgency.DOOR, [ADA] * 16, ONE_BY_ONE),
        (Urgency.ALARM, [ADA] * 16, ONE_BY_ONE),
        (Urgency.NEWS, [ADA] * 16, ONE_BY_ONE),
        (Urgency.REFRESH, [ADA] * 16, ONE_BY_ONE),
    ],
)
async def test_how_many_go_at_once_and_when_the_next_ones(
    office: Office, urgency: Urgency, chats: Sequence[int], rhythm: dict[float, int]
):
    for number, chat_id in enumerate(chats):
        office.post(f"n{number}", chat_id, urgency)
    await office.work(70)
    assert Counter(round(time, 1) for time, _, _ in office.sent) == rhythm


async def test_an_answer_is_not_behind_the_news_of_its_chat(office: Office):
    for number in range(20):
        office.post(f"n{number}", ADA)
    office.post("answer", ADA, Urgency.ANSWER, after=4.3)
    await office.work(60)
    assert office.when("answer") == pytest.approx(4.3)
    assert office.refused == 0
    assert len(office.sent) == 21


@pytest.mark.parametrize("urgency", Urgency)
async def test_what_is_more_urgent_is_sent_before_what_came_first(office: Office, urgency: Urgency):
    for other in Urgency:
        for number in range(3):
            office.post(f"{other.name} {number}", ADA, other)
    office.post("this", ADA, urgency, after=0.5)
    await office.work(60)
    names = [name for _, _, name in office.sent]
    assert all(names.index(f"{other.name} 2") > names.index("this") for other in Urgency
               if other > urgency)  # fmt: skip
    assert office.refused == 0


async def test_a_chat_that_waits_costs_a_look_or_two_for_each_notice(office: Office):
    for number in range(100):
        office.post(f"n{number}", ADA)
    await office.work(200)
    assert len(office.sent) == 100
    assert max(office.claims.values()) <= 2


async def test_one_busy_chat_delays_no_other(office: Office):
    for number in range(200):
        office.post(f"n{number}", ADA)
    office.post("other", BOLA, after=0.1)
    await office.work(1)
    assert office.when("other") == pytest.approx(0.1)


async def test_twenty_busy_chats_delay_no_other(office: Office):
    for chat_id in range(100, 120):
        for number in range(20):
            office.post(f"n{number}", chat_id)
    office.post("other", BOLA, after=0.1)
    await office.work(60)
    assert office.when("other") - 0.1 < 0.5
    assert office.refused == 0
    assert len(office.sent) == 401


async def test_the_bots_limit_is_used_and_never_passed(office: Office):
    for number in range(600):
        office.post(f"n{number}", 1000 + number)
    await office.work(60)
    assert office.refused == 0
    assert len(office.sent) == 600
    assert max(time for time, _, _ in office.sent) < 600 / 30 / 0.97


async def test_who_waits_for_the_bots_limit_costs_a_look_or_two(office: Office):
    for number in range(600):
        office.post(f"n{number}", 1000 + number)
    await office.work(60)
    assert sum(office.claims.values()) <= 2 * 600


async def test_an_answer_finds_room_beside_the_bots_limit(office: Office):
    for number in range(300):
        office.post(f"n{number}", 1000 + number)
    for number in range(20):
        office.post(f"answer {number}", 5000 + number, Urgency.ANSWER, after=2 + number / 4)
    await office.work(60)
    late = [office.when(f"answer {number}") - 2 - number / 4 for number in range(20)]
    assert max(late) < 0.6
    assert office.refused == 0


async def test_the_limit_of_a_group_is_used_and_never_passed(office: Office):
    for number in range(100):
        office.post(f"n{number}", GROUP)
    await office.work(600)
    assert office.refused == 0
    assert max(time for time, _, _ in office.sent) < 60 * (100 / 20) / 0.97


@pytest.mark.parametrize("urgency", [Urgency.NEWS, Urgency.REFRESH])
async def test_an_alarm_waits_seconds_and_not_a_minute_behind_what_a_group_has_waiting(
    office: Office, urgency: Urgency
):
    for number in range(100):
        office.post(f"n{number}", GROUP, urgency)
    for number in range(8):
        office.post(f"alarm {number}", GROUP, Urgency.ALARM, after=120 + number * 17)
    await office.work(600)
    late = [office.when(f"alarm {number}") - 120 - number * 17 for number in range(8)]
    assert max(late) <= 15.1
    assert office.refused == 0


def test_cards_that_only_change_leave_room_in_a_group_for_what_is_new():
    """At the same rate both would find the same place, and by chance one of them takes it."""

    def a_second(urgency: Urgency) -> float:
        return min(window.most / window.seconds for window in OF_GROUP[urgency])

    assert a_second(Urgency.REFRESH) <= 0.8 * a_second(Urgency.NEWS)


async def test_a_telegram_that_takes_no_few_at_once_is_asked_for_that_once(office: Office):
    office.limits = FloodLimits(per_chat_more=0)
    for number in range(30):
        office.post(f"n{number}", ADA)
    for number in range(10):
        office.post(f"answer {number}", ADA, Urgency.ANSWER, after=3 + number * 2.5)
    await office.work(120)
    assert len(office.sent) == 40
    assert office.refused == 1


async def test_a_chat_that_takes_no_few_at_once_leaves_the_others_theirs(office: Office):
    await refuse(office, ADA)
    for number in range(3):
        office.post(f"a{number}", ADA, Urgency.ANSWER)
        office.post(f"b{number}", BOLA, Urgency.ANSWER)
    await office.work(60)
    rhythm = Counter((chat_id, round(time)) for time, chat_id, _ in office.sent)
    assert rhythm == {(BOLA, 0): 3, (ADA, 1): 1, (ADA, 2): 1, (ADA, 3): 1}


async def test_three_chats_that_take_no_few_at_once_speak_for_all(office: Office):
    for chat_id in (ADA, BOLA, 44):
        await refuse(office, chat_id)
    await office.work(1)
    for number in range(3):
        office.post(f"n{number}", 45, Urgency.ANSWER)
    await office.work(60)
    assert [round(time) for time, _, _ in office.sent] == [1, 2, 3]


async def test_groups_that_are_full_say_nothing_of_a_few_at_once_in_private_chats(office: Office):
    for number in range(3):
        await refuse(office, GROUP - number)
        office.post(f"n{number}", ADA, Urgency.ANSWER, after=1)
    await office.work(60)
    assert [round(time) for time, _, _ in office.sent] == [1, 1, 1]


async def test_a_group_gets_what_it_always_does_from_who_begins_slowly(office: Office):
    office.pacing.begin_slowly(timedelta(seconds=10))
    for number in range(5):
        office.post(f"n{number}", GROUP, Urgency.ANSWER)
    await office.work(60)
    assert [round(time) for time, _, _ in office.sent] == [0] * 5


async def test_who_begins_slowly_gives_a_few_at_once_after_a_while(office: Office):
    office.pacing.begin_slowly(timedelta(seconds=10))
    for number in range(3):
        office.post(f"n{number}", ADA, Urgency.ANSWER)
        office.post(f"m{number}", ADA, Urgency.ANSWER, after=10)
    await office.work(60)
    rhythm = Counter(round(time) for time, _, _ in office.sent)
    assert rhythm == {0: 1, 1: 1, 2: 1, 10: 3}


async def test_what_is_held_by_a_429_is_not_asked_for_until_it_is_over(office: Office):
    office.post("first", ADA)
    await office.work(1)
    office.limits = FloodLimits(per_group_per_minute=1)
    office.post("g1", GROUP)
    office.post("g2", GROUP)
    office.post("other", BOLA)
    await office.work(50)
    assert office.refused == 1
    assert office.claims["g2"] <= 4
    assert office.when("other") == pytest.approx(1)
    await office.work(60)
    assert office.when("g2") > 60


async def test_refusals_of_some_chats_hold_no_other_while_telegram_takes_what_others_get(
    office: Office,
):
    office.limits = FloodLimits(per_group_per_minute=1, per_chat_per_second=0, per_chat_more=1)
    for chat_id in (ADA, BOLA, 44, 45):
        office.post("first", chat_id)
    await office.work(2)
    for chat_id in (ADA, BOLA, 44, 45):
        office.post("again", chat_id)
        office.post("group", GROUP - chat_id)
    await office.work(2)
    assert office.refused >= 4
    office.post("somebody else", 46)
    await office.work(0.1)
    assert office.sent[-1][2] == "somebody else"


async def test_the_second_request_of_a_turn_is_made_without_waiting(office: Office):
    async with office.pacing.turn(Sending(1, ADA, Urgency.NEWS)):
        await office.request(ADA, "deleteMessage")
        await office.request(ADA)
        await office.request(ADA)
    with pytest.raises(NotNow):
        async with office.pacing.turn(Sending(2, ADA, Urgency.NEWS)):
            raise AssertionError("it is not its turn")


async def test_further_messages_of_a_turn_wait_for_room_before_all_who_wait_for_a_turn():
    clock = WatchedClock()
    office = Office(clock)

    async def five() -> None:
        async with office.pacing.turn(Sending(1, ADA, Urgency.NEWS)):
            for _ in range(5):
                await office.request(ADA, "editMessageReplyMarkup")

    waiting = asyncio.create_task(five())
    await until(lambda: clock.waits == 1)
    with pytest.raises(NotNow):
        async with office.pacing.turn(Sending(2, BOLA, Urgency.NEWS)):
            await office.request(BOLA)
        async with office.pacing.turn(Sending(3, BOLA, Urgency.NEWS)):
            raise AssertionError("it is not its turn")
    clock.advance(timedelta(seconds=1.01))
    await waiting


async def test_a_further_message_finds_the_room_beside_the_news_that_an_answer_would_find():
    clock = WatchedClock()
    office = Office(clock)
    for number in range(14):
        office.post(f"n{number}", 1000 + number)
    await office.work(0)

    async def two() -> None:
        async with office.pacing.turn(Sending(100, ADA, Urgency.NEWS)):
            await office.request(ADA)
            await office.request(ADA)

    sending = asyncio.create_task(two())
    await until(lambda: sending.done() or clock.waits)
    assert clock.waits == 0
    await sending


async def test_a_turn_of_many_messages_comes_to_an_end_where_telegram_takes_no_few_at_once():
    clock = WatchedClock()
    office = Office(clock, FloodLimits(per_chat_more=0))
    with pytest.raises(RetryAfter):
        async with office.pacing.turn(Sending(1, ADA, Urgency.NEWS)):
            await office.request(ADA)
            await office.request(ADA)
    clock.advance(timedelta(seconds=1.01))

    async def four() -> None:
        async with office.pacing.turn(Sending(1, ADA, Urgency.NEWS)):
            for _ in range(4):
                await office.request(ADA)

    waiting = asyncio.create_task(four())
    for waits in range(1, 4):
        await until(lambda waits=waits: clock.waits == waits or waiting.done())
        clock.advance(timedelta(seconds=1.01))
    await waiting


async def test_a_further_message_that_would_wait_for_long_is_sent_away(office: Office):
    with pytest.raises(NotNow) as not_now:
        async with office.pacing.turn(Sending(1, GROUP, Urgency.ANSWER)):
            for _ in range(21):
                await office.request(GROUP)
    assert not_now.value.wait == pytest.approx(timedelta(seconds=60), abs=timedelta(seconds=0.1))


async def test_deletions_do_not_count_in_a_chat(office: Office):
    for number in range(10):
        async with office.pacing.turn(Sending(number, ADA, Urgency.NEWS, writes=False)):
            await office.request(ADA, "deleteMessage")
    async with office.pacing.turn(Sending(11, ADA, Urgency.NEWS)):
        await office.request(ADA)


async def test_a_turn_in_which_nothing_is_sent_takes_no_place(office: Office):
    for number in range(10):
        async with office.pacing.turn(Sending(number, ADA, Urgency.NEWS)):
            """What should be shown there is there already."""
    async with office.pacing.turn(Sending(11, ADA, Urgency.NEWS)):
        await office.request(ADA)


@pytest.mark.parametrize(
    ("method", "data"),
    [
        ("getMe", {}),
        ("getUpdates", {"timeout": 25}),
        ("answerCallbackQuery", {"callback_query_id": "1"}),
        ("setMyCommands", {"commands": []}),
        ("sendChatAction", {"chat_id": ADA}),
    ],
)
async def test_what_is_no_message_does_not_wait(method: str, data: dict[str, Any]):
    pacing, asked = Pacing(ManualClock()), []

    async def answer() -> bool:
        asked.append(method)
        return True

    for _ in range(50):
        await pacing.process_request(answer, (), {}, method, data, None)
    assert len(asked) == 50


async def test_what_others_send_through_the_bot_waits_for_room():
    clock = WatchedClock()
    office = Office(clock)
    for _ in range(3):
        await office.request(ADA)
    waiting = asyncio.create_task(office.request(ADA))
    await until(lambda: clock.waits == 1)
    clock.advance(timedelta(seconds=0.5))
    assert not waiting.done()
    clock.advance(timedelta(seconds=0.6))
    await waiting


async def test_what_others_send_is_behind_the_answers_that_wait():
    clock = WatchedClock()
    office = Office(clock)
    for _ in range(3):
        await office.request(ADA)
    for job in (1, 2, 3):
        with pytest.raises(NotNow):
            async with office.pacing.turn(Sending(job, ADA, Urgency.ANSWER)):
                raise AssertionError("it is not its turn")
    waiting = asyncio.create_task(office.request(ADA))
    await until(lambda: clock.waits == 1)
    clock.advance(timedelta(seconds=1.5))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    clock.advance(timedelta(seconds=1))
    await waiting


async def test_what_is_sent_after_a_turn_does_not_belong_to_it():
    clock = WatchedClock()
    office = Office(clock)
    async with office.pacing.turn(Sending(1, ADA, Urgency.ANSWER)):
        for _ in range(3):
            await office.request(ADA)
    waiting = asyncio.create_task(office.request(ADA))
    await until(lambda: clock.waits == 1 or waiting.done())
    assert not waiting.done()
    clock.advance(timedelta(seconds=1.1))
    await waiting


async def test_a_message_may_have_been_counted_as_late_as_its_answer_came():
    """However quick others were before it."""
    clock = ManualClock()
    pacing = Pacing(clock)

    async def sent(chat_id: int, seconds: float) -> None:
        async def answer() -> bool:
            clock.advance(timedelta(seconds=seconds))
            return True

        async with pacing.turn(Sending(chat_id, chat_id, Urgency.NEWS)):
            data = {"chat_id": chat_id}
            await pacing.process_request(answer, (), {}, "sendMessage", data, None)

    for chat_id in range(100, 140):
        await sent(chat_id, 0.1)
    await sent(ADA, 0.9)
    with pytest.raises(NotNow) as not_now:
        await sent(ADA, 0)
    assert not_now.value.wait == pytest.approx(timedelta(seconds=1), abs=timedelta(seconds=0.01))


class SlowAnswers:
    """Telegram that answers when it is told to."""

    def __init__(self, pacing: Pacing) -> None:
        self._pacing = pacing
        self.under_way: list[int] = []
        self.not_now: list[int] = []
        self.may_answer = asyncio.Event()
        self.when_one_is_under_way: Callable[[], object] = lambda: None
        self.when_the_first_is_over: Callable[[], object] = lambda: None

    async def send(self, job: int, urgency: Urgency) -> None:
        async def answer() -> bool:
            self.under_way.append(job)
            self.when_one_is_under_way()
            await self.may_answer.wait()
            return True

        try:
            async with self._pacing.turn(Sending(job, ADA, urgency)):
                await asyncio.sleep(0)  # it is looked up what to say
                data = {"chat_id": ADA}
                await self._pacing.process_request(answer, (), {}, "sendMessage", data, None)
        except NotNow:
            self.not_now.append(job)
        if job == 0:
            self.when_the_first_is_over()


async def test_a_slow_answer_keeps_the_others_of_its_chat_out_of_the_slots():
    slow = SlowAnswers(Pacing(ManualClock()))
    tasks = [asyncio.create_task(slow.send(job, Urgency.NEWS)) for job in range(20)]
    await until(lambda: len(slow.not_now) == 19)
    assert slow.under_way == [0]
    slow.may_answer.set()
    await asyncio.gather(*tasks)


async def test_answers_of_a_chat_are_sent_in_order_one_after_the_other():
    slow = SlowAnswers(Pacing(ManualClock()))
    tasks = [asyncio.create_task(slow.send(job, Urgency.ANSWER)) for job in range(3)]
    await until(lambda: slow.under_way)
    for _ in range(20):
        await asyncio.sleep(0)
    assert slow.under_way == [0]
    slow.may_answer.set()
    await asyncio.gather(*tasks)
    assert slow.under_way == [0, 1, 2]


async def test_whoever_leaves_a_chat_lets_one_in_and_not_all_who_wait():
    slow = SlowAnswers(Pacing(ManualClock()))
    tasks = [asyncio.create_task(slow.send(job, Urgency.ANSWER)) for job in range(3)]
    await until(lambda: slow.under_way)
    slow.when_the_first_is_over = slow.may_answer.clear
    slow.may_answer.set()
    await until(lambda: len(slow.under_way) == 2)
    for _ in range(20):
        await asyncio.sleep(0)
    assert slow.under_way == [0, 1]
    slow.may_answer.set()
    await asyncio.gather(*tasks)
    assert slow.under_way == [0, 1, 2]


async def test_who_is_cut_off_as_it_is_let_in_lets_the_next_one_in():
    slow = SlowAnswers(Pacing(ManualClock()))
    slow.may_answer.set()
    tasks = [asyncio.create_task(slow.send(job, Urgency.ANSWER)) for job in range(3)]
    slow.when_the_first_is_over = tasks[1].cancel
    await asyncio.wait(tasks)
    assert slow.under_way == [0, 2]


async def test_who_is_cut_off_as_it_is_sent_away_lets_nobody_in():
    slow = SlowAnswers(Pacing(ManualClock()))
    tasks = [asyncio.create_task(slow.send(job, Urgency.NEWS)) for job in range(2)]
    slow.when_one_is_under_way = tasks[1].cancel
    await until(tasks[1].done)
    tasks.append(asyncio.create_task(slow.send(2, Urgency.ANSWER)))
    for _ in range(20):
        await asyncio.sleep(0)
    assert slow.under_way == [0]
    slow.may_answer.set()
    await asyncio.wait(tasks)
    assert slow.under_way == [0, 2]


async def test_a_method_that_is_held_is_not_asked_for_until_it_is_over():
    clock = ManualClock()
    pacing, asked = Pacing(clock), []

    async def answer() -> bool:
        asked.append(clock.elapsed())
        if len(asked) == 1:
            raise RetryAfter(timedelta(seconds=7))
        return True

    async def set_menu() -> None:
        async with pacing.turn(Sending(1, ADA, Urgency.NEWS, writes=False)):
            await pacing.process_request(answer, (), {}, "setMyCommands", {}, None)

    with pytest.raises(RetryAfter):
        await set_menu()
    with pytest.raises(NotNow):
        await set_menu()
    clock.advance(timedelta(seconds=7))
    await set_menu()
    assert asked == [0, 7]


async def test_who_is_cut_off_while_waiting_lets_the_next_one_in():
    slow = SlowAnswers(Pacing(ManualClock()))
    tasks = [asyncio.create_task(slow.send(job, Urgency.ANSWER)) for job in range(3)]
    await until(lambda: slow.under_way)
    tasks[1].cancel()
    tasks[0].cancel()
    slow.may_answer.set()
    await tasks[2]
    assert slow.under_way == [0, 2]


async def test_chats_that_were_silent_for_long_are_forgotten():
    clock = ManualClock()
    office = Office(clock, FloodLimits(per_second=10_000))
    office.pacing = Pacing(clock, per_second=10_000)
    for chat_id in range(1, 4097):
        await office.request(chat_id)
    clock.advance(timedelta(hours=1))
    before = len(office.pacing.chats)
    for chat_id in range(5000, 5100):
        await office.request(chat_id)
    assert len(office.pacing.chats) == before == 4096
