"""Each check of a storm sees what it is there for: handed a forged history, it complains."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from bot.fleet import Delivery, State
from bot.local_telegram import LocalTelegram, LocalUser
from bot.local_telegram.attachments import Contact
from bot.local_telegram.formatting.entities import FormattedText
from bot.local_telegram.markup import ForceReply, InlineButton, InlineKeyboard, Markup
from bot.local_telegram.messages import Content, Posting
from tests.cluster.watcher import Watcher
from tests.faults.chatlog import ChatLog, Seen
from tests.faults.parcels import Parcel, Parcels
from tests.faults.people import Typed
from tests.faults.plan import CUSTOMERS, RIDERS, Fate
from tests.faults.storm.fleet_truth import FleetRow, follow
from tests.faults.storm.moments import Moments
from tests.faults.storm.private_data import OrderData, PrivateData
from tests.faults.storm.storm_cast import StormCast
from tests.faults.storm.storm_checks import STORM_CHECKS
from tests.faults.storm.storm_evidence import Finding, StormEvidence
from tests.faults.storm.strangers import FILE
from tests.faults.storm.strikes import Strike, StrikeLog
from tests.faults.storm.telegram_log import Call, TelegramLog

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
ORDER, DELIVERY = "1001", "delivery"
DELIVERED = "✅ Order 1001 was delivered."


def at(second: float) -> datetime:
    return START + timedelta(seconds=second)


class Forger:
    """A history in which everything is right, and the pen with which it is forged."""

    def __init__(self) -> None:
        telegram = LocalTelegram()
        self.bot = telegram.add_bot("1:secret", username="bot", first_name="Bot")
        add = telegram.add_user
        self.olu, self.musa, self.sani = add("Olu"), add("Musa"), add("Sani")
        self.customer, self.other, self.sender = add(CUSTOMERS[0]), add(CUSTOMERS[1]), add("Ada")
        self.watching = add("Wale")
        for user in (self.olu, self.musa, self.sani, self.customer, self.other, self.sender):
            user.write("/start")
        self.watching.write("/start")
        log, data, parcels = ChatLog(), PrivateData(Random(1)), Parcels()
        self.group = telegram.add_group("Depot", [self.olu, self.bot])
        cast = StormCast(
            *(self.olu, {"musa": self.musa, "sani": self.sani}),
            {CUSTOMERS[0]: self.customer, CUSTOMERS[1]: self.other},
            *({RIDERS[0]: "musa", RIDERS[1]: "sani"}, self.sender),
            *([Watcher(self.watching, log)], [self.group], 0),
        )
        calls = TelegramLog(telegram.asgi, Moments())
        self.evidence = StormEvidence(parcels, log, calls, StrikeLog(), cast, data)
        self.order: OrderData = data.make(CUSTOMERS[0])
        delivery = Delivery(uuid=DELIVERY, order_number=ORDER)
        self.parcel: Parcel = parcels.add(delivery, Fate(CUSTOMERS[0], RIDERS[0]))
        data.know(DELIVERY, self.order.receiver)

    def held(self, second: float, state: State, rider: str | None = "musa", misses: int = 0):
        """The fleet service's database holds it so from now on."""
        row = FleetRow(DELIVERY, ORDER, state, rider, self.order.receiver, misses)
        self.evidence.rows = {DELIVERY: row}
        self.evidence.changes = [*self.evidence.changes, (at(second), row)]
        follow(self.parcel, row)

    def sent(self, second: float, user: LocalUser, text: str, kind: str = "sent", number: int = 0):
        """The bot was seen to say this."""
        seen = Seen(at(second), kind, user.id, number, text, from_bot=True)
        self.evidence.log.seen.append(seen)

    def said(self, second: float, user: LocalUser, text: str):
        seen = Seen(at(second), "sent", user.id, 0, text, from_bot=False)
        self.evidence.log.seen.append(seen)

    def stands(self, user: LocalUser, text: str, markup: Markup | None = None):
        """The bot's message can be read now."""
        content = Content(FormattedText(text))
        user.chat().add(self.bot, content, Posting(markup=markup), START)

    def call(
        self,
        second: float,
        user: LocalUser,
        number: int,
        *,
        harmed: bool = False,
        status: int = 200,
    ):
        taken = at(second)
        self.evidence.calls.calls.append(
            Call(1, "sendMessage", user.id, taken, status, number, taken, harmed)
        )

    def struck(self, kind: str, began: float, ended: float, *kills: float, chat: int | None = None):
        chats = None if chat is None else {chat}
        strike = Strike(kind, at(began), at(ended), [at(kill) for kill in kills], chats)
        strike.number = len(self.evidence.strikes.all) + 1
        self.evidence.strikes.all.append(strike)

    def typed(self, second: float, code: str, step: State):
        message = self.musa.write(code)
        chat = self.musa.chat()
        chat.remove(message)
        self.evidence.typed.append(
            Typed(at(second), self.musa.id, message, self.parcel, step, code)
        )


@pytest.fixture
def forger() -> Forger:
    return Forger()


def found(forger: Forger, check: str) -> list[Finding]:
    return list(STORM_CHECKS[check](forger.evidence))


def test_what_was_brought_to_its_end_and_told_of_is_in_order(forger: Forger):
    forger.held(1, State.PENDING, None)
    forger.held(2, State.DELIVERED)
    forger.sent(3, forger.customer, "🛵 Order 1001 is on the way.")
    forger.sent(3, forger.customer, DELIVERED)
    forger.stands(forger.musa, "Order 1001 · ✅ Delivered")
    assert [finding for check in STORM_CHECKS for finding in found(forger, check)] == []


def test_an_order_that_goes_no_further_is_lost(forger: Forger):
    forger.held(1, State.PENDING, None)
    assert [finding.what for finding in found(forger, "lost orders")] == [
        "order 1001 is still pending"
    ]


def test_an_order_that_was_pasted_and_never_made_is_lost(forger: Forger):
    forger.held(1, State.DELIVERED)
    forger.evidence.pasted = {"Efe Obi": Fate(CUSTOMERS[0], RIDERS[0])}
    assert len(found(forger, "lost orders")) == 1


@pytest.mark.parametrize(("pasted", "is_lost"), [(5, False), (20, True)])
def test_an_order_is_not_lost_by_the_bot_that_was_pasted_before_an_old_copy_was_put_back(
    forger: Forger, pasted: float, is_lost: bool
):
    forger.held(1, State.DELIVERED)
    forger.said(pasted, forger.olu, "To: Efe Obi")
    forger.evidence.pasted = {"Efe Obi": Fate(CUSTOMERS[0], RIDERS[0])}
    forger.struck("old copy", 10, 12, 10)
    forger.evidence.strikes.all[0].forgot = at(4), at(10)
    assert bool(found(forger, "lost orders")) is is_lost


@pytest.mark.parametrize(("typed", "is_lost"), [(2, True), (11, False), (20, True)])
def test_a_code_is_lost_unless_the_bot_was_told_of_it_in_a_time_that_an_old_copy_lacks(
    forger: Forger, typed: float, is_lost: bool
):
    forger.held(1, State.ACCEPTED)
    forger.typed(typed, "1234", State.IN_TRANSIT)
    forger.struck("old copy", 12, 14, 12)
    forger.evidence.strikes.all[0].forgot = at(10), at(12)
    assert bool(found(forger, "lost codes")) is is_lost


def test_what_nobody_said_aloud_is_lost(forger: Forger):
    forger.held(1, State.DELIVERED)
    forger.sent(2, forger.customer, "🛵 Order 1001 is on the way.")
    assert ["was delivered" in finding.what for finding in found(forger, "lost news")] == [True]


@pytest.mark.parametrize(("cancelled", "is_lost"), [(2, True), (11, False), (20, True)])
def test_a_cancellation_has_no_time_and_is_lost_unless_an_old_copy_lacks_it(
    forger: Forger, cancelled: float, is_lost: bool
):
    forger.held(1, State.PENDING, None)
    forger.held(cancelled, State.CANCELLED, None)
    forger.struck("old copy", 12, 14, 12)
    forger.evidence.strikes.all[0].forgot = at(10), at(12)
    assert bool(found(forger, "lost news")) is is_lost


def test_what_has_a_time_is_lost_also_where_an_old_copy_lacks_it(forger: Forger):
    forger.held(1, State.IN_TRANSIT)
    forger.sent(2, forger.customer, "🛵 Order 1001 is on the way.")
    forger.held(11, State.DELIVERED)
    forger.struck("old copy", 12, 14, 12)
    forger.evidence.strikes.all[0].forgot = at(10), at(12)
    (finding,) = found(forger, "lost news")
    assert finding.at == at(11)


@pytest.mark.parametrize(("delivered", "is_lost"), [(11.5, False), (13, True)])
def test_that_a_parcel_is_on_the_way_is_not_said_any_more_once_an_old_copy_finds_it_delivered(
    forger: Forger, delivered: float, is_lost: bool
):
    forger.held(11, State.IN_TRANSIT)
    forger.held(delivered, State.DELIVERED)
    forger.sent(20, forger.customer, "✅ Order 1001 was delivered.")
    forger.struck("old copy", 12, 14, 12)
    forger.evidence.strikes.all[0].forgot = at(10), at(12)
    assert bool(found(forger, "lost news")) is is_lost


def test_a_code_that_led_to_nothing_is_lost_even_where_another_was_tried(forger: Forger):
    forger.typed(2, "123456789012", State.IN_TRANSIT)
    forger.held(1, State.ACCEPTED, misses=1)
    assert len(found(forger, "lost codes")) == 1
    forger.sent(3, forger.musa, "❌ Order 1001: the pickup was not confirmed.")
    assert not found(forger, "lost codes")


def test_words_that_only_their_author_has_seen_are_lost(forger: Forger):
    forger.order.said.append("babadodo")
    forger.said(1, forger.customer, "/note 1001 The babadodo gate")
    forger.sent(2, forger.customer, "📝 Noted for order 1001.")
    assert len(found(forger, "lost words")) == 1
    forger.sent(3, forger.musa, "A note for order 1001: The babadodo gate")
    assert not found(forger, "lost words")


def test_a_question_that_is_never_answered_is_lost(forger: Forger):
    (watcher,) = forger.evidence.cast.watchers
    watcher.ask()
    assert len(found(forger, "lost questions")) == 1


def test_whoever_sent_a_file_that_takes_too_much_is_told_of_each(forger: Forger):
    forger.struck(FILE, 1, 20)
    forger.struck(FILE, 5, 20)
    forger.sent(8, forger.olu, "I cannot read that file. Please send a table.")
    assert len(found(forger, "unanswered files")) == 1
    forger.sent(9, forger.olu, "There is no order in that file.")
    assert found(forger, "unanswered files") == []


def test_a_card_may_not_go_back(forger: Forger):
    forger.sent(1, forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.sent(2, forger.olu, "📦 Order 1001 · 👍 Accepted by the rider", "edited")
    assert len(found(forger, "backward")) == 1


def test_news_may_not_come_in_the_wrong_order_and_a_look_at_a_message_is_no_news(forger: Forger):
    on_the_way = "🛵 Order 1001 is on the way."
    forger.sent(3, forger.customer, on_the_way, number=1)
    forger.sent(4, forger.customer, DELIVERED, number=2)
    forger.sent(5, forger.customer, on_the_way, "edited", number=1)
    assert found(forger, "backward") == []

    forger.sent(6, forger.customer, on_the_way, number=3)
    assert len(found(forger, "backward")) == 1


def test_nothing_is_shown_before_the_fleet_holds_it(forger: Forger):
    forger.sent(1, forger.olu, "📦 Order 1001 · ✅ Delivered")
    forger.held(3, State.DELIVERED)
    assert len(found(forger, "too early")) == 1


@pytest.mark.parametrize("event", ["delivery.completed", "delivery.cancelled"])
def test_what_the_fleet_did_twice_is_doubled(forger: Forger, event: str):
    forger.evidence.events = [(DELIVERY, event)]
    assert not found(forger, "doubled")
    forger.evidence.events = [(DELIVERY, event)] * 2
    assert len(found(forger, "doubled")) == 1


def test_being_given_to_one_rider_twice_is_doubled_and_to_two_is_not(forger: Forger):
    forger.held(1, State.AWAITING_PICKUP, "musa")
    forger.evidence.events = [(DELIVERY, "delivery.assigned")] * 2
    assert len(found(forger, "doubled")) == 1
    forger.held(2, State.AWAITING_PICKUP, "sani")
    assert not found(forger, "doubled")


def test_an_order_that_was_pasted_once_and_made_twice_is_doubled(forger: Forger):
    forger.held(1, State.PENDING, None)
    forger.evidence.pasted = {forger.order.receiver: forger.parcel.fate}
    again = replace(forger.evidence.rows[DELIVERY], uuid="another", order="1002")
    forger.evidence.rows = {**forger.evidence.rows, "another": again}
    assert len(found(forger, "doubled")) == 1


def test_more_wrong_codes_tried_than_were_typed_are_doubled(forger: Forger):
    forger.typed(1, "123456789012", State.IN_TRANSIT)
    forger.held(2, State.ACCEPTED, misses=1)
    assert not found(forger, "doubled")
    forger.held(3, State.ACCEPTED, misses=2)
    assert len(found(forger, "doubled")) == 1


def test_the_same_in_other_words_is_a_copy(forger: Forger):
    forger.sent(1, forger.customer, f"{DELIVERED} At 09:00.", number=1)
    forger.sent(60, forger.customer, f"{DELIVERED} At 09:01.", number=2)
    assert [finding.check for finding in found(forger, "copies")] == ["copies"]


def test_the_same_to_another_is_no_copy(forger: Forger):
    forger.sent(1, forger.customer, DELIVERED)
    forger.sent(1, forger.sender, DELIVERED)
    assert not found(forger, "copies")


@pytest.mark.parametrize(("kill", "count"), [(1.5, 0), (0.9, 0), (0.5, 1), (9.0, 1)])
def test_a_copy_is_explained_by_a_kill_while_its_message_was_in_flight_only(
    forger: Forger, kill: float, count: int
):
    for second, number in ((1, 1), (10, 2)):
        forger.sent(second, forger.customer, DELIVERED, number=number)
        forger.call(second, forger.customer, number)
    forger.struck("bot killed", kill, kill + 2, kill)
    assert len(found(forger, "copies")) == count


def test_a_copy_is_explained_by_a_wire_that_was_cut_under_its_message_and_no_other(
    forger: Forger,
):
    for second, number in ((1, 1), (10, 2)):
        forger.sent(second, forger.customer, DELIVERED, number=number)
        forger.call(second, forger.customer, number)
    forger.call(1, forger.sender, 1, harmed=True)
    assert len(found(forger, "copies")) == 1
    forger.evidence.calls.calls[0].harmed = True
    assert not found(forger, "copies")


@pytest.mark.parametrize(("ended", "count"), [(11, 0), (15, 1), (0.5, 1)])
def test_a_copy_is_explained_by_an_old_copy_that_has_forgotten_the_last_seconds(
    forger: Forger, ended: float, count: int
):
    for second, number in ((1, 1), (20, 2)):
        forger.sent(second, forger.customer, DELIVERED, number=number)
        forger.call(second, forger.customer, number)
    forger.struck("old copy", 0, 18)
    forger.evidence.strikes.all[0].forgot = at(0), at(ended)
    assert len(found(forger, "copies")) == count


def test_a_third_message_is_explained_by_nothing(forger: Forger):
    for second, number in ((1, 1), (10, 2), (20, 3)):
        forger.sent(second, forger.customer, DELIVERED, number=number)
        forger.call(second, forger.customer, number, harmed=True)
        forger.struck("bot killed", second, second + 1, second)
    assert [finding.check for finding in found(forger, "copies")] == ["third copies"]


def test_words_that_stand_above_those_that_were_said_after_them_are_no_copy(forger: Forger):
    forger.order.said += ["bado", "gumi"]
    forger.sent(1, forger.olu, "💬 Kemi · 1001:\n“Ask for bado please”")
    forger.sent(2, forger.olu, "💬 Kemi · 1001:\n“Ask for bado please”\n“Ask for gumi please”")
    assert not found(forger, "copies")
    forger.sent(3, forger.olu, "💬 Kemi · 1001:\n“Ask for bado please”\n“Ask for gumi please”")
    assert len(found(forger, "copies")) == 1


def test_a_question_is_a_copy_unless_somebody_gave_reason_for_it_again(forger: Forger):
    question = "🔑 Order 1001: type the pickup code that the sender tells you."
    forger.sent(1, forger.musa, question)
    forger.sent(2, forger.musa, question)
    assert len(found(forger, "copies")) == 1
    forger.typed(1.5, "123456789012", State.IN_TRANSIT)
    pressed = Seen(at(0), "pressed", forger.musa.id, 1, "Order 1001 · 👍 yours", True, "Picked up")
    forger.evidence.log.seen.append(pressed)
    assert not found(forger, "copies")


def test_a_card_of_what_is_over_is_stale(forger: Forger):
    forger.held(1, State.DELIVERED)
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    assert len(found(forger, "stale")) == 1


def test_a_former_riders_card_that_is_not_closed_is_stale(forger: Forger):
    forger.held(1, State.AWAITING_PICKUP, "sani")
    forger.stands(forger.musa, "Order 1001 · 🕓 Waiting for pickup")
    assert len(found(forger, "stale")) == 1
    forger.stands(forger.sani, "Order 1001 · 🕓 Waiting for pickup")
    assert len(found(forger, "stale")) == 1


def test_an_order_that_is_over_is_stale_on_a_round(forger: Forger):
    forger.held(1, State.IN_TRANSIT)
    forger.stands(
        forger.musa, "Order 1002 · 🛵 On the way\n\n1 more stop\n1001 · Kemi · Creek Road"
    )
    assert not found(forger, "stale")
    forger.held(2, State.DELIVERED)
    assert len(found(forger, "stale")) == 1


def test_a_code_that_is_asked_for_when_all_is_over_is_stale(forger: Forger):
    forger.held(1, State.DELIVERED)
    asked = "🔑 Order 1001: type the pickup code that the sender tells you."
    forger.stands(forger.musa, asked)
    assert not found(forger, "stale")
    forger.stands(forger.musa, asked, ForceReply())
    assert len(found(forger, "stale")) == 1


@pytest.mark.parametrize(("unplugged", "is_explained"), [(3.1, True), (3.4, False), (2.9, False)])
def test_a_copy_is_explained_by_an_answer_that_was_lost_with_its_connection(
    forger: Forger, unplugged: float, is_explained: bool
):
    forger.sent(3, forger.customer, DELIVERED, number=1)
    forger.call(3, forger.customer, 1)
    forger.struck("Telegram down", unplugged, 4)
    forger.sent(5, forger.customer, DELIVERED, number=2)
    assert len(found(forger, "copies")) == (0 if is_explained else 1)


def test_a_second_card_has_no_owner(forger: Forger):
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    assert not found(forger, "ownerless")
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    assert len(found(forger, "ownerless")) == 1


@pytest.mark.parametrize(
    ("killed", "forgets", "is_excused"), [(12, True, True), (12, False, False), (14, True, False)]
)
def test_only_of_what_was_on_its_way_as_an_old_copy_was_put_back_nobody_can_know(
    forger: Forger, killed: float, forgets: bool, is_excused: bool
):
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.call(12, forger.olu, forger.olu.last.message_id)
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.struck("old copy", 11, 15, killed)
    if forgets:
        forger.evidence.strikes.all[0].forgot = at(5), at(killed)
    assert len(found(forger, "ownerless")) == (0 if is_excused else 1)


@pytest.mark.parametrize(("copied", "is_excused"), [(5, True), (12.1, False)])
def test_another_fault_than_the_kill_may_put_the_old_copy_back(
    forger: Forger, copied: float, is_excused: bool
):
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.call(12, forger.olu, forger.olu.last.message_id)
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.struck("bot killed", 11, 13, 12)
    forger.struck("old copy", 12.5, 15, 13)
    forger.evidence.strikes.all[-1].forgot = at(copied), at(13)
    assert len(found(forger, "ownerless")) == (0 if is_excused else 1)


@pytest.mark.parametrize(
    ("harmed", "heard_of", "is_excused"), [(True, 9, True), (True, 10.5, False), (False, 9, False)]
)
def test_the_first_message_over_an_old_copy_is_not_found_again_if_its_answer_is_lost(
    forger: Forger, harmed: bool, heard_of: float, is_excused: bool
):
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.call(heard_of, forger.olu, forger.olu.last.message_id - 1)
    forger.call(12, forger.olu, forger.olu.last.message_id, harmed=harmed)
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.struck("old copy", 9.5, 11, 10)
    forger.evidence.strikes.all[0].forgot = at(1), at(10)
    assert len(found(forger, "ownerless")) == (0 if is_excused else 1)


@pytest.mark.parametrize(("written", "is_excused"), [(3, False), (12, True)])
def test_what_stands_behind_many_messages_that_no_bot_has_seen_is_not_found_again(
    forger: Forger, written: int, is_excused: bool
):
    forger.stands(forger.olu, "Hello Olu!")
    forger.call(2, forger.olu, forger.olu.last.message_id)
    for _ in range(written):
        forger.musa.write("Where are you?")
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.call(12, forger.olu, forger.olu.last.message_id)
    forger.stands(forger.olu, "📦 Order 1001 · 🛵 On the way")
    forger.struck("bot killed", 11, 15, 12)
    assert len(found(forger, "ownerless")) == (0 if is_excused else 1)


Part = Callable[[OrderData], str]


@pytest.mark.parametrize(
    "part",
    [
        lambda order: order.surname,
        lambda order: order.address,
        lambda order: f"+234 {order.phone[:3]} {order.phone[3:6]} {order.phone[6:]}",
        lambda order: f"0{order.phone}",
        lambda order: order.pickup,
    ],
)
def test_a_rider_keeps_nothing_of_what_is_not_theirs_any_more(forger: Forger, part: Part):
    forger.held(1, State.ACCEPTED, "musa")
    forger.stands(forger.musa, f"Order 1001: {part(forger.order)}")
    assert not found(forger, "personal data")
    forger.held(2, State.AWAITING_PICKUP, "sani")
    assert len(found(forger, "personal data")) == 1


def test_nor_words_that_were_passed_on_nor_an_address_under_a_button(forger: Forger):
    forger.order.said.append("babadodo")
    forger.held(1, State.DELIVERED, "musa")
    forger.stands(forger.musa, "A note: The babadodo gate")
    copied = {"text": "📋 Address", "copy_text": {"text": forger.order.address}}
    button = InlineButton("📋 Address", raw=copied)
    forger.stands(forger.musa, "Order 1001", InlineKeyboard(((button,),)))
    assert len(found(forger, "personal data")) == 2


def test_nor_a_contact(forger: Forger):
    forger.held(1, State.DELIVERED, "musa")
    contact = Contact(f"+234{forger.order.phone}", "Bola", None, None)
    forger.musa.chat().add(forger.bot, Content(attachment=contact), Posting(), START)
    assert len(found(forger, "personal data")) == 1


def test_the_customer_of_another_order_and_a_group_see_nothing(forger: Forger):
    forger.held(1, State.ACCEPTED, "musa")
    forger.stands(forger.customer, f"📦 Order 1001: {forger.order.address}")
    assert not found(forger, "personal data")
    forger.stands(forger.other, f"📦 Order 1001: {forger.order.address}")
    content = Content(FormattedText(f"📦 Order 1001: {forger.order.surname}"))
    forger.group.add(forger.bot, content, Posting(), START)
    assert len(found(forger, "personal data")) == 2


def test_a_code_stands_in_nobodys_chat_no_log_and_no_file(forger: Forger):
    forger.evidence.parcels.codes[ORDER, State.IN_TRANSIT] = "123456789012"
    forger.evidence.left_behind = {"bot.db-wal": b"..", "the log of bot-1": b".."}
    assert not found(forger, "codes in chats")
    assert not found(forger, "codes left behind")
    forger.stands(forger.olu, "It is 123456789012")
    forger.evidence.left_behind = {"bot.db-wal": b".123456789012."}
    assert len(found(forger, "codes in chats")) == 1
    assert [finding.what for finding in found(forger, "codes left behind")] == ["1 in bot.db-wal"]


@pytest.mark.parametrize(("answered", "count"), [(4.9, 0), (5.1, 1), (12.9, 1)])
def test_an_answer_may_take_five_seconds(forger: Forger, answered: float, count: int):
    asks(forger, answered)
    assert len(found(forger, "silence")) == count


def test_and_as_long_beyond_a_fault(forger: Forger):
    asks(forger, 12.9)
    forger.struck("bot killed", 1, 8, 1)
    assert not found(forger, "silence")


def test_who_is_answered_one_question_after_the_other_meets_no_silence(forger: Forger):
    asks(forger, 12.9)
    (watcher,) = forger.evidence.cast.watchers
    watcher.asked |= {700_002: at(5), 700_003: at(8)}
    forger.sent(6.1, forger.watching, "I find no order 700002.")
    assert len(found(forger, "silence")) == 1
    forger.sent(9.0, forger.watching, "I find no order 700003.")
    assert not found(forger, "silence")


@pytest.mark.parametrize(("answers", "count"), [(11, 1), (12, 0)])
def test_who_asked_much_at_once_waits_until_telegram_takes_more(
    forger: Forger, answers: int, count: int
):
    asks(forger, 13.9)
    (watcher,) = forger.evidence.cast.watchers
    for number in range(answers):
        watcher.asked[700_002 + number] = at(4)
        forger.sent(4.5 + number / 10, forger.watching, f"I find no order {700_002 + number}.")
    assert len(found(forger, "silence")) == count


def test_what_others_had_the_processor_is_no_silence(forger: Forger):
    asks(forger, 12.9)
    forger.evidence.kept_waiting = lambda since, until: (until - since) / 2
    assert len(found(forger, "silence")) == 1
    forger.evidence.kept_waiting = lambda since, until: (until - since) * 0.7
    assert not found(forger, "silence")


def test_a_fault_of_another_chat_excuses_no_silence(forger: Forger):
    asks(forger, 12.9)
    forger.struck("Telegram 429", 1, 8, chat=forger.olu.id)
    assert len(found(forger, "silence")) == 1


def asks(forger: Forger, answered: float):
    """A watcher asks at the beginning, and is answered so much later."""
    (watcher,) = forger.evidence.cast.watchers
    watcher.asked[700_001] = at(0)
    forger.sent(answered, forger.watching, "I find no order 700001.")


def test_telegrams_own_429_and_a_program_that_ends_are_named(forger: Forger):
    for second in (1, 1.1, 1.2):
        forger.call(second, forger.olu, int(10 * second))
    forger.call(1.95, forger.olu, 0, status=429)
    forger.evidence.own_ends = ["bot-1: Traceback"]
    assert ["0.050 s too early" in each.what for each in found(forger, "429")] == [True]
    assert len(found(forger, "ended")) == 1


@pytest.mark.parametrize(("killed", "count"), [(None, 1), (5, 0)])
def test_who_has_just_begun_does_not_know_of_ten_seconds(
    forger: Forger, killed: float | None, count: int
):
    for second in (1, 1.3, 2, 2.3, 3, 3.3, 4, 4.3, 5, 6, 7, 8):
        forger.call(second, forger.olu, int(10 * second))
    forger.call(9, forger.olu, 0, status=429)
    if killed is not None:
        forger.struck("bot killed", killed, killed + 1, killed)
    assert len(found(forger, "429")) == count


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("disk full", "The database does not open (disk I/O error): see that"),
        ("another key file", "raise SealBroken(OTHER_KEY_FILE)"),
    ],
)
@pytest.mark.parametrize("has_struck", [True, False])
def test_a_program_may_not_start_where_a_fault_explains_it_alone(
    forger: Forger, fault: str, said: str, *, has_struck: bool
):
    forger.struck(fault if has_struck else "bot killed", 1, 2)
    forger.evidence.own_ends = [f"bot-1: {said}"]
    assert len(found(forger, "ended")) == (0 if has_struck else 1)


@pytest.mark.parametrize(("kept", "count"), [(0.04, 1), (0.06, 0)])
def test_a_message_came_no_earlier_than_this_machine_was_busy(
    forger: Forger, kept: float, count: int
):
    for second in (1, 1.1, 1.2):
        forger.call(second, forger.olu, int(10 * second))
    forger.call(1.95, forger.olu, 0, status=429)
    forger.evidence.kept_waiting = lambda _since, _until: timedelta(seconds=kept)
    assert len(found(forger, "429")) == count


def test_a_message_that_no_limit_explains_is_named_however_busy_this_machine_was(forger: Forger):
    forger.call(1, forger.olu, 0, status=429)
    forger.evidence.kept_waiting = lambda _since, _until: timedelta(seconds=10)
    assert len(found(forger, "429")) == 1


def test_a_finding_names_the_fault_that_struck_last(forger: Forger):
    forger.struck("bot paused", 0, 1)
    forger.struck("bot killed", 2, 3, 2)
    forger.struck("fleet killed", 9, 10)
    forger.held(4, State.PENDING, None)
    assert [finding.kind for finding in found(forger, "lost orders")] == ["bot killed"]
