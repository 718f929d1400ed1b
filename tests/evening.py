"""A rider's evening: twelve parcels of two shops, and what goes wrong with them.

One code is read out wrong, at one door nobody opens, one receiver has moved, one does not want it,
and in the middle the bike breaks down.
"""

from bot.fleet import NewReceiver, Origin
from bot.local_telegram import LocalUser
from tests.support.business import SENDER, Business, finds

PARCELS = 12
_BUKKA = "+2348040000002"
_STREETS = ("Allen Avenue", "Creek Road", "Broad Street", "Palm Close")
_NAMES = ("Bola", "Kemi", "Tobi", "Uche", "Ngozi", "Ife")


def phone_of(number: int) -> str:
    """Return the phone of the receiver of a parcel; they count from 1."""
    return f"+23480300000{number:02}"


async def prepare(business: Business) -> None:
    """Six parcels of each shop, all of them given to Musa; the second receiver is here."""
    for number in range(1, PARCELS + 1):
        new = business.new_order(_receiver(business, number))
        if number > PARCELS // 2:
            new = new.model_copy(update={"sender": _bukka()})
        await business.town.shop.create_delivery(new)
    await business.town.idle()
    numbers = " ".join(str(1000 + number) for number in range(1, PARCELS + 1))
    await business.says(business.owner, f"give {numbers} to musa")
    await business.presses(business.owner, "Give to Musa Bello")
    await business.later(seconds=5)


def _receiver(business: Business, number: int) -> NewReceiver:
    name = f"{_NAMES[(number - 1) % 6]} {'AB'[(number - 1) // 6]}"
    street = _STREETS[(number - 1) % 4]
    return business.receiver(name, phone_of(number), f"{number} {street}")


def _bukka() -> Origin:
    phone = "0" + _BUKKA.removeprefix("+234")
    return Origin(name="Bukka Hut", address="3 Bode Thomas", phone_code="234", phone_number=phone)


async def play(business: Business, kemi: LocalUser) -> None:
    """Musa fetches all and brings five; Sani takes over what is left, and brings it."""
    musa, sani, owner = business.musa, business.sani, business.owner
    await _fetches_all(business)
    await _brings(business, musa, 1, is_misread=True)
    await _brings(business, musa, 5)
    await _could_not(business, musa, 9, "Nobody there", "30 min")
    await business.says(kemi, "i moved, new address is 12 Adeniyi Jones")
    await business.presses(owner, "Use the new address", message=finds(owner, "i moved"))
    await business.presses(owner, "Save")
    await _brings(business, musa, 2)
    await _brings(business, musa, 6)
    await _could_not(business, musa, 10, "Refused", "Back to the shop")
    await _brings(business, musa, 3)

    await business.says(musa, "my bike don spoil for Ojota")
    broken = finds(owner, "my bike don spoil")
    await business.presses(owner, "Give all of Musa's work to …", message=broken)
    await business.presses(owner, "Sani Ali")
    await business.presses(owner, "Move it all")
    await business.presses(sani, "I have all 7")
    for number in (4, 7, 8, 9, 11, 12):
        await _brings(business, sani, number)
    await _could_not(business, sani, 10, "Refused", "Back to the shop")
    await business.presses(sani, "The shop has it back")
    back = finds(owner, "↩️ The shop has it back.")
    await business.presses(owner, "Cancel the delivery", message=back)
    await business.presses(owner, "The customer does not want it")


async def _fetches_all(business: Business) -> None:
    """Take the jobs of each shop by a tap, and type its codes in one message."""
    shops = (("Ada's Kitchen", SENDER, range(1, 7)), ("Bukka Hut", _BUKKA, range(7, 13)))
    for name, phone, numbers in shops:
        at_shop = finds(business.musa, f"Pickup: {name}")
        await business.presses(business.musa, "Accept all", message=at_shop)
        orders = [str(1000 + number) for number in numbers]
        codes = "\n".join(f"{order} {business.code(order, phone)}" for order in orders)
        await business.says(business.musa, codes)
        await business.later(seconds=5)


async def _brings(
    business: Business, rider: LocalUser, number: int, *, is_misread: bool = False
) -> None:
    """Type the order and its code at the door, and tap that it was paid."""
    order = str(1000 + number)
    code = business.code(order, phone_of(number))
    if is_misread:
        await business.says(rider, f"{order} {business.wrong(code)}")
    await business.says(rider, f"{order} {code}")
    await business.presses(rider, "Collected")


async def _could_not(
    business: Business, rider: LocalUser, number: int, reason: str, then: str
) -> None:
    await business.says(rider, f"/problem {1000 + number}")
    await business.presses(rider, reason)
    await business.presses(rider, "Send as it is")
    await business.presses(rider, "Later, back or left")
    await business.presses(rider, then)
