"""The amounts at the door, for the goods and as the customer's note, as dispatchers set them."""

from decimal import Decimal

from bot.actions import effect_keys
from bot.actions.news import JOB_EDITED
from bot.actions.recipients import contacts, readers
from bot.actions.rider.cash import refresh_cards
from bot.base.database.transaction import Transaction
from bot.base.queue.jobs import EffectKey
from bot.domain.cash import Cash, hundredths
from bot.domain.draft import Blank
from bot.domain.known_delivery import DeliveryRow
from bot.domain.person import Person
from bot.store import audit, deliveries, door_amounts
from bot.texts.dispatcher import edit as texts


def held(row: DeliveryRow, field: Blank) -> str:
    """Return one of the amounts as people type it; "" if there is none."""
    amount = row.goods if field is Blank.GOODS else row.pays_with
    return f"{Cash(amount, '').amount:f}".removesuffix(".00") if amount else ""


def keep(
    tx: Transaction, person: Person, row: DeliveryRow, field: Blank, value: str, key: EffectKey
) -> None:
    """Replace an amount, with 0 for none, and show it on the cards; tell the rider."""
    amounts = {Blank.GOODS: row.goods, Blank.PAYS_WITH: row.pays_with}
    amounts[field] = hundredths(Decimal(value))
    door_amounts.put(tx, row.uuid, amounts[Blank.GOODS], amounts[Blank.PAYS_WITH])
    audit.record(tx, person.user_id, "set_door_amount", row.uuid, f"{field} {value}")
    refresh_cards(tx, row)
    changed = deliveries.get(tx, row.uuid) or row
    contacts.refresh_rider_card(tx, changed)
    readers.tell(
        tx,
        JOB_EDITED,
        changed,
        lambda say, _: texts.changed_for_rider(say, row.order_number, field, value),
        effect_keys.told(key, "rider"),
        but_for=person.user_id,
    )
