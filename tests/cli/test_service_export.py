"""`handover service export`: what is kept of deliveries and riders, in a file."""

import base64
import csv
import json
import re
import stat
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.base.settings.loader import RetentionSettings
from bot.service.environment import Environment, UnitOfWork
from bot.service.operations.find import rider_named
from bot.service.operations.keys import set_key
from bot.service.store import retention, slices
from bot.service.store.delivery_rows import add_delivery, change_delivery
from bot.service.store.tables import deliveries, texts
from tests.benchmarks.plans import explain
from tests.cli.operating import Operator
from tests.service.fleet import receiver
from tests.support.sql import listening, rows

KEY = "canary-key-5d1f"
Look = Callable[..., Sequence[Any]]


def in_csv(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as opened:
        return list(csv.DictReader(opened))


def in_json(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def exported(operator: Operator, *arguments: str, form: str = "json") -> Path:
    file = operator.folder / f"out.{form}"
    operator.does(
        *("export", "development", *arguments, "--format", form, "--out", str(file), "--force")
    )
    return file


def changes(operator: Operator, uuid: str, **columns: object) -> None:
    """Let a row be as time would have left it."""

    async def change(environment: Environment) -> None:
        await environment.write(lambda work: change_delivery(work.tx, uuid, **columns))

    operator.operate(change)


def test_a_delivery_is_a_row_with_exact_amounts_and_times_in_utc(operator: Operator):
    delivery = operator.creates(delivery_fee="1700.50", note="Ring twice")
    picked_up = datetime(2026, 3, 2, 8, 15, tzinfo=UTC)
    changes(operator, delivery.uuid, pickup_at=picked_up, taken_by="guard")
    (row,) = in_json(exported(operator, "deliveries"))
    assert (row["order_number"], row["uuid"], row["state"]) == ("1001", delivery.uuid, "Pending")
    assert row["taken_by"] == "guard"
    assert (row["fee"], row["order_value"], row["currency"]) == ("1700.50", "15000.00", "NGN")
    assert (row["scheduled_for"], row["picked_up_at"]) == (
        "2026-03-02",
        "2026-03-02T08:15:00+00:00",
    )
    assert (row["receiver_name"], row["receiver_phone"]) == ("Bola Ade", "+2348054445555")
    assert (row["contents"], row["parcels"], row["paid"]) == ("2 x Shoes", 2, False)
    assert row["delivered_at"] is row["rider_name"] is row["commission"] is None
    (told,) = in_csv(exported(operator, "deliveries", form="csv"))
    assert list(told) == list(row)
    assert (told["fee"], told["receiver_phone"], told["paid"]) == (
        *("1700.50", "+2348054445555", "no"),
    )


def test_a_rider_is_a_row(operator: Operator):
    operator.does(
        *("rider", "add", "development", "--name", "Musa Bello", "--phone-code", "234"),
        *("--phone", "08020000001", "--email", "musa@example.com", "--commission", "12.5"),
    )
    (row,) = in_json(exported(operator, "riders"))
    assert (row["number"], row["name"], row["phone"]) == (1, "Musa Bello", "+2348020000001")
    assert (row["active"], row["invited"], row["commission"]) == (True, False, "12.50")
    assert exported(operator, "riders", form="csv").read_text().startswith("\ufeffnumber,uuid,")


def test_no_cell_is_a_formula_and_json_has_the_name_as_it_is(operator: Operator):
    names = ["=1+1", "+cmd|x", "-2+3", "@SUM(A1)", " =1+1", "\uff1d1+1"]
    operator.creates(receivers=[receiver(customer_name=name) for name in names])
    cells = [row["receiver_name"] for row in in_csv(exported(operator, "deliveries", form="csv"))]
    assert cells == [f"'{name.strip()}" for name in names]
    kept = [row["receiver_name"] for row in in_json(exported(operator, "deliveries"))]
    assert kept == [name.strip() for name in names]


@pytest.mark.parametrize("form", ["csv", "json"])
def test_quotes_commas_and_lines_stay_what_they_are(operator: Operator, form: str):
    delivery = operator.creates()
    name, note = 'Ada "A", Stores; Zoë', "\tfirst\nsecond\r\nthird"
    changes(operator, delivery.uuid, sender_name=name, note=note)
    file = exported(operator, "deliveries", form=form)
    (row,) = in_csv(file) if form == "csv" else in_json(file)
    assert row["sender_name"] == name
    assert row["note"].removeprefix("'") == note
    assert row["note"].startswith("'") is (form == "csv")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_no_code_no_digest_and_no_key_is_in_it(operator: Operator, form: str):
    operator.creates()

    async def secrets(env: Environment) -> list[str]:
        await set_key(env, KEY)
        waiting = await rows(env.database, texts.select())
        told = [env.vault.open(row.sealed, row.delivery_uuid).decode() for row in waiting]
        codes = re.findall(r"code: (\d{10})", "\n".join(told))
        (row,) = await rows(env.database, deliveries.select())
        digests = [row.pickup_digest, row.dropoff_digest]
        written = [base64.b64encode(each).decode() for each in digests]
        return [KEY, *codes, *(each.hex() for each in digests), *written]

    canaries = operator.operate(secrets)
    assert len(canaries) == 7
    content = exported(operator, "deliveries", form=form).read_text()
    assert "Bola Ade" in content
    assert [each for each in canaries if each in content] == []


def test_no_cell_becomes_a_formula_where_semicolons_part_them(operator: Operator):
    note = "a;=1+1; @SUM(A1)\n=2+2; 3 - 2"
    delivery = operator.creates()
    changes(operator, delivery.uuid, note=note)
    (row,) = in_csv(exported(operator, "deliveries", form="csv"))
    assert row["note"] == "a;'=1+1;' @SUM(A1)\n'=2+2; 3 - 2"
    (row,) = in_json(exported(operator, "deliveries"))
    assert row["note"] == note


def test_nobody_gets_a_commission_for_what_was_called_off(operator: Operator):
    delivery = operator.creates()
    operator.does(
        *("rider", "add", "development", "--name", "Musa Bello", "--phone-code", "234"),
        *("--phone", "08020000001", "--email", "musa@example.com", "--commission", "12.5"),
    )

    async def assign(environment: Environment) -> None:
        uuid = await rider_named(environment, "1")
        await environment.write(
            lambda work: change_delivery(work.tx, delivery.uuid, rider_uuid=uuid)
        )

    operator.operate(assign)
    (row,) = in_json(exported(operator, "deliveries"))
    assert (row["rider_number"], row["commission"]) == (1, "12.50")
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    (row,) = in_json(exported(operator, "deliveries"))
    assert (row["rider_number"], row["commission"]) == (1, None)


def test_what_is_wiped_stays_wiped(operator: Operator):
    wiped, kept = operator.creates(), operator.creates()
    operator.does("delivery", "decline", "development", "1001", "--note", "Too far")
    changes(operator, wiped.uuid, updated_at=datetime.now(UTC) - timedelta(days=31))

    async def wipe(env: Environment) -> None:
        await env.database.write(retention.wipe_deliveries, RetentionSettings())

    operator.operate(wipe)
    first, second = in_json(exported(operator, "deliveries"))
    assert (first["state"], first["fee"]) == ("Declined", "1500.00")
    assert first["sender_name"] is first["receiver_phone"] is None
    assert first["called_off_because"] is None
    assert second["uuid"] == kept.uuid
    assert second["sender_name"] == "Ada Stores"


def test_days_bound_it_and_both_are_in_it(operator: Operator):
    for day in (1, 2, 3, 4):
        delivery = operator.creates()
        changes(operator, delivery.uuid, created_at=datetime(2026, 3, day, 23, 59, 59, tzinfo=UTC))
    between = ("deliveries", "--since", "2026-03-02", "--until", "2026-03-03")
    assert [row["order_number"] for row in in_json(exported(operator, *between))] == [
        *("1002", "1003"),
    ]
    out = ("--out", str(operator.folder / "none.csv"))
    said = operator.cannot("export", "development", "deliveries", "--since", "soon", *out, code=2)
    assert said.startswith("--since ")


def test_more_than_a_slice_is_whole_and_in_order(operator: Operator):
    many = 2 * slices.AT_ONCE + 1
    operator.creates()

    async def copy(env: Environment) -> None:
        (first,) = await rows(env.database, deliveries.select())
        await env.write(_copies, first._asdict(), many)

    operator.operate(copy)
    numbers = [row["order_number"] for row in in_json(exported(operator, "deliveries"))]
    assert numbers == [str(1001 + place) for place in range(many)]


def _copies(work: UnitOfWork, row: Any, many: int) -> None:
    for place in range(1, many):
        own = {"uuid": f"{place:036}", "number": 1001 + place}
        add_delivery(work.tx, dict(row) | own, [])


@pytest.mark.parametrize("look", [slices.deliveries_after, slices.riders_after])
def test_a_slice_begins_at_its_number_and_needs_no_sorting(operator: Operator, look: Look):
    operator.creates()

    async def plans(env: Environment) -> list[tuple[str, ...]]:
        period = slices.MadeOn(date(2026, 1, 1), date(2026, 12, 31))
        with listening() as statements:
            await env.database.read(look, env.name, 1000, period)
        return [plan.steps for plan in await explain(env.database, statements)]

    first, *_ = operator.operate(plans)
    (step,) = first
    assert "number>?" in step


def test_the_file_is_its_owners_alone_and_nothing_lies_beside_it(operator: Operator):
    before = set(operator.folder.iterdir())
    file = exported(operator, "riders", form="csv")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    beside = {each.name for each in set(operator.folder.iterdir()) - before}
    assert {name for name in beside if not name.startswith("fleet.")} == {"out.csv"}


def test_a_file_that_is_there_stays_unless_it_is_to_go(operator: Operator):
    file = operator.folder / "out.csv"
    file.write_text("mine")
    asked = ("export", "development", "riders", "--out", str(file))
    assert "--force" in operator.cannot(*asked, code=2)
    assert file.read_text() == "mine"
    assert operator.does(*asked, "--force") == f"{file}: 0 riders."
    assert file.read_text() != "mine"


def test_where_no_file_can_be_a_sentence_says_so(operator: Operator):
    nowhere = operator.folder / "nowhere" / "out.csv"
    asked = ("export", "development", "riders", "--out")
    assert "No such file or directory" in operator.cannot(*asked, str(nowhere), code=1)
    assert "is a folder" in operator.cannot(*asked, str(operator.folder), code=2)


def test_the_audit_log_is_exported_with_what_commands_have_done(operator: Operator):
    operator.does("operator", "add", "ada")
    operator.does("key", "rotate", "development")
    operator.does("key", "rotate", "production")
    entries = in_json(exported(operator, "audit-entries"))
    assert [(row["who"], row["what"], row["environment"]) for row in entries] == [
        ("command line", "added", None),
        ("command line", "API key made", "development"),
    ]
    assert list(entries[0]) == ["number", "at", "who", "what", "about", "environment", "network"]
    none = exported(operator, "audit-entries", "--until", "2020-01-01", form="csv")
    assert in_csv(none) == []


def test_what_turns_the_direction_is_not_exported(operator: Operator):
    turns = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    operator.creates(sender_name=f"{turns}Ada \u200fStores{turns}", note=turns)
    for form, read in (("json", in_json), ("csv", in_csv)):
        (row,) = read(exported(operator, "deliveries", form=form))
        assert row["sender_name"] == "Ada \u200fStores"
        assert not row["note"]
    assert turns[4] not in operator.does("delivery", "show", "development", "1001")
