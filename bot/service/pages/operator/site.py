"""The operator's page as one app."""

from collections.abc import Callable, Mapping

from starlette.routing import Mount

from bot.base.http.auth_throttle import RefusalBrake
from bot.service.environment import Environment
from bot.service.operations.operators import Operators
from bot.service.pages.failures import page_app
from bot.service.pages.operator import (
    booking_pages,
    delivery_pages,
    key_pages,
    log_pages,
    rider_pages,
    webhook_pages,
)
from bot.service.pages.operator.desk import ROOT, Desks
from bot.service.pages.operator.entrance import Entrance
from bot.service.pages.visits import Pages
from bot.service.second_factor import Passwords

_SECTIONS = (
    delivery_pages.section,
    booking_pages.section,
    rider_pages.section,
    key_pages.section,
    webhook_pages.section,
    log_pages.section,
)


def operator_site(
    environments: Mapping[str, Environment], public_url: Callable[[], str], passwords: Passwords
) -> Mount:
    """Make the operator's page for all environments; one login is for all of them."""
    # Vault, clock and database are the same in all environments.
    any_of_them = next(iter(environments.values()))
    pages = Pages("operator", any_of_them.vault, public_url, any_of_them.clock)
    operators = Operators(any_of_them.database, any_of_them.vault, passwords)
    desks = Desks(pages, operators, environments)
    brake = RefusalBrake(any_of_them.clock, "a wrong password, code or link of an operator")
    routes = [*Entrance(desks, brake).routes()]
    for section in _SECTIONS:
        routes += section.routes(desks)
    return Mount(ROOT, page_app(routes))
