"""Why a cell may say nothing, where the contract asks for nothing: few words, and few reasons.

A fact is always told before a reason, and a reason that nothing needs any more fails the test.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.contract.table.fields import Field


@dataclass(frozen=True)
class Reason:
    """Says why for fields by a piece of their place, and their names; "*" is any of them."""

    why: str
    place: str
    names: frozenset[str]

    def is_for(self, field: Field) -> bool:
        named = field.last in self.names or field.name in self.names or "*" in self.names
        return named and self.place in field.place


def _for(why: str, place: str, *names: str) -> Reason:
    return Reason(why, place, frozenset(names))


_FLAT = (
    "customer_name",
    "customer_address",
    "customer_email",
    "customer_phone_number",
    "customer_phone_code",
    "items[n][item_uuid]",
    "items[n][item_description]",
    "items[n][item_quantity]",
    "items[n][item_value]",
)
_OLDER = "the newer form is spoken"
_BY_ENDPOINT_6 = "endpoint 6 does the same"

CLIENT: tuple[Reason, ...] = (
    _for(_OLDER, "Create delivery: body", *_FLAT, "is_paid"),
    _for(_OLDER, "Update delivery: body", *_FLAT, "riderid"),
    _for(_OLDER, "Create rider (invite): body", "rider_email"),
    _for("a delivery keeps its day", "Update delivery: body", "creation_date"),
    _for(_BY_ENDPOINT_6, "POST on the path of Get delivery: path", "*"),
    _for(_BY_ENDPOINT_6, "POST on the path of Get delivery: body", "*"),
)
CHAT: tuple[Reason, ...] = (
    *CLIENT,
    _for("an id", "", "uuid", "id", "delivery_id", "link_code", "riderid"),
    _for("the bot asks for the delivery anew", "webhook", "*"),
    _for("for programs", "List deliveries: query", "tag_id", "partner_id", "group_by"),
    _for(
        "one account, one place",
        "List deliveries: query",
        "search_all_locations",
        "delivery_in_all_locations",
    ),
    _for("the number of pages is shown", "", "total"),
    _for("kept, to be said again by an update", ": answer", "customer_email", "sender_email"),
    _for("customers see it of their delivery", ": answer", "photo"),
    _for("a filter of its own", ": answer", "creation_mode"),
    _for("shown once it is earned", ": answer", "rider_commission"),
    _for("`filter` asks for the day", "List deliveries: query", "scheduled", "schedule_date"),
    _for("all are listed, and marked", "List riders: query", "active"),
    _for("counted in the list", "List riders: answer", "total_number_of_riders"),
    _for("the display name is shown", "Get booking detail", "pricing_model_slug"),
)
SERVICE_OPEN = "left open by the contract"


def reason(field: Field, reasons: Iterable[Reason]) -> str:
    """Return the first reason that is for a field, or nothing."""
    return next((f"– {each.why}" for each in reasons if each.is_for(field)), "")
