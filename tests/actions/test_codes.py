"""Codes: how they are read, and how often they may be wrong."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.fleet_requests.confirm_code import ConfirmCode
from bot.actions.rider import code_habits
from bot.actions.rider.code_limit import CodeLimit, Locked, Open, Paused, limit_after
from bot.actions.rider.code_questions import QUESTIONS
from bot.actions.rider.codes import Stage
from bot.actions.rider.said_codes import stage_of
from bot.base.database.database import Database
from bot.base.vault import SealBroken, Vault
from bot.domain.known_delivery import DeliveryRow
from bot.fleet import State
from bot.store.dialogs import Dialog
from tests.store.work import KEY

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def minutes_ago(*minutes: int) -> list[datetime]:
    return [NOW - timedelta(minutes=each) for each in minutes]


@pytest.mark.parametrize(
    ("refused", "expected"),
    [
        ([], Open(5)),
        ([0], Open(4)),
        ([3, 2, 1, 0], Open(1)),
        ([4, 3, 2, 1, 0], Paused(NOW + timedelta(minutes=15))),
        ([18, 17, 16, 15, 14], Paused(NOW + timedelta(minutes=1))),
        ([19, 18, 17, 16, 15], Open(5)),
        ([60] * 5 + [1], Open(4)),
        ([60] * 5 + [4, 3, 2, 1], Open(1)),
        ([60] * 5 + [4, 3, 2, 1, 0], Locked()),
        ([-1440] * 5, Open(5)),
        ([60_000] * 10, Locked()),
        ([60_000] * 30, Locked()),
    ],
)
def test_five_refusals_are_a_pause_and_ten_a_lock(refused: list[int], expected: CodeLimit):
    assert limit_after(minutes_ago(*refused), NOW) == expected


@given(st.lists(st.integers(0, 60), max_size=15))
def test_waiting_never_unlocks_and_always_ends_a_pause(minutes: list[int]):
    refused = minutes_ago(*sorted(minutes, reverse=True))
    later = limit_after(refused, NOW + timedelta(minutes=15))
    assert isinstance(later, Locked if len(refused) >= 10 else Open)


@given(st.integers(0, 9), st.integers(0, 60))
def test_what_is_left_is_what_may_still_be_refused(count: int, ago: int):
    refused = minutes_ago(*([ago] * count))
    now = limit_after(refused, NOW)
    if isinstance(now, Open):
        assert now.left >= 1
        more = refused + [NOW] * now.left
        assert isinstance(limit_after(more, NOW), Paused | Locked)


@pytest.mark.parametrize("stage", Stage)
def test_a_question_that_an_older_version_has_asked_is_still_open(stage: Stage):
    kept = Dialog(1, stage.value, '{"delivery": "0b0f9d3", "door": null, "word": null}')
    question = QUESTIONS[kept.name].read(kept)
    assert question is not None
    assert (question.delivery, question.stage) == ("0b0f9d3", stage)


@pytest.mark.parametrize(
    "other", [{"delivery": "another"}, {"stage": "pickup"}, {"rider": "other"}]
)
def test_a_sealed_code_opens_for_its_delivery_stage_and_rider_alone(other: dict[str, str]):
    vault = Vault(KEY)
    request = ConfirmCode(delivery="one", by=1, rider="musa", stage=Stage.DROPOFF)
    sealed = request.with_code("0042", vault)
    assert sealed.code(vault) == "0042"
    with pytest.raises(SealBroken):
        sealed.model_copy(update=other).code(vault)


@pytest.mark.parametrize("state", State)
def test_a_code_is_the_customers_from_the_pickup_on(state: State):
    is_theirs = state in {State.IN_TRANSIT, State.FAILED}
    row = DeliveryRow("one", "1001", state, state.rank, state.is_open, None, None, "")
    assert stage_of(row) is (Stage.DROPOFF if is_theirs else Stage.PICKUP)


async def test_codes_of_every_length_that_was_taken_are_known(database: Database):
    for code in ("4821", "482913", "5930"):
        await database.write(code_habits.was_right, code)
    assert await database.read(code_habits.lengths) == {4, 6}
