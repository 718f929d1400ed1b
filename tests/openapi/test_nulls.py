"""What may be null in an answer is what the contract says, or what the rules say besides."""

from collections.abc import Iterator
from typing import Any

from bot.service.rules.requests import NULL_WHERE_A_TYPE_STANDS
from tests.openapi.page import JSON, Page

OR_NULL = {
    *("customer_email", "sender_email"),
    *("sender_longitude", "sender_latitude", "customer_longitude", "customer_latitude"),
    *("fleet_id", "service_charge", "rider_commission", "note", "creation_mode", "created_at"),
    *("pickup_at", "dropoff_at", "rider_info", "delivery_info_from_rider"),
    *("pickup_photo", "dropoff_photo", "cancellation_reason", "name"),
    *("fleet_identity_number", "business_address", "logo"),
    *("total_revenue_by_rider", "rider_ongoing_deliveries"),
    *("next_page_url", "prev_page_url", "url"),
    *("express_type", "express_value"),
}
"""Fields of which a table says "or null" (contract: Resources)."""


async def test_the_page_says_null_of_no_field_but_those_of_the_contract_and_the_rules(page: Page):
    said = set(_nullable(page))
    assert said - OR_NULL == set(NULL_WHERE_A_TYPE_STANDS)


def _nullable(page: Page) -> Iterator[str]:
    """Yield the fields that may be null in what the service answers or sends."""
    for operation in page.operations:
        answer = operation.words["responses"]["200"]["content"][JSON]["schema"]
        yield from _nullable_in(page, answer, ())
    for webhook in page.webhooks:
        body = webhook.words["requestBody"]["content"][JSON]["schema"]
        yield from _nullable_in(page, body, ())


def _nullable_in(page: Page, schema: Any, seen: tuple[str, ...]) -> Iterator[str]:
    if isinstance(schema, list):
        for each in schema:
            yield from _nullable_in(page, each, seen)
        return
    if not isinstance(schema, dict):
        return
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    if name and name not in seen:
        yield from _nullable_in(page, page.document["components"]["schemas"][name], (*seen, name))
    for field, described in schema.get("properties", {}).items():
        kinds = [described, *described.get("anyOf", ())]
        if any(kind.get("type") == "null" for kind in kinds):
            yield field
    for each in schema.values():
        yield from _nullable_in(page, each, seen)
