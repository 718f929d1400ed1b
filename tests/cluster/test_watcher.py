"""The watcher sees silence, what was never answered, what came twice, and in what order."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.local_telegram import LocalTelegram
from tests.cluster.watcher import Watcher
from tests.faults.chatlog import ChatLog, Seen
from tests.faults.kill_log import KillLog

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def at(second: float) -> datetime:
    return START + timedelta(seconds=second)


@pytest.fixture
def log() -> ChatLog:
    return ChatLog()


@pytest.fixture
def watcher(log: ChatLog) -> Watcher:
    """Asked once a second: for 1 at the first, for 2 at the second, and for 3."""
    watcher = Watcher(LocalTelegram().add_user("Wale"), log)
    watcher.asked.update({1: at(1), 2: at(2), 3: at(3)})
    log.seen += [answer(watcher, 1, 1.2), answer(watcher, 2, 9), answer(watcher, 3, 9.1)]
    return watcher


def answer(watcher: Watcher, order: int, second: float) -> Seen:
    text = f"I find no order {order} among your open jobs. /jobs shows them all."
    return Seen(at(second), "sent", watcher.user.id, 1, text, from_bot=True)


def test_the_longest_wait_for_an_answer_is_the_silence(watcher: Watcher):
    assert watcher.silence == timedelta(seconds=7)


def test_a_later_copy_makes_no_silence_longer(watcher: Watcher, log: ChatLog):
    log.seen.append(answer(watcher, 1, 60))
    assert watcher.silence == timedelta(seconds=7)


def test_a_question_that_nobody_answered_is_lost(watcher: Watcher):
    assert not list(watcher.unanswered())
    watcher.asked[4] = at(4)
    assert len(list(watcher.unanswered())) == 1


def test_an_answer_after_that_to_a_later_question_is_out_of_order(watcher: Watcher, log: ChatLog):
    assert not list(watcher.disordered())
    watcher.asked[4] = watcher.asked[5] = at(4)
    log.seen += [answer(watcher, 5, 10), answer(watcher, 4, 11)]
    assert len(list(watcher.disordered())) == 1


def test_a_copy_of_an_old_answer_is_told_again_and_not_out_of_order(watcher: Watcher, log: ChatLog):
    log.seen.append(answer(watcher, 1, 10))
    assert not list(watcher.disordered())
    assert len(list(watcher.told_again(KillLog([])))) == 1


@pytest.mark.parametrize(("struck", "explained"), [(1.3, True), (1.1, False), (5.0, False)])
def test_a_copy_is_explained_by_a_fault_just_after_the_first(
    watcher: Watcher, log: ChatLog, struck: float, explained: bool
):
    log.seen.append(answer(watcher, 1, 10))
    (again,) = watcher.told_again(KillLog([at(struck)]))
    assert again.explained is explained


def test_a_fault_explains_no_third_copy(watcher: Watcher, log: ChatLog):
    log.seen += [answer(watcher, 1, 10), answer(watcher, 1, 80)]
    again = watcher.told_again(KillLog([at(1.3)]))
    assert [copy.explained for copy in again] == [True, False]
