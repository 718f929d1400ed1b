"""/duty: off duty nothing rings, and nothing is missed."""

from tests.support.business import Business, finds, labels, sees, told


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


async def test_who_only_looks_changes_nothing_and_sees_a_button_each_way(business: Business):
    for line, state in (("/duty", "on duty"), ("/duty off", "off duty"), ("/duty", "off duty")):
        await business.says(business.musa, line)
        assert f"You are {state}" in told(business.musa)[-1]
        assert labels(business.musa.last) == ["🟢 On duty", "🌙 Off duty"]
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
        ("/duty maybe", "Write /duty on or /duty off."),
    ):
        await business.says(business.musa, line)
        assert answer in told(business.musa)[-1]
