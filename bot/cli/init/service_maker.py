"""A fleet service of one's own, next to the bot on this machine, with webhooks that work at once.

Webhooks need https. So this makes an authority, which the service trusts for its webhooks, and a
certificate for the bot. The bot itself calls the service over plain http. This module needs the
extra `service`.
"""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import phonenumbers
import tomlkit
import uvloop

from bot.base.private_files import replace_file
from bot.cli.init.draft import ConfigDraft
from bot.cli.init.own_service import FILE, FirstRider, OwnService
from bot.config import BusinessSettings, Settings
from bot.demo.certificates import Certificates
from bot.service.config import Config, load
from bot.service.environment import operated
from bot.service.operations.create import create_deliveries
from bot.service.operations.enrolment import register_rider
from bot.service.operations.keys import new_key, new_operator_key
from bot.service.operations.webhook_administration import set_webhook
from bot.service.request_bodies.new_delivery import NewDelivery
from bot.web.routes import fleet_path


def set_up(draft: ConfigDraft, rider: FirstRider | None) -> OwnService:
    """Make the service's files and database, and put its keys and files into the draft.

    Raises:
        OSError: a file cannot be written here.
    """
    settings = draft.known()
    certificates = Certificates.make(Path.cwd())
    replace_file(FILE, _config_text(settings, certificates).encode(), on_disk=True)
    key, operator_key, order_number = uvloop.run(_filled(load(FILE), settings, rider))
    draft.put("fleet.api_key", key)
    draft.put("fleet.operator_url", settings.fleet.base_url.replace("/api/v1", "/operator/v1"))
    draft.put("fleet.operator_key", operator_key)
    draft.put("fleet.ca_file", certificates.authority.name)
    draft.put("web.tls_cert", certificates.certificate.name)
    draft.put("web.tls_key", certificates.key.name)
    return OwnService(rider, order_number)


async def _filled(
    config: Config, settings: Settings, rider: FirstRider | None
) -> tuple[str, str, str | None]:
    """Fill the database; return the API key, the operator key and the first order's number."""
    name, order_number = settings.fleet.environment, None
    async with operated(config.settings()) as environments:
        environment = environments[name]
        key = await new_key(environment)
        operator_key = await new_operator_key(environment)
        await set_webhook(environment, f"{settings.web.public_url}{fleet_path(name)}")
        if rider is not None:
            phone = _dialled(rider.phone)
            await register_rider(environment, name=rider.name, email="rider@example.com", **phone)
            order = NewDelivery.model_validate(_order(settings.business, rider, phone))
            (delivery,) = await create_deliveries(environment, order)
            order_number = str(delivery.number)
    return key, operator_key, order_number


def _order(
    business: BusinessSettings, rider: FirstRider, phone: Mapping[str, str]
) -> dict[str, object]:
    """Return an order from and to the rider's own number, so that one person can play all parts."""
    return {
        "creation_date": f"{datetime.now(business.zone).date()}",
        "delivery_fee": 1500,
        "iam_sender": False,
        "riderid": None,
        "send_sms": True,
        "sender_name": business.name or "My shop",
        "sender_address": "1 First Street",
        "sender_email": None,
        "sender_phone": phone["phone_number"],
        "sender_phonecode": phone["phone_code"],
        "receivers": [
            {
                "customer_name": rider.name,
                "customer_address": "2 Second Street",
                "customer_phone_number": phone["phone_number"],
                "customer_phone_code": phone["phone_code"],
                "items": [{"item_description": "A parcel to try"}],
            }
        ],
    }


def _config_text(settings: Settings, certificates: Certificates) -> str:
    business = settings.business
    document = tomlkit.document()
    document.add(tomlkit.comment("The fleet service of this folder, made by `handover init`."))
    document.add(tomlkit.comment("service.example.toml explains every setting."))
    document["web"] = {"port": urlsplit(settings.fleet.base_url).port}
    webhooks = tomlkit.table()
    webhooks.add(
        tomlkit.comment("It vouches for the bot on this machine. Take it out with a domain.")
    )
    webhooks["ca_file"] = certificates.authority.name
    document["webhooks"] = webhooks
    organization: dict[str, str] = {"time_zone": business.timezone}
    if business.name:
        organization["name"] = business.name
    if business.phone:
        organization.update(_dialled(business.phone))
    document["organization"] = organization
    return tomlkit.dumps(document)


def _dialled(phone: str) -> dict[str, str]:
    """Return a phone number as the service's two fields: country code and national number."""
    parsed = phonenumbers.parse(phone)
    national = phonenumbers.national_significant_number(parsed)
    return {"phone_code": str(parsed.country_code), "phone_number": national}
