"""By which keys what was done is known again, in the rows of installations that run today."""

import ast
import inspect
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bot
from bot.actions import effect_keys as keys
from bot.actions.notice_kinds import View
from bot.base.queue.jobs import EffectKey

CAUSE = keys.update(99, 7)
AT = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
DELIVERY, RIDER, ABC = "0b0f9d3", "7d7f9d3", "ba7816bf8f01cfea"

WRITTEN = [
    (CAUSE, "99:7"),
    (
        keys.webhook("production", b"{}"),
        "fdcb54069f83c90fbc8833cd00086e510a5300b03f2aafc75bac8a9c7b6db966",
    ),
    (keys.to(keys.problem(CAUSE), 71), "problem|99:7|71"),
    (keys.in_album(keys.problem(CAUSE), 1), "album|problem|99:7|1"),
    (keys.card(71, DELIVERY, "rider", 3, fresh=True, create=True), "card|71|0b0f9d3|rider|3|new"),
    (keys.card(71, DELIVERY, "rider", 3, fresh=False, create=True), "card|71|0b0f9d3|rider|3|any"),
    (
        keys.card(71, DELIVERY, "group", 3, fresh=False, create=False),
        "card|71|0b0f9d3|group|3|old",
    ),
    (
        keys.card_later(71, DELIVERY, "rider", AT),
        "card|71|0b0f9d3|rider|" + AT.isoformat(),
    ),
    (keys.other_poller(71, AT), "other_poller|71|" + AT.isoformat()),
    (keys.shared_card(CAUSE, "pickup"), "shared|99:7|pickup"),
    (keys.may_be_lost(keys.relayed(CAUSE)), "may_be_lost|relay|99:7"),
    (keys.pickup_left(71, RIDER, DELIVERY, 3), "card|71|7d7f9d3|0b0f9d3|3"),
    (keys.said(DELIVERY, 71, "abc", "created"), f"say|0b0f9d3|71|created|{ABC}"),
    (keys.door_photo(DELIVERY, "abc"), f"door_photo|0b0f9d3|{ABC}"),
    (keys.photo_wanted(DELIVERY), "photo_wanted|0b0f9d3"),
    (keys.photo_for_fleet(DELIVERY, "abc", AT), f"photo|0b0f9d3|{ABC}|" + AT.isoformat()),
    (keys.new_delivery(CAUSE, 1), "99:7|delivery|1"),
    (keys.said(DELIVERY, 71, "abc", "failed", 3), f"say|0b0f9d3|71|failed|3|{ABC}"),
    (keys.said_in_groups(DELIVERY, "failed", 3), "say|0b0f9d3|failed|3"),
    (keys.place(71, DELIVERY, keys.step(AT, 2)), "place|71|0b0f9d3|step|1795372200|2"),
    (keys.place(71, DELIVERY, keys.revision(3)), "place|71|0b0f9d3|revision|3"),
    (keys.erased(71, 8), "erase|71|8"),
    (keys.written_on_page(71, "abc"), f"page|71|{ABC}"),
    (
        keys.alarm("no_rider", DELIVERY, RIDER, AT),
        "alarm|no_rider|0b0f9d3|7d7f9d3|2026-11-22T18:30:00+00:00",
    ),
    (keys.folded_away(71, AT), "folded|71|" + AT.isoformat()),
    (keys.digest_rings(71, "d-1", AT), "digest|71|d-1|" + AT.isoformat()),
    (keys.living_step(71, "d-1", AT, 2), "living|71|d-1|" + AT.isoformat() + "|2"),
    (keys.board_rests(CAUSE, "b-1"), "rests|b-1|99:7"),
    (keys.board(CAUSE), "99:7|board"),
    (keys.trial(CAUSE), "99:7|trial"),
    (keys.board_pinned(CAUSE), "99:7|pinned"),
    (keys.group_menu(-100, 1), "group_menu|-100|1"),
    (keys.group_lost(-100, AT, 71), "group_lost|-100|2026-11-22 18:30:00+00:00|71"),
    (keys.lost(71, AT), "lost|71|" + AT.isoformat()),
    (keys.key_refused(71, AT), "key_refused|71|2026-11-22"),
    (keys.operator_key_refused(71, AT), "operator_key_refused|71|2026-11-22"),
    (keys.setting_suspected(71, "a.b", AT), "setting_suspected|71|a.b|2026-11-22"),
    (keys.answer(CAUSE, 2), "99:7|answer|2"),
    (keys.card_asked_for(CAUSE, DELIVERY), "99:7|0b0f9d3"),
    (keys.card_translated(CAUSE, DELIVERY, "rider"), "99:7|0b0f9d3|rider"),
    (keys.map_asked_for(CAUSE, DELIVERY), "99:7|where|0b0f9d3"),
    (keys.to(keys.complaint(CAUSE), 71), "complaint|99:7|71"),
    (keys.problem_for_customers(CAUSE), "customer_problem|99:7"),
    (keys.aloud(CAUSE, 1), "99:7|aloud|1"),
    (keys.sorry(CAUSE), "99:7|sorry"),
    (keys.receipt(CAUSE), "99:7|receipt"),
    (keys.cash_limit(CAUSE), "99:7|cash_limit"),
    (keys.hand_in(7), "hand_in|7"),
    (keys.hand_in_answered(7), "hand_in|7|answered"),
    (keys.duty(71, AT), "duty|71|" + AT.isoformat()),
    (keys.cash_told(CAUSE), "99:7|cash_told"),
    (keys.tip(CAUSE), "99:7|tip"),
    (keys.tip_denied(7), "tip_denied|7"),
    (keys.answered_words(CAUSE), "answered_words|99:7"),
    (keys.code(CAUSE, 2), "99:7|code|2"),
    (keys.words_taken("c-1", 3), "words_taken|c-1|3"),
    (keys.words_unread("c-1"), "words_unread|c-1"),
    (keys.privately(CAUSE), "99:7|privately"),
    (keys.not_shown(CAUSE), "99:7|not_shown"),
    (keys.moved(CAUSE), "99:7|moved"),
    (keys.pin(CAUSE), "99:7|pin"),
    (keys.own_menu(CAUSE), "99:7|menu"),
    (keys.note(CAUSE), "note|99:7"),
    (keys.relayed(CAUSE), "relay|99:7"),
    (keys.problem(CAUSE), "problem|99:7"),
    (keys.shop_asked(DELIVERY, DELIVERY, 3), "shop|0b0f9d3|0b0f9d3|3"),
    (keys.trouble(CAUSE), "trouble|99:7"),
    (keys.ready_later(CAUSE), "ready_later|99:7"),
    (keys.late(CAUSE), "late|99:7"),
    (keys.broadcast(CAUSE), "broadcast|99:7"),
    (keys.outcome(CAUSE), "outcome|99:7"),
    (keys.try_again(DELIVERY, AT), "try_again|0b0f9d3|" + AT.isoformat()),
    (keys.left_unconfirmed(DELIVERY, AT), "left_unconfirmed|0b0f9d3|" + AT.isoformat()),
    (keys.late_for(CAUSE, DELIVERY), "late_for|0b0f9d3|99:7"),
    (keys.approach(DELIVERY, "near", 1), "approach|0b0f9d3|near|1"),
    (keys.taker(CAUSE), "99:7|taker"),
    (keys.handed_over(DELIVERY, 3), "handed_over|0b0f9d3|3"),
    (keys.nearer(keys.changed(DELIVERY, 3), DELIVERY, 71), "nearer|0b0f9d3|71|changed|0b0f9d3|3"),
    (keys.shop_words(CAUSE), "shop_words|99:7"),
    (keys.code_prompt(CAUSE), "prompt|99:7"),
    (keys.staff_code_prompt(CAUSE), "status_code|99:7"),
    (keys.prompt_gone(CAUSE), "unprompt|99:7"),
    (keys.accepted_first(CAUSE), "99:7|accept"),
    (keys.accepted_with_others(CAUSE, DELIVERY), "99:7|with_others|0b0f9d3"),
    (keys.at_next_stage(CAUSE), "99:7|dropoff"),
    (keys.next_at_door(CAUSE), "99:7|door"),
    (keys.answered_earlier(CAUSE), "99:7|answered"),
    (keys.asked_before(CAUSE), "before|99:7"),
    (keys.rides_as(RIDER, 71, AT), "7d7f9d3|71|2026-11-22T18:30:00+00:00"),
    (keys.customer_menu(71, AT), "menu|customer|71|2026-11-22T18:30:00+00:00"),
    (keys.card_closed(CAUSE, 71, DELIVERY, "rider"), "closed|71|0b0f9d3|rider|99:7"),
    (keys.card_for_joined(CAUSE, DELIVERY, "rider"), "joined|0b0f9d3|rider|99:7"),
    (keys.menu(CAUSE), "menu|99:7"),
    (keys.order_picture(CAUSE), "99:7|picture"),
    (keys.farewell(CAUSE), "99:7|farewell"),
    (keys.told(CAUSE), "99:7|answer"),
    (keys.told(CAUSE, "held_up"), "99:7|held_up"),
    (keys.told_staff(CAUSE, "stopped"), "99:7|stopped|staff"),
    (
        keys.not_got(DELIVERY, RIDER, AT),
        "not_got|0b0f9d3|7d7f9d3|" + AT.isoformat(),
    ),
    (keys.missed(AT), "missed|" + AT.isoformat()),
    (keys.of_copy(CAUSE, AT), "99:7|copy|" + AT.isoformat()),
    (keys.found(5, 42), "found|5|42"),
    (keys.unshown(5, "d", 3), "unshown|5|d|3"),
    (keys.put_right(CAUSE, 42), "99:7|put_right|42"),
    (keys.taken_away(CAUSE, RIDER), "99:7|taken|7d7f9d3"),
    (keys.handing_over(CAUSE), "99:7|hand_over"),
]


@pytest.mark.parametrize(("key", "written"), WRITTEN)
def test_a_key_is_written_as_in_the_rows_that_are_there(key: EffectKey, written: str):
    assert key == written


def constructors() -> dict[str, Callable[..., EffectKey]]:
    made_here = {name: one for name, one in vars(keys).items() if not name.startswith("_")}
    return {
        name: one
        for name, one in made_here.items()
        if inspect.isfunction(one) and one.__module__ == keys.__name__
    }


@st.composite
def small_worlds(draw: st.DrawFn) -> dict[str, list[object]]:
    """A few values of each thing that keys are made of, by the name of the argument."""
    updates, revisions, messages = (few(draw, st.integers(1, 10**9)) for _ in range(3))
    people = few(draw, st.integers(1_000, 10**12))
    chats = [*people, *few(draw, st.integers(-(10**13), -1_000))]
    deliveries, riders = few(draw, st.uuids()), few(draw, st.uuids())
    times = few(draw, st.datetimes(AT.replace(tzinfo=None), timezones=st.just(UTC)))
    asked = [keys.update(99, number) for number in updates]
    new_riders = [keys.rides_as(*one) for one in product(riders, people, times)]
    first = [*map(keys.accepted_first, asked), *map(keys.at_next_stage, asked)]
    requests = [*asked, *first]
    follow = (keys.next_at_door, keys.answered_earlier)
    questions = [one(cause) for one in follow for cause in requests]
    causes = [*requests, *new_riders]
    alarms = [keys.alarm("no_rider", *one) for one in product(deliveries, riders, times)]
    effects = [make(cause) for make in (keys.problem, keys.menu) for cause in causes]
    return {
        "bot_id": [98, 99],
        "update_id": updates,
        "environment": ["production", "development"],
        "raw": [b"{}", b"[]"],
        "effect": [*effects, *(keys.told_staff(one, "stopped") for one in causes), *alarms],
        "cause": causes,
        "reason": [
            *(*causes, *questions, *map(keys.asked_before, [*causes, *questions])),
            *(*(keys.step(*one) for one in product(times, (0, 1))), *map(keys.revision, revisions)),
        ],
        "request": requests,
        "number": few(draw, st.integers(1, 999)),
        "entry": few(draw, st.integers(1, 999)),
        **dict.fromkeys(("revision", "attempt"), revisions),
        "shifts": [0, 1],
        "message_id": messages,
        **dict.fromkeys(("reader", "owner", "user_id"), people),
        "chat_id": chats,
        **dict.fromkeys(
            ("delivery", "conversation", "which", "digest", "board", "question"), deliveries
        ),
        **dict.fromkeys(("rider", "trouble", "pickup"), riders),
        "view": [View.RIDER, View.GROUP],
        **{name: few(draw, st.text()) for name in ("html", "file_id", "form")},
        "what": ["created", "taken", "photo"],
        **dict.fromkeys(("at", "since", "bound_at", "now"), times),
        "kind": ["no_rider", "not_accepted"],
        "about": ["answer", "held_up", "chart", "table", "cash", "rider"],
        "fresh": [True],
        "setting": ["business.email", 'fleet.encoding.assign = "json"'],
        "create": [True, False],
    }


def few(draw: st.DrawFn, one: st.SearchStrategy[object]) -> list[object]:
    return draw(st.lists(one, min_size=2, max_size=2, unique_by=str))


# Not once each: a card that is new is made in any case, and a key is refused once a day.
MEANT_TO_BE_ONE = {"card", "key_refused", "operator_key_refused", "setting_suspected", "step"}


@given(small_worlds())
@settings(max_examples=20, deadline=None)
def test_no_two_effects_share_a_key(world: dict[str, list[object]]):
    found: dict[EffectKey, tuple[object, ...]] = {}
    for name, make in constructors().items():
        arguments = inspect.signature(make).parameters.values()
        named = [one.name for one in arguments if one.kind is one.KEYWORD_ONLY]
        for values in product(*(world[one.name] for one in arguments)):
            positional = values[: len(values) - len(named)]
            key = make(*positional, **dict(zip(named, values[-len(named) :], strict=False)))
            what = (name, *([] if name in MEANT_TO_BE_ONE else values))
            assert found.setdefault(key, what) == what


def test_every_key_is_among_those_whose_writing_is_known():
    table = Path(__file__).read_text().partition("WRITTEN = [")[2].partition("\n]\n")[0]
    assert [name for name in constructors() if f"keys.{name}(" not in table] == ["update"]


SEALS = {
    ("actions/fleet_requests/confirm_code.py", "_place"),
    ("actions/rider/unsent_word.py", "_place"),
    ("base/queue/job_rows.py", "_place"),
}
"""What seals are bound to is not a key of an effect."""


def test_no_key_is_put_together_anywhere_else():
    folder = Path(bot.__file__).parent
    rooms = [folder / room for room in ("actions", "base", "chat", "store", "web", "workers")]
    found = {
        (str(file.relative_to(folder)), function.name)
        for room in rooms
        for file in room.rglob("*.py")
        for function in ast.walk(ast.parse(file.read_text()))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and any(_joins(part) for part in ast.walk(function))
    }
    assert found == {*SEALS, ("actions/effect_keys.py", "_key")}


def _joins(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr(values=values):
            return any(isinstance(one, ast.Constant) and "|" in str(one.value) for one in values)
        case ast.Attribute(value=ast.Constant(value="|"), attr="join"):
            return True
    return False
