"""What operators see on /metrics, and that their dashboard and alerts are made of just that."""

import json
import re
import ssl
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.fleet import Delivery, endpoints, errors
from bot.fleet.endpoints import Endpoint
from tests.support.business import Business

MONITORING = Path(__file__).parents[2] / "deploy" / "monitoring"
FILES = ["alerts.yml", "dashboard.json"]

Page = dict[str, list[tuple[Mapping[str, str], float]]]
"""Of each sample's name its labels and values."""


async def read(business: Business, url: str) -> str:
    trusted = ssl.create_default_context(cafile=business.town.certificates.authority)
    async with httpx.AsyncClient(verify=trusted, trust_env=False) as http:
        answer = await http.get(f"{url}/metrics")
    assert answer.status_code == 200
    return answer.text


async def bots_page(business: Business) -> str:
    assert business.town.bot is not None
    return await read(business, business.town.bot.url)


async def services_page(business: Business) -> str:
    return await read(business, f"https://127.0.0.1:{business.town.fleet_port}")


def samples(text: str) -> Page:
    found: Page = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def value(page: Page, name: str, **labels: str) -> float:
    """Add up what has these labels."""
    return sum(
        number
        for has, number in page.get(name, [])
        if all(has.get(label) == wanted for label, wanted in labels.items())
    )


async def delivered_after_a_wrong_code(business: Business) -> Delivery:
    delivery = await business.on_the_way()
    await business.presses(business.musa, "Delivered")
    await business.says(business.musa, "0000" if business.dropoff_code != "0000" else "1111")
    await business.says(business.musa, business.dropoff_code)
    return delivery


@pytest.mark.opens
async def test_every_call_of_telegram_and_every_request_to_the_fleet_service_is_counted(
    business: Business,
):
    await delivered_after_a_wrong_code(business)
    page = samples(await bots_page(business))
    made = Counter(call.method for call in business.town.telegram.calls)
    for method, count in made.items():
        if method != "getUpdates":  # another one is under way
            assert value(page, "handover_telegram_calls_total", method=method) == count, method
    status = "/deliveries/update_status"
    done = value(page, "handover_fleet_requests_total", endpoint=status, outcome="ok")
    assert done == len(["accepted", "picked up", "delivered"])
    assert value(page, "handover_fleet_requests_total", endpoint=status, outcome="Refused") == 1
    served = samples(await services_page(business))
    asked = value(page, "handover_fleet_requests_total", endpoint=status)
    assert value(served, "handover_service_requests_total", endpoint=status) == asked


async def test_wrong_codes_messages_and_events_are_measured(business: Business):
    await delivered_after_a_wrong_code(business)
    page = samples(await bots_page(business))
    assert value(page, "handover_wrong_codes_total", stage="dropoff") == 1
    assert value(page, "handover_notice_delay_seconds_count", urgency="answer") > 0
    served = samples(await services_page(business))
    taken = value(served, "handover_service_webhook_attempts_total", answer="200")
    assert taken == value(page, "handover_webhooks_total", sender="fleet", answer="200") > 3
    assert value(page, "handover_event_age_seconds_count") == taken
    assert value(page, "handover_last_webhook_timestamp_seconds", sender="fleet") > 0
    assert value(served, "handover_service_texts_total", outcome="done") == len(
        business.town.sms.messages
    )


async def test_what_waits_for_a_fleet_service_that_is_down_grows_old_and_is_new_again_after_it(
    business: Business,
):
    await business.assigned()
    await business.town.close_fleet()
    await business.presses(business.musa, "Accept")
    await business.later(seconds=90)
    waits = samples(await bots_page(business))
    assert value(waits, "handover_jobs_overdue_seconds", kind="fleet_request") >= 90
    assert value(waits, "handover_fleet_requests_total", outcome="NotSent") > 0
    await business.town.open_fleet()
    await business.later(minutes=5)
    done = samples(await bots_page(business))
    assert value(done, "handover_jobs_overdue_seconds", kind="fleet_request") == 0


async def test_no_person_code_key_or_id_stands_on_either_page(business: Business):
    await business.joins_by_phone(business.bola)
    delivery = await delivered_after_a_wrong_code(business)
    town = business.town
    people = [business.owner, business.musa, business.bola]
    secrets = [
        *(str(person.id) for person in people),
        *(name for person in people for name in (person.first_name, person.phone) if name),
        delivery.uuid,
        town.api_key,
        town.account.token.partition(":")[2],
    ]
    for page in (await bots_page(business), await services_page(business)):
        labels = " ".join(re.findall(r'"([^"]*)"', page))
        assert not [secret for secret in secrets if secret in labels]


@pytest.mark.parametrize("file", FILES)
async def test_all_that_alerts_and_dashboard_ask_for_is_shown(business: Business, file: str):
    pages = await bots_page(business) + await services_page(business)
    shown = set(re.findall(r"^# TYPE (\w+)", pages, re.MULTILINE))
    asked = set(re.findall(r"\b(?:handover|process)_[a-z_]+", expressions(file)))
    assert len(asked) > 9
    assert not {re.sub(r"_(bucket|count|sum)$", "", name) for name in asked} - shown


@pytest.mark.parametrize("file", FILES)
def test_endpoints_and_outcomes_that_are_asked_for_are_those_of_the_client(file: str):
    known = {each.template for each in vars(endpoints).values() if isinstance(each, Endpoint)}
    text = expressions(file)
    assert set(re.findall(r'endpoint="(/[^"]*)"', text)) <= known
    outcomes = {one for all_ in re.findall(r'outcome=~?"([^"]+)"', text) for one in all_.split("|")}
    assert {one for one in outcomes if one[0].isupper()} <= set(vars(errors))


def expressions(file: str) -> str:
    """Return all that a file asks Prometheus, a line each."""
    text = (MONITORING / file).read_text()
    if file.endswith(".json"):
        targets = (panel.get("targets", []) for panel in json.loads(text)["panels"])
        return "\n".join(target["expr"] for some in targets for target in some)
    return "\n".join(re.findall(r"^\s+expr: (.+)$", text, re.MULTILINE))
