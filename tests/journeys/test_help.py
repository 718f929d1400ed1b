"""/help: what somebody can do here, by their roles."""

from tests.support.business import Business, told


async def test_help_lists_what_each_role_can_do(business: Business):
    await business.says(business.owner, "/help")
    assert "/assign <order>" in told(business.owner)[-1]
    assert "/pickup" not in told(business.owner)[-1]
    await business.says(business.musa, "/help")
    assert "/pickup <order> <code>" in told(business.musa)[-1]
    assert "/assign" not in told(business.musa)[-1]
