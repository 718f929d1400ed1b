"""When there is room for one more: never more than a window lets through, and never later."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.rate_windows import Line, RollingWindow

SECOND = RollingWindow(1, 1)


def line() -> Line:
    return Line(60)


def sent(*times: float) -> Line:
    one = line()
    for time in times:
        one.begin(None)
        one.end(time)
    return one


@pytest.mark.parametrize(
    ("already", "windows", "now", "free_at"),
    [
        ([], (SECOND,), 5, 5),
        ([4.5], (SECOND,), 5, 5.5),
        ([4], (SECOND,), 5, 5),
        ([4.1, 4.2], (RollingWindow(3, 1),), 5, 5),
        ([4.1, 4.2, 4.3], (RollingWindow(3, 1),), 5, 5.1),
        ([1, 4.2, 4.3], (RollingWindow(3, 1), RollingWindow(3, 10)), 5, 11),
    ],
)
def test_there_is_room_once_enough_of_what_was_sent_has_left_the_window(
    already: list[float], windows: tuple[RollingWindow, ...], now: float, free_at: float
):
    assert sent(*already).free_at(1, 0, windows, now) == pytest.approx(free_at)


def test_what_is_on_its_way_counts_as_sent_now():
    one = line()
    one.begin(None)
    assert one.free_at(1, 0, (SECOND,), 5) == 6
    one.end(5)
    assert one.free_at(1, 0, (SECOND,), 7) == 7


def test_what_is_on_its_way_takes_one_place_of_several():
    one = sent(4.1, 4.2)
    one.begin(None)
    assert one.free_at(1, 0, (RollingWindow(3, 1),), 5) == pytest.approx(5.1)


def test_every_window_counts_the_places_that_are_promised():
    one, limits, places = line(), (SECOND, RollingWindow(3, 10)), []
    for job in range(8):
        places.append(one.free_at(job, 0, limits, 0))
        one.promise(job, 0, places[-1], 0) if job else (one.begin(job), one.end(0))
    assert places == [0, 1, 2, 10, 11, 12, 20, 21]


def test_who_comes_later_is_behind_a_promised_place_though_there_is_room():
    one = line()
    one.promise(1, 0, 9, 5)
    assert one.free_at(2, 0, (RollingWindow(3, 1),), 5) == 9


def test_whose_moment_has_come_and_who_is_not_there_holds_nobody_up():
    one = line()
    one.promise(1, 0, 6, 5)
    assert one.free_at(2, 0, (SECOND,), 6) == 6


def test_who_was_promised_a_place_has_it_and_who_comes_later_is_behind():
    one = sent(5)
    one.promise(1, 0, one.free_at(1, 0, (SECOND,), 5), 5)
    one.promise(2, 0, one.free_at(2, 0, (SECOND,), 5), 5)
    assert one.free_at(1, 0, (SECOND,), 6) == 6
    assert one.free_at(3, 0, (SECOND,), 5.5) == 8


def test_what_is_more_urgent_is_behind_nothing_that_is_less():
    one = sent(5)
    for job in (1, 2, 3):
        one.promise(job, 3, one.free_at(job, 3, (SECOND,), 5), 5)
    assert one.free_at(4, 0, (SECOND,), 5.5) == 6
    assert one.free_at(5, 4, (SECOND,), 5.5) == 9


def test_whose_place_was_taken_has_the_next_one_and_not_the_last():
    one = sent(5)
    for job in (1, 2, 3):
        one.promise(job, 3, one.free_at(job, 3, (SECOND,), 5), 5)
    one.begin(4)
    one.end(6)  # something more urgent
    assert one.free_at(1, 3, (SECOND,), 6) == 7


def test_who_goes_before_its_place_leaves_it_to_whoever_comes_next():
    one = sent(5)
    for job in (1, 2):
        one.promise(job, 4, one.free_at(job, 4, (SECOND,), 5), 5)
    assert one.free_at(2, 3, (SECOND,), 5.5) == 6  # it has become more urgent
    one.begin(2)
    one.end(6)
    assert one.free_at(1, 4, (SECOND,), 6) == 7
    one.promise(1, 4, 7, 6)
    assert one.free_at(3, 4, (SECOND,), 6.5) == 7


def test_who_comes_before_it_is_time_stays_behind_those_before_it_alone():
    one = sent(5)
    for job in (1, 2, 3):
        one.promise(job, 4, one.free_at(job, 4, (SECOND,), 5), 5)
    assert one.free_at(2, 4, (SECOND,), 5.2) == 7
    one.begin(1)
    one.end(5.5)
    assert one.free_at(2, 4, (SECOND,), 5.6) == 6.5


def test_promises_that_nobody_comes_for_hold_nobody_up():
    one = sent(5)
    for job in range(10):
        one.promise(job, 0, one.free_at(job, 0, (SECOND,), 5), 5)
    assert one.free_at(11, 0, (SECOND,), 100) == 100
    assert one.is_empty(200)


def test_a_line_in_which_nothing_counts_any_more_is_empty():
    assert line().is_empty(0)
    assert not sent(5).is_empty(64)
    assert sent(5).is_empty(66)


def test_a_line_with_something_on_its_way_is_not_empty():
    one = line()
    one.begin(None)
    assert not one.is_empty(1000)


def test_a_promise_is_kept_for_a_minute_beyond_its_time_unless_it_was_used():
    one = line()
    one.promise(1, 0, 9, 5)
    assert not one.is_empty(68)
    assert one.is_empty(70)
    one.promise(2, 0, 90, 70)
    one.begin(2)
    one.end(75)
    assert one.is_empty(136)


@pytest.mark.parametrize(
    ("window", "rate", "expected"),
    [
        (SECOND, 1, SECOND),
        (SECOND, 1000, RollingWindow(1000, 1)),
        (SECOND, 0.5, RollingWindow(1, 2)),
        (RollingWindow(5, 15), 0.1, RollingWindow(1, 30)),
    ],
)
def test_a_window_at_another_rate_lets_through_that_many_and_always_one(
    window: RollingWindow, rate: float, expected: RollingWindow
):
    most, seconds = window.at_rate(rate)
    assert (most, seconds) == pytest.approx(expected)


windows = st.lists(
    st.builds(RollingWindow, st.integers(1, 5), st.floats(0.5, 10)), min_size=1, max_size=3
).map(tuple)
arrivals = st.lists(st.tuples(st.floats(0, 3), st.integers(0, 4), st.floats(0, 2)), max_size=40)


@given(windows, arrivals)
def test_no_window_ever_lets_through_more_whatever_comes_when(
    limits: tuple[RollingWindow, ...], coming: list[tuple[float, int, float]]
):
    """Each comes a while after the one before, is sent when it may be, and takes its time."""
    one, now, went = line(), 0.0, []
    for job, (pause, urgency, takes) in enumerate(coming):
        now += pause
        while (at := one.free_at(job, urgency, limits, now)) > now:
            one.promise(job, urgency, at, now)
            now = at
        one.begin(job)
        now += takes
        one.end(now)
        went.append(now)
    for window in limits:
        for first, beyond in zip(went, went[window.most :], strict=False):
            assert beyond - first >= window.seconds - 1e-6


@given(st.integers(1, 40), st.integers(1, 5))
def test_a_long_line_uses_all_that_the_window_gives(jobs: int, most: int):
    one, limits = line(), (RollingWindow(most, 1),)
    places = []
    for job in range(jobs):
        at = one.free_at(job, 0, limits, 0)
        one.promise(job, 0, at, 0) if at > 0 else (one.begin(job), one.end(0))
        places.append(at)
    assert places == [job // most for job in range(jobs)]
