"""The operator's page as one app."""

from collections.abc import Callable, Mapping

from starlette.routing import Mount

from bot.base.http.auth_throttle import RefusalBrake
from bot.service.environment import Environment
from bot.service.operations.operators import Operators
from bot.service.pages.failures import page_app
from bot.service.pages.operator.booking_pages import booking_routes
from bot.service.pages.operator.delivery_pages import delivery_routes
from bot.service.pages.operator.desk import ROOT, Desks
from bot.service.pages.operator.entrance import Entrance
from bot.service.pages.operator.key_pages import key_routes
from bot.service.pages.operator.log_pages import log_routes
from bot.service.pages.operator.rider_pages import rider_routes
from bot.service.pages.operator.webhook_pages import webhook_routes
from bot.service.pages.visits import Pages
from bot.service.second_factor import Passwords

_SECTIONS = (
    delivery_routes,
    booking_routes,
    rider_routes,
    key_routes,
    webhook_routes,
    log_routes,
)


def operator_site(
    environments: Mapping[str, Environment], public_url: Callable[[], str], passwords: Passwords
) -> Mount:
    """Make the operator's page for all environments; one login is for all of them."""
    any_of_them = next(iter(environments.values()))
    pages = Pages("operator", any_of_them.vault, public_url, any_of_them.clock)
    operators = Operators(any_of_them.database, any_of_them.vault, passwords)
    desks = Desks(pages, operators, environments)
    brake = RefusalBrake(any_of_them.clock, "a wrong password, code or link of an operator")
    routes = [*Entrance(desks, brake).routes()]
    for section in _SECTIONS:
        routes += section(desks)
    return Mount(ROOT, page_app(routes))
