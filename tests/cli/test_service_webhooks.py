"""`handover service webhook …`, without a service that would send anything."""

import pytest

from tests.cli.operating import Operator

URL = "https://bot.example/fleet"


def test_webhooks_go_where_they_are_set_to_until_they_are_off(operator: Operator):
    nowhere = {"url": "none", "events": "all"}
    assert operator.fields("webhook", "show", "production") == nowhere
    operator.does("webhook", "set", "production", URL)
    assert operator.fields("webhook", "show", "production") == {"url": URL, "events": "all"}
    events = ("--event", "delivery.failed", "--event", "delivery.created")
    operator.does("webhook", "set", "production", URL, *events)
    shown = operator.fields("webhook", "show", "production")
    assert shown["events"] == "delivery.created, delivery.failed"
    assert operator.fields("webhook", "show", "development") == nowhere
    operator.does("webhook", "off", "production")
    assert operator.fields("webhook", "show", "production") == nowhere


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["http://bot.example"], "Webhooks go to HTTPS URLs only"),
        ([URL, "--event", "delivery.eaten"], "No such webhook event: delivery.eaten."),
    ],
)
def test_what_the_contract_does_not_allow_is_refused(
    operator: Operator, arguments: list[str], sentence: str
):
    assert sentence in operator.cannot("webhook", "set", "development", *arguments, code=2)


def test_the_log_shows_what_waits_and_is_searched_by_order_number_or_uuid(operator: Operator):
    operator.does("webhook", "set", "development", URL)
    deliveries = [operator.creates(), operator.creates()]
    newest, oldest = operator.rows("webhook", "log", "development")
    assert newest[:5] == ["2", "1002", "delivery.created", "waiting", "1"]
    assert oldest[-1] == "to come"
    for name in ("1001", deliveries[0].uuid):
        assert operator.rows("webhook", "log", "development", "--delivery", name) == [oldest]
    assert operator.rows("webhook", "log", "development", "--limit", "1") == [newest]
    for none in (("development", "--failed"), ("production",)):
        assert operator.does("webhook", "log", *none) == "There are no such webhooks."


def test_what_is_to_be_sent_again_has_to_be_there_and_named(operator: Operator):
    operator.does("webhook", "set", "development", URL)
    operator.creates()
    assert operator.does("webhook", "resend", "development", "1") == "1 to be sent again."
    again = operator.does("webhook", "resend", "development", "--delivery", "1001")
    assert again == "1 to be sent again."
    operator.cannot("webhook", "resend", "development", code=2)
    for nothing in (["7"], ["--failed"], ["--delivery", "7"]):
        operator.cannot("webhook", "resend", "development", *nothing, code=1)
    operator.cannot("webhook", "resend", "production", "1", code=1)
