"""What is in the parcel."""

from decimal import Decimal

from bot.fleet.shapes.fields import Fields
from bot.fleet.shapes.frozen import Frozen


class Item(Frozen):
    """One line of a parcel's content; `value` in the delivery's currency."""

    uuid: str | None = None
    description: str = ""
    quantity: int | None = None
    value: Decimal | None = None


def read_item(fields: Fields) -> Item:
    """Read an item of the API (`item_*`) or of a webhook (`name`, `quantity`, `price`)."""
    return Item(
        uuid=fields.text_or_none("uuid"),
        description=fields.text("item_description", "description", "name"),
        quantity=fields.whole("item_quantity", "quantity"),
        value=fields.decimal("item_value", "price"),
    )
