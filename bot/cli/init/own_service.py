"""What is asked, and where things are, for a fleet service of one's own next to the bot."""

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
    """Who can be given the first order; the phone number has its country."""

    name: str
    phone: str


class OwnService(NamedTuple):
    """The service as it was made: the number of its first order, if there is a rider for one."""

    rider: FirstRider | None
    order_number: str | None


SetUp: TypeAlias = Callable[[ConfigDraft, FirstRider | None], OwnService]
"""Makes the service as a draft says, and puts into that what opens it to the bot."""


def hindrance(config: Path) -> str | None:
    """Return why no service can be set up next to this config file, if there is a reason."""
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
    """Ask who rides first; nobody, if no name is given."""
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
    """Put into the draft where the bot and the service listen: on ports that are free now."""
    # Who presses Enter takes what is no line of the file.
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
