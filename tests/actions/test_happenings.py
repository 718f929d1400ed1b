"""What can happen to a delivery, and that nothing can be added to it by halves."""

from collections.abc import Collection

import pytest

from bot.actions.delivery_change import DeliveryChange
from bot.actions.happenings import (
    ACCEPTED,
    ASSIGNED,
    CANCELLED,
    COMPLETED,
    CREATED,
    FAILED,
    HAPPENINGS,
    PICKED_UP,
    Audience,
    ChangeSign,
    Channel,
    Happening,
    Happenings,
    Rule,
    Said,
)
from bot.actions.notifications.announce import announce
from bot.fleet import Delivery, State
from bot.texts.message import Message
from bot.texts.words import Words
from tests.actions.business import CUSTOMER, DISPATCHER, MUSA, PENDING, RIDER, SANI, Business

# (state and rider before, state and rider after): what it means
TRANSITIONS = [
    (None, (State.PENDING, None), CREATED),
    (None, (State.AWAITING_PICKUP, MUSA), ASSIGNED),
    (None, (State.ACCEPTED, MUSA), ACCEPTED),
    (None, (State.DELIVERED, MUSA), COMPLETED),
    (None, (State.UNKNOWN, None), CREATED),
    ((State.PENDING, None), (State.PENDING, None), None),
    ((State.PENDING, None), (State.AWAITING_PICKUP, MUSA), ASSIGNED),
    ((State.PENDING, None), (State.AWAITING_PICKUP, None), None),
    ((State.PENDING, None), (State.PENDING, MUSA), ASSIGNED),
    ((State.AWAITING_PICKUP, MUSA), (State.AWAITING_PICKUP, SANI), ASSIGNED),
    ((State.AWAITING_PICKUP, MUSA), (State.PENDING, None), None),
    ((State.AWAITING_PICKUP, MUSA), (State.ACCEPTED, MUSA), ACCEPTED),
    ((State.PENDING, None), (State.ACCEPTED, MUSA), ACCEPTED),
    ((State.ACCEPTED, MUSA), (State.IN_TRANSIT, MUSA), PICKED_UP),
    ((State.IN_TRANSIT, MUSA), (State.IN_TRANSIT, MUSA), None),
    ((State.IN_TRANSIT, MUSA), (State.IN_TRANSIT, SANI), ASSIGNED),
    ((State.IN_TRANSIT, MUSA), (State.DELIVERED, MUSA), COMPLETED),
    ((State.IN_TRANSIT, MUSA), (State.FAILED, MUSA), FAILED),
    ((State.FAILED, MUSA), (State.IN_TRANSIT, MUSA), None),
    ((State.FAILED, MUSA), (State.IN_TRANSIT, SANI), ASSIGNED),
    ((State.FAILED, MUSA), (State.FAILED, MUSA), None),
    ((State.PENDING, None), (State.CANCELLED, None), CANCELLED),
    ((State.IN_TRANSIT, MUSA), (State.CANCELLED, MUSA), CANCELLED),
    ((State.PENDING, None), (State.DECLINED, None), CANCELLED),
    ((State.PENDING, None), (State.DELIVERED, SANI), COMPLETED),
    ((State.PENDING, None), (State.UNKNOWN, None), None),
]


@pytest.mark.parametrize(("before", "after", "expected"), TRANSITIONS)
def test_a_change_means_the_most_important_thing_in_it(before, after, expected):
    assert HAPPENINGS.meaning(before and delivery(*before), delivery(*after)) is expected


def delivery(state: State, rider: object) -> Delivery:
    return PENDING.model_copy(update={"state": state, "rider": rider})


# What might be added: shops that decline are told of in words of their own.
def declined(say: Words, delivery: Delivery) -> Message:
    return Message.of(say.value(f"Order {delivery.order_number} was declined."))


ADDED = Happening(
    "declined",
    {State.DECLINED},
    {
        Audience.CUSTOMER: Rule(Channel.SAY, declined),
        Audience.RIDER: Rule(Channel.EDIT),
        Audience.DISPATCHER: Rule(Channel.SAY, declined, says_in_groups=declined),
    },
)
OVER = Happening("over", {State.CANCELLED}, CANCELLED.rules)
BOTH = Happening("both", {State.CANCELLED, State.DECLINED}, CANCELLED.rules)
UNCHANGED = [one for one in HAPPENINGS if not {*BOTH.shown_by} & {*one.shown_by}]
SILENT = set(State) - {shown for one in HAPPENINGS for shown in one.shown_by}


async def test_a_happening_is_announced_as_soon_as_it_stands_in_the_table(business: Business):
    await business.read(PENDING)
    await business.forget_news()
    after = delivery(State.DECLINED, None)
    table = Happenings(*UNCHANGED, OVER, ADDED, silent=SILENT)
    await business.database.write(
        announce, DeliveryChange(await business.row(), PENDING, after, None, table)
    )
    words = declined(Words(), after).html
    assert await business.said(DISPATCHER) == await business.said(CUSTOMER) == [words]
    assert await business.said(RIDER) == []


@pytest.mark.parametrize(
    ("rows", "silent"),
    [
        ((OVER,), SILENT),
        ((OVER, ADDED), {*SILENT, State.DECLINED}),
        ((BOTH, ADDED), SILENT),
        ((OVER, ADDED), SILENT - {State.UNKNOWN}),
        ((OVER, Happening("created", {State.DECLINED}, ADDED.rules)), SILENT),
    ],
    ids=["means nothing", "is silent too", "means two things", "is left out", "name taken"],
)
def test_a_table_in_which_a_state_is_not_clear_cannot_be_made(
    rows: tuple[Happening, ...], silent: Collection[State]
):
    with pytest.raises(ValueError, match=r"must mean one thing|have one name"):
        Happenings(*UNCHANGED, *rows, silent=silent)


@pytest.mark.parametrize("sign", ChangeSign)
def test_a_table_without_one_of_the_signs_cannot_be_made(sign: ChangeSign):
    rest = [one for one in HAPPENINGS if sign not in one.shown_by]
    with pytest.raises(ValueError, match="must mean one thing"):
        Happenings(*rest, silent=SILENT)


@pytest.mark.parametrize(
    ("channel", "says", "says_in_groups", "muted_as"),
    [
        (Channel.SAY, None, None, None),
        (Channel.EDIT, declined, None, None),
        (Channel.CARD, declined, None, None),
        (Channel.CARD, None, declined, None),
        (Channel.EDIT, None, None, "Declined"),
        (Channel.SAY, declined, None, ""),
    ],
)
def test_a_rule_cannot_be_made_by_halves(
    channel: Channel, says: Said | None, says_in_groups: Said | None, muted_as: str | None
):
    with pytest.raises(ValueError, match=r"words|groups|muted"):
        Rule(channel, says, says_in_groups, muted_as)


SAID, SHOWN = Rule(Channel.SAY, declined), Rule(Channel.EDIT)
IN_GROUPS = Rule(Channel.SAY, declined, says_in_groups=declined)
QUIETLY = dict.fromkeys(Audience, SHOWN)


@pytest.mark.parametrize(
    ("name", "shown_by", "rules"),
    [
        ("declined", set(), QUIETLY),
        ("", {State.DECLINED}, QUIETLY),
        ("declined_by_shop", {State.DECLINED}, QUIETLY),
        ("declined", {State.DECLINED}, {Audience.CUSTOMER: SAID, Audience.DISPATCHER: SHOWN}),
        ("declined", {State.DECLINED}, {**QUIETLY, Audience.DISPATCHER: SAID}),
        ("declined", {State.DECLINED}, {**QUIETLY, Audience.CUSTOMER: IN_GROUPS}),
    ],
    ids=["nothing shows it", "no name", "long name", "no rider", "no group", "not for groups"],
)
def test_a_happening_cannot_be_made_by_halves(
    name: str, shown_by: Collection[State], rules: dict[Audience, Rule]
):
    with pytest.raises(ValueError, match=r"brings|letters|needs a rule|groups"):
        Happening(name, shown_by, rules)
