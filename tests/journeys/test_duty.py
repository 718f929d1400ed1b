"""/duty: shifts with times and breaks; off duty nothing rings, and nothing is missed."""

import csv
import io

import pytest

from tests.support.business import Business, bare, finds, heard, labels, rung, sees, told

SWITCH = ["🟢 On duty", "🌙 Off duty"]


async def test_off_duty_a_job_comes_without_a_sound_and_on_duty_it_rings(business: Business):
    await business.says(business.musa, "/duty off")
    assert "You are off duty" in told(business.musa)[-1]
    await business.assigned()
    assert finds(business.musa, "Order 1001").silent

    await business.presses(business.musa, "On duty")
    assert sees(business.musa, "You are on duty: new jobs ring.")
    assert not sees(business.musa, "You are off duty")
    await business.order()
    await business.says(business.owner, "/assign 1002")
    await business.presses(business.owner, "Musa")
    assert not finds(business.musa, "2 jobs").silent


@pytest.mark.older_telegram
async def test_who_only_looks_changes_nothing_and_sees_a_button_each_way(business: Business):
    for line, state in (("/duty", "on duty"), ("/duty off", "off duty"), ("/duty", "off duty")):
        await business.says(business.musa, line)
        assert f"You are {state}" in told(business.musa)[-1]
        assert labels(business.musa.last)[:2] == SWITCH
    await business.says(business.owner, "/riders")
    assert "Musa Bello · 0 open jobs · 🟢 active · 😴 off duty" in told(business.owner)[-1]
    await business.presses(business.musa, "On duty")
    await business.says(business.musa, "/duty")
    assert "You are on duty" in told(business.musa)[-1]


async def test_the_typed_form_says_what_it_takes(business: Business):
    for line, answer in (
        ("/duty off", "You are off duty"),
        ("/duty OFF", "You are off duty"),
        ("/duty on", "You are on duty"),
        ("/duty break", "You are on a break"),
        ("/duty maybe", "Write /duty on, /duty off or /duty break, or times:"),
        ("/duty until 25:00", "Write /duty on"),
        ("/duty 18:00", "You are on duty"),
        ("/duty on until 6pm", "You are on duty"),
        ("/duty from 18 until 22", "You are off duty"),
    ):
        await business.says(business.musa, line)
        assert answer in told(business.musa)[-1]


# Every story begins on 2026-03-02 at nine in UTC, which is the business's zone here.


async def roster(business: Business) -> list[str]:
    await business.says(business.owner, "/new")
    await business.says(business.owner, "/cancel")
    await business.order()
    await business.says(business.owner, "/assign 1001")
    return labels(business.owner.last)


@pytest.mark.older_telegram
async def test_a_shift_ends_at_its_time_and_who_chooses_sees_when(business: Business):
    await business.says(business.musa, "/duty until 18:00")
    assert "Your shift ends: 2026-03-02 18:00" in told(business.musa)[-1]
    assert "Musa Bello · 0 open · until 18:00" in await roster(business)
    await business.says(business.owner, "/riders")
    assert "💬 in this chat · 🕒 until 18:00" in told(business.owner)[-1]
    await business.later(hours=8, minutes=59)
    assert not sees(business.musa, "Your shift has ended")
    sounds = len(rung(business, business.musa))
    await business.later(minutes=3)
    assert "Your shift has ended, 18:00" in told(business.musa)[-1]
    assert len(rung(business, business.musa)) == sounds
    await business.says(business.owner, "/riders")
    assert "😴 off duty" in told(business.owner)[-1]
    await business.says(business.owner, "/report")
    assert sees(business.owner, "Hours on duty\nMusa Bello · 🕒 9:00")
    table = business.owner.last.document
    assert table is not None
    (line,) = csv.DictReader(io.StringIO(table.file.content.decode("utf-8-sig")))
    assert (line["Rider"], line["Hours"], line["Collected"]) == ("Musa Bello", "9:00", "")


async def test_an_end_is_chosen_by_a_tap(business: Business):
    await business.says(business.musa, "/duty on")
    assert labels(business.musa.last)[2:] == [
        "☕ Break",
        "Until 13:00",
        "Until 15:00",
        "Until 17:00",
    ]
    await business.presses(business.musa, "Until 15:00")
    assert "Your shift ends: 2026-03-02 15:00" in told(business.musa)[-1]


async def test_a_shift_that_is_to_come_begins_by_itself(business: Business):
    await business.says(business.musa, "/duty from 18 until 22")
    assert "Your shift begins: 2026-03-02 18:00" in told(business.musa)[-1]
    await business.later(hours=9, minutes=1)
    assert "Your shift begins: you are on duty until 22:00" in told(business.musa)[-1]
    await business.later(hours=4, minutes=1)
    assert heard(business.musa, "Your shift has ended, 22:00") == 1
    await business.says(business.owner, "/report")
    assert sees(business.owner, "Musa Bello · 🕒 3:5")


async def test_a_break_makes_no_sound_and_counts_for_no_hours(business: Business):
    await business.says(business.musa, "/duty until 18:00")
    await business.later(hours=2)
    await business.presses(business.musa, "Break")
    assert "You are on a break" in told(business.musa)[-1]
    assert "Your shift ends" in told(business.musa)[-1]
    assert "Musa Bello · 0 open · ☕ on a break" in await roster(business)
    await business.presses(business.owner, "Musa Bello")
    assert sees(business.owner, "☕ Musa Bello is on a break: what you give makes no sound.")
    assert finds(business.musa, "Order 1001").silent
    await business.later(hours=1)
    await business.presses(business.musa, "On duty", message=finds(business.musa, "on a break"))
    assert sees(business.musa, "Your shift ends: 2026-03-02 18:00")
    await business.later(minutes=30)
    await business.says(business.musa, "/duty off")
    await business.says(business.owner, "/report")
    assert sees(business.owner, "Musa Bello · 🕒 2:30")


async def test_who_has_a_parcel_at_the_end_is_on_duty_until_it_is_brought(business: Business):
    await business.says(business.musa, "/duty until 10:00")
    await business.on_the_way()
    await business.later(hours=1, minutes=30)
    assert not sees(business.musa, "Your shift has ended")
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.later(minutes=2)
    assert "Your shift has ended, 10:30" in told(business.musa)[-1]


async def test_a_shift_over_midnight_counts_for_both_days(business: Business):
    await business.says(business.musa, "/duty from 22 until 6")
    await business.later(hours=13, minutes=1)
    await business.later(hours=8, minutes=1)
    assert heard(business.musa, "Your shift has ended") == 1
    await business.says(business.owner, "/report")
    assert sees(business.owner, "Musa Bello · 🕒 6:00")
    await business.says(business.owner, "/report yesterday")
    assert heard(business.owner, "Musa Bello · 🕒 1:5") == 1


async def test_an_end_that_was_forgotten_is_the_last_parcel_and_is_marked(business: Business):
    await business.says(business.musa, "/duty on")
    await business.later(hours=2)
    await business.on_the_way()
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.later(hours=14, minutes=1)
    assert "said no end" in told(business.musa)[-1]
    assert heard(business.owner, "Musa was on duty since") == 1
    await business.says(business.owner, "/report week")
    assert sees(business.owner, "Musa Bello · 🕒 2:00 · ⚠️ no end was said")


@pytest.mark.parametrize(
    ("language", "line", "answer"),
    [
        ("fr", "/duty jusqu'à 18h", "18:00"),
        ("es", "/duty de 10 a 18", "18:00"),
        ("pt", "/duty até as 18", "18:00"),
        ("ar", "/duty حتى 18:00", "18:00"),
        ("fr", "/duty pause", "☕"),
    ],
)
async def test_times_are_read_in_every_language(
    business: Business, language: str, line: str, answer: str
):
    await business.says(business.musa, f"/language {language}")
    await business.says(business.musa, line)
    assert answer in bare(business.musa.last)
