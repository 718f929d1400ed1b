"""/note: what the rider should know."""

from tests.support.business import Business, bare, finds, heard, sees, told


async def test_a_note_reaches_the_rider_and_stands_on_the_cards(business: Business):
    await business.joins_by_phone(business.bola)
    await business.accepted()
    await business.says(business.bola, "/note Blue gate, ring <b>twice</b>")
    assert "Noted for order 1001." in told(business.bola)[-1]
    assert "The rider and the dispatcher see it" in told(business.bola)[-1]
    line = "💬 Bola: “Blue gate, ring <b>twice</b>”"
    assert f"A note for order 1001:\n{line}" in told(business.musa)[-1]
    assert heard(business.musa, line) == 2
    assert finds(business.owner, line) == finds(business.owner, "📦 Order 1001")
    await business.says(business.bola, "/note 1001 Now the red gate")
    assert "Now the red gate" in bare(finds(business.owner, "📦 Order 1001"))
    assert not sees(business.owner, "Blue gate")


async def test_the_button_asks_and_a_code_is_refused_until_there_are_words(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.presses(business.bola, "Leave a note")
    assert "what should the rider know?" in told(business.bola)[-1]
    typed = await business.says(business.bola, f" {business.dropoff_code} ")
    assert typed not in business.bola.messages
    assert "Never send your code here" in told(business.bola)[-1]
    assert not sees(business.musa, business.dropoff_code)
    business.bola.send_sticker()
    await business.town.idle()
    assert "Please write the note in words" in told(business.bola)[-1]
    await business.says(business.bola, "x" * 501)
    assert "at most 500 characters" in told(business.bola)[-1]
    await business.says(business.bola, "Third floor")
    assert sees(business.musa, "💬 Bola: “Third floor”")
    typed = await business.says(business.bola, f"/note {business.dropoff_code}")
    assert typed not in business.bola.messages


async def test_of_several_deliveries_the_one_is_chosen_that_the_note_is_for(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    await business.order()
    await business.says(business.bola, "/note Leave it with the guard")
    assert "For which delivery is the note?" in told(business.bola)[-1]
    await business.presses(business.bola, "Order 1002")
    assert "Noted for order 1002" in told(business.bola)[-1]
    assert "as soon as one is here" in told(business.bola)[-1]
    assert "guard" in bare(finds(business.owner, "📦 Order 1002"))
    assert "guard" not in bare(finds(business.owner, "📦 Order 1001"))


async def test_five_notes_a_day_are_enough(business: Business):
    await business.joins_by_phone(business.bola)
    await business.order()
    for number in range(6):
        await business.says(business.bola, f"/note Gate {number}")
    assert "has had 5 notes in a day" in told(business.bola)[-1]
    assert "Gate 4" in bare(finds(business.owner, "📦 Order 1001"))
    await business.later(hours=24)
    await business.says(business.bola, "/note Gate 7")
    assert "Noted for order 1001" in told(business.bola)[-1]


async def test_a_note_for_nothing_is_told_to_nobody(business: Business):
    await business.follows_through()
    await business.says(business.bola, "/note Too late")
    assert "No parcel of yours is under way now" in told(business.bola)[-1]
    assert not sees(business.musa, "Too late")


async def test_a_note_for_an_order_that_is_over_goes_to_no_other_one(business: Business):
    await business.joins_by_phone(business.bola)
    await business.on_the_way()
    await business.says(business.musa, f"/dropoff 1001 {business.dropoff_code}")
    await business.order()
    await business.says(business.bola, "/note 1001 The green gate")
    assert "Order 1001 is over" in told(business.bola)[-1]
    assert not sees(business.owner, "green gate")
    typed = await business.says(business.bola, f"/note 1001 {business.dropoff_code}")
    assert typed not in business.bola.messages
    await business.says(business.bola, "/note 1002 The green gate")
    assert "green gate" in bare(finds(business.owner, "📦 Order 1002"))
