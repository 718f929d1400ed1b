"""The draft that repeats a delivery."""

from decimal import Decimal

from bot.domain.draft import ChosenRider, Draft, DraftItem, DraftReceiver, Party
from bot.fleet import Delivery
from bot.parsing.phones import e164


def repeated(delivery: Delivery, goods: Decimal | None) -> Draft:
    """Return a draft that repeats a delivery, without its rider; unknown values stay blank.

    `goods` is the amount that was to be collected for the goods.
    """
    sender = delivery.sender
    fee = delivery.fee.amount if delivery.fee else None
    items = tuple(
        DraftItem(
            description=item.description,
            quantity=item.quantity or 1,
            value=_whole(item.value) or 0,
        )
        for item in delivery.items
    )
    return Draft(
        sender=Party(
            name=sender.name,
            phone=e164(sender.phone_number, sender.phone_code) or "",
            address=sender.address,
        )
        if sender
        else Party(),
        receivers=tuple(
            DraftReceiver(
                name=receiver.name,
                phone=e164(receiver.phone_number, receiver.phone_code) or "",
                address=receiver.address,
                items=items,
                goods=goods,
            )
            for receiver in delivery.receivers[:1]
        )
        or (DraftReceiver(),),
        fee=_whole(fee),
        rider=ChosenRider(),
        is_repeat=True,
    )


def _whole(amount: Decimal | None) -> int | None:
    if amount is None or amount != amount.to_integral_value():
        return None
    return int(amount)
