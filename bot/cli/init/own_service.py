"""The questions, files and addresses of a fleet service of one's own, next to the bot."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

from pydantic import TypeAdapter, ValidationError

from bot.base.http.server import PortTaken, check_port
from bot.cli.init.draft import ConfigDraft
from bot.cli.init.terminal import Terminal
from bot.config import FleetSettings, set_in_environment
from bot.setting_kinds import Phone

FILE = Path("service.toml")
_MADE_BY_IT = (FILE, Path("fleet.db"), Path("fleet.key"))


class FirstRider(NamedTuple):
    """A rider who can get the first order; `phone` begins with the country's code."""

    name: str
    phone: str


class OwnService(NamedTuple):
    """The service as it was made; it has a first order only if it has a rider."""

    rider: FirstRider | None
    order_number: str | None


SetUp: TypeAlias = Callable[[ConfigDraft, FirstRider | None], OwnService]
"""Makes the service that a draft describes, and puts its keys and files into the draft."""


def hindrance(config: Path) -> str | None:
    """Return the reason why no service can be set up next to this config file, if there is one."""
    if config.parent.resolve() != Path.cwd():
        return f"--own-service sets up this folder, and {config} is in another one: go there first."
    for file in (config, *_MADE_BY_IT):
        if file.exists():
            return (
                f"{file} is here already, and --own-service begins in a folder without it: go to an"
                " empty one, or see `handover service --help`."
            )
    given = set_in_environment()
    if taken := next((name for name in given if name.startswith(("fleet.", "web."))), None):
        return f"{given[taken]} overrules what --own-service would write: take it away first."
    return None


def ask_for_rider(terminal: Terminal) -> FirstRider | None:
    """Ask for the first rider; return `None` if no name is given."""
    terminal.tell(
        "",
        "A first rider, who may be you, lets you try an order. Its codes come as text messages to"
        " the service's terminal. Enter skips it.",
    )
    name = terminal.ask("Name of the rider")
    while name:
        number = terminal.ask("Phone number of the rider, such as +234 803 000 0000")
        try:
            return FirstRider(name, TypeAdapter(Phone).validate_python(number or "none"))
        except ValidationError:
            terminal.tell("❌ It must be a phone number with its country.")
    return None


def put_addresses(draft: ConfigDraft) -> None:
    """Put the addresses of the bot and the service into the draft, with ports that are free now."""
    # Enter accepts the default, which puts no line into the file.
    usual = FleetSettings.model_fields["environment"].default
    environment = draft.value("fleet.environment") or usual
    at = f"http://127.0.0.1:{_free_port(8080)}/{environment}"
    bot_port = _free_port(draft.value("web.port"))
    draft.put("fleet.base_url", f"{at}/api/v1")
    draft.put("web.port", bot_port)
    draft.put("web.public_url", f"https://127.0.0.1:{bot_port}")


def _free_port(wished: int) -> int:
    try:
        check_port(wished)
    except PortTaken as taken:
        return taken.free or wished
    return wished
