"""`handover check`: what stands well, what does not, and never a secret."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import tomlkit
import trustme
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from typer.testing import CliRunner

from bot.cli import app
from bot.cli.start_steps.operator_door import door
from bot.config import FleetSettings
from bot.config import Settings as BotSettings
from bot.demo.town import Town
from bot.service.operations.enrolment import register_rider
from bot.service.operations.keys import new_operator_key
from tests.support.fleet_habits import habits
from tests.support.fleet_readings import FLEET_READINGS
from tests.support.photo_door import WITHOUT_DOOR

ELSEWHERE = "https://127.0.0.1:9/production/api/v1"

Settings = dict[str, dict[str, Any]]

MUSA = {
    "name": "Musa Bello",
    "phone_code": "234",
    "phone_number": "08020000001",
    "email": "musa@example.com",
}


async def check(town: Town, settings: Settings, *options: str) -> tuple[int, str]:
    """Run the command next to the town; return its exit code and what it has printed."""
    config = town.folder / "config.toml"
    config.write_text(tomlkit.dumps(settings))
    command = ["check", "--config", str(config), *options]
    ended = await asyncio.to_thread(CliRunner().invoke, app, command)
    return ended.exit_code, ended.output


def changed(town: Town, section: str, **values: object) -> Settings:
    settings = town.settings
    return {**settings, section: {**settings.get(section, {}), **values}}


def line(printed: str, about: str) -> str:
    (found,) = [line for line in printed.splitlines() if line.split(" ")[1] == f"{about}:"]
    return found


async def test_before_the_first_start_everything_is_found_and_nothing_is_made(town: Town):
    before = sorted(path.name for path in town.folder.iterdir())
    code, printed = await check(town, changed(town, "business", timezone="Africa/Lagos"))
    assert code == 0, printed
    assert [entry[0] for entry in printed.splitlines()] == ["✅"] * 15
    assert "It is the token of @handover_demo_bot" in printed
    assert f"set https://127.0.0.1:{town.bot_port}/fleet/development/events" in printed
    assert sorted(path.name for path in town.folder.iterdir()) == sorted([*before, "config.toml"])


async def test_beside_a_running_bot_it_finds_that_bot(town: Town):
    await town.start_bot()
    code, printed = await check(town, town.settings)
    assert code == 0, printed
    assert "The database opens and is up to date" in line(printed, "store.url")
    assert "It leads here" in line(printed, "web.public_url")
    assert line(printed, "business.timezone").startswith("⚠️")


@pytest.mark.parametrize(
    ("days", "sign", "said"),
    [(60, "✅", "It ends"), (13, "⚠️", "renew it before"), (-1, "❗", "Renew it.")],
)
async def test_the_end_of_the_own_certificate_is_told(town: Town, days: int, sign: str, said: str):
    end = datetime.now(UTC) + timedelta(days=days)
    issued = trustme.CA().issue_cert("127.0.0.1", not_before=end - timedelta(90), not_after=end)
    certificate, key = town.folder / "own.pem", town.folder / "own.key"
    issued.cert_chain_pems[0].write_to_path(certificate)
    issued.private_key_pem.write_to_path(key)
    _, printed = await check(
        town, changed(town, "web", tls_cert=str(certificate), tls_key=str(key))
    )
    assert line(printed, "web.tls_cert").startswith(sign)
    assert said in line(printed, "web.tls_cert")


async def test_that_nobody_who_dispatches_can_be_reached_is_noted(town: Town):
    await (await town.start_bot()).idle()
    _, printed = await check(town, town.settings)
    assert line(printed, "telegram.owners").startswith("⚠️")
    assert "an owner must write /start to it" in line(printed, "telegram.owners")
    town.owner.write("/start")
    await town.idle()
    _, printed = await check(town, town.settings)
    assert line(printed, "telegram.owners") == (
        "✅ telegram.owners: The bot can write to the dispatchers: 1."
    )


def refusing(path_end: str, words: str) -> Callable[[ASGIApp], ASGIApp]:
    """Return what stands in front of a fleet service that refuses one question in every form."""

    def around(app: ASGIApp) -> ASGIApp:
        async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["path"].endswith(path_end):
                app_of_words = JSONResponse({"message": words}, status_code=422)
                await app_of_words(scope, receive, send)
            else:
                await app(scope, receive, send)

        return refuse

    return around


@pytest.mark.parametrize(
    ("path_end", "more"),
    [("/riders", "who is invited"), ("/deliveries", "the deliveries of a day")],
)
async def test_a_refused_read_is_told_by_its_own_cause(tmp_path: Path, path_end: str, more: str):
    around = refusing(path_end, "The start date field is required.")
    async with Town(tmp_path, mode="polling", around_fleet=around) as town:
        code, printed = await check(town, town.settings)
    assert code == 1, printed
    assert line(printed, "fleet.api_key").startswith("✅")
    assert line(printed, "fleet.no_wish") == (
        "❗ fleet.no_wish: The fleet service does not give what is read: the list of"
        f" {path_end.strip('/')}: The start date field is required."
        f" {more}: The start date field is required."
    )
    assert "/api/v1" not in printed


async def test_what_was_read_is_told_and_what_could_not_be_tried(town: Town):
    await register_rider(town.service.environment("development"), **MUSA)
    _, printed = await check(town, town.settings)
    told = line(printed, "fleet.no_wish")
    assert (
        "answers the list of deliveries, the deliveries of a day, the list of riders, who is"
        " invited, one rider, a rider's history:"
    ) in told
    assert "Not tried: one delivery, the booking link and all changes" in told


@pytest.mark.parametrize(
    ("reading", "found"),
    [
        ("five-a-page", ["at most 5 records a page"]),
        (
            "in-words",
            ["pending_invites as “true”", "rider_id as “all”", "start_date as “01-03-2026”"],
        ),
    ],
)
async def test_how_a_service_is_to_be_asked_is_told(tmp_path: Path, reading: str, found: list[str]):
    around = FLEET_READINGS[reading].around
    async with Town(tmp_path, mode="polling", around_fleet=around) as town:
        _, printed = await check(town, town.settings)
    told = line(printed, "fleet.no_wish")
    assert told.startswith("✅")
    assert all(each in told for each in found)


async def test_who_asks_is_told_how_each_list_and_parameter_is_asked(tmp_path: Path):
    around = habits()["ten-a-page-in-words"].around
    async with Town(tmp_path, mode="polling", around_fleet=around) as town:
        _, printed = await check(town, town.settings, "--explain")
    lines = [line.strip() for line in printed.splitlines() if line.startswith("   ")]
    assert {
        'GET /riders: required parameters without a wish are sent empty (fleet.no_wish = "empty")',
        "pending_invites is written as “true”",
        "GET /riders: at most 10 records a page (fleet.per_page = 10)",
        "POST /riders/create: the body is json (fleet.encoding.create_rider); it was not tried",
    } <= set(lines)


# Of "by-turns" every other question is refused, and the check says so.
@pytest.mark.long("the whole check with each of forty services")
@pytest.mark.parametrize("reading", sorted({*FLEET_READINGS, *habits()} - {"by-turns"}))
async def test_a_service_whose_answers_the_bot_reads_is_said_to_give_them(
    tmp_path: Path, reading: str
):
    other = {**FLEET_READINGS, **habits()}[reading]
    async with Town(tmp_path, mode="polling", around_fleet=other.around) as town:
        await register_rider(town.service.environment("development"), **MUSA)
        _, printed = await check(town, town.settings)
    assert line(printed, "fleet.no_wish").startswith("✅"), printed
    assert line(printed, "fleet.api_key").startswith("✅"), printed


async def test_what_is_wrong_is_named_with_what_to_do_and_no_secret(town: Town):
    wrong_key = "a-key-that-nobody-may-see"
    settings = changed(town, "fleet", api_key=wrong_key)
    settings["telegram"] = {**settings["telegram"], "token": "1000000001:wrong-wrong-wrong"}
    settings["web"] = {**settings["web"], "public_url": "https://127.0.0.1:9"}
    settings["store"] = {**settings["store"], "key_file": str(town.folder / "no" / "key")}
    code, printed = await check(town, settings)
    assert code == 2
    assert "copy it again from @BotFather" in line(printed, "telegram.token")
    assert "refuses fleet.api_key: is it one for development?" in line(printed, "fleet.api_key")
    assert "It does not lead to 127.0.0.1" in line(printed, "web.public_url")
    assert "let this user write in" in line(printed, "store.key_file")
    assert printed.count("❌") == 3
    assert printed.count("❗") == 1
    assert "wrong-wrong" not in printed
    assert wrong_key not in printed


async def test_an_operators_door_that_opens_is_told_and_one_that_is_not_named_is_not(town: Town):
    _, printed = await check(town, town.settings)
    assert line(printed, "fleet.operator_key") == (
        "✅ fleet.operator_key: The operator's door opens to the key (development)."
    )
    _, printed = await check(town, changed(town, "fleet", **WITHOUT_DOOR))
    assert "fleet.operator" not in printed


async def test_a_door_that_does_not_open_is_named_and_keeps_no_bot_from_starting(town: Town):
    wrong_key = "a-key-that-nobody-may-see"
    code, printed = await check(town, changed(town, "fleet", operator_key=wrong_key))
    assert code == 1, printed
    assert line(printed, "fleet.operator_key").startswith("❗")
    assert "`handover service operator-key new development` prints one" in printed
    assert wrong_key not in printed


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://127.0.0.1:9/development/operator/v1", "cannot be reached: check fleet.operator"),
        ("{service}/elsewhere/operator/v1", "What answers is not an operator's door"),
    ],
)
async def test_an_address_of_the_door_that_leads_nowhere_is_named(town: Town, url: str, said: str):
    service = f"https://127.0.0.1:{town.fleet_port}"
    settings = changed(town, "fleet", operator_url=url.format(service=service))
    code, printed = await check(town, settings)
    assert code == 1, printed
    assert said in line(printed, "fleet.operator_url")


async def test_a_door_that_is_another_environments_is_named(town: Town):
    # As where a proxy leads both addresses to one environment.
    key = await new_operator_key(town.service.environment("production"))
    url = f"https://127.0.0.1:{town.fleet_port}/production/operator/v1"
    finding = await door(
        BotSettings.model_validate(town.settings).model_copy(
            update={
                "fleet": FleetSettings.model_validate(
                    {
                        **town.settings["fleet"],
                        "operator_url": url,
                        "operator_key": key,
                    }
                )
            }
        )
    )
    assert finding is not None
    assert finding.sentence == (
        "It is the door of production, and fleet.environment is development."
    )


async def test_a_key_file_is_refused_as_at_a_start(town: Town):
    await town.start_bot()
    await town.stop_bot()
    key = town.folder / "handover.key"
    key.chmod(0o644)
    code, printed = await check(town, town.settings)
    assert code == 2
    assert f"chmod 600 {key}" in line(printed, "store.key_file")
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    code, printed = await check(town, town.settings)
    assert code == 2
    assert "another key file" in line(printed, "store.key_file")


async def test_servers_that_do_not_answer_and_a_file_that_is_no_database_are_named(town: Town):
    settings = changed(town, "telegram", api_url="http://127.0.0.1:9")
    settings["fleet"] = {**settings["fleet"], "base_url": "https://127.0.0.1:9/development/api/v1"}
    (town.folder / "handover.db").write_text("a letter to my grandmother" * 100)
    code, printed = await check(town, settings)
    assert code == 2
    assert "does not answer at http://127.0.0.1:9" in line(printed, "telegram.token")
    assert "cannot be reached" in line(printed, "fleet.base_url")
    assert "does not open" in line(printed, "store.url")
    assert "Traceback" not in printed


async def test_a_driver_that_the_bot_does_not_have_is_named(town: Town):
    (town.folder / "handover.db").touch()
    url = f"sqlite:///{town.folder}/handover.db"
    code, printed = await check(town, changed(town, "store", url=url))
    assert code == 2
    assert "write sqlite+aiosqlite for sqlite" in printed
    assert "Traceback" not in printed


async def test_a_database_of_a_later_version_is_not_called_ready(town: Town):
    with closing(sqlite3.connect(town.folder / "handover.db")) as later:
        later.execute("CREATE TABLE people (user_id INTEGER)")
        later.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        later.execute("INSERT INTO alembic_version VALUES ('9999')")
        later.commit()
    code, printed = await check(town, town.settings)
    assert code == 2
    assert "later version" in line(printed, "store.url")


@pytest.mark.parametrize(
    ("section", "values", "differs"),
    [
        (
            "fleet",
            {**WITHOUT_DOOR, "environment": "production", "base_url": ELSEWHERE},
            "another environment",
        ),
        ("fleet", {"api_key": "a-key-of-somebody-else"}, "another API key"),
        ("telegram", {"token": "1000000002:DEMO-token-of-another-bot-in-town"}, "another bot"),
    ],
)
async def test_a_database_that_the_bot_would_refuse_is_not_called_ready(
    town: Town, section: str, values: dict[str, str], differs: str
):
    await (await town.start_bot()).idle()
    await town.stop_bot()
    code, printed = await check(town, changed(town, section, **values))
    assert code == 2
    assert f"❌ store.url: this database belongs to {differs}" in printed


async def test_telegram_sends_webhooks_to_four_ports_only(town: Town):
    settings = changed(town, "telegram", mode="webhook", api_url="https://api.telegram.org")
    settings["web"] = {**settings["web"], "public_url": "https://bot.example:8444"}
    code, printed = await check(town, settings)
    assert code == 2
    assert "443, 80, 88 or 8443" in printed


async def test_a_wrong_setting_ends_the_check_with_one_line(town: Town):
    code, printed = await check(town, changed(town, "telegram", owners=[]))
    assert code == 2
    assert printed.startswith("❌ config: ")
    assert printed.count("\n") == 1
