"""A business without an account starts in an empty folder, with the command line alone."""

import signal
from datetime import date
from pathlib import Path

import httpx
import pytest

from bot.demo.certificates import Certificates
from bot.fleet import (
    DeliveryQuery,
    FleetClient,
    KeyRefused,
    NewDelivery,
    NewItem,
    NewReceiver,
    Origin,
    StatusToken,
    Wire,
)
from tests.cli.operating import Operator
from tests.cli.service_process import command, service_running

SENDER = "+2348040000001"
ORDER = NewDelivery(
    creation_date=date(2026, 3, 2),
    fee=1500,
    sender=Origin(
        name="Ada's Kitchen",
        address="12 Marina Road",
        phone_code="234",
        phone_number="08040000001",
    ),
    receivers=(
        NewReceiver(
            name="Bola Ahmed",
            address="5 Allen Avenue",
            phone_code="234",
            phone_number="08030000001",
            items=(NewItem(description="Jollof rice", quantity=2, value=3000),),
        ),
    ),
)


async def test_from_an_empty_folder_to_a_delivery(tmp_path: Path):
    async with service_running(tmp_path) as service:
        url = await service.base_url("development")
        assert "handover service key new development" in await service.line_with("no API key")
        key = await command(tmp_path, "key", "new", "development")
        rider = await command(
            tmp_path,
            *("rider", "add", "development", "--name", "Musa Bello", "--email", "m@example.com"),
            *("--phone-code", "234", "--phone", "08020000001"),
        )
        async with FleetClient(Wire(url, key)) as fleet:
            (created,) = await fleet.create_delivery(ORDER)
            listed = await fleet.list_deliveries(DeliveryQuery())
            assert [delivery.uuid for delivery in listed.page.items] == [created.uuid]
            await fleet.assign(rider, [created.uuid])
            await fleet.update_status(created.uuid, StatusToken.ACCEPTED)
            pickup_code = await service.code_for(SENDER)
            moved = await fleet.update_status(
                created.uuid, StatusToken.IN_TRANSIT, pickup_code=pickup_code
            )
            assert moved.label == "In Transit"
        with pytest.raises(KeyRefused):
            async with FleetClient(Wire(url.replace("development", "production"), key)) as fleet:
                await fleet.list_deliveries(DeliveryQuery())
        async with httpx.AsyncClient() as anybody:
            assert (await anybody.get(f"{url}/docs")).status_code == 200
        code, logged = await service.stop()
    assert code == 0
    assert "Traceback" not in logged
    assert (tmp_path / "fleet.key").stat().st_mode & 0o777 == 0o600
    assert {file.name for file in tmp_path.iterdir()} == {"fleet.db", "fleet.db.lock", "fleet.key"}


async def test_the_next_start_goes_on_with_the_same_keys_and_ctrl_c_ends_it(operator: Operator):
    key = await operator.does_meanwhile("key", "new", "production")
    async with service_running(operator.folder) as service:
        await service.line_with("development has no API key")
        async with FleetClient(Wire(await service.base_url("production"), key)) as fleet:
            await fleet.create_delivery(ORDER)
        code, _logged = await service.stop(signal.SIGINT)
    assert code == 0
    assert not any("production has no API key" in line for line in service.printed)
    listed = await operator.does_meanwhile("delivery", "list", "production")
    assert listed.splitlines()[1].startswith("1001\tPending\tBola Ahmed")


async def test_it_speaks_tls_with_the_certificate_of_its_settings(operator: Operator):
    files = Certificates.make(operator.folder)
    operator.says(f'[web]\ncertificate = "{files.certificate}"\nprivate_key = "{files.key}"')
    key = await operator.does_meanwhile("key", "new", "development")
    async with service_running(operator.folder) as service:
        url = await service.base_url("development")
        assert url.startswith("https://")
        async with FleetClient(Wire(url, key, ca_file=files.authority)) as fleet:
            await fleet.create_delivery(ORDER)
