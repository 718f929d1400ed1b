"""/health: whether everything works, and what to do where it does not."""

from tests.support.business import Business, told


async def test_health_tells_what_works_and_what_to_do(business: Business):
    await business.order()
    await business.says(business.owner, "/health")
    told_now = told(business.owner)[-1]
    assert "development" in told_now
    for line in (
        "✅ Fleet service: answered within",
        "✅ API key: accepted",
        "✅ Last webhook:",
        "✅ Last compared with the fleet service:",
        "✅ Webhooks: 0 waiting",
        "✅ Nothing was given up",
        "✅ Sending: one process has the duty",
    ):
        assert line in told_now
    await business.town.close_fleet()
    await business.later(minutes=45)
    await business.says(business.owner, "/health")
    assert "⚠️ Fleet service: no answer" in told(business.owner)[-1]
    assert "⚠️ Last compared with the fleet service:" in told(business.owner)[-1]
