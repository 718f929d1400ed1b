"""A time has its date exactly where it is of another day than the one on which it is sent."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.texts.html import escaped, joined
from bot.texts.moments import age, as_of, clock_time, day, day_and_time
from bot.texts.words import Words
from tests.texts.markup import ANY_TEXT, bare, seen

ZONES = st.sampled_from(["UTC", "Africa/Lagos", "America/Sao_Paulo", "Pacific/Auckland"])
NOWS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - made aware by `timezones`
SPANS = st.timedeltas(timedelta(days=-3), timedelta(days=3))


@given(NOWS, SPANS, ZONES.map(ZoneInfo))
def test_the_date_is_there_where_the_day_is_another(now: datetime, span: timedelta, zone: ZoneInfo):
    moment = now - span
    local = moment.astimezone(zone)
    shown = bare(as_of(clock_time(moment), now, zone))
    assert f"{local:%H:%M}" in shown
    is_today = local.date() == now.astimezone(zone).date()
    assert (f"{local:%Y-%m-%d}" in shown) is not is_today


@given(NOWS, SPANS, ZONES.map(ZoneInfo), ANY_TEXT)
def test_nothing_but_times_is_changed_and_they_only_once(
    now: datetime, span: timedelta, zone: ZoneInfo, text: str
):
    moment = now - span
    around = [escaped(text), day(moment), day_and_time(moment), age(Words(), moment, now)]
    written = joined([*around, clock_time(moment)])
    sent = as_of(written, now, zone)
    assert as_of(sent, now, zone) == sent
    assert sent.startswith(escaped(text))
    assert [one.unix_time for one in seen(sent).entities if one.type == "date_time"] == [
        int(moment.timestamp())
    ] * 4
