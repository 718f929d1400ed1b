"""/me: what the bot knows of somebody."""

from tests.support.business import BOLA, Business, told


async def test_somebody_reads_who_they_are_here(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.says(business.bola, "/mute 22-7")
    await business.says(business.bola, "/me")
    answer = told(business.bola)[-1]
    assert "👤 Bola\nYour role here: customer.\n📞 +234 ••• •• 01\n🌐 English" in answer
    assert BOLA not in answer
    assert "🌙 No sound each day from 22:00 to 07:00" in answer
    assert "You follow 1 open delivery:\n📦 1001 · 🆕 Waiting for a rider" in answer
    await business.says(business.owner, "/me")
    assert "Your role here: owner.\n📞 No number yet" in told(business.owner)[-1]
